#include "glapi/resolve/derive_key.h"

#include "glapi/context.h"
#include "glapi/immediate/feedback.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/resolve/resolve_textures.h"
#include "glapi/state/state.h"

namespace glapi {

using namespace fixed_function;

namespace {

using arbasm::BindingKind;

// ---- fragment

UnitTarget unit_target(const FixedTexture& texture) {
    switch (texture.kind) {
        case TextureKind::Texture1D: return texture.compare ? UnitTarget::Shadow1D : UnitTarget::Texture1D;
        case TextureKind::Texture2D: return texture.compare ? UnitTarget::Shadow2D : UnitTarget::Texture2D;
        case TextureKind::Texture3D: return UnitTarget::Texture3D;
        case TextureKind::Cube: return texture.compare ? UnitTarget::ShadowCube : UnitTarget::Cube;
        case TextureKind::Rectangle: return texture.compare ? UnitTarget::ShadowRectangle : UnitTarget::Rectangle;
        case TextureKind::Array1D:  // fixed_texture() gives none of these
        case TextureKind::Array2D:
        case TextureKind::CubeArray:
        case TextureKind::Buffer:
        case TextureKind::Multisample2D:
        case TextureKind::MultisampleArray2D:
        case TextureKind::Renderbuffer: break;
    }
    return UnitTarget::None;
}

// GL 2.1 table 3.20, with a depth texture read as DEPTH_TEXTURE_MODE says.
TextureSupplies texture_supplies(const FixedTexture& texture) {
    switch (texture.base) {
        case runtime::BaseFormat::Alpha: return TextureSupplies::Alpha;
        case runtime::BaseFormat::Luminance:
        case runtime::BaseFormat::Red:
        case runtime::BaseFormat::Rg:
        case runtime::BaseFormat::Rgb: return TextureSupplies::Color;
        case runtime::BaseFormat::Intensity: return TextureSupplies::Intensity;
        case runtime::BaseFormat::DepthComponent:
        case runtime::BaseFormat::DepthStencil:
        case runtime::BaseFormat::StencilIndex:
            switch (texture.texture->depth_mode) {
                case GL_ALPHA: return TextureSupplies::Alpha;
                case GL_INTENSITY: return TextureSupplies::Intensity;
                default: return TextureSupplies::Color;
            }
        case runtime::BaseFormat::None:
        case runtime::BaseFormat::LuminanceAlpha:
        case runtime::BaseFormat::Rgba: break;
    }
    return TextureSupplies::ColorAlpha;
}

EnvironmentMode environment_mode(GLenum mode) {
    switch (mode) {
        case GL_REPLACE: return EnvironmentMode::Replace;
        case GL_DECAL: return EnvironmentMode::Decal;
        case GL_BLEND: return EnvironmentMode::Blend;
        case GL_ADD: return EnvironmentMode::Add;
        case GL_COMBINE:
        case GL_COMBINE4_NV: return EnvironmentMode::Combine;
        default: return EnvironmentMode::Modulate;
    }
}

CombineFunction combine_function(GLenum function, bool of_products) {
    switch (function) {
        case GL_REPLACE: return CombineFunction::Replace;
        case GL_ADD: return of_products ? CombineFunction::ProductsAdd : CombineFunction::Add;
        case GL_ADD_SIGNED: return of_products ? CombineFunction::ProductsAddSigned : CombineFunction::AddSigned;
        case GL_INTERPOLATE: return CombineFunction::Interpolate;
        case GL_SUBTRACT: return CombineFunction::Subtract;
        case GL_DOT3_RGB:
        case GL_DOT3_RGB_EXT: return CombineFunction::Dot3Rgb;
        case GL_DOT3_RGBA:
        case GL_DOT3_RGBA_EXT: return CombineFunction::Dot3Rgba;
        case GL_MODULATE_ADD_ATI: return CombineFunction::ModulateAdd;
        case GL_MODULATE_SIGNED_ADD_ATI: return CombineFunction::ModulateSignedAdd;
        case GL_MODULATE_SUBTRACT_ATI: return CombineFunction::ModulateSubtract;
        default: return CombineFunction::Modulate;
    }
}

CombineArgument combine_argument(GLenum source, GLenum operand) {
    CombineArgument argument;
    switch (source) {
        case GL_TEXTURE: argument.source = CombineSource::Texture; break;
        case GL_CONSTANT: argument.source = CombineSource::Constant; break;
        case GL_PRIMARY_COLOR: argument.source = CombineSource::PrimaryColor; break;
        case GL_PREVIOUS: argument.source = CombineSource::Previous; break;
        case GL_ZERO: argument.source = CombineSource::Zero; break;
        case GL_ONE: argument.source = CombineSource::One; break;
        default:
            argument.source = CombineSource::TextureUnit;
            argument.unit = static_cast<uint8_t>(source - GL_TEXTURE0);
            break;
    }
    switch (operand) {
        case GL_ONE_MINUS_SRC_COLOR: argument.operand = CombineOperand::OneMinusColor; break;
        case GL_SRC_ALPHA: argument.operand = CombineOperand::Alpha; break;
        case GL_ONE_MINUS_SRC_ALPHA: argument.operand = CombineOperand::OneMinusAlpha; break;
        default: argument.operand = CombineOperand::Color; break;
    }
    return argument;
}

// `of_products`: COMBINE4_NV.
CombineKey combine_key(const TextureCombine& state, bool of_products) {
    CombineKey key;
    key.color_function = combine_function(state.function_rgb, of_products);
    key.alpha_function = combine_function(state.function_alpha, of_products);
    for (int i = 0; i < (of_products ? 4 : 3); ++i) {
        key.color[i] = combine_argument(state.source_rgb[i], state.operand_rgb[i]);
        key.alpha[i] = combine_argument(state.source_alpha[i], state.operand_alpha[i]);
    }
    key.color_scale = static_cast<uint8_t>(state.scale_rgb);
    key.alpha_scale = static_cast<uint8_t>(state.scale_alpha);
    return key;
}

// A crossbar argument that names a unit without texture turns its own stage off (ARB_texture_env_crossbar).
bool crossbar_complete(const Context& context, const TextureCombine& state, bool of_products) {
    const auto usable = [&](GLenum source) {
        return source < GL_TEXTURE0 || source >= GL_TEXTURE0 + max_units ||
               fixed_texture(context.state, context.textures, static_cast<int>(source - GL_TEXTURE0)).texture;
    };
    for (int i = 0; i < (of_products ? 4 : 3); ++i)
        if (!usable(state.source_rgb[i]) || !usable(state.source_alpha[i])) return false;
    return true;
}

// ---- vertex

TexGen texgen(const TextureGeneration& state) {
    if (!state.enabled) return TexGen::None;
    switch (state.mode) {
        case GL_OBJECT_LINEAR: return TexGen::ObjectLinear;
        case GL_SPHERE_MAP: return TexGen::SphereMap;
        case GL_REFLECTION_MAP: return TexGen::ReflectionMap;
        case GL_NORMAL_MAP: return TexGen::NormalMap;
        default: return TexGen::EyeLinear;
    }
}

uint8_t tracked_properties(GLenum mode) {
    switch (mode) {
        case GL_AMBIENT: return material_ambient;
        case GL_DIFFUSE: return material_diffuse;
        case GL_SPECULAR: return material_specular;
        case GL_EMISSION: return material_emission;
        default: return material_ambient | material_diffuse;
    }
}

LightKey light_key(const Light& light) {
    LightKey key;
    key.enabled = light.enabled;
    if (!key.enabled) return key;
    key.positional = light.position.w != 0;
    // Infinite lights don't fade, but may have a cone (GL 2.1 §2.14.1, equation 2.5).
    key.attenuated = key.positional && (light.constant_attenuation != 1 || light.linear_attenuation != 0 ||
                                        light.quadratic_attenuation != 0);
    key.spot = light.spot_cutoff != 180;
    return key;
}

void derive_lighting(const State& state, VertexKey& key) {
    const LightingState& lighting = state.lighting;
    key.lighting = true;
    key.two_sided = lighting.two_sided;
    key.local_viewer = lighting.local_viewer;
    key.separate_specular = lighting.color_control == GL_SEPARATE_SPECULAR_COLOR;
    if (lighting.color_material) {
        const uint8_t tracked = tracked_properties(lighting.color_material_mode);
        if (lighting.color_material_face != GL_BACK) key.color_material_front = tracked;
        if (lighting.color_material_face != GL_FRONT && key.two_sided) key.color_material_back = tracked;
    }
    for (int n = 0; n < max_lights; ++n) key.lights[n] = light_key(lighting.lights[n]);
}

// What a unit that moves another's coordinates does to colours: nothing. Its function of alpha is as any other's.
TextureCombine beside_bumps(TextureCombine combine) {
    combine.function_rgb = GL_REPLACE;
    combine.source_rgb[0] = GL_PREVIOUS;
    combine.operand_rgb[0] = GL_SRC_COLOR;
    combine.scale_rgb = 1;
    return combine;
}

}  // namespace

FragmentKey fragment_key(const Context& context) {
    const State& state = context.state;
    FragmentKey key;
    for (int unit = 0; unit < max_units; ++unit) {
        const FixedTexture texture = fixed_texture(context.state, context.textures, unit);
        if (!texture.texture) continue;
        const FixedTextureUnit& fixed = state.texturing.units[unit];
        UnitKey& unit_key = key.units[unit];
        unit_key.mode = environment_mode(fixed.environment_mode);
        if (unit_key.mode == EnvironmentMode::Combine) {
            const bool of_products = fixed.environment_mode == GL_COMBINE4_NV;
            const bool bumps = fixed.combine.function_rgb == GL_BUMP_ENVMAP_ATI;
            const TextureCombine combine = bumps ? beside_bumps(fixed.combine) : fixed.combine;
            if (!crossbar_complete(context, combine, of_products)) continue;
            unit_key.combine = combine_key(combine, of_products);
            if (bumps) unit_key.bump_target = static_cast<uint8_t>(1 + (combine.bump_target - GL_TEXTURE0));
        }
        unit_key.target = unit_target(texture);
        unit_key.supplies = texture_supplies(texture);
    }
    key.color_sum = state.lighting.enabled && !context.programs.replaces_vertices()
                        ? state.lighting.color_control == GL_SEPARATE_SPECULAR_COLOR || state.fog.color_sum
                        : state.fog.color_sum;
    // "The COLOR_SUM_EXT enable is ignored when NV programs are executed."
    const auto& vertex = context.programs[ProgramTarget::Vertex];
    if (vertex.enabled && vertex.bound->program && arbasm::names_registers(vertex.bound->program->instruction_set))
        key.color_sum = true;
    key.fog = fog_mode(state.fog);
    return key;
}

FogMode fog_mode(const FogState& fog) {
    if (!fog.enabled) return FogMode::None;
    return fog.mode == GL_LINEAR ? FogMode::Linear : fog.mode == GL_EXP2 ? FogMode::Exp2 : FogMode::Exp;
}

UnitTarget unit_target(const State& state, const TextureState& textures, int unit) {
    const FixedTexture texture = fixed_texture(state, textures, unit);
    return texture.texture ? unit_target(texture) : UnitTarget::None;
}

// Which matrices make eye coordinates, and how many weights vertices have for them.
static void derive_blending(const Context& context, VertexKey& key) {
    const State& state = context.state;
    const VertexArrayObject& arrays = *context.vertex_arrays.bound;
    if (state.matrices.palette_enabled && context.version.is_es1()) {
        key.palette_units = static_cast<uint8_t>(arrays.arrays[array_matrix_index].size);
    } else if (state.transform.vertex_blend) {
        key.palette_units = static_cast<uint8_t>(state.transform.active_vertex_units);
        key.blended = state.matrices.palette_enabled ? BlendedMatrices::Palette : BlendedMatrices::Units;
        // Current values are complete; elements of arrays are what they are.
        if (context.immediate.drawing_immediate || supplying_array(arrays, slot_weight, false) != slot_weight) return;
        key.weights = static_cast<uint8_t>(arrays.arrays[slot_weight].size);
        key.rest_weight = state.transform.weight_sum_unity && key.weights < limits::MAX_VERTEX_UNITS_ARB;
    } else if (state.transform.vertex_weighting) {
        key.palette_units = 2;
        key.blended = BlendedMatrices::Pair;
    }
}

VertexKey vertex_key(const Context& context, const arbasm::Program& fragment) {
    const State& state = context.state;
    VertexKey key;
    for (const arbasm::Attribute& attribute : fragment.attributes) {
        const arbasm::Binding& binding = attribute.binding;
        if (binding.kind == BindingKind::Texcoord && binding.index < max_units)
            key.texture_coordinates |= 1 << binding.index;
        if (binding.kind == BindingKind::Color && binding.secondary) key.secondary_color = true;
        if (binding.kind == BindingKind::FogCoord) {
            if (state.fog.coordinate_source == GL_FOG_COORDINATE)
                key.fog = FogSource::Coordinate;
            else
                key.fog = state.fog.distance_mode == GL_EYE_RADIAL_NV ? FogSource::EyeRadial : FogSource::EyeDepth;
        }
    }
    // Feedback reports texture coordinate 0 whether a fragment would read it or not.
    if (context.feedback.mode == GL_FEEDBACK) key.texture_coordinates |= 1;
    for (int unit = 0; unit < max_units; ++unit) {
        if (!(key.texture_coordinates >> unit & 1)) continue;
        for (int c = 0; c < 4; ++c) key.texgen[unit][c] = texgen(state.texturing.units[unit].generation[c]);
        if (!state.matrices.texture[unit].top().is_identity()) key.texture_matrices |= 1 << unit;
    }
    key.normalize = state.transform.normalize;
    key.rescale_normal = state.transform.rescale_normal && !key.normalize;
    if (state.lighting.enabled) {
        derive_lighting(state, key);
        constexpr uint16_t one_side = (1 << material_property_count) - 1;
        const uint16_t materials = context.immediate.vertex_materials;
        key.vertex_material_front = static_cast<uint8_t>(materials & one_side & ~key.color_material_front);
        if (key.two_sided)
            key.vertex_material_back =
                static_cast<uint8_t>(materials >> material_property_count & one_side & ~key.color_material_back);
    }
    key.point_attenuation = state.point.attenuation != std::array<float, 3>{1, 0, 0};
    key.point_size_array = reads_point_sizes(context.version, context.vertex_arrays);
    derive_blending(context, key);
    for (int plane = 0; plane < max_clip_planes; ++plane)
        if (state.transform.clip_plane_enabled[plane]) key.clip_planes |= 1 << plane;
    return key;
}

}  // namespace glapi

#include <bit>

#include "glapi/fixed_function/generate.h"
#include "glapi/fixed_function/program_text.h"
#include "glapi/state/vertex_slots.h"

namespace glapi::fixed_function {
namespace {

constexpr const char* coordinate_names[4] = {"s", "t", "r", "q"};
constexpr const char* component_names[4] = {"x", "y", "z", "w"};

// One side of a polygon in the lighting equation.
struct Side {
    const char* material;    // "front" or "back"
    const char* normal;      // register
    int number;              // 0 or 1
    uint8_t color_material;  // MaterialProperty bits that come from the vertex colour,
    uint8_t own;             // and from attributes of their own
    const char* primary;     // result bindings
    const char* secondary;
};

class VertexGenerator {
  public:
    explicit VertexGenerator(const VertexKey& key) : key_(key), text_("!!NVvp4.0") {}

    std::string run() {
        if (key_.palette_units) {
            blend_matrices();
        } else {
            transform_position();
            if (needs_eye_position()) transform_eye_position();
            if (needs_normal()) transform_normal();
        }
        if (needs_normal()) scale_normal();
        if (needs_eye_direction()) direction_to_vertex();
        colors();
        texture_coordinates();
        fog_coordinate();
        point_size();
        clip_distances();
        return text_.finish();
    }

  private:
    bool uses_texgen(TexGen wanted) const {
        for (int unit = 0; unit < max_units; ++unit) {
            if (!(key_.texture_coordinates >> unit & 1)) continue;
            for (TexGen mode : key_.texgen[unit])
                if (mode == wanted) return true;
        }
        return false;
    }
    bool any_light(bool LightKey::*property) const {
        for (const LightKey& light : key_.lights)
            if (light.enabled && light.*property) return true;
        return false;
    }
    bool reflects() const { return uses_texgen(TexGen::SphereMap) || uses_texgen(TexGen::ReflectionMap); }
    bool needs_normal() const { return key_.lighting || reflects() || uses_texgen(TexGen::NormalMap); }
    bool needs_eye_direction() const { return reflects() || (key_.lighting && key_.local_viewer); }
    bool needs_eye_position() const {
        return key_.clip_planes || key_.point_attenuation || key_.fog == FogSource::EyeDepth ||
               key_.fog == FogSource::EyeRadial || uses_texgen(TexGen::EyeLinear) || needs_eye_direction() ||
               (key_.lighting && any_light(&LightKey::positional));
    }

    void transform_position() {
        text_.declare("PARAM mvp[4] = {{ state.matrix.mvp }}");
        for (int row = 0; row < 4; ++row)
            text_.add("DP4 result.position.{}, mvp[{}], vertex.position", component_names[row], row);
    }

    // eye: homogeneous eye coordinates; eye3: divided by w.
    void transform_eye_position() {
        text_.declare("PARAM modelview[4] = {{ state.matrix.modelview }}");
        text_.declare("TEMP eye");
        for (int row = 0; row < 4; ++row)
            text_.add("DP4 eye.{}, modelview[{}], vertex.position", component_names[row], row);
        divide_eye_position();
    }

    void divide_eye_position() {
        text_.declare("TEMP eye3");
        text_.add("RCP eye3.w, eye.w");
        text_.add("MUL eye3.xyz, eye, eye3.w");
    }

    // OES_matrix_palette, ARB_matrix_palette, ARB_vertex_blend, EXT_vertex_weighting: the weighted sum of what several
    // matrices make of position and normal. The matrices and their inverses' transposes are the local parameters of
    // generated programs (resolve_parameters.cpp).
    void blend_matrices() {
        const bool by_index = key_.blended == BlendedMatrices::Palette;
        const int matrices = by_index ? palette_size : int{key_.palette_units};
        text_.declare("PARAM palette[{}] = {{ program.local[0..{}] }}", 4 * matrices, 4 * matrices - 1);
        text_.declare("PARAM projection[4] = {{ state.matrix.projection }}");
        text_.declare("TEMP eye, blended");
        if (by_index) text_.declare("INT TEMP index");
        if (needs_normal()) {
            text_.declare("PARAM normals[{}] = {{ program.local[{}..{}] }}", 3 * matrices, palette_normals,
                          palette_normals + 3 * matrices - 1);
            text_.declare("TEMP normal, scratch");
        }
        find_weights();
        for (int unit = 0; unit < key_.palette_units; ++unit) {
            const char* const component = component_names[unit];
            if (by_index) {
                text_.add("TRUNC.S index.z, vertex.attrib[{}].{}", matrix_index_attribute, component);
                text_.add("MUL.S index.x, index.z, 4");
            }
            for (int row = 0; row < 4; ++row)
                text_.add("DP4 blended.{}, palette[{}{}], vertex.position", component_names[row],
                          by_index ? "index.x + " : "", by_index ? row : 4 * unit + row);
            add_weighted("eye", component, unit == 0);
            if (!needs_normal()) continue;
            if (by_index) text_.add("MUL.S index.y, index.z, 3");
            for (int row = 0; row < 3; ++row)
                text_.add("DP3 blended.{}, normals[{}{}], vertex.normal", component_names[row],
                          by_index ? "index.y + " : "", by_index ? row : 3 * unit + row);
            if (rescales_units()) rescale_blended(unit);
            add_weighted("normal", component, unit == 0);
        }
        // EXT_vertex_weighting takes w from the first matrix alone.
        if (key_.blended == BlendedMatrices::Pair) text_.add("DP4 eye.w, palette[3], vertex.position");
        for (int row = 0; row < 4; ++row)
            text_.add("DP4 result.position.{}, projection[{}], eye", component_names[row], row);
        if (needs_eye_position()) divide_eye_position();
    }

    // Where vertices don't have a weight for each matrix these are computed.
    bool computes_weights() const { return key_.blended == BlendedMatrices::Pair || key_.weights < key_.palette_units; }
    void find_weights() {
        if (!computes_weights()) return;
        text_.declare("TEMP weights");
        const int given = key_.blended == BlendedMatrices::Pair ? 1 : int{key_.weights};
        const bool rest = key_.blended == BlendedMatrices::Pair || key_.rest_weight;
        text_.add("MOV weights, {{0, 0, 0, 0}}");
        if (rest) text_.add("MOV weights.{}, 1", component_names[given]);
        for (int i = 0; i < given; ++i) {
            text_.add("MOV weights.{}, vertex.attrib[1].{}", component_names[i], component_names[i]);
            if (rest)
                text_.add("ADD weights.{}, weights.{}, -weights.{}", component_names[given], component_names[given],
                          component_names[i]);
        }
    }

    void add_weighted(const char* sum, const char* component, bool first) {
        const char* const weights = computes_weights() ? "weights" : "vertex.attrib[1]";
        if (first)
            text_.add("MUL {}, blended, {}.{}", sum, weights, component);
        else
            text_.add("MAD {}, blended, {}.{}, {}", sum, weights, component, sum);
    }

    // Each vertex unit rescales by its own matrix (ARB_vertex_blend).
    bool rescales_units() const {
        return key_.palette_units && key_.blended != BlendedMatrices::Palette && key_.rescale_normal && !key_.normalize;
    }
    // The third row of the inverse is the third column of its transpose.
    void rescale_blended(int unit) {
        for (int row = 0; row < 3; ++row)
            text_.add("MOV scratch.{}, normals[{}].z", component_names[row], 3 * unit + row);
        text_.add("DP3 scratch.w, scratch, scratch");
        text_.add("RSQ scratch.w, scratch.w");
        text_.add("MUL blended.xyz, blended, scratch.w");
    }

    void transform_normal() {
        text_.declare("PARAM normal_matrix[3] = {{ state.matrix.modelview.invtrans.row[0..2] }}");
        text_.declare("TEMP normal, scratch");
        for (int row = 0; row < 3; ++row)
            text_.add("DP3 normal.{}, normal_matrix[{}], vertex.normal", component_names[row], row);
    }

    void scale_normal() {
        if (key_.normalize) {
            normalize("normal");
        } else if (key_.rescale_normal && !rescales_units()) {
            // GL 2.1 §2.11.3: the factor is 1 / length of the third row of the inverse model-view matrix.
            text_.declare("PARAM inverse_row = state.matrix.modelview.inverse.row[2]");
            text_.add("DP3 scratch.w, inverse_row, inverse_row");
            text_.add("RSQ scratch.w, scratch.w");
            text_.add("MUL normal.xyz, normal, scratch.w");
        }
    }

    // Zero vectors stay finite: the smallest normal number under the root.
    void normalize(const char* name) {
        text_.add("DP3 {}.w, {}, {}", name, name, name);
        text_.add("MAX {}.w, {}.w, 1.17549435e-38", name, name);
        text_.add("RSQ {}.w, {}.w", name, name);
        text_.add("MUL {}.xyz, {}, {}.w", name, name, name);
    }

    void direction_to_vertex() {
        text_.declare("TEMP view");
        text_.add("MOV view.xyz, eye3");
        normalize("view");
    }

    // ---- colours

    void colors() {
        if (!key_.lighting) {
            text_.add("MOV result.color, vertex.color");
            if (key_.secondary_color) text_.add("MOV result.color.secondary, vertex.color.secondary");
            return;
        }
        text_.declare("TEMP ambient, diffuse_sum, specular_sum, to_light, half_vector, coefficients, factor");
        light_side({"front", "normal", 0, key_.color_material_front, key_.vertex_material_front,
                    "result.color.front.primary", "result.color.front.secondary"});
        if (key_.two_sided) {
            text_.declare("TEMP back_normal");
            text_.add("MOV back_normal.xyz, -normal");
            light_side({"back", "back_normal", 1, key_.color_material_back, key_.vertex_material_back,
                        "result.color.back.primary", "result.color.back.secondary"});
        }
    }

    static std::string material(const Side& side, MaterialProperty property, const char* name) {
        if (side.color_material & property) return "vertex.color";
        if (side.own & property)
            return fmt::format("vertex.attrib[{}]",
                               material_attribute(side.number, std::countr_zero(static_cast<unsigned>(property))));
        return fmt::format("state.material.{}.{}", side.material, name);
    }

    // GL 2.1 §2.14.1, equation 2.4.
    void light_side(const Side& side) {
        const bool separate = key_.separate_specular;
        // Emission and scene ambient
        const uint8_t scene = material_ambient | material_emission;
        if ((side.color_material | side.own) & scene) {
            text_.add("MOV diffuse_sum.xyz, {}", material(side, material_ambient, "ambient"));
            text_.add("MUL diffuse_sum.xyz, diffuse_sum, state.lightmodel.ambient");
            text_.add("ADD diffuse_sum.xyz, diffuse_sum, {}", material(side, material_emission, "emission"));
        } else {
            text_.add("MOV diffuse_sum.xyz, state.lightmodel.{}.scenecolor", side.material);
        }
        text_.add("MOV specular_sum, {{0, 0, 0, 0}}");
        for (int n = 0; n < max_lights; ++n)
            if (key_.lights[n].enabled) add_light(side, n);

        if (!separate) text_.add("ADD diffuse_sum.xyz, diffuse_sum, specular_sum");
        text_.add("MOV {}.xyz, diffuse_sum", side.primary);
        text_.add("MOV {}.w, {}.w", side.primary, material(side, material_diffuse, "diffuse"));
        if (key_.secondary_color) {
            if (separate)
                text_.add("MOV {}, specular_sum", side.secondary);
            else
                text_.add("MOV {}, {{0, 0, 0, 0}}", side.secondary);
        }
    }

    void add_light(const Side& side, int n) {
        const LightKey& light = key_.lights[n];
        // Direction to the light, and its attenuation
        if (light.positional) {
            text_.add("RCP factor.x, state.light[{}].position.w", n);
            text_.add("MAD to_light.xyz, state.light[{}].position, factor.x, -eye3", n);
            text_.add("DP3 factor.y, to_light, to_light");
            text_.add("MAX factor.y, factor.y, 1.17549435e-38");
            text_.add("RSQ factor.z, factor.y");
            text_.add("MUL to_light.xyz, to_light, factor.z");
        } else {
            text_.add("MOV to_light.xyz, state.light[{}].position", n);
            normalize("to_light");
        }
        bool weighted = false;
        if (light.positional && light.attenuated) {
            text_.add("MUL factor.z, factor.y, factor.z");  // distance
            text_.add("MOV factor.x, state.light[{}].attenuation.x", n);
            text_.add("MAD factor.x, state.light[{}].attenuation.y, factor.z, factor.x", n);
            text_.add("MAD factor.x, state.light[{}].attenuation.z, factor.y, factor.x", n);
            text_.add("RCP factor.x, factor.x");
            weighted = true;
        }
        if (light.spot) {
            text_.add("MOV half_vector.xyz, state.light[{}].spot.direction", n);
            normalize("half_vector");
            text_.add("DP3 coefficients.x, -to_light, half_vector");
            text_.add("SGE coefficients.y, coefficients.x, state.light[{}].spot.direction.w", n);
            text_.add("MAX coefficients.x, coefficients.x, 0");
            text_.add("POW coefficients.x, coefficients.x, state.light[{}].attenuation.w", n);
            text_.add("MUL coefficients.x, coefficients.x, coefficients.y");
            if (weighted)
                text_.add("MUL factor.x, factor.x, coefficients.x");
            else
                text_.add("MOV factor.x, coefficients.x");
            weighted = true;
        }
        // Half vector
        if (!light.positional && !key_.local_viewer) {
            text_.add("MOV half_vector.xyz, state.light[{}].half", n);
        } else {
            if (key_.local_viewer)
                text_.add("ADD half_vector.xyz, to_light, -view");
            else
                text_.add("ADD half_vector.xyz, to_light, {{0, 0, 1, 0}}");
            normalize("half_vector");
        }
        // Coefficients: ambient 1, diffuse, specular
        text_.add("DP3 coefficients.x, {}, to_light", side.normal);
        text_.add("DP3 coefficients.y, {}, half_vector", side.normal);
        text_.add("MOV coefficients.w, {}.x", material(side, material_shininess, "shininess"));
        text_.add("LIT coefficients, coefficients");
        if (weighted) text_.add("MUL coefficients.xyz, coefficients, factor.x");

        accumulate(side, n, material_ambient, "ambient", "diffuse_sum", "x");
        accumulate(side, n, material_diffuse, "diffuse", "diffuse_sum", "y");
        accumulate(side, n, material_specular, "specular", "specular_sum", "z");
    }

    void accumulate(const Side& side, int n, MaterialProperty property, const char* name, const char* sum,
                    const char* coefficient) {
        if ((side.color_material | side.own) & property) {
            text_.add("MUL ambient.xyz, {}, state.light[{}].{}", material(side, property, name), n, name);
            text_.add("MAD {}.xyz, ambient, coefficients.{}, {}", sum, coefficient, sum);
        } else {
            text_.add("MAD {}.xyz, state.lightprod[{}].{}.{}, coefficients.{}, {}", sum, n, side.material, name,
                      coefficient, sum);
        }
    }

    // ---- texture coordinates

    // GL 2.1 §2.11.4. reflection: r = u - 2 n (n · u); sphere: its two coordinates.
    void reflection_vectors() {
        text_.declare("TEMP reflection");
        text_.add("DP3 reflection.w, normal, view");
        text_.add("ADD reflection.w, reflection.w, reflection.w");
        text_.add("MAD reflection.xyz, normal, -reflection.w, view");
        if (!uses_texgen(TexGen::SphereMap)) return;
        text_.declare("TEMP sphere");
        text_.add("ADD sphere.xyz, reflection, {{0, 0, 1, 0}}");
        text_.add("DP3 sphere.w, sphere, sphere");
        text_.add("MAX sphere.w, sphere.w, 1.17549435e-38");
        text_.add("RSQ sphere.w, sphere.w");
        text_.add("MUL sphere.w, sphere.w, 0.5");
        // (0,0,1) enters the length m only, not the numerator.
        text_.add("MAD sphere.xy, reflection, sphere.w, 0.5");
    }

    void texture_coordinates() {
        if (!key_.texture_coordinates) return;
        if (reflects()) reflection_vectors();
        bool scratch = false;
        for (int unit = 0; unit < max_units; ++unit) {
            if (!(key_.texture_coordinates >> unit & 1)) continue;
            const auto& modes = key_.texgen[unit];
            const bool generated = modes != std::array<TexGen, 4>{};
            const bool transformed = key_.texture_matrices >> unit & 1;
            if (!generated && !transformed) {
                text_.add("MOV result.texcoord[{}], vertex.texcoord[{}]", unit, unit);
                continue;
            }
            std::string coordinates = fmt::format("vertex.texcoord[{}]", unit);
            if (generated) {
                if (!scratch) text_.declare("TEMP texcoord");
                scratch = true;
                for (int c = 0; c < 4; ++c) generate_coordinate(unit, c, modes[c]);
                coordinates = "texcoord";
            }
            if (!transformed) {
                text_.add("MOV result.texcoord[{}], {}", unit, coordinates);
                continue;
            }
            text_.declare("PARAM texture_matrix{}[4] = {{ state.matrix.texture[{}] }}", unit, unit);
            for (int row = 0; row < 4; ++row)
                text_.add("DP4 result.texcoord[{}].{}, texture_matrix{}[{}], {}", unit, component_names[row], unit, row,
                          coordinates);
        }
    }

    void generate_coordinate(int unit, int c, TexGen mode) {
        const char* component = component_names[c];
        switch (mode) {
            case TexGen::None: text_.add("MOV texcoord.{}, vertex.texcoord[{}].{}", component, unit, component); break;
            case TexGen::ObjectLinear:
                text_.add("DP4 texcoord.{}, vertex.position, state.texgen[{}].object.{}", component, unit,
                          coordinate_names[c]);
                break;
            case TexGen::EyeLinear:
                text_.add("DP4 texcoord.{}, eye, state.texgen[{}].eye.{}", component, unit, coordinate_names[c]);
                break;
            case TexGen::SphereMap: text_.add("MOV texcoord.{}, sphere.{}", component, component); break;
            case TexGen::ReflectionMap: text_.add("MOV texcoord.{}, reflection.{}", component, component); break;
            case TexGen::NormalMap: text_.add("MOV texcoord.{}, normal.{}", component, component); break;
        }
    }

    // ---- the rest

    void fog_coordinate() {
        switch (key_.fog) {
            case FogSource::None: break;
            case FogSource::EyeDepth: text_.add("ABS result.fogcoord.x, eye3.z"); break;
            case FogSource::EyeRadial:
                text_.declare("TEMP distance");
                text_.add("DP3 distance.x, eye3, eye3");
                text_.add("MAX distance.x, distance.x, 1.17549435e-38");
                text_.add("RSQ distance.y, distance.x");
                text_.add("MUL result.fogcoord.x, distance.x, distance.y");
                break;
            case FogSource::Coordinate: text_.add("MOV result.fogcoord.x, vertex.fogcoord.x"); break;
        }
    }

    // GL 2.1 §3.3, equation 3.1: clamped between POINT_SIZE_MIN and _MAX.
    void point_size() {
        if (key_.point_size_array && !key_.point_attenuation) {
            text_.declare("PARAM point = state.point.size");
            text_.declare("TEMP size");
            text_.add("MAX size.x, vertex.attrib[6].x, point.y");
            text_.add("MIN result.pointsize.x, size.x, point.z");
        }
        if (!key_.point_attenuation) return;
        text_.declare("TEMP size");
        text_.declare("PARAM attenuation = state.point.attenuation");
        text_.declare("PARAM point = state.point.size");
        text_.add("DP3 size.y, eye3, eye3");
        text_.add("MAX size.w, size.y, 1.17549435e-38");
        text_.add("RSQ size.x, size.w");
        text_.add("MUL size.x, size.x, size.y");  // distance
        text_.add("MAD size.z, attenuation.y, size.x, attenuation.x");
        text_.add("MAD size.z, attenuation.z, size.y, size.z");
        text_.add("MAX size.z, size.z, 1.17549435e-38");
        text_.add("RSQ size.z, size.z");
        text_.add("MUL size.x, {}, size.z", key_.point_size_array ? "vertex.attrib[6].x" : "point.x");
        text_.add("MAX size.x, size.x, point.y");
        text_.add("MIN result.pointsize.x, size.x, point.z");
    }

    void clip_distances() {
        for (int plane = 0; plane < max_clip_planes; ++plane)
            if (key_.clip_planes >> plane & 1)
                text_.add("DP4 result.clip[{}].x, eye, state.clip[{}].plane", plane, plane);
    }

    const VertexKey& key_;
    ProgramText text_;
};

}  // namespace

std::string vertex_text(const VertexKey& key) { return VertexGenerator(key).run(); }

}  // namespace glapi::fixed_function

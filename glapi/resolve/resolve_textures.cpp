#include "glapi/resolve/resolve_textures.h"

#include <algorithm>

#include "glapi/context.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/textures/live_image.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/objects/textures/texture_levels.h"
#include "glapi/pixels/float_buffer_formats.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"
#include "runtime/images/sample_target.h"

namespace glapi {

using runtime::BaseFormat;

namespace {

// What others have changed of the texture's image is looked at.
void refresh(rasterizer::Rasterizer& rasterizer, Texture& texture) {
    const std::shared_ptr<runtime::Image> image = texture.live.image.lock();
    if (!image || image != texture.level(0).image) return;
    if (texture.live.source->refresh(rasterizer, *image)) image_changed(rasterizer, texture, 0);
}

}  // namespace

runtime::TextureBinding resolve_texture(Context& context, size_t number, runtime::TextureKind kind, bool shadow,
                                        bool compares_to_number, bool external) {
    const TextureUnit& unit = context.textures.units[number];
    Texture& texture = external ? *unit.external : *unit.textures[static_cast<int>(kind)];
    const SamplerParameters& parameters = unit.sampler ? unit.sampler->parameters : texture.sampler;
    if (!texture.complete(parameters)) return {};
    if (texture.live.source) refresh(context.rasterizer, texture);
    // Whoever changes the buffer's contents gives it new memory then.
    if (kind == TextureKind::Buffer) context.buffers.reachable.readers_pending = true;
    const float lod_bias = number < limits::MAX_TEXTURE_UNITS ? context.state.texturing.units[number].lod_bias : 0;
    runtime::Sampler sampler = resolve_sampler(parameters, texture, lod_bias, shadow);
    sampler.seamless_cube |= context.textures.seamless_cube;
    return {compares_to_number ? texture.comparing_snapshot() : texture.snapshot(), sampler};
}

void resolve_textures(Context& context, const arbasm::Program& program, const ProgramObject* object,
                      rasterizer::StageProgram& stage) {
    const size_t units = std::min<size_t>(program.texture_units.size(), texture_unit_count);
    stage.textures.clear();
    stage.textures.resize(units);
    for (size_t i = 0; i < units; ++i) {
        if (program.texture_units[i] == arbasm::TextureTarget::None) continue;
        const runtime::SampleTarget target = runtime::sample_target(program.texture_units[i]);
        // A program's own number, or that of the unit which its uniform names.
        const size_t unit_number =
            object && !object->sampler_units.empty() ? static_cast<size_t>(object->sampler_unit(i)) : i;
        const bool number = target.shadow && object && object->compares_to_numbers;
        const bool external = object ? i < object->external_samplers.size() && object->external_samplers[i]
                                     : i < limits::MAX_TEXTURE_COORDS && context.state.texturing.units[i].external;
        stage.textures[i] = resolve_texture(context, unit_number, target.bound, target.shadow, number, external);
    }
}

FixedTexture fixed_texture(const State& state, const TextureState& textures, int index) {
    // GL 2.1 §3.8.15: cube map before 3D before (ARB_texture_rectangle) rectangle before 2D before 1D.
    const FixedTextureUnit& fixed = state.texturing.units[index];
    const std::pair<bool, TextureKind> by_priority[] = {{fixed.cube_map, TextureKind::Cube},
                                                        {fixed.texture_3d, TextureKind::Texture3D},
                                                        {fixed.rectangle, TextureKind::Rectangle},
                                                        {fixed.texture_2d, TextureKind::Texture2D},
                                                        {fixed.texture_1d, TextureKind::Texture1D}};
    const TextureUnit& unit = textures.units[index];
    if (fixed.external) {
        // Before all others, and black where there is no image (OES_EGL_image_external).
        const TextureLevel& level = unit.external->level(0);
        return {unit.external.get(), TextureKind::Texture2D, level ? level.format->base : BaseFormat::Rgb, false};
    }
    for (const auto& [enabled, kind] : by_priority) {
        if (!enabled) continue;
        const Texture& texture = *unit.textures[static_cast<int>(kind)];
        const SamplerParameters& parameters = unit.sampler ? unit.sampler->parameters : texture.sampler;
        if (!texture.complete(parameters)) return {};  // texturing is off, not the next target's turn
        if (is_float_buffer_format(texture.level(texture.effective_base_level()).format->name)) return {};
        FixedTexture result{&texture, kind, texture.level(texture.effective_base_level()).format->base, false};
        if (result.base == BaseFormat::DepthComponent || result.base == BaseFormat::DepthStencil) {
            result.compare = parameters.compare_mode == GL_COMPARE_REF_TO_TEXTURE;
            // The environment sees a depth texture as what DEPTH_TEXTURE_MODE makes of it.
            result.base = texture.depth_mode == GL_INTENSITY ? BaseFormat::Intensity
                          : texture.depth_mode == GL_ALPHA   ? BaseFormat::Alpha
                          : texture.depth_mode == GL_RED     ? BaseFormat::Red
                                                             : BaseFormat::Luminance;
        }
        return result;
    }
    return {};
}

}  // namespace glapi

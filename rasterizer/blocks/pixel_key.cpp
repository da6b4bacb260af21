#include "rasterizer/blocks/pixel_key.h"

#include <algorithm>
#include <array>

#include "rasterizer/blocks/key_bytes.h"
#include "runtime/jit/jit.h"

namespace rasterizer {

using runtime::Format;

namespace {

bool is_written(const PixelKey& key, int index) {
    const FragmentPipeline& pipeline = *key.pipeline;
    return index < pipeline.color_count && pipeline.colors[static_cast<size_t>(index)].storage != ColorStorage::None &&
           pipeline.color_result[static_cast<size_t>(index)] >= 0;
}

}  // namespace

void PixelKey::set(const Draw& draw, const TileDraw& tile_draw) {
    pipeline = tile_draw.pipeline;
    formats.fill(Format::None);
    bool any_logic = false;
    for (int i = 0; i < pipeline->color_count; ++i) {
        if (!is_written(*this, i)) continue;
        const auto n = static_cast<size_t>(i);
        formats[n] = effective_format(draw.framebuffer.colors[n].image->format(), draw.framebuffer.srgb_write);
        blend[n] = draw.fragment_state.blend[n];
        any_logic |= pipeline->colors[n].logic_operation;
    }
    logic_operation = any_logic ? draw.fragment_state.logic_operation : LogicOperation::Copy;
    stencil = {};
    if (pipeline->key.stencil_test)
        for (size_t face = 0; face < 2; ++face) {
            const StencilFace& state = draw.depth_stencil.stencil[face];
            stencil[face] = {state.function, state.fail, state.depth_fail, state.pass};
        }
    alpha_function = pipeline->key.alpha_test ? draw.fragment_state.alpha_function : CompareFunction::Always;
    inputs = tile_draw.inputs;
    set_samplers(samplers, pipeline->sampled_units, tile_draw.environment.textures);
    handle_samplers.clear();
    if (pipeline->samples_by_handle) handle_samplers = runtime::jit::samplers_of_handles(tile_draw.environment);
    image_formats.clear();
    for (const auto& access : pipeline->formatted_accesses)
        image_formats.push_back(runtime::jit::format_served(tile_draw.environment, access));
}

const runtime::SamplerKey* PixelKey::sampler_of(int32_t unit) const {
    return find_sampler(samplers, pipeline->sampled_units, unit);
}

Format PixelKey::image_format_of(int32_t unit) const {
    Format format = Format::None;
    for (size_t i = 0; i < image_formats.size(); ++i) {
        if (pipeline->formatted_accesses[i].unit != unit) continue;
        format = image_formats[i];
        if (format == Format::None) break;
    }
    return format;
}

std::string PixelKey::identity() const {
    std::string program = runtime::jit::program_key(*pipeline->program);
    if (program.empty()) return program;
    FragmentKey key = pipeline->key;
    key.program = nullptr;
    std::string bytes;
    append(bytes, key);
    append_state(bytes);
    return program + "\n" + bytes;
}

void PixelKey::write_bytes(std::string& bytes) const {
    bytes.clear();
    append(bytes, pipeline->key);
    append_state(bytes);
}

void PixelKey::append_state(std::string& bytes) const {
    for (size_t i = 0; i < pipeline->color_count; ++i) {
        append(bytes, formats[i]);
        // Presets say all of unorm colours.
        const AttachmentKey& attachment = pipeline->colors[i];
        if (attachment.blend == BlendPreset::Generic ||
            (attachment.blend != BlendPreset::Replace && attachment.storage == ColorStorage::Planes)) {
            const BlendState& state = blend[i];
            append(bytes, std::array{state.source_color, state.destination_color, state.source_alpha,
                                     state.destination_alpha});
            append(bytes, std::array{state.color_equation, state.alpha_equation});
        }
    }
    append(bytes, logic_operation);
    append(bytes, stencil);
    append(bytes, alpha_function);
    for (const FragmentInput& input : inputs) {
        append(bytes, input.kind);
        append(bytes, input.replaced_on_points);
        if (input.replaced_on_points) append(bytes, input.sprite_r);
        if (input.kind == FragmentInput::Kind::Constant) append(bytes, input.constant);
        if (input.kind != FragmentInput::Kind::Varying) continue;
        append(bytes, input.interpolation);
        append(bytes, std::array{input.slot, input.back_slot});
    }
    for (const runtime::SamplerKey& sampler : samplers) append(bytes, sampler);
    // The only ones whose count the pipeline does not fix.
    for (const runtime::SamplerKey& sampler : handle_samplers) append(bytes, sampler);
    for (const Format format : image_formats) append(bytes, format);
}

const char* why_no_code(const PixelKey& key) {
    const FragmentPipeline& pipeline = *key.pipeline;
    if (!pipeline.runs_program) return "no program runs";
    if (pipeline.key.rectangle != RectangleKind::None) return "pixel rectangle";
    if (pipeline.override_coverage) return "overrides coverage";
    if (pipeline.stencil_result >= 0) return "writes the stencil reference";
    if (std::ranges::any_of(pipeline.colors, &AttachmentKey::coverage)) return "coverage as a colour";
    for (int i = 0; i < pipeline.color_count; ++i)
        if (is_written(key, i) && pipeline.colors[static_cast<size_t>(i)].logic_operation &&
            pipeline.colors[static_cast<size_t>(i)].storage == ColorStorage::Planes)
            return "logic operation on a wide format";
    for (const FragmentInput& input : key.inputs) {
        using Kind = FragmentInput::Kind;
        if (input.components == 0) continue;
        switch (input.kind) {
            case Kind::Constant:
            case Kind::Varying:
            case Kind::Position:
            case Kind::Facing:
            case Kind::PrimitiveId:
            case Kind::Layer:
            case Kind::Viewport:
            case Kind::SampleMask:
            case Kind::SampleId:
            case Kind::SamplePosition:
            case Kind::SpriteCoordinate: break;
            case Kind::RectangleColor:
            case Kind::FramebufferColor:
            case Kind::FullyCovered: return "attribute of a rare kind";
        }
    }
    return nullptr;
}

}  // namespace rasterizer

#include "rasterizer/prepare/fragment_key.h"

#include <algorithm>

namespace rasterizer {

using runtime::Format;

Format effective_format(Format format, bool srgb_write) {
    if (srgb_write) return format;
    switch (format) {
        case Format::Rgba8Srgb: return Format::Rgba8Unorm;
        case Format::Bgra8Srgb: return Format::Bgra8Unorm;
        case Format::Rgbx8Srgb: return Format::Rgbx8Unorm;
        case Format::Bgrx8Srgb: return Format::Bgrx8Unorm;
        default: return format;
    }
}

ColorStorage color_storage(Format format) {
    switch (format) {
        case Format::None: return ColorStorage::None;
        case Format::Rgba8Unorm:
        case Format::Bgra8Unorm:
        case Format::Rgbx8Unorm:
        case Format::Bgrx8Unorm: return ColorStorage::Packed8;
        default: return ColorStorage::Planes;
    }
}

DepthStorage depth_storage(Format format) {
    const runtime::FormatInfo& info = runtime::format_info(format);
    if (format == Format::None || info.bits[4] == 0) return DepthStorage::None;
    return depth_bits(format) ? DepthStorage::Unorm : DepthStorage::Float;
}

int depth_bits(Format format) {
    switch (format) {
        case Format::Depth16: return 16;
        case Format::Depth24:
        case Format::Depth24Stencil8: return 24;
        default: return 0;  // 32-bit unorm keeps a float's precision in the tile
    }
}

namespace {

bool reads_like(const BlendState& blend, BlendFactor source, BlendFactor destination) {
    return blend.source_color == source && blend.source_alpha == source && blend.destination_color == destination &&
           blend.destination_alpha == destination;
}

BlendPreset blend_preset(const BlendState& blend) {
    using F = BlendFactor;
    if (!blend.enabled) return BlendPreset::Replace;
    if (blend.color_equation != BlendEquation::Add || blend.alpha_equation != BlendEquation::Add)
        return BlendPreset::Generic;
    if (reads_like(blend, F::One, F::Zero)) return BlendPreset::Replace;
    if (reads_like(blend, F::SourceAlpha, F::OneMinusSourceAlpha)) return BlendPreset::AlphaOver;
    if (reads_like(blend, F::One, F::OneMinusSourceAlpha)) return BlendPreset::PremultipliedOver;
    if (reads_like(blend, F::One, F::One)) return BlendPreset::Additive;
    if (reads_like(blend, F::SourceAlpha, F::One)) return BlendPreset::AlphaAdditive;
    if (reads_like(blend, F::DestinationColor, F::Zero) || reads_like(blend, F::Zero, F::SourceColor))
        return BlendPreset::Modulate;
    return BlendPreset::Generic;
}

AttachmentKey attachment_key(const Draw& draw, int index, bool written) {
    AttachmentKey key;
    const SurfaceView& surface = draw.framebuffer.colors[index];
    if (!surface || !written) return key;
    const Format format = effective_format(surface.image->format(), draw.framebuffer.srgb_write);
    const runtime::FormatInfo& info = runtime::format_info(format);
    const BlendState& blend = draw.fragment_state.blend[index];
    key.write_mask = blend.write_mask & 0xf;
    if (key.write_mask == 0) return key;
    key.storage = color_storage(format);
    key.integer = info.component_class == runtime::ComponentClass::Signed ||
                  info.component_class == runtime::ComponentClass::Unsigned;
    if (draw.fragment_state.logic_operation_enabled) {
        // GL 4.6, 17.3.9: logic operations don't apply to floating-point and sRGB buffers; while they are enabled
        // blending is off.
        key.logic_operation = info.component_class != runtime::ComponentClass::Float && !info.srgb &&
                              draw.fragment_state.logic_operation != LogicOperation::Copy;
    } else if (!key.integer) {
        key.blend = blend_preset(blend);
    }
    return key;
}

bool only_keeps(const StencilFace& face) {
    using Operation = StencilFace::Operation;
    return face.fail == Operation::Keep && face.depth_fail == Operation::Keep;
}

}  // namespace

FragmentKey make_fragment_key(const Draw& draw) {
    FragmentKey key;
    // The program that runs, if one does.
    const arbasm::Program* program = draw.fragment.routine ? draw.fragment.program.get() : nullptr;
    const arbasm::ProgramFacts* facts = program ? draw.fragment.facts.get() : nullptr;
    const Framebuffer& framebuffer = draw.framebuffer;
    const bool stencil_rectangle = draw.pixel_rectangle && draw.pixel_rectangle->kind == PixelRectangle::Kind::Stencil;
    key.samples = static_cast<uint8_t>(std::clamp(framebuffer.samples, 1, 4));

    bool kills = false, side_effects = false, forced_early = false;
    uint32_t written = 0;
    if (program) {
        kills = facts->kills;
        side_effects = facts->touches_memory || facts->results.sample_mask >= 0;  // a mask: late, coverage changes
        forced_early = program->has(arbasm::Option::NvEarlyFragmentTests);
        for (int i = 0; i < max_color_attachments; ++i) written |= uint32_t{facts->results.colors[i] >= 0} << i;
        key.program_depth = facts->results.depth >= 0;
        if (framebuffer.broadcast && written & 1) written = (1u << max_color_attachments) - 1;
    }
    if (!stencil_rectangle) {
        for (int i = 0; i < max_color_attachments; ++i) {
            key.colors[i] = attachment_key(draw, i, written >> i & 1);
            if (key.colors[i].storage != ColorStorage::None) key.color_count = static_cast<uint8_t>(i + 1);
        }
    }

    const DepthStencilState& state = draw.depth_stencil;
    if (framebuffer.depth) key.depth_storage = depth_storage(framebuffer.depth.image->format());
    if (key.depth_storage != DepthStorage::None && !stencil_rectangle) {
        key.depth_test = state.depth_test && !(state.depth_function == CompareFunction::Always && !state.depth_write);
        key.depth_function = state.depth_function;
        key.depth_write = state.depth_test && state.depth_write;
        key.depth_bounds = state.depth_bounds_test;
    }
    key.stencil_test = state.stencil_test && framebuffer.stencil && !stencil_rectangle;

    const FragmentState& fragment = draw.fragment_state;
    key.alpha_test = fragment.alpha_test && fragment.alpha_function != CompareFunction::Always;
    key.clamp_color = fragment.clamp_color;
    if (draw.raster.multisample && key.samples > 1) {
        key.alpha_to_coverage = fragment.alpha_to_coverage;
        key.alpha_to_one = fragment.alpha_to_one;
        key.all_at_samples = fragment.sample_shading;
        key.per_sample = fragment.sample_shading || (program && facts->runs_per_sample);
    }
    key.runs_program = program && (key.color_count > 0 || kills || key.program_depth || side_effects ||
                                   key.alpha_test || key.alpha_to_coverage);
    if (stencil_rectangle) key.runs_program = key.alpha_test = key.alpha_to_coverage = false;
    const bool depth_rectangle = draw.pixel_rectangle && draw.pixel_rectangle->kind == PixelRectangle::Kind::Depth;
    key.early_tests = forced_early || !(kills || key.program_depth || side_effects || key.alpha_test ||
                                        key.alpha_to_coverage || stencil_rectangle);
    if (forced_early) key.program_depth = false;  // NV_early_fragment_tests: a depth result has no effect
    key.hierarchical_depth = key.depth_test && !key.program_depth && !depth_rectangle && !key.depth_bounds &&
                             !(side_effects && !forced_early) &&
                             (!key.stencil_test || (only_keeps(state.stencil[0]) && only_keeps(state.stencil[1])));
    return key;
}

}  // namespace rasterizer

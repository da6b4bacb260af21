#include "rasterizer/prepare/fragment_key.h"

#include <algorithm>

namespace rasterizer {

using runtime::Format;

Format effective_format(Format format, bool srgb_write) {
    return srgb_write ? format : runtime::linear_counterpart(format);
}

ColorStorage color_storage(Format format) {
    if (format == Format::None) return ColorStorage::None;
    return runtime::is_four_bytes(runtime::format_info(format)) ? ColorStorage::Packed8 : ColorStorage::Planes;
}

DepthStorage depth_storage(Format format) {
    const runtime::FormatInfo& info = runtime::format_info(format);
    if (format == Format::None || info.bits[4] == 0) return DepthStorage::None;
    if (depth_bits(format)) return DepthStorage::Unorm;
    return info.layout == runtime::TexelLayout::DepthUnorm ? DepthStorage::Unorm32 : DepthStorage::Float;
}

int depth_bits(Format format) {
    const int bits = runtime::format_info(format).bits[4];
    return bits < 32 ? bits : 0;  // 32-bit unorm keeps a float's precision in the tile
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

AttachmentKey attachment_key(const Draw& draw, int index) {
    AttachmentKey key;
    const SurfaceView& surface = draw.framebuffer.colors[index];
    if (!surface) return key;
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
    const Framebuffer& framebuffer = draw.framebuffer;
    if (draw.fragment.routine) key.program = draw.fragment.program.get();
    if (draw.pixel_rectangle) switch (draw.pixel_rectangle->kind) {
            case PixelRectangle::Kind::Color: key.rectangle = RectangleKind::Color; break;
            case PixelRectangle::Kind::Bitmap: key.rectangle = RectangleKind::Bitmap; break;
            case PixelRectangle::Kind::Depth: key.rectangle = RectangleKind::Depth; break;
            case PixelRectangle::Kind::Stencil: key.rectangle = RectangleKind::Stencil; break;
        }
    const bool stencil_rectangle = key.rectangle == RectangleKind::Stencil;  // goes past tests and colours
    key.samples = static_cast<uint8_t>(std::clamp(framebuffer.samples, 1, max_samples));
    key.broadcast = framebuffer.broadcast;
    if (!stencil_rectangle)
        for (int i = 0; i < max_color_attachments; ++i) {
            key.colors[i] = attachment_key(draw, i);
            key.colors[i].coverage = i == draw.fragment_state.coverage_color;
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
    key.stencil_keeps_failed = key.stencil_test && only_keeps(state.stencil[0]) && only_keeps(state.stencil[1]);

    const FragmentState& fragment = draw.fragment_state;
    key.clamp_color = fragment.clamp_color;
    if (draw.raster.multisample && key.samples > 1) {
        key.multisample = true;
        if (!stencil_rectangle) key.alpha_to_coverage = fragment.alpha_to_coverage;
        key.alpha_to_one = fragment.alpha_to_one;
        key.sample_shading = fragment.sample_shading;
    }
    key.alpha_test = fragment.alpha_test && fragment.alpha_function != CompareFunction::Always && !stencil_rectangle;
    return key;
}

}  // namespace rasterizer

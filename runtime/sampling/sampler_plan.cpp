#include "runtime/sampling/sampler_plan.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace runtime {
namespace {

constexpr uint8_t zero = SamplerPlan::zero, one = SamplerPlan::one;

// Which element red, green, blue and alpha of a texel are.
struct Elements {
    uint8_t count = 0;  // 0: not a format with a specialised sampler
    uint8_t bytes = 0;
    SamplerPlan::Decode decode = SamplerPlan::Decode::Bytes;
    uint8_t source[4] = {zero, zero, zero, one};
};

Elements elements_of(Format format) {
    using Decode = SamplerPlan::Decode;
    switch (format) {
        case Format::Rgba8Unorm: return {4, 4, Decode::Bytes, {0, 1, 2, 3}};
        case Format::Bgra8Unorm: return {4, 4, Decode::Bytes, {2, 1, 0, 3}};
        case Format::Rgbx8Unorm: return {3, 4, Decode::Bytes, {0, 1, 2, one}};
        case Format::Bgrx8Unorm: return {3, 4, Decode::Bytes, {2, 1, 0, one}};
        case Format::Rgb8Unorm: return {3, 3, Decode::Bytes, {0, 1, 2, one}};
        case Format::Bgr8Unorm: return {3, 3, Decode::Bytes, {2, 1, 0, one}};
        case Format::Rg8Unorm: return {2, 2, Decode::Bytes, {0, 1, zero, one}};
        case Format::La8Unorm: return {2, 2, Decode::Bytes, {0, 0, 0, 1}};
        case Format::R8Unorm: return {1, 1, Decode::Bytes, {0, zero, zero, one}};
        case Format::A8Unorm: return {1, 1, Decode::Bytes, {zero, zero, zero, 0}};
        case Format::L8Unorm: return {1, 1, Decode::Bytes, {0, 0, 0, one}};
        case Format::I8Unorm: return {1, 1, Decode::Bytes, {0, 0, 0, 0}};
        case Format::Depth16: return {1, 2, Decode::Depth16, {0, zero, zero, one}};
        case Format::Depth24:
        case Format::Depth24Stencil8: return {1, 4, Decode::Depth24, {0, zero, zero, one}};
        case Format::Depth32Float: return {1, 4, Decode::Float32, {0, zero, zero, one}};
        case Format::Rgba32Float: return {4, 16, Decode::Float32, {0, 1, 2, 3}};
        case Format::Rgb32Float: return {3, 12, Decode::Float32, {0, 1, 2, one}};
        case Format::Rg32Float: return {2, 8, Decode::Float32, {0, 1, zero, one}};
        case Format::R32Float: return {1, 4, Decode::Float32, {0, zero, zero, one}};
        case Format::Rgba16Float: return {4, 8, Decode::Float16, {0, 1, 2, 3}};
        case Format::Rgb16Float: return {3, 6, Decode::Float16, {0, 1, 2, one}};
        case Format::Rg16Float: return {2, 4, Decode::Float16, {0, 1, zero, one}};
        case Format::R16Float: return {1, 2, Decode::Float16, {0, zero, zero, one}};
        default: return {};
    }
}

bool wrap_reaches_border(Wrap wrap) {
    return wrap == Wrap::ClampToBorder || wrap == Wrap::Clamp || wrap == Wrap::MirrorClampToBorder ||
           wrap == Wrap::MirrorClamp;
}

// The border colour in elements, clamped to what the format can hold.
void set_border(const Sampler& sampler, const Elements& elements, bool clamped, SamplerPlan& plan) {
    for (int element = 0; element < elements.count; ++element) {
        int channel = 0;
        while (channel < 3 && elements.source[channel] != element) ++channel;
        float value = std::bit_cast<float>(sampler.border_color[static_cast<size_t>(channel)]);
        if (clamped) value = std::clamp(value, 0.0f, 1.0f);
        plan.border_element[element] = elements.decode == SamplerPlan::Decode::Bytes ? value * 255.0f : value;
    }
}

}  // namespace

bool make_sampler_plan(const TextureBinding& binding, const SampleRequest& request, SamplerPlan& plan) {
    const Texture* const texture = binding.texture.get();
    const Sampler& sampler = binding.sampler;
    if (!texture || texture->kind != request.kind || texture->levels.empty() || !request.coordinates) return false;
    switch (request.operation) {
        case SampleOperation::Implicit:
            plan.lod_source = request.derivatives ? SamplerPlan::Lod::Derivatives : SamplerPlan::Lod::Zero;
            break;
        case SampleOperation::Bias:
            plan.lod_source = request.derivatives ? SamplerPlan::Lod::Derivatives : SamplerPlan::Lod::Zero;
            plan.add_lod = request.lod != nullptr;
            break;
        case SampleOperation::ExplicitLod: plan.lod_source = SamplerPlan::Lod::Given; break;
        case SampleOperation::Gather: plan.shape = SamplerPlan::Shape::Gather; break;
        case SampleOperation::GatherOffsets: plan.shape = SamplerPlan::Shape::GatherOffsets; break;
        case SampleOperation::Fetch: plan.shape = SamplerPlan::Shape::Fetch; break;
        default: return false;
    }
    const Extent extent = texture->levels[0]->extent();
    switch (request.kind) {
        case TextureKind::Texture1D: plan.two_dimensional = false; break;
        case TextureKind::Texture2D: break;
        case TextureKind::Rectangle: plan.normalized = false; break;
        case TextureKind::Array2D:
            plan.layer_component = 2;
            plan.layers = extent.depth;
            break;
        case TextureKind::Cube:
            if (sampler.seamless_cube || plan.shape == SamplerPlan::Shape::Fetch ||
                plan.shape == SamplerPlan::Shape::GatherOffsets)
                return false;
            plan.cube = true;
            break;
        default: return false;
    }
    if (request.lod_clamp) return false;
    plan.offsets = request.offsets;
    plan.offsets_y = request.offsets_y;
    if (plan.shape != SamplerPlan::Shape::GatherOffsets && !plan.cube) {
        std::copy_n(request.offset.begin(), 2, plan.offset);
        plan.moved = request.offsets || plan.offset[0] != 0 || plan.offset[1] != 0;
    }
    if (plan.two_dimensional && plan.lod_source == SamplerPlan::Lod::Derivatives)
        plan.max_anisotropy = std::max(sampler.max_anisotropy, 1.0f);

    const Elements elements = elements_of(texture->format);
    if (!elements.count || texture->sample_stencil) return false;
    if (extent.width < 1 || extent.height < 1 || extent.depth < 1) return false;
    const Image& base = *texture->levels[0];
    const int64_t row_stride = base.row_stride(), slice_stride = base.slice_stride();
    const int64_t span = std::abs(row_stride) * extent.height + std::abs(slice_stride) * extent.depth;
    if (span >= INT32_MAX) return false;

    plan.decode = elements.decode;
    plan.elements = elements.count;
    plan.texel_bytes = elements.bytes;
    const bool depth = format_info(texture->format).base == BaseFormat::DepthComponent ||
                       format_info(texture->format).base == BaseFormat::DepthStencil;
    const bool fixed_point =
        elements.decode != SamplerPlan::Decode::Float32 && elements.decode != SamplerPlan::Decode::Float16;
    plan.compare = request.shadow && sampler.compare && depth && plan.shape != SamplerPlan::Shape::Fetch;
    plan.clamp_reference = fixed_point;
    plan.compare_function = sampler.compare_function;
    for (int c = 0; c < 4; ++c) {
        const Channel channel = texture->swizzle[c];
        plan.component[c] = channel == Channel::Zero  ? zero
                            : channel == Channel::One ? one
                                                      : elements.source[static_cast<int>(channel)];
    }
    plan.gathered = plan.component[plan.compare ? 0 : request.gather_component & 3];
    plan.wrap_s = sampler.wrap_s;
    plan.wrap_t = plan.two_dimensional ? sampler.wrap_t : Wrap::ClampToEdge;
    plan.border = wrap_reaches_border(plan.wrap_s) || wrap_reaches_border(plan.wrap_t);
    if (plan.border) set_border(sampler, elements, fixed_point, plan);
    plan.min_filter = sampler.min_filter;
    plan.mag_filter = sampler.mag_filter;
    plan.mip_filter = sampler.mip_filter;
    plan.lod_bias = sampler.lod_bias;
    plan.min_lod = sampler.min_lod;
    plan.max_lod = sampler.max_lod;
    plan.last_level = static_cast<int32_t>(texture->levels.size()) - 1;
    plan.coordinates = request.coordinates;
    plan.lod = request.lod;
    plan.levels = texture->levels.data();
    if (plan.compare) {
        const bool in_w = plan.cube || plan.layer_component >= 0;
        plan.reference = request.reference ? request.reference : &request.coordinates->component[in_w ? 3 : 2];
    }
    return true;
}

SamplerLevel sampler_level(const SamplerPlan& plan, int32_t level) {
    const Image& image = *plan.levels[level];
    assert(format_info(image.format()).bytes_per_block == plan.texel_bytes);
    const Extent extent = image.extent();
    return {image.row(0), static_cast<int32_t>(image.row_stride()), static_cast<int32_t>(image.slice_stride()),
            extent.width, extent.height};
}

}  // namespace runtime

#include "runtime/sampling/sampler_key.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>

namespace runtime {
namespace {

constexpr uint8_t zero = SamplerKey::zero, one = SamplerKey::one;

// Which element red, green, blue and alpha of a texel are.
struct Elements {
    uint8_t count = 0;  // 0: not a format with a specialised sampler
    uint8_t bytes = 0;
    TexelDecode decode = TexelDecode::Bytes;
    uint8_t source[4] = {zero, zero, zero, one};
};

struct FormatElements {
    Format format;
    Elements elements;
};
constexpr FormatElements format_elements[] = {
    {Format::Rgba8Unorm, {4, 4, TexelDecode::Bytes, {0, 1, 2, 3}}},
    {Format::Bgra8Unorm, {4, 4, TexelDecode::Bytes, {2, 1, 0, 3}}},
    {Format::Rgbx8Unorm, {3, 4, TexelDecode::Bytes, {0, 1, 2, one}}},
    {Format::Bgrx8Unorm, {3, 4, TexelDecode::Bytes, {2, 1, 0, one}}},
    {Format::Rgb8Unorm, {3, 3, TexelDecode::Bytes, {0, 1, 2, one}}},
    {Format::Bgr8Unorm, {3, 3, TexelDecode::Bytes, {2, 1, 0, one}}},
    {Format::Rg8Unorm, {2, 2, TexelDecode::Bytes, {0, 1, zero, one}}},
    {Format::La8Unorm, {2, 2, TexelDecode::Bytes, {0, 0, 0, 1}}},
    {Format::R8Unorm, {1, 1, TexelDecode::Bytes, {0, zero, zero, one}}},
    {Format::A8Unorm, {1, 1, TexelDecode::Bytes, {zero, zero, zero, 0}}},
    {Format::L8Unorm, {1, 1, TexelDecode::Bytes, {0, 0, 0, one}}},
    {Format::I8Unorm, {1, 1, TexelDecode::Bytes, {0, 0, 0, 0}}},
    {Format::Depth16, {1, 2, TexelDecode::Depth16, {0, zero, zero, one}}},
    {Format::Depth24, {1, 4, TexelDecode::Depth24, {0, zero, zero, one}}},
    {Format::Depth24Stencil8, {1, 4, TexelDecode::Depth24, {0, zero, zero, one}}},
    {Format::Depth32Float, {1, 4, TexelDecode::Float32, {0, zero, zero, one}}},
    {Format::Rgba32Float, {4, 16, TexelDecode::Float32, {0, 1, 2, 3}}},
    {Format::Rgb32Float, {3, 12, TexelDecode::Float32, {0, 1, 2, one}}},
    {Format::Rg32Float, {2, 8, TexelDecode::Float32, {0, 1, zero, one}}},
    {Format::R32Float, {1, 4, TexelDecode::Float32, {0, zero, zero, one}}},
    {Format::Rgba16Float, {4, 8, TexelDecode::Float16, {0, 1, 2, 3}}},
    {Format::Rgb16Float, {3, 6, TexelDecode::Float16, {0, 1, 2, one}}},
    {Format::Rg16Float, {2, 4, TexelDecode::Float16, {0, 1, zero, one}}},
    {Format::R16Float, {1, 2, TexelDecode::Float16, {0, zero, zero, one}}},
};

// By format, for all of them.
constexpr auto elements_by_format = [] {
    std::array<Elements, static_cast<size_t>(Format::Count)> result{};
    for (const FormatElements& row : format_elements) result[static_cast<size_t>(row.format)] = row.elements;
    return result;
}();

bool wrap_reaches_border(Wrap wrap) {
    return wrap == Wrap::ClampToBorder || wrap == Wrap::Clamp || wrap == Wrap::MirrorClampToBorder ||
           wrap == Wrap::MirrorClamp;
}

// The border colour in elements, clamped to what the format can hold.
void set_border(const Sampler& sampler, const Elements& elements, PreparedSampler& prepared) {
    for (uint8_t element = 0; element < elements.count; ++element) {
        size_t channel = 0;
        while (channel < 3 && elements.source[channel] != element) ++channel;
        float value = std::bit_cast<float>(sampler.border_color[channel]);
        if (prepared.key.fixed_point) value = std::clamp(value, 0.0f, 1.0f);
        prepared.border_element[element] = elements.decode == TexelDecode::Bytes ? value * 255.0f : value;
    }
}

// The kinds with specialised samplers, which filter across no edges of a cube.
bool is_specialised(TextureKind kind, const Sampler& sampler) {
    switch (kind) {
        case TextureKind::Texture1D:
        case TextureKind::Texture2D:
        case TextureKind::Rectangle:
        case TextureKind::Array2D: return true;
        case TextureKind::Cube: return !sampler.seamless_cube;
        case TextureKind::Texture3D:
        case TextureKind::Array1D:
        case TextureKind::CubeArray:
        case TextureKind::Buffer:
        case TextureKind::Multisample2D:
        case TextureKind::MultisampleArray2D:
        case TextureKind::Renderbuffer: break;
    }
    return false;
}

// Whether offsets into the image fit 32 bits.
bool offsets_fit(const Image& image) {
    const Extent extent = image.extent();
    if (extent.width < 1 || extent.height < 1 || extent.depth < 1) return false;
    const int64_t row_stride = image.row_stride(), slice_stride = image.slice_stride();
    return std::abs(row_stride) * extent.height + std::abs(slice_stride) * extent.depth < INT32_MAX;
}

void set_levels(const Texture& texture, PreparedSampler& prepared) {
    prepared.last_level = static_cast<int32_t>(texture.levels.size()) - 1;
    for (size_t i = 0; i < texture.levels.size(); ++i) {
        const Image& image = *texture.levels[i];
        assert(format_info(image.format()).bytes_per_block == prepared.key.texel_bytes);
        const Extent extent = image.extent();
        prepared.levels[i] = {image.row(0), static_cast<int32_t>(image.row_stride()),
                              static_cast<int32_t>(image.slice_stride()), extent.width, extent.height};
    }
}

}  // namespace

void prepare_sampler(const Texture& texture, const Sampler& sampler, PreparedSampler& prepared) {
    SamplerKey& key = prepared.key;
    key.kind = texture.kind;
    const Elements& elements = elements_by_format[static_cast<size_t>(texture.format)];
    if (!elements.count || texture.sample_stencil || !is_specialised(texture.kind, sampler)) return;
    if (texture.levels.empty() || texture.levels.size() > PreparedSampler::most_levels) return;
    if (!offsets_fit(*texture.levels[0])) return;

    key.decode = elements.decode;
    key.elements = elements.count;
    key.texel_bytes = elements.bytes;
    for (size_t c = 0; c < 4; ++c) {
        const Channel channel = texture.swizzle[c];
        key.component[c] = channel == Channel::Zero  ? zero
                           : channel == Channel::One ? one
                                                     : elements.source[static_cast<size_t>(channel)];
    }
    key.fixed_point = elements.decode != TexelDecode::Float32 && elements.decode != TexelDecode::Float16;
    const BaseFormat base = format_info(texture.format).base;
    key.compare = sampler.compare && (base == BaseFormat::DepthComponent || base == BaseFormat::DepthStencil);
    key.compare_function = sampler.compare_function;
    key.wrap_s = sampler.wrap_s;
    key.wrap_t = texture.kind == TextureKind::Texture1D ? Wrap::ClampToEdge : sampler.wrap_t;
    key.border = wrap_reaches_border(key.wrap_s) || wrap_reaches_border(key.wrap_t);
    key.min_filter = sampler.min_filter;
    key.mag_filter = sampler.mag_filter;
    key.mip_filter = sampler.mip_filter;
    key.anisotropic = sampler.max_anisotropy > 1 && texture.kind != TextureKind::Texture1D;

    if (key.border) set_border(sampler, elements, prepared);
    prepared.lod_bias = sampler.lod_bias;
    prepared.min_lod = sampler.min_lod;
    prepared.max_lod = sampler.max_lod;
    prepared.max_anisotropy = sampler.max_anisotropy;
    if (texture.kind == TextureKind::Array2D) prepared.layers = texture.levels[0]->extent().depth;
    set_levels(texture, prepared);
    static const SimdLevel level = simd_level();
    prepared.routine = sampler_routine(key, level);
}

bool serves(const PreparedSampler& sampler, const SampleInstruction& instruction, const SampleOperands& operands) {
    if (!sampler.routine || instruction.kind != sampler.key.kind || !operands.coordinates || operands.lod_clamp)
        return false;
    switch (instruction.operation) {
        case SampleOperation::Implicit:
        case SampleOperation::Bias:
        case SampleOperation::ExplicitLod:
        case SampleOperation::Gather: return true;
        case SampleOperation::GatherOffsets:
        case SampleOperation::Fetch: return instruction.kind != TextureKind::Cube;
        case SampleOperation::Gradients:
        case SampleOperation::FetchMultisample:
        case SampleOperation::QuerySize:
        case SampleOperation::QuerySamples:
        case SampleOperation::QueryLod: break;
    }
    return false;
}

SamplerRoutine sampler_routine(const SamplerKey& key, SimdLevel level) {
    switch (level) {
        case SimdLevel::Sse4: return sampler_routine_sse4(key);
        case SimdLevel::Avx2: return sampler_routine_avx2(key);
        case SimdLevel::Avx512: return sampler_routine_avx512(key);
    }
    return nullptr;
}

size_t hash(const SamplerKey& key) {
    // FNV-1a
    uint64_t result = 0xcbf29ce484222325u;
    for (const uint8_t byte : std::bit_cast<std::array<uint8_t, sizeof key>>(key))
        result = (result ^ byte) * 0x100000001b3u;
    return result;
}

}  // namespace runtime

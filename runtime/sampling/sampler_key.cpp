#include "runtime/sampling/sampler_key.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "ir/check.h"
#include "runtime/sampling/decoded_images.h"
#include "runtime/sampling/sampler_math.h"
#include "runtime/sampling/texel_elements.h"
#include "runtime/simd/of_level.h"

namespace runtime {
namespace {

using namespace codecs;  // as formats.def names them

constexpr uint8_t zero = SamplerKey::zero, one = SamplerKey::one;

// By format, for all of them.
constexpr sampling::TexelElements elements_by_format[] = {
    {},
#define RUNTIME_FORMAT(name, bytes, width, height, component_class, base, r, g, b, a, d, s, linear, renderable, image, \
                       gl, type, drm, ...)                                                                             \
    sampling::ElementsOf<__VA_ARGS__>::value,
#include "runtime/formats/formats.def"
#undef RUNTIME_FORMAT
};
static_assert(std::size(elements_by_format) == static_cast<size_t>(Format::Count));
constexpr sampling::DecodedBlocks blocks_by_format[] = {
    {},
#define RUNTIME_FORMAT(name, bytes, width, height, component_class, base, r, g, b, a, d, s, linear, renderable, image, \
                       gl, type, drm, ...)                                                                             \
    sampling::DecodedBlocksOf<__VA_ARGS__>::value,
#include "runtime/formats/formats.def"
#undef RUNTIME_FORMAT
};

// The elements of texels as samplers read them.
const sampling::TexelElements& elements_of(Format format) {
    const sampling::DecodedBlocks& blocks = blocks_by_format[static_cast<size_t>(format)];
    return blocks.format != Format::None ? blocks.elements : elements_by_format[static_cast<size_t>(format)];
}

// What a program sees of a texture's texels.
sampling::TexelElements elements_of(const Texture& texture, const Sampler& sampler) {
    const Format format = sampler.srgb_decode ? texture.format : linear_counterpart(texture.format);
    sampling::TexelElements elements = elements_of(format);
    // Blocks without alpha have it in their bytes.
    if (elements.count == 4 && format_info(format).base == BaseFormat::Rgb) {
        elements.count = 3;
        elements.source[3] = one;
    }
    if (texture.sample_stencil && format_info(format).component_class == ComponentClass::DepthStencil)
        elements.decode = TexelDecode::Uint8;
    return elements;
}

bool wrap_reaches_border(Wrap wrap) {
    return wrap == Wrap::ClampToBorder || wrap == Wrap::Clamp || wrap == Wrap::MirrorClampToBorder ||
           wrap == Wrap::MirrorClamp;
}

bool is_depth(ComponentClass component_class) {
    return component_class == ComponentClass::Depth || component_class == ComponentClass::DepthStencil;
}

// The border colour in elements, clamped to what the format can hold.
void set_border(const Sampler& sampler, const sampling::TexelElements& elements, ComponentClass component_class,
                PreparedSampler& prepared) {
    const bool clamped = component_class == ComponentClass::Unorm || component_class == ComponentClass::Snorm ||
                         (is_depth(component_class) && prepared.key.clamps_reference());
    const float low = component_class == ComponentClass::Snorm ? -1.0f : 0.0f;
    for (uint8_t element = 0; element < elements.count; ++element) {
        size_t channel = 0;
        while (channel < 3 && elements.source[channel] != element) ++channel;
        uint32_t& border = prepared.border_element[element];
        border = sampler.border_color[channel];
        if (is_integer(elements.decode)) continue;
        float value = std::bit_cast<float>(border);
        if (clamped) value = std::clamp(value, low, 1.0f);
        if (elements.decode == TexelDecode::Bytes) value = value * sampling::byte_units;
        if (elements.decode == TexelDecode::Srgb8) value = sampling::on_curve_units(value);
        border = std::bit_cast<uint32_t>(value);
    }
}

// The kinds with coordinates of their own behind the first: they have no wrap mode for it.
int dimensions_of(TextureKind kind) {
    switch (kind) {
        case TextureKind::Texture1D:
        case TextureKind::Array1D:
        case TextureKind::Buffer: return 1;
        case TextureKind::Texture2D:
        case TextureKind::Rectangle:
        case TextureKind::Array2D:
        case TextureKind::Cube:
        case TextureKind::CubeArray:
        case TextureKind::Multisample2D:
        case TextureKind::MultisampleArray2D:
        case TextureKind::Renderbuffer: break;
        case TextureKind::Texture3D: return 3;
    }
    return 2;
}
bool is_cube(TextureKind kind) { return kind == TextureKind::Cube || kind == TextureKind::CubeArray; }

// Whether offsets into the image fit 32 bits.
bool offsets_fit(const Image& image) {
    const Extent extent = image.extent();
    if (extent.width < 1 || extent.height < 1 || extent.depth < 1) return false;
    const int64_t row_stride = image.row_stride(), slice_stride = image.slice_stride();
    return std::abs(row_stride) * extent.height + std::abs(slice_stride) * extent.depth < INT32_MAX;
}

constexpr uint32_t no_window = 0xffffffff;

// Only texels of four bytes have windows, where positions and rows fit halves of words.
void set_windows(const SamplerKey& key, SamplerLevel& level) {
    constexpr int32_t most = 32767, texels = 4;
    const int32_t width = level.size[0], height = level.size[1], row = level.row_stride / texels;
    if (key.texel_bytes != texels || level.row_stride % texels != 0 || std::abs(row) > most) return;
    if (width < texels || height < texels || width > most || height > most) return;
    level.last_window = static_cast<uint32_t>(width - texels) | static_cast<uint32_t>(height - texels) << 16;
    level.window_step = 1 | static_cast<uint32_t>(row) << 16;
}

// `skipped`: bytes of a texel before what is sampled.
void set_levels(const sampling::DecodedLevels& levels, ptrdiff_t skipped, PreparedSampler& prepared) {
    prepared.last_level = static_cast<int32_t>(levels.size()) - 1;
    const bool normalized = prepared.key.kind != TextureKind::Rectangle;
    for (size_t i = 0; i < levels.size(); ++i) {
        const Image& image = *levels[i];
        ASMGL_CHECK_EQ(format_info(image.format()).bytes_per_block, prepared.key.texel_bytes);
        const Extent extent = image.extent();
        SamplerLevel& level = prepared.levels[i];
        level = {image.row(0) + skipped,
                 static_cast<int32_t>(image.row_stride()),
                 static_cast<int32_t>(image.slice_stride()),
                 static_cast<int32_t>(image.sample_stride()),
                 {extent.width, extent.height, extent.depth},
                 {1, 1, 1},
                 no_window,
                 0};
        set_windows(prepared.key, level);
        for (int d = 0; d < 3 && normalized; ++d) level.scale[d] = static_cast<float>(level.size[d]);
    }
}

// A buffer's texels as one row, where they are whole words: what lies behind a buffer is never read.
bool set_buffer(const Texture& texture, PreparedSampler& prepared) {
    const size_t bytes = format_info(texture.format).bytes_per_block, size = texture.buffer.size();
    if (bytes % 4 != 0 || size / bytes == 0 || size > INT32_MAX) return false;
    prepared.levels[0] = {
        texture.buffer.data(), 0, 0, 0, {static_cast<int32_t>(size / bytes), 1, 1}, {1, 1, 1}, no_window, 0};
    return true;
}

void set_filters(const Texture& texture, const Sampler& sampler, SamplerKey& key) {
    const int dimensions = dimensions_of(texture.kind);
    key.seamless = is_cube(texture.kind) && sampler.seamless_cube;
    key.wrap_s = key.seamless ? Wrap::ClampToEdge : sampler.wrap_s;
    key.wrap_t = key.seamless || dimensions < 2 ? Wrap::ClampToEdge : sampler.wrap_t;
    key.wrap_r = dimensions < 3 ? Wrap::ClampToEdge : sampler.wrap_r;
    key.border = wrap_reaches_border(key.wrap_s) || wrap_reaches_border(key.wrap_t) || wrap_reaches_border(key.wrap_r);
    // Integers can't be mixed.
    const bool integer = is_integer(key.decode);
    key.min_filter = integer ? Filter::Nearest : sampler.min_filter;
    key.mag_filter = integer ? Filter::Nearest : sampler.mag_filter;
    key.mip_filter = sampler.mip_filter;
    key.anisotropic = sampler.max_anisotropy > 1 && dimensions >= 2;
}

}  // namespace

const sampling::TexelElements& sampling::texel_elements(Format format) {
    return elements_by_format[static_cast<size_t>(format)];
}

bool filters_bytes(Format format) {
    const sampling::TexelElements& elements = elements_of(format);
    return elements.count != 0 && has_byte_units(elements.decode);
}
bool is_on_curve(Format format) {
    const sampling::TexelElements& elements = elements_of(format);
    return elements.count != 0 && elements.decode == TexelDecode::Srgb8;
}

std::shared_ptr<const void> prepare_sampler(const Texture& texture, const Sampler& sampler, PreparedSampler& prepared) {
    SamplerKey& key = prepared.key;
    key.kind = texture.kind;
    if (sampler.reduction != Reduction::Average) return nullptr;  // left to sample_generic()
    const sampling::TexelElements elements = elements_of(texture, sampler);
    if (!elements.count) return nullptr;
    const FormatInfo& info = format_info(texture.format);
    const sampling::DecodedLevels* levels = &texture.levels;
    std::shared_ptr<const sampling::DecodedLevels> decoded;
    Format stored = texture.format;
    if (texture.kind == TextureKind::Buffer) {
        if (!set_buffer(texture, prepared)) return nullptr;
    } else {
        if (texture.levels.empty() || texture.levels.size() > PreparedSampler::most_levels) return nullptr;
        if (info.block_width > 1) {
            decoded = sampling::decoded_levels(texture);
            if (!decoded) return nullptr;
            levels = decoded.get();
            stored = blocks_by_format[static_cast<size_t>(texture.format)].format;
            // Not so where only some of the levels are of blocks.
            const auto differs = [&](const auto& level) { return level->format() != stored; };
            if (std::any_of(levels->begin(), levels->end(), differs)) return nullptr;
        }
        if (!offsets_fit(*levels->front())) return nullptr;
    }

    key.decode = elements.decode;
    key.skips_decode = !sampler.srgb_decode && info.srgb;
    key.elements = elements.count;
    key.texel_bytes = format_info(stored).bytes_per_block;
    for (size_t c = 0; c < 4; ++c) {
        const Channel channel = texture.swizzle[c];
        key.component[c] = channel == Channel::Zero  ? zero
                           : channel == Channel::One ? one
                                                     : elements.source[static_cast<size_t>(channel)];
    }
    key.compare = sampler.compare && is_depth(info.component_class) && !is_integer(key.decode);
    key.compare_function = key.compare ? sampler.compare_function : CompareFunction::Always;
    set_filters(texture, sampler, key);

    if (key.border) set_border(sampler, elements, info.component_class, prepared);
    prepared.lod_bias = sampler.lod_bias;
    prepared.min_lod = sampler.min_lod;
    prepared.max_lod = sampler.max_lod;
    prepared.max_anisotropy = sampler.max_anisotropy;
    if (texture.kind != TextureKind::Buffer) {
        const Image& base = *levels->front();
        prepared.samples = base.samples();
        prepared.layers = base.extent().depth / (is_cube(texture.kind) ? 6 : 1);
        const bool stencil_behind = key.decode == TexelDecode::Uint8 && info.bytes_per_block == 8;
        set_levels(*levels, stencil_behind ? 4 : 0, prepared);
    }
    static const SimdLevel level = simd_level();
    prepared.routine = sampler_routine(key, level);
    return decoded;
}

bool serves(const SamplerKey& key, const SampleInstruction& instruction) {
    if (key.elements == 0 || instruction.kind != key.kind) return false;
    const bool filtered = instruction.kind != TextureKind::Buffer && instruction.kind != TextureKind::Multisample2D &&
                          instruction.kind != TextureKind::MultisampleArray2D;
    switch (instruction.operation) {
        case SampleOperation::Implicit:
        case SampleOperation::Bias:
        case SampleOperation::ExplicitLod:
        case SampleOperation::Gradients: return filtered;
        case SampleOperation::Gather:
        case SampleOperation::GatherOffsets:
            // Programs gather from no volumes; corners of seamless cubes are left to sample_generic().
            return filtered && !key.seamless && dimensions_of(instruction.kind) <= 2 &&
                   (instruction.operation == SampleOperation::Gather || !is_cube(instruction.kind));
        case SampleOperation::Fetch: return !is_cube(instruction.kind) && !key.skips_decode;
        case SampleOperation::FetchMultisample:
            return !key.skips_decode && (instruction.kind == TextureKind::Multisample2D ||
                                         instruction.kind == TextureKind::MultisampleArray2D);
        case SampleOperation::QuerySize:
        case SampleOperation::QuerySamples:
        case SampleOperation::QueryLod: break;
    }
    return false;
}

bool serves(const PreparedSampler& sampler, const SampleInstruction& instruction, const SampleOperands& operands) {
    if (!sampler.routine || !operands.coordinates || !serves(sampler.key, instruction)) return false;
    // The coordinates have no room for it.
    ASMGL_CHECK(operands.reference || instruction.kind != TextureKind::CubeArray ||
                !(instruction.shadow && sampler.key.compare));
    return true;
}

SamplerRoutine sampler_routine(const SamplerKey& key, SimdLevel level) {
    return of_level(level, [&]<SimdLevel of>() { return sampler_routine_at<of>(key); });
}

size_t hash(const SamplerKey& key) {
    // FNV-1a
    uint64_t result = 0xcbf29ce484222325u;
    for (const uint8_t byte : std::bit_cast<std::array<uint8_t, sizeof key>>(key))
        result = (result ^ byte) * 0x100000001b3u;
    return static_cast<size_t>(result);
}

}  // namespace runtime

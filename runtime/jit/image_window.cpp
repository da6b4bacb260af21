#include "runtime/jit/image_window.h"

#include <array>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "runtime/memory/memory.h"
#include "runtime/sampling/texel_layout.h"

namespace runtime::jit {

using arbasm::DataType;
using ImageAction = decoded::AccessImageStep::Action;

ImageRequest ImageRequest::of(const decoded::AccessImageStep& step) {
    return {step.action, step.formatted, step.type, step.formatted ? 0 : access_bytes(step.storage, step.components)};
}
uint32_t ImageRequest::word() const {
    return static_cast<uint32_t>(action) | uint32_t{formatted} << 8 | static_cast<uint32_t>(type) << 16 |
           texel_bytes << 24;
}
ImageRequest ImageRequest::of_word(uint32_t word) {
    return {static_cast<ImageAction>(word & 0xff), (word >> 8 & 1) != 0, static_cast<DataType>(word >> 16 & 0xff),
            word >> 24};
}

namespace {

// How the elements of a texel lie in it.
struct Elements {
    ImageConversions::Numbers numbers;
    bool is_signed;
    int bits[4];
};

std::optional<Elements> elements_of(TexelDecode decode) {
    using enum ImageConversions::Numbers;
    switch (decode) {
        case TexelDecode::Bytes: return Elements{Normalized, false, {8, 8, 8, 8}};
        case TexelDecode::Snorm8: return Elements{Normalized, true, {8, 8, 8, 8}};
        case TexelDecode::Unorm16: return Elements{Normalized, false, {16, 16, 16, 16}};
        case TexelDecode::Snorm16: return Elements{Normalized, true, {16, 16, 16, 16}};
        case TexelDecode::Float16: return Elements{Halves, false, {16, 16, 16, 16}};
        case TexelDecode::Rgb10A2: return Elements{Normalized, false, {10, 10, 10, 2}};
        case TexelDecode::R11G11B10Float: return Elements{Halves, false, {11, 11, 10, 0}};
        case TexelDecode::Uint8: return Elements{Integers, false, {8, 8, 8, 8}};
        case TexelDecode::Sint8: return Elements{Integers, true, {8, 8, 8, 8}};
        case TexelDecode::Uint16: return Elements{Integers, false, {16, 16, 16, 16}};
        case TexelDecode::Sint16: return Elements{Integers, true, {16, 16, 16, 16}};
        case TexelDecode::Rgb10A2Uint: return Elements{Integers, false, {10, 10, 10, 2}};
        case TexelDecode::Float32:
        case TexelDecode::Word32: return Elements{Integers, false, {32, 32, 32, 32}};
        // No image has these.
        case TexelDecode::Srgb8:
        case TexelDecode::Depth24:
        case TexelDecode::Depth32:
        case TexelDecode::Rgb565:
        case TexelDecode::Rgba4:
        case TexelDecode::Rgb5A1:
        case TexelDecode::R3G3B2:
        case TexelDecode::Rgb9E5: break;
    }
    return std::nullopt;
}

// Whether a program's numbers are the format's kind without being clamped from signed to unsigned ones or back.
bool suits(ComponentClass format, DataType type) {
    switch (format) {
        case ComponentClass::Signed: return type == DataType::S32;
        case ComponentClass::Unsigned: return type == DataType::U32;
        case ComponentClass::Unorm:
        case ComponentClass::Snorm:
        case ComponentClass::Float: return type == DataType::F32;
        case ComponentClass::Depth:
        case ComponentClass::Stencil:
        case ComponentClass::DepthStencil: break;
    }
    return false;
}

constexpr uint32_t ones(int bits) { return bits == 0 ? 0 : ~0u >> (32 - bits); }

ImageConversions conversions_between(Format format) {
    ImageConversions made;
    const FormatInfo& info = format_info(format);
    const sampling::TexelElements& texel = sampling::texel_elements(format);
    const std::optional<Elements> elements = elements_of(texel.decode);
    if (texel.count == 0 || !elements) return made;
    const bool integers = is_integer(texel.decode), halves = elements->numbers == ImageConversions::Halves;
    const int bits = elements->bits[0];
    const bool is_signed = info.component_class == ComponentClass::Signed;
    made.numbers = elements->numbers;
    made.sign = elements->is_signed ? ones(bits) ^ ones(bits - 1) : 0;
    made.bias = is_signed ? 0x80000000 : 0;
    made.in_pairs = bits == 16 ? ~0u : 0;
    int given = 0;
    for (size_t c = 0; c < 4; ++c) {
        const uint8_t element = texel.source[c];
        if (element >= SamplerKey::zero) {
            made.fill[c] = element == SamplerKey::zero ? 0 : integers ? 1 : 0x3f800000;
            continue;
        }
        given++;
        const int width = elements->bits[element];
        const int first = std::accumulate(elements->bits, elements->bits + element, 0) % 32;
        // Packed halves have their exponents where halves have them.
        const int above = halves ? 15 - width + (width == 16) : 0;
        made.left[c] = static_cast<uint32_t>(32 - first - width);
        made.right[c] = static_cast<uint32_t>(32 - width - above);
        made.field[c] = ones(width) << above;
        const uint32_t most = ones(elements->is_signed ? width - 1 : width);
        made.most[c] = static_cast<float>(most);
        // Components of 32 bits, signed or not, or floats, take all of the word.
        made.low[c] = bits == 32 ? 0 : (is_signed ? ~most : 0) ^ made.bias;
        made.high[c] = bits == 32 ? ~0u : most ^ made.bias;
        made.stored[c] = ones(width);
        made.shift[c] = static_cast<uint32_t>(first);
    }
    // Each element is one component, and there is nothing else in a texel.
    made.loads =
        given == texel.count && std::accumulate(elements->bits, elements->bits + given, 0) == 8 * info.bytes_per_block;
    // As stores of packed halves round is not what halves do.
    made.stores = made.loads && !(halves && bits != 16);
    return made;
}

// Whether texels are whole words, or parts of one.
bool has_words(const FormatInfo& info) {
    const uint32_t bytes = info.bytes_per_block;
    return info.block_width == 1 && std::has_single_bit(bytes) && bytes <= 16;
}

const ImageConversions& conversions_of(Format format) {
    static const auto all = [] {
        std::array<ImageConversions, static_cast<size_t>(Format::Count)> made;
        for (size_t i = 0; i < made.size(); ++i) made[i] = conversions_between(static_cast<Format>(i));
        return made;
    }();
    return all[static_cast<size_t>(format)];
}

// False: offsets do not fit 32 bits, or words would not be whole ones.
bool set_layout(const ImageBinding& binding, ImageWindow& window) {
    const Extent& extent = binding.extent;
    const int64_t bytes = format_info(binding.format).bytes_per_block;
    const Image* const image = binding.image.get();
    const int64_t strides[4] = {bytes, image ? image->row_stride() : 0, image ? image->slice_stride() : 0,
                                image ? image->sample_stride() : 0};
    const int32_t sizes[4] = {extent.width, extent.height, extent.depth, binding.samples()};
    int64_t reach = 0;
    for (size_t d = 0; d < 4; ++d) {
        if (sizes[d] < 1) return false;
        if (sizes[d] > 1) reach += std::abs(strides[d]) * sizes[d];
        if (reach > INT32_MAX) return false;
        window.size[d] = static_cast<uint32_t>(sizes[d]);
        window.stride[d] = sizes[d] > 1 ? static_cast<int32_t>(strides[d]) : 0;
    }
    window.data = image ? image->row(0, binding.first_layer) : binding.buffer.data();
    window.bytes = static_cast<uint32_t>(bytes);
    return reinterpret_cast<uintptr_t>(window.data) % 8 == 0;
}

}  // namespace

const ImageConversions* find_conversions(Format format, const ImageRequest& request) {
    const FormatInfo& info = format_info(format);
    if (format == Format::None || !has_words(info)) return nullptr;
    const ImageConversions& conversions = conversions_of(format);
    const bool can = request.action == ImageAction::Load ? conversions.loads : conversions.stores;
    return can && suits(info.component_class, request.type) ? &conversions : nullptr;
}

ImageWindow open_window(const ImageBinding& binding, const ImageRequest& request) {
    ImageWindow window;
    if (!binding || (binding.image && binding.image->lacks_pages())) return window;
    if ((request.action != ImageAction::Load && !binding.writable) ||
        (request.action != ImageAction::Store && !binding.readable))
        return window;
    const FormatInfo& info = format_info(binding.format);
    const uint32_t bytes = info.bytes_per_block;
    if (!has_words(info)) return window;
    if (!request.formatted && request.texel_bytes != bytes) return window;
    if (request.formatted) {
        window.conversions = find_conversions(binding.format, request);
        if (!window.conversions) return window;
    }
    if (set_layout(binding, window)) window.words = words_of_texel(bytes);
    return window;
}

}  // namespace runtime::jit

#include "glapi/pixels/unpack.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "glapi/generated/gl.h"
#include "glapi/pixels/block_compression.h"
#include "glapi/pixels/byte_copies.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/pixels/pixel_transfer.h"
#include "glapi/pixels/pixel_types.h"
#include "ir/check.h"
#include "runtime/formats/float_bits.h"
#include "runtime/formats/small_floats.h"
#include "runtime/threads/parallel_rows.h"

namespace glapi {
namespace {

using Encoding = PixelTypeInfo::Encoding;
using runtime::bits_of;
using runtime::ComponentClass;
using runtime::Format;
using runtime::Image;
using runtime::Texel;

template <class T>
T read(const std::byte* memory) {
    T value;
    std::memcpy(&value, memory, sizeof value);
    return value;
}

// One component as a float (GL 2.1 table 2.9; signed values as GL 4.2 and SNORM textures have them, so that they come
// back unchanged), or as an integer.
template <class T>
struct FromNormalized {
    static uint32_t convert(T value) {
        constexpr double maximum = std::numeric_limits<T>::max();
        if constexpr (sizeof(T) == 4)
            return bits_of(static_cast<float>(std::max(value / maximum, -1.0)));
        else
            return bits_of(std::max(static_cast<float>(value) / static_cast<float>(maximum), -1.0f));
    }
    using Type = T;
};
template <class T>
struct FromPlain {
    static uint32_t convert(T value) {
        return static_cast<uint32_t>(static_cast<std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>>(value));
    }
    using Type = T;
};
struct FromSingle {
    static uint32_t convert(uint32_t bits) { return bits; }
    using Type = uint32_t;
};
struct FromHalf {
    static uint32_t convert(uint16_t half) { return bits_of(runtime::half_to_float(half)); }
    using Type = uint16_t;
};

template <class Component>
void read_components(const PixelFormatInfo& format, const std::byte* pixels, int32_t count, Texel* texels) {
    using T = typename Component::Type;
    for (int32_t i = 0; i < count; ++i)
        for (int c = 0; c < format.count; ++c, pixels += sizeof(T)) {
            const uint32_t value = Component::convert(read<T>(pixels));
            const uint8_t role = format.role[c];
            if (role == luminance_role)
                texels[i][0] = texels[i][1] = texels[i][2] = value;
            else
                texels[i][role] = value;
        }
}

// Formats of three components have types of four (EXT_texture_type_2_10_10_10_REV), whose last means nothing then.
void read_packed(const PixelFormatInfo& format, const PixelTypeInfo& type, const std::byte* pixels, int32_t count,
                 bool integer, Texel* texels) {
    for (int32_t i = 0; i < count; ++i, pixels += type.bytes) {
        const uint32_t word = type.bytes == 1   ? read<uint8_t>(pixels)
                              : type.bytes == 2 ? read<uint16_t>(pixels)
                                                : read<uint32_t>(pixels);
        for (int c = 0; c < std::min(type.packed_components, format.count); ++c) {
            const uint32_t maximum = (1u << type.field[c].width) - 1;
            const uint32_t value = word >> type.field[c].shift & maximum;
            texels[i][format.role[c]] =
                integer ? value : bits_of(static_cast<float>(value) / static_cast<float>(maximum));
        }
    }
}

// The pixels with the bytes of each element in the order of this machine (UNPACK_SWAP_BYTES, GL 2.1 table 3.7).
const std::byte* in_own_order(const PixelState& state, const PixelLayout& layout, const std::byte* pixels,
                              int32_t count, std::vector<std::byte>& scratch) {
    if (!state.unpack.swap_bytes || layout.element_bytes <= 1) return pixels;
    scratch.assign(pixels, pixels + static_cast<size_t>(count) * layout.pixel_bytes);
    swap_bytes(layout, scratch);
    return scratch.data();
}

// Colour or depth of a row before pixel transfer, as integers or floats; components that the format lacks are 0, alpha
// `one`. `same`: the format whose texels lie in memory as these pixels do.
void read_row(const PixelFormatInfo& format, const PixelTypeInfo& type, Format same, const std::byte* pixels,
              int32_t count, bool integer, uint32_t one, Texel* texels) {
    std::fill_n(texels, count, Texel{0, 0, 0, one});
    switch (type.type) {
        case GL_UNSIGNED_BYTE:
            return integer ? read_components<FromPlain<uint8_t>>(format, pixels, count, texels)
                           : read_components<FromNormalized<uint8_t>>(format, pixels, count, texels);
        case GL_BYTE:
            return integer ? read_components<FromPlain<int8_t>>(format, pixels, count, texels)
                           : read_components<FromNormalized<int8_t>>(format, pixels, count, texels);
        case GL_UNSIGNED_SHORT:
            return integer ? read_components<FromPlain<uint16_t>>(format, pixels, count, texels)
                           : read_components<FromNormalized<uint16_t>>(format, pixels, count, texels);
        case GL_SHORT:
            return integer ? read_components<FromPlain<int16_t>>(format, pixels, count, texels)
                           : read_components<FromNormalized<int16_t>>(format, pixels, count, texels);
        case GL_UNSIGNED_INT:
            return integer ? read_components<FromPlain<uint32_t>>(format, pixels, count, texels)
                           : read_components<FromNormalized<uint32_t>>(format, pixels, count, texels);
        case GL_INT:
            return integer ? read_components<FromPlain<int32_t>>(format, pixels, count, texels)
                           : read_components<FromNormalized<int32_t>>(format, pixels, count, texels);
        case GL_FLOAT: return read_components<FromSingle>(format, pixels, count, texels);
        case GL_HALF_FLOAT:
        case GL_HALF_FLOAT_OES: return read_components<FromHalf>(format, pixels, count, texels);
        case GL_UNSIGNED_INT_10F_11F_11F_REV:
        case GL_UNSIGNED_INT_5_9_9_9_REV:
        case GL_UNSIGNED_INT_24_8:
        case GL_FLOAT_32_UNSIGNED_INT_24_8_REV: return runtime::load_texels(same, pixels, 0, count, texels);
        default: return read_packed(format, type, pixels, count, integer, texels);
    }
}

// Indices as integers, for COLOR_INDEX and STENCIL_INDEX.
void read_indices(const PixelState& state, const PixelLayout& layout, const PixelTypeInfo& type,
                  const std::byte* pixels, int32_t count, int32_t* indices) {
    const auto each = [&]<class T>(T) {
        // NOLINTNEXTLINE(bugprone-signed-char-misuse): bytes are numbers here
        for (int32_t i = 0; i < count; ++i) indices[i] = static_cast<int32_t>(read<T>(pixels + i * sizeof(T)));
    };
    switch (type.type) {
        case GL_BITMAP:
            for (int32_t i = 0; i < count; ++i) {
                const int32_t bit = layout.first_bit + i;
                const auto byte = static_cast<uint32_t>(pixels[bit / 8]);
                indices[i] = byte >> (state.unpack.lsb_first ? bit % 8 : 7 - bit % 8) & 1;
            }
            return;
        case GL_UNSIGNED_BYTE: return each(uint8_t{});
        case GL_BYTE: return each(int8_t{});
        case GL_UNSIGNED_SHORT: return each(uint16_t{});
        case GL_SHORT: return each(int16_t{});
        case GL_UNSIGNED_INT: return each(uint32_t{});
        case GL_INT: return each(int32_t{});
        case GL_FLOAT:
        case GL_HALF_FLOAT:
        case GL_HALF_FLOAT_OES:
            for (int32_t i = 0; i < count; ++i) {
                const float value = type.type == GL_FLOAT ? read<float>(pixels + i * 4)
                                                          : runtime::half_to_float(read<uint16_t>(pixels + i * 2));
                indices[i] = value > -2147483648.0f && value < 2147483520.0f ? static_cast<int32_t>(value) : 0;
            }
            return;
        case GL_UNSIGNED_INT_24_8:
            for (int32_t i = 0; i < count; ++i) indices[i] = static_cast<int32_t>(read<uint32_t>(pixels + i * 4) & 255);
            return;
        case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
            for (int32_t i = 0; i < count; ++i)
                indices[i] = static_cast<int32_t>(read<uint32_t>(pixels + i * 8 + 4) & 255);
            return;
        default: std::fill_n(indices, count, 0);
    }
}

}  // namespace

void unpack_row(const PixelState& state, const PixelLayout& layout, const std::byte* pixels, int32_t count,
                Texel* texels) {
    const PixelFormatInfo* const format = find_pixel_format(layout.format);
    const PixelTypeInfo* const type = find_pixel_type(layout.type);
    if (!format || !type) return;
    std::vector<std::byte> scratch;
    pixels = in_own_order(state, layout, pixels, count, scratch);
    if (format->kind == PixelKind::ColorIndex) {
        std::vector<int32_t> indices(static_cast<size_t>(count));
        read_indices(state, layout, *type, pixels, count, indices.data());
        return transfer_color_indices(state.transfer, indices.data(), count, texels);
    }
    const bool integer = format->kind == PixelKind::IntegerColor;
    read_row(*format, *type, layout.texels, pixels, count, integer, integer ? 1 : bits_of(1.0f), texels);
    if (format->kind == PixelKind::Color) transfer_colors(state.transfer, texels, count);
    if (format->kind == PixelKind::Depth || format->kind == PixelKind::DepthStencil)
        transfer_depths(state.transfer, texels, count);
}

void unpack_snorm_row(const PixelState& state, const PixelLayout& layout, const std::byte* pixels, int32_t count,
                      Texel* texels) {
    const PixelFormatInfo* const format = find_pixel_format(layout.format);
    const PixelTypeInfo* const type = find_pixel_type(layout.type);
    if (!format || !type) return;
    std::vector<std::byte> scratch;
    pixels = in_own_order(state, layout, pixels, count, scratch);
    read_row(*format, *type, layout.texels, pixels, count, true, largest_signed(layout.type), texels);
}

void unpack_stencil_row(const PixelState& state, const PixelLayout& layout, const std::byte* pixels, int32_t count,
                        uint8_t* stencil) {
    const PixelTypeInfo* const type = find_pixel_type(layout.type);
    if (!type) return;
    std::vector<std::byte> scratch;
    pixels = in_own_order(state, layout, pixels, count, scratch);
    std::vector<int32_t> indices(static_cast<size_t>(count));
    read_indices(state, layout, *type, pixels, count, indices.data());
    transfer_stencils(state.transfer, indices.data(), count);
    for (int32_t i = 0; i < count; ++i) stencil[i] = static_cast<uint8_t>(indices[i]);
}

namespace {

// Whether pixels of the kind may be stored in the format.
[[maybe_unused]] bool suits(PixelKind kind, Format format) {
    const ComponentClass of = runtime::format_info(format).component_class;
    const bool depth = of == ComponentClass::Depth || of == ComponentClass::DepthStencil;
    const bool stencil = of == ComponentClass::Stencil || of == ComponentClass::DepthStencil;
    switch (kind) {
        case PixelKind::Color:
        case PixelKind::ColorIndex: return !depth && !stencil && !is_integer(format);
        case PixelKind::IntegerColor: return is_integer(format);
        case PixelKind::Depth: return depth;
        case PixelKind::Stencil: return stencil;
        case PixelKind::DepthStencil: return depth || stencil;
    }
    return false;
}

}  // namespace

void unpack_image(const PixelState& state, const PixelLayout& layout, const std::byte* pixels,
                  runtime::Image& destination, const Box& box, bool any_depth) {
    if (box.width <= 0 || box.height <= 0 || box.depth <= 0) return;
    const PixelKind kind = pixel_kind(layout.format);
    const Format to = destination.format(), from = layout.texels;
    const runtime::FormatInfo& info = runtime::format_info(to);
    ASMGL_CHECK(suits(kind, to));
    if (info.block_width != 1) {
        Image texels(runtime::float_texels, {box.width, box.height, box.depth});
        unpack_image(state, layout, pixels, texels, {0, 0, 0, box.width, box.height, box.depth});
        return compress_texels(texels, destination, box.x, box.y, box.z);
    }
    const bool to_stencil = info.bits[5] != 0, to_depth = info.bits[4] != 0;
    const bool changes = kind == PixelKind::Color          ? state.transfer.changes_color()
                         : kind == PixelKind::IntegerColor ? false
                         : kind == PixelKind::Depth        ? state.transfer.changes_depth()
                         : kind == PixelKind::Stencil      ? state.transfer.changes_stencil()
                                                           : true;
    const bool swap = state.unpack.swap_bytes && layout.element_bytes > 1;
    const bool whole =
        kind != PixelKind::DepthStencil || (!state.transfer.changes_depth() && !state.transfer.changes_stencil());
    const bool untouched = (!changes || (kind == PixelKind::DepthStencil && whole)) && !swap;
    // sRGB texels are stored as they come; their encoding is the application's.
    const bool clamps_depth = !any_depth && runtime::has_float_depth(to);
    const bool same = (from == to && !clamps_depth) ||
                      (from != Format::None && from != to && from == runtime::linear_counterpart(to));

    const bool integer = kind == PixelKind::IntegerColor && is_integer(to);
    const bool signed_type = is_signed_type(layout.type),
               signed_format = info.component_class == ComponentClass::Signed;
    const Format numbers = kind == PixelKind::Color && !changes ? snorm_numbers(to, layout.type) : Format::None;

    const size_t bytes = static_cast<size_t>(box.width) * info.bytes_per_block;
    const auto unpack_rows = [&](int32_t z, int32_t first_row, int32_t end_row) {
        std::vector<Texel> texels;
        std::vector<uint8_t> stencil;
        for (int32_t y = first_row; y < end_row; ++y) {
            const std::byte* const source = pixels + layout.first + static_cast<size_t>(z) * layout.image_stride +
                                            static_cast<size_t>(y) * layout.row_stride;
            std::byte* const row = destination.row(box.y + y, box.z + z);
            std::byte* const first = row + static_cast<ptrdiff_t>(box.x) * info.bytes_per_block;
            if (untouched && same) {
                std::memcpy(first, source, bytes);
                continue;
            }
            if (untouched && copy_bytes(from, source, runtime::linear_counterpart(to), first, box.width)) continue;
            if (numbers != Format::None) {
                texels.resize(static_cast<size_t>(box.width));
                unpack_snorm_row(state, layout, source, box.width, texels.data());
                runtime::store_texels(numbers, row, box.x, box.width, texels.data());
                continue;
            }
            if (kind != PixelKind::Stencil && (kind != PixelKind::DepthStencil || to_depth)) {
                texels.resize(static_cast<size_t>(box.width));
                unpack_row(state, layout, source, box.width, texels.data());
                if (clamps_depth) clamp_depths(texels.data(), box.width);
                if (integer) clamp_to_signedness(signed_type, signed_format, texels.data(), box.width);
                // The store below does not encode what is encoded already.
                runtime::store_texels(runtime::linear_counterpart(to), row, box.x, box.width, texels.data());
            }
            if (to_stencil && (kind == PixelKind::Stencil || kind == PixelKind::DepthStencil)) {
                stencil.resize(static_cast<size_t>(box.width));
                unpack_stencil_row(state, layout, source, box.width, stencil.data());
                runtime::store_stencil(to, row, box.x, box.width, stencil.data());
            }
        }
    };
    for (int32_t z = 0; z < box.depth; ++z)
        runtime::parallel_rows(box.width, box.height, [&](int32_t first, int32_t end) { unpack_rows(z, first, end); });
}

}  // namespace glapi

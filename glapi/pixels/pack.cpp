#include "glapi/pixels/pack.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "glapi/generated/gl.h"
#include "glapi/pixels/byte_copies.h"
#include "glapi/pixels/image_copy.h"
#include "glapi/pixels/pixel_transfer.h"
#include "glapi/pixels/pixel_types.h"
#include "runtime/formats/float_bits.h"
#include "runtime/formats/small_floats.h"

namespace glapi {
namespace {

using runtime::bits_of;
using runtime::ComponentClass;
using runtime::float_of;
using runtime::Format;
using runtime::Texel;

template <class T>
void write(std::byte* memory, T value) {
    std::memcpy(memory, &value, sizeof value);
}

// The inverse of unpacking: rounded to nearest, out of range values at the range's ends, NaN as 0.
template <class T>
struct ToNormalized {
    using Type = T;
    static T convert(uint32_t bits) {
        constexpr double maximum = std::numeric_limits<T>::max();
        const double value = float_of(bits);
        if (!(value > 0) && !std::is_signed_v<T>) return 0;
        if (std::isnan(value)) return 0;
        return static_cast<T>(std::floor(std::clamp(value, -1.0, 1.0) * maximum + 0.5));
    }
};
// Integers are clamped to what the type holds.
template <class T>
struct ToPlain {
    using Type = T;
    using Wide = std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>;
    static T convert(uint32_t bits) {
        return static_cast<T>(
            std::clamp<Wide>(static_cast<Wide>(bits), std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }
};
struct ToSingle {
    using Type = uint32_t;
    static uint32_t convert(uint32_t bits) { return bits; }
};
struct ToHalf {
    using Type = uint16_t;
    static uint16_t convert(uint32_t bits) { return runtime::float_to_half(float_of(bits)); }
};

// ReadPixels' luminance is the sum of the colours (GL 2.1 §4.3.2).
uint32_t component_of(const Texel& texel, uint8_t role, bool integer) {
    if (role != luminance_role) return texel[role];
    if (integer) return texel[0] + texel[1] + texel[2];
    return bits_of(float_of(texel[0]) + float_of(texel[1]) + float_of(texel[2]));
}

template <class Component>
void write_components(const PixelFormatInfo& format, const Texel* texels, int32_t count, bool integer, bool clamp,
                      std::byte* pixels) {
    using T = typename Component::Type;
    for (int32_t i = 0; i < count; ++i)
        for (int c = 0; c < format.count; ++c, pixels += sizeof(T)) {
            uint32_t value = component_of(texels[i], format.role[c], integer);
            if (clamp) value = bits_of(float_of(value) > 0 ? std::min(float_of(value), 1.0f) : 0.0f);
            write(pixels, Component::convert(value));
        }
}

void write_packed(const PixelFormatInfo& format, const PixelTypeInfo& type, const Texel* texels, int32_t count,
                  bool integer, std::byte* pixels) {
    for (int32_t i = 0; i < count; ++i, pixels += type.bytes) {
        uint32_t word = 0;
        for (int c = 0; c < type.packed_components; ++c) {
            const uint32_t maximum = (1u << type.field[c].width) - 1;
            const uint32_t bits = component_of(texels[i], format.role[c], integer);
            uint32_t value;
            if (integer) {
                value = std::min(bits, maximum);
            } else {
                const double clamped = float_of(bits) > 0 ? std::min(float_of(bits), 1.0f) : 0.0f;
                value = static_cast<uint32_t>(std::llround(clamped * maximum));
            }
            word |= value << type.field[c].shift;
        }
        if (type.bytes == 1)
            write(pixels, static_cast<uint8_t>(word));
        else if (type.bytes == 2)
            write(pixels, static_cast<uint16_t>(word));
        else
            write(pixels, word);
    }
}

void write_row(const PixelLayout& layout, const Texel* texels, int32_t count, bool integer, bool clamp,
               std::byte* pixels) {
    const PixelFormatInfo* const format = find_pixel_format(layout.format);
    const PixelTypeInfo* const type = find_pixel_type(layout.type);
    if (!format || !type) return;
    clamp = clamp && !integer;
    const auto plain_or_normalized = [&]<class T>(T) {
        if (integer)
            write_components<ToPlain<T>>(*format, texels, count, true, false, pixels);
        else
            write_components<ToNormalized<T>>(*format, texels, count, false, clamp, pixels);
    };
    const auto clamped_copy = [&] {
        std::vector<Texel> copy(texels, texels + count);
        for (Texel& texel : copy)
            for (uint32_t& bits : texel) bits = bits_of(float_of(bits) > 0 ? std::min(float_of(bits), 1.0f) : 0.0f);
        return copy;
    };
    switch (layout.type) {
        case GL_UNSIGNED_BYTE: return plain_or_normalized(uint8_t{});
        case GL_BYTE: return plain_or_normalized(int8_t{});
        case GL_UNSIGNED_SHORT: return plain_or_normalized(uint16_t{});
        case GL_SHORT: return plain_or_normalized(int16_t{});
        case GL_UNSIGNED_INT: return plain_or_normalized(uint32_t{});
        case GL_INT: return plain_or_normalized(int32_t{});
        case GL_FLOAT: return write_components<ToSingle>(*format, texels, count, integer, clamp, pixels);
        case GL_HALF_FLOAT:
        case GL_HALF_FLOAT_OES: return write_components<ToHalf>(*format, texels, count, integer, clamp, pixels);
        case GL_UNSIGNED_INT_10F_11F_11F_REV:
        case GL_UNSIGNED_INT_5_9_9_9_REV: {
            if (!clamp) return runtime::store_texels(layout.texels, pixels, 0, count, texels);
            return runtime::store_texels(layout.texels, pixels, 0, count, clamped_copy().data());
        }
        case GL_UNSIGNED_INT_24_8:
        case GL_FLOAT_32_UNSIGNED_INT_24_8_REV: return runtime::store_texels(layout.texels, pixels, 0, count, texels);
        default: return write_packed(*format, *type, texels, count, integer, pixels);
    }
}

void swap_if_asked(const PixelState& state, const PixelLayout& layout, int32_t count, std::byte* pixels) {
    if (state.pack.swap_bytes && layout.element_bytes > 1)
        swap_bytes(layout, {pixels, static_cast<size_t>(count) * layout.pixel_bytes});
}

}  // namespace

void pack_row(const PixelState& state, const PixelLayout& layout, const Texel* texels, int32_t count, bool clamp,
              std::byte* pixels) {
    const PixelKind kind = pixel_kind(layout.format);
    const bool integer = kind == PixelKind::IntegerColor;
    const bool changes = (kind == PixelKind::Color && state.transfer.changes_color()) ||
                         (kind == PixelKind::Depth && state.transfer.changes_depth());
    if (changes) {
        std::vector<Texel> transferred(texels, texels + count);
        if (kind == PixelKind::Color)
            transfer_colors(state.transfer, transferred.data(), count);
        else
            transfer_depths(state.transfer, transferred.data(), count);
        write_row(layout, transferred.data(), count, integer, clamp, pixels);
    } else {
        write_row(layout, texels, count, integer, clamp, pixels);
    }
    swap_if_asked(state, layout, count, pixels);
}

void pack_snorm_row(const PixelState& state, const PixelLayout& layout, Texel* texels, int32_t count, bool has_alpha,
                    std::byte* pixels) {
    if (!has_alpha)
        for (int32_t i = 0; i < count; ++i) texels[i][3] = largest_signed(layout.type);
    write_row(layout, texels, count, true, false, pixels);
    swap_if_asked(state, layout, count, pixels);
}

void pack_stencil_row(const PixelState& state, const PixelLayout& layout, const uint8_t* stencil, int32_t count,
                      std::byte* pixels) {
    std::vector<int32_t> indices(stencil, stencil + count);
    transfer_stencils(state.transfer, indices.data(), count);
    const auto each = [&]<class T>(T) {
        // Bits beyond the type's are cut off (GL 2.1 §4.3.2 "Final conversion").
        constexpr uint32_t mask = std::numeric_limits<T>::max();
        for (int32_t i = 0; i < count; ++i)
            write(pixels + i * sizeof(T), static_cast<T>(static_cast<uint32_t>(indices[i]) & mask));
    };
    switch (layout.type) {
        case GL_BITMAP:
            for (int32_t i = 0; i < count; ++i) {
                const int32_t bit = layout.first_bit + i;
                const auto mask = static_cast<std::byte>(1u << (state.pack.lsb_first ? bit % 8 : 7 - bit % 8));
                pixels[bit / 8] = indices[i] & 1 ? pixels[bit / 8] | mask : pixels[bit / 8] & ~mask;
            }
            return;
        case GL_UNSIGNED_BYTE: each(uint8_t{}); break;
        case GL_BYTE: each(int8_t{}); break;
        case GL_UNSIGNED_SHORT: each(uint16_t{}); break;
        case GL_SHORT: each(int16_t{}); break;
        case GL_UNSIGNED_INT: each(uint32_t{}); break;
        case GL_INT: each(int32_t{}); break;
        case GL_FLOAT:
            for (int32_t i = 0; i < count; ++i) write(pixels + i * 4, static_cast<float>(indices[i]));
            break;
        case GL_HALF_FLOAT:
        case GL_HALF_FLOAT_OES:
            for (int32_t i = 0; i < count; ++i)
                write(pixels + i * 2, runtime::float_to_half(static_cast<float>(indices[i])));
            break;
        default: return;
    }
    swap_if_asked(state, layout, count, pixels);
}

void pack_depth_stencil_row(const PixelState& state, const PixelLayout& layout, const Texel* depth,
                            const uint8_t* stencil, int32_t count, std::byte* pixels) {
    std::vector<Texel> depths(depth, depth + count);
    transfer_depths(state.transfer, depths.data(), count);
    std::vector<int32_t> indices(stencil, stencil + count);
    transfer_stencils(state.transfer, indices.data(), count);
    std::vector<uint8_t> stencils(indices.begin(), indices.end());
    std::memset(pixels, 0, static_cast<size_t>(count) * layout.pixel_bytes);
    runtime::store_texels(layout.texels, pixels, 0, count, depths.data());
    runtime::store_stencil(layout.texels, pixels, 0, count, stencils.data());
    swap_if_asked(state, layout, count, pixels);
}

void pack_image(const PixelState& context_state, const PixelLayout& layout, const runtime::Image& source,
                const Box& box, bool texture_rules, bool clamp, std::byte* pixels) {
    if (box.width <= 0 || box.height <= 0 || box.depth <= 0) return;
    // "No pixel transfer operations are performed" on textures (GL 2.1 §6.1.4); the sum that ReadPixels makes of
    // luminance is one of them.
    PixelState state;
    state.pack = context_state.pack;
    if (!texture_rules) state.transfer = context_state.transfer;
    const PixelKind kind = pixel_kind(layout.format);
    const runtime::FormatInfo& info = runtime::format_info(source.format());
    // sRGB texels are given as they are stored.
    const Format from = runtime::linear_counterpart(source.format());
    const bool integer =
        info.component_class == ComponentClass::Signed || info.component_class == ComponentClass::Unsigned;
    const bool swap = state.pack.swap_bytes && layout.element_bytes > 1;
    const bool same = layout.texels == from &&
                      (kind == PixelKind::Color ? !state.transfer.changes_color() &&
                                                      (!clamp || info.component_class == ComponentClass::Unorm)
                       : kind == PixelKind::IntegerColor ? true
                       : kind == PixelKind::Depth        ? !state.transfer.changes_depth() && !clamp
                                                         : false) &&
                      !swap;

    const bool luminance = layout.format == GL_LUMINANCE || layout.format == GL_LUMINANCE_ALPHA ||
                           layout.format == GL_LUMINANCE_INTEGER_EXT || layout.format == GL_LUMINANCE_ALPHA_INTEGER_EXT;
    const Format numbers = kind == PixelKind::Color && !clamp && !state.transfer.changes_color()
                               ? snorm_numbers(from, layout.type)
                               : Format::None;
    const bool bytes = kind == PixelKind::Color && !state.transfer.changes_color() && !swap;

    std::vector<Texel> texels(static_cast<size_t>(box.width));
    std::vector<uint8_t> stencil(static_cast<size_t>(box.width));
    for (int32_t z = 0; z < box.depth; ++z)
        for (int32_t y = 0; y < box.height; ++y) {
            std::byte* const to = pixels + layout.first + static_cast<size_t>(z) * layout.image_stride +
                                  static_cast<size_t>(y) * layout.row_stride;
            if (same) {
                std::memcpy(to, source.row(box.y + y, box.z + z) + static_cast<ptrdiff_t>(box.x) * info.bytes_per_block,
                            static_cast<size_t>(box.width) * info.bytes_per_block);
                continue;
            }
            if (bytes &&
                copy_bytes(from,
                           source.row(box.y + y, box.z + z) + static_cast<ptrdiff_t>(box.x) * info.bytes_per_block,
                           layout.texels, to, box.width))
                continue;
            const std::byte* const row = source.row((box.y + y) / info.block_height, box.z + z);
            if (kind == PixelKind::Stencil || kind == PixelKind::DepthStencil)
                runtime::load_stencil(source.format(), row, box.x, box.width, stencil.data());
            if (kind == PixelKind::Stencil) {
                pack_stencil_row(state, layout, stencil.data(), box.width, to);
                continue;
            }
            runtime::load_block_texels(numbers != Format::None ? numbers : from, row, box.x,
                                       (box.y + y) % info.block_height, box.width, texels.data());
            if (kind == PixelKind::DepthStencil) {
                pack_depth_stencil_row(state, layout, texels.data(), stencil.data(), box.width, to);
                continue;
            }
            if (texture_rules && luminance) {
                for (Texel& texel : texels) texel[1] = texel[2] = 0;
            }
            luminance_to_red(source.format(), texels.data(), box.width);
            if (numbers != Format::None) {
                pack_snorm_row(state, layout, texels.data(), box.width, info.bits[3] != 0, to);
                continue;
            }
            if (integer)
                clamp_to_signedness(info.component_class == ComponentClass::Signed, is_signed_type(layout.type),
                                    texels.data(), box.width);
            pack_row(state, layout, texels.data(), box.width, clamp, to);
        }
}

}  // namespace glapi

// The elements of texels from the codecs of formats.def, so that the specialised samplers need no list of formats of
// their own.
#pragma once

#include <type_traits>

#include "runtime/formats/format_codecs.h"
#include "runtime/sampling/texel_layout.h"

namespace runtime::sampling {

// The decoding of one component of an array.
template <class Encoding>
constexpr TexelDecode component_decode = TexelDecode::Word32;  // Integer<int32_t>, Integer<uint32_t>
template <>
inline constexpr TexelDecode component_decode<codecs::Unorm<uint8_t>> = TexelDecode::Bytes;
template <>
inline constexpr TexelDecode component_decode<codecs::Srgb8> = TexelDecode::Srgb8;
template <>
inline constexpr TexelDecode component_decode<codecs::Snorm<int8_t>> = TexelDecode::Snorm8;
template <>
inline constexpr TexelDecode component_decode<codecs::Unorm<uint16_t>> = TexelDecode::Unorm16;
template <>
inline constexpr TexelDecode component_decode<codecs::Snorm<int16_t>> = TexelDecode::Snorm16;
template <>
inline constexpr TexelDecode component_decode<codecs::Half> = TexelDecode::Float16;
template <>
inline constexpr TexelDecode component_decode<codecs::Single> = TexelDecode::Float32;
template <>
inline constexpr TexelDecode component_decode<codecs::Integer<uint8_t>> = TexelDecode::Uint8;
template <>
inline constexpr TexelDecode component_decode<codecs::Integer<int8_t>> = TexelDecode::Sint8;
template <>
inline constexpr TexelDecode component_decode<codecs::Integer<uint16_t>> = TexelDecode::Uint16;
template <>
inline constexpr TexelDecode component_decode<codecs::Integer<int16_t>> = TexelDecode::Sint16;

// A packed word's fields are its elements.
constexpr TexelElements packed(TexelDecode decode, bool has_alpha) {
    return {static_cast<uint8_t>(has_alpha ? 4 : 3), decode, {0, 1, 2, has_alpha ? uint8_t{3} : SamplerKey::one}};
}
constexpr TexelElements single(TexelDecode decode) {
    return {1, decode, {0, SamplerKey::zero, SamplerKey::zero, SamplerKey::one}};
}

// Codecs without elements, including all block codecs.
template <class Codec>
struct ElementsOf {
    static constexpr TexelElements value{};
};
template <class Encoding, auto order>
struct ElementsOf<codecs::Array<Encoding, order>> {
    static constexpr TexelElements value = [] {
        TexelElements result;
        result.decode = component_decode<Encoding>;
        constexpr auto count = static_cast<uint8_t>(order.role.size());
        for (uint8_t i = 0; i < count; ++i) {
            const codecs::Role role = order.role[i];
            if (role == codecs::Pad) continue;
            result.count = i + 1;
            if (role <= codecs::Alpha) result.source[role] = i;
            if (role >= codecs::Luminance) result.source[0] = result.source[1] = result.source[2] = i;
            if (role == codecs::Intensity) result.source[3] = i;
        }
        // The samplers take the second of two elements on the curve for alpha.
        if (result.decode == TexelDecode::Srgb8 && result.count == 2 && result.source[3] != 1) return TexelElements{};
        return result;
    }();
};
template <>
struct ElementsOf<codecs::PackedUnorm<uint16_t, 5, 11, 6, 5, 5, 0, 0, 0>> {
    static constexpr TexelElements value = packed(TexelDecode::Rgb565, false);
};
template <>
struct ElementsOf<codecs::PackedUnorm<uint16_t, 4, 12, 4, 8, 4, 4, 4, 0>> {
    static constexpr TexelElements value = packed(TexelDecode::Rgba4, true);
};
template <>
struct ElementsOf<codecs::PackedUnorm<uint16_t, 5, 11, 5, 6, 5, 1, 1, 0>> {
    static constexpr TexelElements value = packed(TexelDecode::Rgb5A1, true);
};
template <>
struct ElementsOf<codecs::PackedUnorm<uint8_t, 3, 5, 3, 2, 2, 0, 0, 0>> {
    static constexpr TexelElements value = packed(TexelDecode::R3G3B2, false);
};
template <>
struct ElementsOf<codecs::PackedUnorm<uint32_t, 10, 0, 10, 10, 10, 20, 2, 30>> {
    static constexpr TexelElements value = packed(TexelDecode::Rgb10A2, true);
};
template <>
struct ElementsOf<codecs::PackedUint<uint32_t, 10, 0, 10, 10, 10, 20, 2, 30>> {
    static constexpr TexelElements value = packed(TexelDecode::Rgb10A2Uint, true);
};
template <>
struct ElementsOf<codecs::PackedFloat11> {
    static constexpr TexelElements value = packed(TexelDecode::R11G11B10Float, false);
};
template <>
struct ElementsOf<codecs::SharedExponent> {
    static constexpr TexelElements value = packed(TexelDecode::Rgb9E5, false);
};
template <>
struct ElementsOf<codecs::DepthUnorm<uint16_t, 16>> {
    static constexpr TexelElements value = single(TexelDecode::Unorm16);
};
template <>
struct ElementsOf<codecs::DepthUnorm<uint32_t, 24>> {
    static constexpr TexelElements value = single(TexelDecode::Depth24);
};
template <>
struct ElementsOf<codecs::DepthUnorm<uint32_t, 32>> {
    static constexpr TexelElements value = single(TexelDecode::Depth32);
};
template <int size>
struct ElementsOf<codecs::DepthFloat<size>> {
    static constexpr TexelElements value = single(TexelDecode::Float32);
};
template <>
struct ElementsOf<codecs::StencilIndex> {
    static constexpr TexelElements value = single(TexelDecode::Uint8);
};

// The format that compressed images are decoded to: bytes for blocks of bytes, otherwise floats of 32 or 16 bits.
struct DecodedBlocks {
    Format format = Format::None;  // None: not an image of blocks
    TexelElements elements;
};
constexpr DecodedBlocks bytes_of_blocks(bool srgb) {
    return {srgb ? Format::Rgba8Srgb : Format::Rgba8Unorm,
            {4, srgb ? TexelDecode::Srgb8 : TexelDecode::Bytes, {0, 1, 2, 3}}};
}
template <auto order>
constexpr DecodedBlocks floats_of_blocks() {
    DecodedBlocks result{order.role.size() == 1 ? Format::R32Float : Format::Rg32Float,
                         ElementsOf<codecs::Array<codecs::Single, order>>::value};
    return result;
}
template <class Codec>
struct DecodedBlocksOf {
    static constexpr DecodedBlocks value{};
};
template <int kind, bool has_alpha, bool srgb>
struct DecodedBlocksOf<codecs::Dxt<kind, has_alpha, srgb>> {
    static constexpr DecodedBlocks value = bytes_of_blocks(srgb);
};
template <bool srgb>
struct DecodedBlocksOf<codecs::Bptc<srgb>> {
    static constexpr DecodedBlocks value = bytes_of_blocks(srgb);
};
template <codecs::EtcKind kind, bool srgb>
struct DecodedBlocksOf<codecs::Etc<kind, srgb>> {
    static constexpr DecodedBlocks value = bytes_of_blocks(srgb);
};
template <bool srgb>
struct DecodedBlocksOf<codecs::EtcAlpha<srgb>> {
    static constexpr DecodedBlocks value = bytes_of_blocks(srgb);
};
template <bool is_signed>
struct DecodedBlocksOf<codecs::BptcFloat<is_signed>> {
    static constexpr DecodedBlocks value{Format::Rgba16Float, {3, TexelDecode::Float16, {0, 1, 2, SamplerKey::one}}};
};
template <int channels, bool is_signed, auto order>
struct DecodedBlocksOf<codecs::Rgtc<channels, is_signed, order>> {
    static constexpr DecodedBlocks value = floats_of_blocks<order>();
};
template <int channels, bool is_signed>
struct DecodedBlocksOf<codecs::Eac<channels, is_signed>> {
    static constexpr DecodedBlocks value =
        channels == 1 ? floats_of_blocks<codecs::Order::R>() : floats_of_blocks<codecs::Order::Rg>();
};

}  // namespace runtime::sampling

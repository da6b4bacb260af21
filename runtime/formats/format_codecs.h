// How texels are coded: the last column of formats.def. A codec is a type with
//   static void load(const std::byte* texel, Texel&);
//   static void store(std::byte* texel, const Texel&);
// that of a format with blocks one with
//   static void load(const std::byte* block, int x, int y, Texel&);
//   static void store_block(std::byte* block, std::span<const Texel>);   unless nothing is compressed to it
// Each says how its texels or blocks lie in memory: static constexpr TexelLayout layout.
// Used by format.cpp and by the sampler's row fetches; everything here is meant to be inlined into their loops.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>

#include "runtime/formats/float_bits.h"
#include "runtime/formats/format.h"
#include "runtime/formats/small_floats.h"

namespace runtime::codecs {

template <class T>
T read(const std::byte* memory) {
    T value;
    std::memcpy(&value, memory, sizeof value);
    return value;
}
template <class T>
void write(std::byte* memory, T value) {
    std::memcpy(memory, &value, sizeof value);
}

// [0, 1] → 0 … maximum, rounded to nearest; NaN becomes 0. In double, where products of up to 29 bits are exact.
inline uint32_t quantize(float value, uint32_t maximum) {
    if (!(value > 0)) return 0;
    if (value >= 1) return maximum;
    return static_cast<uint32_t>(static_cast<double>(value) * maximum + 0.5);
}

// ---- encodings of one component ----------------------------------------------------------------------------------

template <class T>
struct Unorm {
    using Type = T;
    static constexpr T maximum = std::numeric_limits<T>::max();
    static constexpr uint32_t one = 0x3f800000;
    static uint32_t load(T value) { return bits_of(static_cast<float>(value) / static_cast<float>(maximum)); }
    static T store(uint32_t bits) { return static_cast<T>(quantize(float_of(bits), maximum)); }
};

// GL 4.6 §2.3.5: both -2^(b-1) and -2^(b-1)+1 mean -1.
template <class T>
struct Snorm {
    using Type = T;
    static constexpr T maximum = std::numeric_limits<T>::max();
    static constexpr uint32_t one = 0x3f800000;
    static uint32_t load(T value) {
        return bits_of(std::max(static_cast<float>(value) / static_cast<float>(maximum), -1.0f));
    }
    static T store(uint32_t bits) {
        const float value = float_of(bits);
        if (value < 0) return static_cast<T>(-static_cast<int32_t>(quantize(-value, maximum)));
        return static_cast<T>(quantize(value, maximum));
    }
};

struct Srgb8 {
    using Type = uint8_t;
    static constexpr uint32_t one = 0x3f800000;
    static uint32_t load(uint8_t value) { return bits_of(srgb_to_linear(value)); }
    static uint8_t store(uint32_t bits) { return linear_to_srgb(float_of(bits)); }
};

struct Half {
    using Type = uint16_t;
    static constexpr uint32_t one = 0x3f800000;
    static uint32_t load(uint16_t value) { return bits_of(half_to_float(value)); }
    static uint16_t store(uint32_t bits) { return float_to_half(float_of(bits)); }
};

struct Single {
    using Type = uint32_t;
    static constexpr uint32_t one = 0x3f800000;
    static uint32_t load(uint32_t value) { return value; }
    static uint32_t store(uint32_t bits) { return bits; }
};

template <class T>
struct Integer {
    using Type = T;
    using Wide = std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>;
    static constexpr uint32_t one = 1;
    static uint32_t load(T value) { return static_cast<uint32_t>(static_cast<Wide>(value)); }
    static T store(uint32_t bits) {
        return static_cast<T>(
            std::clamp<Wide>(static_cast<Wide>(bits), std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }
};

// ---- arrays of components ------------------------------------------------------------------------------------------

// What an element of an array stands for: components 0…3, a pad that reads as one, luminance, intensity.
enum Role : uint8_t { Red, Green, Blue, Alpha, Pad, Luminance, Intensity };

template <size_t n>
struct ComponentOrder {
    TexelLayout layout;
    std::array<Role, n> role;
};
struct Order {
    static constexpr ComponentOrder<4> Rgba{TexelLayout::Rgba, {Red, Green, Blue, Alpha}},
        Bgra{TexelLayout::Bgra, {Blue, Green, Red, Alpha}}, Rgbx{TexelLayout::Rgbx, {Red, Green, Blue, Pad}},
        Bgrx{TexelLayout::Bgrx, {Blue, Green, Red, Pad}};
    static constexpr ComponentOrder<3> Rgb{TexelLayout::Rgb, {Red, Green, Blue}},
        Bgr{TexelLayout::Bgr, {Blue, Green, Red}};
    static constexpr ComponentOrder<2> Rg{TexelLayout::Rg, {Red, Green}}, La{TexelLayout::La, {Luminance, Alpha}};
    static constexpr ComponentOrder<1> R{TexelLayout::R, {Red}}, A{TexelLayout::A, {Alpha}},
        L{TexelLayout::L, {Luminance}}, I{TexelLayout::I, {Intensity}};
};

// Puts a decoded element where the texel has it.
inline void set_component(Texel& texel, Role role, uint32_t value) {
    switch (role) {
        case Red:
        case Green:
        case Blue:
        case Alpha: texel[role] = value; break;
        case Pad: break;
        case Luminance: texel[0] = texel[1] = texel[2] = value; break;
        case Intensity: texel.fill(value); break;
    }
}

template <class Encoding, auto order>
struct Array {
    static constexpr TexelLayout layout = order.layout;
    using Type = typename Encoding::Type;
    static constexpr size_t count = order.role.size();
    static void load(const std::byte* memory, Texel& texel) {
        texel = {0, 0, 0, Encoding::one};
        for (size_t i = 0; i < count; ++i) {
            const Type value = read<Type>(memory + i * sizeof(Type));
            // Alpha is never on the sRGB curve.
            if (std::is_same_v<Encoding, Srgb8> && order.role[i] == Alpha)
                texel[3] = Unorm<uint8_t>::load(static_cast<uint8_t>(value));
            else
                set_component(texel, order.role[i], Encoding::load(value));
        }
    }
    static void store(std::byte* memory, const Texel& texel) {
        for (size_t i = 0; i < count; ++i) {
            const Role role = order.role[i];
            Type value;
            if (role == Pad)
                value = static_cast<Type>(std::numeric_limits<Type>::max());
            else if (std::is_same_v<Encoding, Srgb8> && role == Alpha)
                value = static_cast<Type>(Unorm<uint8_t>::store(texel[3]));
            else
                value = Encoding::store(texel[role <= Alpha ? role : Red]);
            write(memory + i * sizeof(Type), value);
        }
    }
};

// ---- packed words
// ----------------------------------------------------------------------------------------------------

// For each component its width and its shift; width 0 where there is none.
template <class Word, int... field>
struct PackedFields {
    static constexpr TexelLayout layout = TexelLayout::Packed;
    static constexpr std::array<int, 8> fields{field...};
    static constexpr int width(int component) { return fields[component * 2]; }
    static constexpr int shift(int component) { return fields[component * 2 + 1]; }
    static constexpr uint32_t maximum(int component) { return (1u << width(component)) - 1; }
};

template <class Word, int... field>
struct PackedUnorm : PackedFields<Word, field...> {
    using Fields = PackedFields<Word, field...>;
    static void load(const std::byte* memory, Texel& texel) {
        const uint32_t word = read<Word>(memory);
        texel = {0, 0, 0, 0x3f800000};
        for (int c = 0; c < 4; ++c)
            if (Fields::width(c))
                texel[c] = bits_of(static_cast<float>(word >> Fields::shift(c) & Fields::maximum(c)) /
                                   static_cast<float>(Fields::maximum(c)));
    }
    static void store(std::byte* memory, const Texel& texel) {
        uint32_t word = 0;
        for (int c = 0; c < 4; ++c)
            if (Fields::width(c)) word |= quantize(float_of(texel[c]), Fields::maximum(c)) << Fields::shift(c);
        write(memory, static_cast<Word>(word));
    }
};

template <class Word, int... field>
struct PackedUint : PackedFields<Word, field...> {
    using Fields = PackedFields<Word, field...>;
    static void load(const std::byte* memory, Texel& texel) {
        const uint32_t word = read<Word>(memory);
        for (int c = 0; c < 4; ++c) texel[c] = word >> Fields::shift(c) & Fields::maximum(c);
    }
    static void store(std::byte* memory, const Texel& texel) {
        uint32_t word = 0;
        for (int c = 0; c < 4; ++c) word |= std::min(texel[c], Fields::maximum(c)) << Fields::shift(c);
        write(memory, static_cast<Word>(word));
    }
};

struct PackedFloat11 {
    static constexpr TexelLayout layout = TexelLayout::PackedFloat11;
    static void load(const std::byte* memory, Texel& texel) {
        const uint32_t word = read<uint32_t>(memory);
        texel = {bits_of(small_float_to_float<6>(word & 0x7ff)), bits_of(small_float_to_float<6>(word >> 11 & 0x7ff)),
                 bits_of(small_float_to_float<5>(word >> 22)), 0x3f800000};
    }
    static void store(std::byte* memory, const Texel& texel) {
        write(memory, float_to_small_float<6>(float_of(texel[0])) | float_to_small_float<6>(float_of(texel[1])) << 11 |
                          float_to_small_float<5>(float_of(texel[2])) << 22);
    }
};

struct SharedExponent {
    static constexpr TexelLayout layout = TexelLayout::SharedExponent;
    static void load(const std::byte* memory, Texel& texel) {
        const uint32_t word = read<uint32_t>(memory);
        const float scale = float_of(((word >> 27) + 127 - 24) << 23);
        for (int c = 0; c < 3; ++c) texel[c] = bits_of(static_cast<float>(word >> 9 * c & 0x1ff) * scale);
        texel[3] = 0x3f800000;
    }
    static void store(std::byte* memory, const Texel& texel) {
        write(memory, pack_shared_exponent(float_of(texel[0]), float_of(texel[1]), float_of(texel[2])));
    }
};

// ---- depth and stencil
// -------------------------------------------------------------------------------------------------

// Depth in the upper `bits` bits of the word; stores keep the bits below (stencil).
template <class Word, int bits>
struct DepthUnorm {
    static constexpr TexelLayout layout = TexelLayout::DepthUnorm;
    static constexpr int shift = static_cast<int>(sizeof(Word)) * 8 - bits;
    static constexpr double maximum = static_cast<double>((uint64_t{1} << bits) - 1);
    static void load(const std::byte* memory, Texel& texel) {
        const Word word = read<Word>(memory) >> shift;
        // Up to 24 bits both are floats exactly, and one division rounds as it should.
        const float depth =
            bits <= 24 ? static_cast<float>(word) / static_cast<float>(maximum) : static_cast<float>(word / maximum);
        texel = {bits_of(depth), 0, 0, 0x3f800000};
    }
    static void store(std::byte* memory, const Texel& texel) {
        const float depth = float_of(texel[0]);
        const double clamped = depth > 0 ? std::min(static_cast<double>(depth), 1.0) : 0.0;
        uint32_t word = static_cast<uint32_t>(static_cast<uint64_t>(clamped * maximum + 0.5)) << shift;
        if constexpr (shift != 0) word |= read<Word>(memory) & ((1u << shift) - 1);
        write(memory, static_cast<Word>(word));
    }
};

// size 8: a word with the stencil follows.
template <int size>
struct DepthFloat {
    static constexpr TexelLayout layout = TexelLayout::DepthFloat;
    static void load(const std::byte* memory, Texel& texel) { texel = {read<uint32_t>(memory), 0, 0, 0x3f800000}; }
    static void store(std::byte* memory, const Texel& texel) { write(memory, texel[0]); }
};

// Stencil values as unsigned integers.
struct StencilIndex {
    static constexpr TexelLayout layout = TexelLayout::Stencil;
    static void load(const std::byte* memory, Texel& texel) { texel = {read<uint8_t>(memory), 0, 0, 1}; }
    static void store(std::byte* memory, const Texel& texel) { write(memory, static_cast<uint8_t>(texel[0])); }
};

// ---- blocks
// ---------------------------------------------------------------------------------------------------------------

// S3TC: interpolation in 8-bit values, rounded to nearest, as uploads of the same picture in Rgba8 would have them.
void decode_dxt(const std::byte* block, int kind, bool punch_through, int x, int y, std::array<uint8_t, 4>& rgba);
void decode_fxt1(const std::byte* block, int x, int y, std::array<uint8_t, 4>& rgba);
// One channel of RGTC or LATC.
float decode_rgtc(const std::byte* block, bool is_signed, int x, int y);

// BPTC: bytes, or half floats by bits.
void decode_bptc(const std::byte* block, int x, int y, std::array<uint8_t, 4>& rgba);
void decode_bptc_float(const std::byte* block, bool is_signed, int x, int y, std::array<uint16_t, 3>& rgb);
// ETC1 and the colours of ETC2; PunchThrough: with transparent texels.
enum class EtcKind { Etc1, Etc2, PunchThrough };
void decode_etc(const std::byte* block, EtcKind kind, int x, int y, std::array<uint8_t, 4>& rgba);
// One channel of EAC: 0…255, 0…2047 or -1023…1023.
enum class EacRange { Byte, Unsigned11, Signed11 };
int decode_eac(const std::byte* block, int x, int y, EacRange range);

// Compression of a block's texels (block_encoders.cpp).
void store_dxt(std::byte* block, std::span<const Texel> texels, int kind, bool punch_through);
void store_fxt1(std::byte* block, std::span<const Texel> texels, bool has_alpha);
// One channel of RGTC or LATC, from a component of the texels.
void store_rgtc(std::byte* block, std::span<const Texel> texels, size_t component, bool is_signed);
void store_bptc(std::byte* block, std::span<const Texel> texels);
void store_bptc_float(std::byte* block, std::span<const Texel> texels, bool is_signed);
void store_etc(std::byte* block, std::span<const Texel> texels, EtcKind kind);
void store_etc_alpha(std::byte* block, std::span<const Texel> texels);
// One channel of EAC with eleven bits.
void store_eac(std::byte* block, std::span<const Texel> texels, size_t component, bool is_signed);

// A texel of four bytes.
template <bool srgb>
Texel texel_of_bytes(const std::array<uint8_t, 4>& rgba) {
    Texel texel;
    for (size_t c = 0; c < 3; ++c) texel[c] = srgb ? Srgb8::load(rgba[c]) : Unorm<uint8_t>::load(rgba[c]);
    texel[3] = Unorm<uint8_t>::load(rgba[3]);
    return texel;
}

// Codecs of such texels: Codec::load_bytes(block, x, y, rgba).
template <class Codec, bool srgb>
struct BlocksOfBytes {
    static void load(const std::byte* block, int x, int y, Texel& texel) {
        std::array<uint8_t, 4> rgba;
        Codec::load_bytes(block, x, y, rgba);
        texel = texel_of_bytes<srgb>(rgba);
    }
};

template <bool srgb>
struct Bptc : BlocksOfBytes<Bptc<srgb>, srgb> {
    static constexpr TexelLayout layout = TexelLayout::Bptc;
    static void load_bytes(const std::byte* block, int x, int y, std::array<uint8_t, 4>& rgba) {
        decode_bptc(block, x, y, rgba);
    }
    static void store_block(std::byte* block, std::span<const Texel> texels) { store_bptc(block, texels); }
};

template <bool is_signed>
struct BptcFloat {
    static constexpr TexelLayout layout = TexelLayout::Bptc;
    static void load(const std::byte* block, int x, int y, Texel& texel) {
        std::array<uint16_t, 3> rgb;
        decode_bptc_float(block, is_signed, x, y, rgb);
        for (size_t c = 0; c < 3; ++c) texel[c] = bits_of(half_to_float(rgb[c]));
        texel[3] = 0x3f800000;
    }
    static void store_block(std::byte* block, std::span<const Texel> texels) {
        store_bptc_float(block, texels, is_signed);
    }
};

template <EtcKind kind, bool srgb>
struct Etc : BlocksOfBytes<Etc<kind, srgb>, srgb> {
    static constexpr TexelLayout layout = kind == EtcKind::Etc1 ? TexelLayout::Etc1 : TexelLayout::Etc2;
    static void load_bytes(const std::byte* block, int x, int y, std::array<uint8_t, 4>& rgba) {
        decode_etc(block, kind, x, y, rgba);
    }
    static void store_block(std::byte* block, std::span<const Texel> texels) { store_etc(block, texels, kind); }
};

// ETC2's colours behind a block of alpha.
template <bool srgb>
struct EtcAlpha : BlocksOfBytes<EtcAlpha<srgb>, srgb> {
    static constexpr TexelLayout layout = TexelLayout::Etc2;
    static void load_bytes(const std::byte* block, int x, int y, std::array<uint8_t, 4>& rgba) {
        decode_etc(block + 8, EtcKind::Etc2, x, y, rgba);
        rgba[3] = static_cast<uint8_t>(decode_eac(block, x, y, EacRange::Byte));
    }
    static void store_block(std::byte* block, std::span<const Texel> texels) { store_etc_alpha(block, texels); }
};

template <int channels, bool is_signed>
struct Eac {
    static constexpr TexelLayout layout = TexelLayout::Etc2;
    static void load(const std::byte* block, int x, int y, Texel& texel) {
        texel = {0, 0, 0, 0x3f800000};
        for (int i = 0; i < channels; ++i) {
            const int value = decode_eac(block + 8 * i, x, y, is_signed ? EacRange::Signed11 : EacRange::Unsigned11);
            texel[static_cast<size_t>(i)] = bits_of(static_cast<float>(value) / (is_signed ? 1023.0f : 2047.0f));
        }
    }
    static void store_block(std::byte* block, std::span<const Texel> texels) {
        for (int i = 0; i < channels; ++i) store_eac(block + 8 * i, texels, static_cast<size_t>(i), is_signed);
    }
};

// ASTC: the bits of four floats. Blocks that are no blocks give magenta.
Texel decode_astc(const std::byte* block, int width, int height, bool srgb, int x, int y);

template <int width, int height, bool srgb>
struct Astc {
    static constexpr TexelLayout layout = TexelLayout::Astc;
    static void load(const std::byte* block, int x, int y, Texel& texel) {
        texel = decode_astc(block, width, height, srgb, x, y);
    }
};

template <int kind, bool has_alpha, bool srgb>
struct Dxt : BlocksOfBytes<Dxt<kind, has_alpha, srgb>, srgb> {
    static constexpr TexelLayout layout = TexelLayout::S3tc;
    static void load_bytes(const std::byte* block, int x, int y, std::array<uint8_t, 4>& rgba) {
        decode_dxt(block, kind, has_alpha && kind == 1, x, y, rgba);
    }
    static void store_block(std::byte* block, std::span<const Texel> texels) {
        store_dxt(block, texels, kind, has_alpha && kind == 1);
    }
};

template <bool has_alpha>
struct Fxt1 : BlocksOfBytes<Fxt1<has_alpha>, false> {
    static constexpr TexelLayout layout = TexelLayout::Fxt1;
    static void load_bytes(const std::byte* block, int x, int y, std::array<uint8_t, 4>& rgba) {
        decode_fxt1(block, x, y, rgba);
        if (!has_alpha) rgba[3] = 255;
    }
    static void store_block(std::byte* block, std::span<const Texel> texels) { store_fxt1(block, texels, has_alpha); }
};

template <int channels, bool is_signed, auto order>
struct Rgtc {
    static constexpr TexelLayout layout = TexelLayout::Rgtc;
    static void load(const std::byte* block, int x, int y, Texel& texel) {
        texel = {0, 0, 0, 0x3f800000};
        for (int i = 0; i < channels; ++i)
            set_component(texel, order.role[i], bits_of(decode_rgtc(block + 8 * i, is_signed, x, y)));
    }
    static void store_block(std::byte* block, std::span<const Texel> texels) {
        for (int i = 0; i < channels; ++i) {
            const Role role = order.role[static_cast<size_t>(i)];
            store_rgtc(block + 8 * i, texels, role <= Alpha ? role : Red, is_signed);
        }
    }
};

}  // namespace runtime::codecs

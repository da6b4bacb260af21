// Texels over lanes: fetched, decoded, compared, and put into results.
//
// Part of the lane sampler (native_vocabulary.h). `Access`: the values that all lanes of a call share. Its key is
// constant or read at run time.
#pragma once

#include "ir/semantics/half_float.h"
#include "runtime/sampling/cube_lanes.h"

namespace runtime::sampler::ASMGL_ISA {
namespace {

constexpr bool is_cube(TextureKind kind) { return kind == TextureKind::Cube || kind == TextureKind::CubeArray; }
constexpr bool is_layered(TextureKind kind) {
    return kind == TextureKind::Array1D || kind == TextureKind::Array2D || kind == TextureKind::CubeArray ||
           kind == TextureKind::MultisampleArray2D;
}
constexpr int dimensions_of(TextureKind kind) {
    const bool one = kind == TextureKind::Texture1D || kind == TextureKind::Array1D || kind == TextureKind::Buffer;
    return one ? 1 : kind == TextureKind::Texture3D ? 3 : 2;
}
// The coordinate that names an array's layer.
constexpr int layer_component(TextureKind kind) {
    return kind == TextureKind::Array1D ? 1 : kind == TextureKind::CubeArray ? 3 : 2;
}

// The sampling position of each lane of a piece.
struct SamplePosition {
    Float coordinate[3];
    Signed slice;  // faces and layers; unused where has_slices is false
    bool has_slices;
    Float reference;
    bool moved;  // by offsets, in texels
    Signed offset[3];
    CubeFace face;  // of cubes

    ASMGL_INLINE const Signed* offset_of(int dimension) const { return moved ? &offset[dimension] : nullptr; }
};

template <int elements>
struct Values {
    Float value[elements];
};

// Values by a function of the element.
template <int elements, class Function>
ASMGL_INLINE Values<elements> each(const Function& function) {
    if constexpr (elements == 1)
        return {{function(0)}};
    else if constexpr (elements == 2)
        return {{function(0), function(1)}};
    else if constexpr (elements == 3)
        return {{function(0), function(1), function(2)}};
    else
        return {{function(0), function(1), function(2), function(3)}};
}

template <int elements>
ASMGL_INLINE Values<elements> mix(const Values<elements>& a, const Values<elements>& b, Float weight) {
    return each<elements>([&](int n) { return mix(a.value[n], b.value[n], weight); });
}
// `from`'s in the lanes of `mask`.
template <int elements>
ASMGL_INLINE Values<elements> merged(const Values<elements>& into, const Values<elements>& from, Mask mask) {
    return each<elements>([&](int n) { return choose(mask, from.value[n], into.value[n]); });
}
template <int elements>
ASMGL_INLINE Values<elements> zeros() {
    return each<elements>([](int) { return Float(0.0f); });
}

ASMGL_INLINE Float compared(CompareFunction function, Float reference, Float texel) {
    const Float one(1.0f), none(0.0f);
    switch (function) {
        case CompareFunction::Never: return none;
        case CompareFunction::Less: return choose(reference < texel, one, none);
        case CompareFunction::Equal: return choose(reference == texel, one, none);
        case CompareFunction::LessOrEqual: return choose(reference <= texel, one, none);
        case CompareFunction::Greater: return choose(reference > texel, one, none);
        case CompareFunction::NotEqual: return choose(reference != texel, one, none);
        case CompareFunction::GreaterOrEqual: return choose(reference >= texel, one, none);
        case CompareFunction::Always: return one;
    }
    return none;
}

// Converts the low halves.
ASMGL_INLINE Float half_to_float(Unsigned half) {
    using arbasm::from_half;
    return from_half(half & Unsigned(0xffff));
}

ASMGL_INLINE Float number(Unsigned value) { return to_float(as_signed(value)); }  // below 2^31
// Sign-extended from the low bits.
ASMGL_INLINE Signed sign_extended(Unsigned value, uint32_t bits) {
    return as_signed(value << Unsigned(32 - bits)) >> Unsigned(32 - bits);
}
ASMGL_INLINE Float signed_normalized(Unsigned value, uint32_t bits) {
    const Float number = to_float(sign_extended(value, bits)) / Float(static_cast<float>((1 << (bits - 1)) - 1));
    return choose(number < Float(-1.0f), Float(-1.0f), number);
}

// A field of a packed word.
struct Field {
    uint8_t width, shift;
};
ASMGL_INLINE constexpr Field field_of(TexelDecode decode, int element) {
    constexpr Field fields[][4] = {{{5, 11}, {6, 5}, {5, 0}, {0, 0}},
                                   {{4, 12}, {4, 8}, {4, 4}, {4, 0}},
                                   {{5, 11}, {5, 6}, {5, 1}, {1, 0}},
                                   {{3, 5}, {3, 2}, {2, 0}, {0, 0}},
                                   {{10, 0}, {10, 10}, {10, 20}, {2, 30}}};
    const int row =
        decode == TexelDecode::Rgb10A2Uint ? 4 : static_cast<int>(decode) - static_cast<int>(TexelDecode::Rgb565);
    return fields[row][element];
}
ASMGL_INLINE Unsigned field(TexelDecode decode, int element, Unsigned word) {
    const Field field = field_of(decode, element);
    return (word >> Unsigned(field.shift)) & Unsigned((1u << field.width) - 1);
}

// All 32 bits as [0, 1]: word / (2^32 - 1) is word + word / 2^32 in units of 2^-32, rounded once.
ASMGL_INLINE Float normalized_word(Unsigned word) {
    const Float high = number(word >> Unsigned(16)), low = number(word & Unsigned(0xffff));
    return (high * Float(65536.0f) + (low + high * Float(0x1p-16f))) * Float(0x1p-32f);
}

// SrgbCurve of two numbers in each lane: bytes · 256 to 65280ths.
ASMGL_INLINE Unsigned on_curve(Unsigned halves) {
    const auto both = [](uint32_t half) { return Unsigned(half * 0x10001u); };
    const Unsigned curved = maximum_halves(halves, both(SrgbCurve::knee));
    const auto times_curved = [&](Unsigned value) { return multiply_high_halves(value, curved); };
    const auto term = [&](int n) { return both(SrgbCurve::terms[n]); };
    Unsigned value = subtract_halves(term(4), times_curved(term(5)));
    value = subtract_halves(term(3), times_curved(value));
    value = add_halves(term(2), times_curved(value));
    value = add_halves(term(1), times_curved(value));
    value = add_halves(term(0), times_curved(value));
    const Unsigned below_knee = subtract_halves(curved, halves);
    return subtract_halves(value, multiply_high_halves(below_knee, both(SrgbCurve::slope)));
}

// Whether an element of a texel on the curve is beside it: alpha always is.
template <class Key>
ASMGL_INLINE bool is_beside_curve(const Key& key, int n) {
    return (key.elements == 2 || key.elements == 4) && n == key.elements - 1;
}

// Element n of texels whose word k is word_at(k).
template <class Access, class Words>
ASMGL_INLINE Float element(const Access& access, int n, const Words& word_at) {
    const Unsigned word = word_at(0);
    const Unsigned byte = (word >> Unsigned(8u * static_cast<uint32_t>(n & 3))) & Unsigned(0xff);
    // Two elements of 16 bits in each word.
    const auto half = [&] { return (n & 1 ? word_at(n / 2) >> Unsigned(16) : word_at(n / 2)) & Unsigned(0xffff); };
    switch (access.key.decode) {
        case TexelDecode::Bytes: return number(byte << Unsigned(16));
        case TexelDecode::Srgb8:
            if (is_beside_curve(access.key, n)) return number(byte << Unsigned(16));
            return number(on_curve(byte << Unsigned(8)) << Unsigned(8));
        case TexelDecode::Snorm8: return signed_normalized(byte, 8);
        case TexelDecode::Unorm16: return number(half()) / Float(65535.0f);
        case TexelDecode::Snorm16: return signed_normalized(half(), 16);
        case TexelDecode::Float16: return half_to_float(half());
        case TexelDecode::Float32:
        case TexelDecode::Word32: return as_float(word_at(n));
        case TexelDecode::Depth24: return number(word >> Unsigned(8)) / Float(16777215.0f);
        case TexelDecode::Depth32: return normalized_word(word);
        case TexelDecode::Rgb565:
        case TexelDecode::Rgba4:
        case TexelDecode::Rgb5A1:
        case TexelDecode::R3G3B2:
        case TexelDecode::Rgb10A2:
            return number(field(access.key.decode, n, word)) /
                   Float(static_cast<float>((1 << field_of(access.key.decode, n).width) - 1));
        case TexelDecode::R11G11B10Float:
            // The sign is missing, and the lowest bits of the mantissa.
            return half_to_float(n == 0   ? (word & Unsigned(0x7ff)) << Unsigned(4)
                                 : n == 1 ? ((word >> Unsigned(11)) & Unsigned(0x7ff)) << Unsigned(4)
                                          : (word >> Unsigned(22)) << Unsigned(5));
        case TexelDecode::Rgb9E5: {
            const Float scale = as_float(((word >> Unsigned(27)) + Unsigned(127 - 24)) << Unsigned(23));
            return number((word >> Unsigned(9u * static_cast<uint32_t>(n))) & Unsigned(0x1ff)) * scale;
        }
        case TexelDecode::Uint8: return as_float(byte);
        case TexelDecode::Sint8: return as_float(sign_extended(byte, 8));
        case TexelDecode::Uint16: return as_float(half());
        case TexelDecode::Sint16: return as_float(sign_extended(half(), 16));
        case TexelDecode::Rgb10A2Uint: return as_float(field(access.key.decode, n, word));
    }
    return Float(0.0f);
}

// The words of texels, as many as there are elements in; the others are the first.
struct TexelWords {
    Unsigned word[4];

    ASMGL_INLINE Unsigned operator()(int k) const { return word[k]; }
};
template <class Key>
ASMGL_INLINE int words_of(const Key& key) {
    switch (key.decode) {
        case TexelDecode::Float32:
        case TexelDecode::Word32: return key.elements;
        case TexelDecode::Unorm16:
        case TexelDecode::Snorm16:
        case TexelDecode::Float16:
        case TexelDecode::Uint16:
        case TexelDecode::Sint16: return (key.elements + 1) / 2;
        case TexelDecode::Bytes:
        case TexelDecode::Srgb8:
        case TexelDecode::Snorm8:
        case TexelDecode::Depth24:
        case TexelDecode::Depth32:
        case TexelDecode::Rgb565:
        case TexelDecode::Rgba4:
        case TexelDecode::Rgb5A1:
        case TexelDecode::R3G3B2:
        case TexelDecode::Rgb10A2:
        case TexelDecode::R11G11B10Float:
        case TexelDecode::Rgb9E5:
        case TexelDecode::Uint8:
        case TexelDecode::Sint8:
        case TexelDecode::Rgb10A2Uint: break;
    }
    return 1;
}
// At base + offset. Reads up to three bytes beyond a texel; images have room for that.
template <class Access>
ASMGL_INLINE TexelWords words_at(const Access& access, Pointer base, Signed offset) {
    const int count = words_of(access.key);
    if (count == 1) {
        const Unsigned word = gather(base, offset);
        return {{word, word, word, word}};
    }
    if (count == 4) {
        const Quad words = gather_quads(base, offset);
        return {{words.word[0], words.word[1], words.word[2], words.word[3]}};
    }
    const Pair two = gather_pairs(base, offset);
    return {{two.left, two.right, count == 3 ? gather(base + 8, offset) : two.left, two.left}};
}

// Texels as filters take them, the border where `outside`.
template <int elements, class Access, class Words>
ASMGL_INLINE Values<elements> decoded(const Access& access, const Words& word_at, Mask outside,
                                      const SamplePosition& position) {
    Values<elements> values = each<elements>([&](int n) { return element(access, n, word_at); });
    if (access.key.border)
        values = each<elements>([&](int n) { return choose(outside, access.numbers.border(n), values.value[n]); });
    if (elements == 1 && access.compare)
        values.value[0] = compared(access.key.compare_function, position.reference, values.value[0]);
    return values;
}

// The texels at base + offset, the border where `outside`.
template <int elements, class Access>
ASMGL_INLINE Values<elements> fetch_here(const Access& access, Pointer base, Signed offset, Mask outside,
                                         const SamplePosition& position) {
    if constexpr (Access::is_folded) {
        return decoded<elements>(access, words_at(access, base, offset), outside, position);
    } else {
        const Unsigned first = gather(base, offset);
        return decoded<elements>(
            access, [&](int k) { return k ? gather(base + 4 * k, offset) : first; }, outside, position);
    }
}

// Code that looks at its key as it runs has all formats in one function only.
template <int elements, class Access>
[[gnu::noinline]] Values<elements> fetch_by_key(const Access& access, Pointer base, Signed offset, Mask outside,
                                                const SamplePosition& position) {
    return fetch_here<elements>(access, base, offset, outside, position);
}
template <int elements, class Access>
ASMGL_INLINE Values<elements> fetch(const Access& access, Pointer base, Signed offset, Mask outside,
                                    const SamplePosition& position) {
    if constexpr (Access::is_folded)
        return fetch_here<elements>(access, base, offset, outside, position);
    else
        return fetch_by_key<elements>(access, base, offset, outside, position);
}

// Bytes · 65536 as [0, 1]: rounded once but for one case in some hundred, and for bytes always.
ASMGL_INLINE Float finished_byte(Float v) {
    return plus_exact_product(v * Float(static_cast<float>(0x1p-24 / 255)), v, Float(0x1p-24f));
}

template <int elements, class Access>
ASMGL_INLINE Values<elements> finished(const Access& access, const Values<elements>& values) {
    if (!has_byte_units(access.key.decode)) return values;
    return each<elements>([&](int n) { return finished_byte(values.value[n]); });
}

// A component of the result, from finished values: an element or a constant.
template <int elements, class Access>
ASMGL_INLINE Float component(const Access& access, const Values<elements>& values, uint8_t source) {
    if (source < elements) return values.value[source < elements ? source : 0];
    if (source != SamplerKey::one) return Float(0.0f);
    return is_integer(access.key.decode) ? as_float(Unsigned(1u)) : Float(1.0f);
}

}  // namespace
}  // namespace runtime::sampler::ASMGL_ISA

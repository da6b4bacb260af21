// CVT and registers of one size used with the other, many lanes at a time, between the types of 32 and 64 bits: what
// arbasm/ir/convert_number.h computes for one number, to the last bit. Included by convert_{sse4,avx2,avx512}.cpp only.
//
// All numbers lie in lanes of 64 bits; those of 32 bits in the low words, with zeros above.
#pragma once

#include "arbasm/ir/convert_number.h"
#include "runtime/interpreter/execute.h"
#include "runtime/interpreter/kernel_results.h"
#include "runtime/simd/wide_lanes.h"

namespace runtime::interpreter {
inline namespace ASMGL_ISA {

using arbasm::DataType;

typedef float HalfFloatRegister __attribute__((vector_size(2 * ASMGL_LANES), may_alias));

struct ConvertedLanes {
    alignas(64) uint64_t lane[group_lanes];
};

// ---- floats --------------------------------------------------------------------------------------------------

ASMGL_INLINE WideFloat double_of_float(WideUnsigned bits) {
    const HalfRegister low = __builtin_convertvector(bits.value, HalfRegister);
    return WideFloat(__builtin_convertvector(HalfFloatRegister(low), WideFloatRegister));
}

ASMGL_INLINE bool is_plain(Rounding rounding) { return rounding == Rounding::Default || rounding == Rounding::Round; }

// The neighbour of a float's bits: one step up or down where the mask says, whatever the sign.
ASMGL_INLINE WideUnsigned moved(WideUnsigned bits, WideMask negative, WideMask up, WideMask down) {
    const WideMask away = (up & !negative) | (down & negative), inwards = (up & negative) | (down & !negative);
    bits = choose(away, bits + WideUnsigned(uint64_t{1}), bits);
    return choose(inwards, bits - WideUnsigned(uint64_t{1}), bits);
}

// `below`, `above`: where the nearest number is less than the exact one, where it is greater.
ASMGL_INLINE WideUnsigned directed(WideUnsigned nearest, WideMask negative, WideMask below, WideMask above,
                                   Rounding rounding) {
    const WideMask nowhere(WideSignedRegister{});
    switch (rounding) {
        case Rounding::Floor: return moved(nearest, negative, nowhere, above);
        case Rounding::Ceil: return moved(nearest, negative, below, nowhere);
        case Rounding::Trunc: return moved(nearest, negative, below & negative, above & !negative);
        case Rounding::Default:
        case Rounding::Round: break;
    }
    return nearest;
}

ASMGL_INLINE WideUnsigned float_of_double(WideFloat x, Rounding rounding) {
    const HalfFloatRegister nearest = __builtin_convertvector(x.value, HalfFloatRegister);
    WideUnsigned bits(__builtin_convertvector(HalfRegister(nearest), WideUnsignedRegister));
    if (!is_plain(rounding)) {
        const WideFloat back = double_of_float(bits);
        bits = directed(bits, as_signed(x) < WideSigned(int64_t{0}), back<x, back> x, rounding);
    }
    return choose(x == x, bits, WideUnsigned(uint64_t{0x7fc00000}));
}

ASMGL_INLINE WideFloat clamped(WideFloat x, Saturation saturation) {
    if (saturation == Saturation::None) return x;
    const WideFloat one(1.0), least(saturation == Saturation::Unsigned ? 0.0 : -1.0);
    return choose(x > least, choose(x >= one, one, x), least);  // NaNs become the least
}

// ---- integers ------------------------------------------------------------------------------------------------

template <DataType type>
ASMGL_INLINE WideUnsigned extended(WideUnsigned bits) {
    if constexpr (type == DataType::S32) {
        const WideUnsigned half(uint64_t{32});
        return as_unsigned(as_signed(bits << half) >> half);
    }
    return bits;
}
template <DataType type>
ASMGL_INLINE WideUnsigned truncated(WideUnsigned bits) {
    return arbasm::bit_count_of(type) == 32 ? bits & WideUnsigned(uint64_t{0xffffffff}) : bits;
}
template <DataType type>
inline constexpr uint64_t greatest_of = ~uint64_t{0} >>
                                        (64 - arbasm::bit_count_of(type) + (arbasm::is_signed_integer(type) ? 1 : 0));
// As 64 bits, signed ones with their sign.
template <DataType type>
inline constexpr uint64_t least_of = arbasm::is_signed_integer(type) ? ~greatest_of<type> : 0;

// The nearest double of a number without sign: its halves become exact doubles, whose sum rounds once.
ASMGL_INLINE WideFloat nearest_double(WideUnsigned magnitude) {
    const WideUnsigned high = magnitude >> WideUnsigned(uint64_t{32}) | WideUnsigned(uint64_t{0x453} << 52);
    const WideUnsigned low = (magnitude & WideUnsigned(uint64_t{0xffffffff})) | WideUnsigned(uint64_t{0x433} << 52);
    return (as_float(high) - WideFloat(0x1p84 + 0x1p52)) + as_float(low);
}

constexpr uint64_t below_fraction = 0x7ff;  // bits that 64-bit integers have beyond a double's 53

ASMGL_INLINE WideUnsigned double_of_integer(WideUnsigned magnitude, WideMask negative, Rounding rounding) {
    const WideFloat nearest = nearest_double(magnitude);
    WideUnsigned bits = as_unsigned(nearest);
    const WideUnsigned sign = choose(negative, WideUnsigned(uint64_t{1} << 63), WideUnsigned(uint64_t{0}));
    if (!is_plain(rounding)) {
        // Both parts of the number are doubles, and so is what they differ by from the nearest one.
        const WideUnsigned rest = magnitude & WideUnsigned(below_fraction);
        const WideFloat error = (nearest_double(magnitude - rest) - nearest) + nearest_double(rest);
        const WideMask short_of = error > WideFloat(0.0), beyond = error < WideFloat(0.0);
        bits = directed(bits | sign, negative, (short_of & !negative) | (beyond & negative),
                        (beyond & !negative) | (short_of & negative), rounding);
    }
    return bits | sign;
}

ASMGL_INLINE WideUnsigned float_of_integer(WideUnsigned magnitude, WideMask negative, Rounding rounding) {
    // What doesn't fit into a double is told by its last bit: more than a float needs to round rightly.
    const WideUnsigned rest = magnitude & WideUnsigned(below_fraction);
    const WideUnsigned sticky =
        choose(rest == WideUnsigned(uint64_t{0}), WideUnsigned(uint64_t{0}), WideUnsigned(below_fraction + 1));
    const WideMask large = magnitude >= WideUnsigned(uint64_t{1} << 53);
    const WideFloat exact = nearest_double(choose(large, (magnitude - rest) | sticky, magnitude));
    return float_of_double(choose(negative, -exact, exact), rounding);
}

template <DataType to>
ASMGL_INLINE WideUnsigned integer_of_double(WideFloat x, Rounding rounding, bool saturated) {
    const WideFloat whole = rounding == Rounding::Ceil    ? round_up(x)
                            : rounding == Rounding::Floor ? round_down(x)
                            : rounding == Rounding::Trunc ? round_to_zero(x)
                                                          : round_to_even(x);
    // The low 64 bits, however large it is.
    const WideUnsigned bits = as_unsigned(whole), zero(uint64_t{0});
    const WideUnsigned significand = (bits & WideUnsigned((uint64_t{1} << 52) - 1)) | WideUnsigned(uint64_t{1} << 52);
    const WideSigned exponent =
        as_signed(bits >> WideUnsigned(uint64_t{52}) & WideUnsigned(uint64_t{0x7ff})) - WideSigned(int64_t{1075});
    const WideSigned none(int64_t{0}), most(int64_t{63});
    const auto limited = [&](WideSigned count) {
        return as_unsigned(choose(count < none, none, choose(count > most, most, count)));
    };
    const WideUnsigned left = choose(exponent > most, zero, significand << limited(exponent));
    const WideUnsigned size = choose(exponent < none, significand >> limited(-exponent), left);
    WideUnsigned value = choose(as_signed(bits) < none, -size, size);
    // Infinities are clamped in any case.
    constexpr double limit = 2.0 * static_cast<double>(greatest_of<to> / 2 + 1);
    const WideFloat least(arbasm::is_signed_integer(to) ? -limit : 0.0), infinity(__builtin_inf());
    const WideMask clamps = saturated ? WideMask(~WideSignedRegister{}) : (whole == infinity) | (whole == -infinity);
    value = choose(clamps & (whole >= WideFloat(limit)), WideUnsigned(greatest_of<to>), value);
    value = choose(clamps & (whole < least), WideUnsigned(least_of<to>), value);
    return truncated<to>(choose(x == x, value, zero));
}

// ---- any to any ----------------------------------------------------------------------------------------------

template <DataType from, DataType to>
ASMGL_INLINE WideUnsigned converted(WideUnsigned bits, Rounding rounding, Saturation saturation) {
    const bool saturated = saturation != Saturation::None;
    const WideUnsigned zero(uint64_t{0}), one(uint64_t{1});
    if constexpr (arbasm::is_float(from)) {
        WideFloat x = from == DataType::F32 ? double_of_float(bits) : as_float(bits);
        if constexpr (!arbasm::is_float(to)) return integer_of_double<to>(x, rounding, saturated);
        x = clamped(x, saturation);
        if constexpr (to == DataType::F32) return float_of_double(x, rounding);
        return choose(x == x, as_unsigned(x), WideUnsigned(uint64_t{0x7ff8} << 48));
    } else {
        const WideUnsigned value = extended<from>(bits);
        WideMask negative(WideSignedRegister{});
        if constexpr (arbasm::is_signed_integer(from)) negative = as_signed(value) < WideSigned(int64_t{0});
        if constexpr (!arbasm::is_float(to)) {
            if (!saturated) return truncated<to>(value);
            const WideMask above = !negative & (value > WideUnsigned(greatest_of<to>));
            const WideMask below = arbasm::is_signed_integer(to)
                                       ? negative & (as_signed(value) < WideSigned(static_cast<int64_t>(least_of<to>)))
                                       : negative;
            return truncated<to>(
                choose(above, WideUnsigned(greatest_of<to>), choose(below, WideUnsigned(least_of<to>), value)));
        } else {
            WideUnsigned magnitude = choose(negative, -value, value);
            if (saturated) magnitude = choose(magnitude > one, one, magnitude);
            if (saturation == Saturation::Unsigned) {
                magnitude = choose(negative, zero, magnitude);
                negative = WideMask(WideSignedRegister{});
            }
            return to == DataType::F32 ? float_of_integer(magnitude, negative, rounding)
                                       : double_of_integer(magnitude, negative, rounding);
        }
    }
}

template <DataType from, DataType to>
void convert_all(ConvertedLanes& lanes, Rounding rounding, Saturation saturation) {
    if (from == to && saturation == Saturation::None) return;
    for (int i = 0; i < group_lanes; i += wide_native_lanes) {
        auto* const at = reinterpret_cast<WideUnsignedRegister*>(lanes.lane + i);
        *at = converted<from, to>(WideUnsigned(*at), rounding, saturation).value;
    }
}

using ConvertAll = void (*)(ConvertedLanes&, Rounding, Saturation);
static_assert(static_cast<int>(DataType::F32) == 0 && static_cast<int>(DataType::U64) == 5);
constexpr int convertible_types = 6;

template <DataType from>
inline constexpr ConvertAll conversions_from[convertible_types] = {
    convert_all<from, DataType::F32>, convert_all<from, DataType::S32>, convert_all<from, DataType::U32>,
    convert_all<from, DataType::F64>, convert_all<from, DataType::S64>, convert_all<from, DataType::U64>};
inline constexpr const ConvertAll* conversions[convertible_types] = {
    conversions_from<DataType::F32>, conversions_from<DataType::S32>, conversions_from<DataType::U32>,
    conversions_from<DataType::F64>, conversions_from<DataType::S64>, conversions_from<DataType::U64>};

inline void convert_lanes(ConvertedLanes& lanes, DataType from, DataType to, Rounding rounding = Rounding::Default,
                          Saturation saturation = Saturation::None) {
    conversions[static_cast<int>(from)][static_cast<int>(to)](lanes, rounding, saturation);
}

// ---- the step ------------------------------------------------------------------------------------------------

inline void load_lanes(const Machine& machine, int component, const ConvertStep& conversion, ConvertedLanes& lanes) {
    const Source& source = conversion.source;
    const auto file = static_cast<int>(source.base[component]);
    const std::byte* const at = machine.base[file] + source.offset[component];
    const bool constant = source.base[component] == Base::Constants;
    if (constant || (!conversion.wide_source && machine.stride[file] == 0)) {
        // The zeros and ones of SWZ are floats of 32 bits.
        uint64_t bits = *reinterpret_cast<const uint32_t*>(at);
        if (constant) {
            bits = arbasm::convert_number(bits, DataType::F32, conversion.from, Rounding::Default, Saturation::None);
            if (arbasm::bit_count_of(conversion.from) == 32) bits = static_cast<uint32_t>(bits);
        }
        for (uint64_t& lane : lanes.lane) lane = bits;
        return;
    }
    for (int i = 0; i < group_lanes; i += wide_native_lanes) {
        const std::byte* const low = at + i * 4;
        auto* const to = reinterpret_cast<WideUnsignedRegister*>(lanes.lane + i);
        *to = conversion.wide_source
                  ? load_wide<WideUnsigned>(low, low + vector_bytes).value
                  : __builtin_convertvector(*reinterpret_cast<const HalfRegister*>(low), WideUnsignedRegister);
    }
    convert_lanes(lanes, register_type(conversion.from, conversion.wide_source), conversion.from);
}

inline void store_lanes(const ConvertedLanes& lanes, std::byte* at, bool wide, LaneMask keep) {
    for (int i = 0; i < group_lanes; i += wide_native_lanes) {
        std::byte* const low = at + i * 4;
        const WideUnsigned value(*reinterpret_cast<const WideUnsignedRegister*>(lanes.lane + i));
        const WideMask kept = from_wide_bits(keep >> i);
        if (wide) {
            store_wide(low, low + vector_bytes, choose(kept, value, load_wide<WideUnsigned>(low, low + vector_bytes)));
        } else {
            auto* const to = reinterpret_cast<HalfRegister*>(low);
            const WideUnsigned before(__builtin_convertvector(*to, WideUnsignedRegister));
            *to = __builtin_convertvector(choose(kept, value, before).value, HalfRegister);
        }
    }
}

inline Flags flags_of(const ConvertedLanes& lanes, DataType type) {
    Flags flags;
    for (int i = 0; i < group_lanes; i += wide_native_lanes) {
        const WideUnsigned bits(*reinterpret_cast<const WideUnsignedRegister*>(lanes.lane + i));
        if (type == DataType::F32)
            flags.add(i, double_of_float(bits));
        else if (type == DataType::F64)
            flags.add(i, as_float(bits));
        else
            flags.add(i, arbasm::bit_count_of(type) == 32 ? bits << WideUnsigned(uint64_t{32}) : bits);
    }
    return flags;
}

inline const Step* convert_vectors(Machine& machine, const Step* step) {
    const auto& conversion = static_cast<const ConvertStep&>(*step);
    const Result& result = conversion.result;
    if (!conversion.of_kept && !find_kept_lanes(machine, result)) return next_of(conversion);
    std::byte* const destination = machine.address(result.place);
    for (int c = 0; c < 4; c++) {
        const LaneMask keep = machine.keep[c];
        if (keep == 0) continue;
        ConvertedLanes lanes;
        load_lanes(machine, c, conversion, lanes);
        convert_lanes(lanes, conversion.from, conversion.to, conversion.rounding, result.saturation);
        if (result.updates_conditions())
            write_flags(machine.condition_codes[result.updated_register()], c, flags_of(lanes, conversion.to), keep);
        convert_lanes(lanes, conversion.to, register_type(conversion.to, conversion.wide_result));
        store_lanes(lanes, destination + c * word_bytes, conversion.wide_result, keep);
    }
    return next_of(conversion);
}

// The numbers of 8 and 16 bits go one by one.
inline const Step* convert_singly(Machine& machine, const Step* step) {
    return convert_lanes_singly(machine, static_cast<const ConvertStep&>(*step));
}

inline Handler find_convert_handler(const ConvertStep& conversion) {
    const auto is_vector = [](DataType type) { return static_cast<int>(type) < convertible_types; };
    return is_vector(conversion.from) && is_vector(conversion.to) ? convert_vectors : convert_singly;
}

}  // namespace ASMGL_ISA
}  // namespace runtime::interpreter

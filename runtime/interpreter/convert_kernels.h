// CVT and registers of one size used with the other, many lanes at a time, between the types of 32 and 64 bits, by the
// definitions of ir/semantics/convert_lanes.h. Included by convert_simd.cpp only.
#pragma once

#include "ir/semantics/convert_lanes.h"
#include "runtime/interpreter/execute.h"
#include "runtime/interpreter/kernel_results.h"
#include "runtime/simd/wide_lanes.h"

namespace runtime::interpreter {
inline namespace ASMGL_ISA {

using arbasm::DataType;

struct ConvertedLanes {
    alignas(64) uint64_t lane[group_lanes];
};

template <DataType from, DataType to>
void convert_all(ConvertedLanes& lanes, Rounding rounding, Saturation saturation) {
    if (from == to && saturation == Saturation::None) return;
    for (int i = 0; i < group_lanes; i += wide_native_lanes) {
        auto* const at = reinterpret_cast<WideUnsignedRegister*>(lanes.lane + i);
        *at = arbasm::convert_lanes::converted<from, to>(WideUnsigned(*at), rounding, saturation).value;
    }
}

using ConvertAll = void (*)(ConvertedLanes&, Rounding, Saturation);
using arbasm::convertible_types;

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
    if (source.base[component] == Base::Constants) {
        // The zeros and ones of SWZ are floats of 32 bits.
        uint64_t bits = arbasm::convert_number(*reinterpret_cast<const uint32_t*>(at), DataType::F32, conversion.from,
                                               Rounding::Default, Saturation::None);
        if (arbasm::bit_count_of(conversion.from) == 32) bits = static_cast<uint32_t>(bits);
        for (uint64_t& lane : lanes.lane) lane = bits;
        return;
    }
    if (!conversion.wide_source && machine.stride[file] == 0) {
        const uint64_t bits = *reinterpret_cast<const uint32_t*>(at);
        for (uint64_t& lane : lanes.lane) lane = bits;
    } else {
        for (int i = 0; i < group_lanes; i += wide_native_lanes) {
            const std::byte* const low = at + i * 4;
            auto* const to = reinterpret_cast<WideUnsignedRegister*>(lanes.lane + i);
            *to = conversion.wide_source
                      ? load_wide<WideUnsigned>(low, low + vector_bytes).value
                      : __builtin_convertvector(*reinterpret_cast<const HalfRegister*>(low), WideUnsignedRegister);
        }
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
            flags.add(i, double_of_single(bits));
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
    std::byte* const destination = machine.pointer(result.destination);
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
    const bool in_lanes = is_convertible_in_lanes(conversion.from) && is_convertible_in_lanes(conversion.to);
    return in_lanes ? convert_vectors : convert_singly;
}

}  // namespace ASMGL_ISA
}  // namespace runtime::interpreter

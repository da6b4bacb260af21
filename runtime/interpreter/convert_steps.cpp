// CVT, and registers of one size used with the other: a lane at a time, for the types that convert_kernels.h leaves.
#include <bit>

#include "ir/semantics/convert_number.h"
#include "runtime/interpreter/execute.h"

namespace runtime::interpreter {
namespace {

using arbasm::DataType;
using arbasm::Rounding;
using arbasm::Saturation;

// "whose sixteen least significant bits describe a 16-bit floating-point value": no conversion between sizes.
uint64_t out_of_register(uint64_t bits, DataType type, bool wide) {
    if (type == DataType::F16) return bits & 0xffff;
    return arbasm::convert_number(bits, register_type(type, wide), type, Rounding::Default, Saturation::None);
}
uint64_t into_register(uint64_t bits, DataType type, bool wide) {
    if (type == DataType::F16) return bits;
    return arbasm::convert_number(bits, type, register_type(type, wide), Rounding::Default, Saturation::None);
}

struct Sign {
    bool negative, zero, nan;
};
Sign sign_of(uint64_t bits, DataType type) {
    const int count = arbasm::bit_count_of(type);
    bits &= ~uint64_t{0} >> (64 - count);
    if (!arbasm::is_float(type)) return {(bits >> (count - 1)) != 0, bits == 0, false};
    const uint64_t size = bits & (~uint64_t{0} >> (65 - count));
    const uint64_t infinity = type == DataType::F16 ? 0x7c00 : type == DataType::F32 ? 0x7f800000 : 0x7ff0000000000000;
    return {size != 0 && size <= infinity && (bits >> (count - 1)) != 0, size == 0, size > infinity};
}

}  // namespace

DataType register_type(DataType type, bool wide) {
    if (arbasm::is_float(type)) return wide ? DataType::F64 : DataType::F32;
    if (arbasm::is_signed_integer(type)) return wide ? DataType::S64 : DataType::S32;
    return wide ? DataType::U64 : DataType::U32;
}

const Step* convert_lanes_singly(Machine& machine, const ConvertStep& conversion) {
    const Source& source = conversion.source;
    const Result& result = conversion.result;
    if (!conversion.of_kept && !find_kept_lanes(machine, result)) return next_of(conversion);
    std::byte* const destination = machine.pointer(result.destination);
    for (int c = 0; c < 4; c++) {
        const LaneMask keep = machine.keep[c];
        LaneMask negative = 0, zero = 0;
        for (LaneMask rest = keep; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            uint64_t bits = 0;
            if (source.base[c] == Base::Constants) {
                // The zeros and ones of SWZ are floats of 32 bits.
                bits = arbasm::convert_number(read_lane(machine, source, c, lane, arbasm::LaneKind::Unsigned),
                                              DataType::F32, conversion.from, Rounding::Default, Saturation::None);
            } else {
                bits = conversion.wide_source ? read_wide_lane(machine, source, c, lane, arbasm::LaneKind::Unsigned)
                                              : read_lane(machine, source, c, lane, arbasm::LaneKind::Unsigned);
                bits = out_of_register(bits, conversion.from, conversion.wide_source);
            }
            bits = arbasm::convert_number(bits, conversion.from, conversion.to, conversion.rounding, result.saturation);
            // "if the most significant bit of the value written to the result variable is set": small integers are
            // written with 32 bits (NV_gpu_program4 2.X.4.3).
            const bool small = !arbasm::is_float(conversion.to) && arbasm::bit_count_of(conversion.to) < 32;
            const Sign sign =
                small ? sign_of(into_register(bits, conversion.to, false), register_type(conversion.to, false))
                      : sign_of(bits, conversion.to);
            negative |= LaneMask{sign.negative || sign.nan} << lane;
            zero |= LaneMask{sign.zero || sign.nan} << lane;
            bits = into_register(bits, conversion.to, conversion.wide_result);
            auto* const to = reinterpret_cast<uint32_t*>(destination + static_cast<size_t>(c) * word_bytes) + lane;
            *to = static_cast<uint32_t>(bits);
            if (conversion.wide_result) to[vector_bytes / 4] = static_cast<uint32_t>(bits >> 32);
        }
        if (result.updates_conditions())
            write_flags(machine.condition_codes[result.updated_register()], c, {negative, zero, 0, 0}, keep);
    }
    return next_of(conversion);
}

}  // namespace runtime::interpreter

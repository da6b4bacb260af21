// One number from any of CVT's types to any other, exactly: integers only, so every CPU gives the same bits.
#pragma once

#include <cstdint>

#include "ir/program.h"

namespace arbasm {

inline constexpr bool is_float(DataType type) {
    return type == DataType::F16 || type == DataType::F32 || type == DataType::F64;
}
inline constexpr bool is_signed_integer(DataType type) {
    return type == DataType::S8 || type == DataType::S16 || type == DataType::S32 || type == DataType::S64;
}
inline constexpr int bit_count_of(DataType type) {
    switch (type) {
        case DataType::S8:
        case DataType::U8: return 8;
        case DataType::F16:
        case DataType::S16:
        case DataType::U16: return 16;
        case DataType::F64:
        case DataType::S64:
        case DataType::U64: return 64;
        case DataType::F32:
        case DataType::S32:
        case DataType::U32:
        case DataType::Typeless: break;
    }
    return 32;
}

// `bits` holds a number of type `from` in its low bits; so does the result, of type `to`. Integers fill all 64 bits
// with their sign or zeros.
//
// Floats round as told (Default: to nearest even), overflows become infinite or the largest number on the side that
// the rounding says. Floats become integers by that rounding too. Integers that do not fit are clamped with
// `saturation` and lose their high bits without (NV_gpu_program5, CVT); NaN becomes 0, infinities the nearest integer.
// Floats are clamped to [0, 1] or [-1, 1] as by any instruction.
uint64_t convert_number(uint64_t bits, DataType from, DataType to, Rounding rounding, Saturation saturation);

}  // namespace arbasm

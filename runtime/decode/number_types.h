// The number types of instructions as steps have them: a kind of number in registers of 32 or 64 bits.
#pragma once

#include "ir/program.h"
#include "ir/semantics/operations.h"

namespace runtime::decoded {

using namespace arbasm;

constexpr LaneKind lane_kind(DataType type) {
    switch (type) {
        case DataType::S8:
        case DataType::S16:
        case DataType::S32:
        case DataType::S64: return LaneKind::Signed;
        case DataType::U8:
        case DataType::U16:
        case DataType::U32:
        case DataType::U64: return LaneKind::Unsigned;
        case DataType::F16:
        case DataType::F32:
        case DataType::F64:
        case DataType::Typeless: return LaneKind::Float;
    }
    return LaneKind::Float;
}

// The type of registers that hold such numbers.
constexpr DataType type_of(LaneKind kind, bool wide) {
    switch (kind) {
        case LaneKind::Float: return wide ? DataType::F64 : DataType::F32;
        case LaneKind::Signed: return wide ? DataType::S64 : DataType::S32;
        case LaneKind::Unsigned: return wide ? DataType::U64 : DataType::U32;
    }
    return DataType::F32;
}

}  // namespace runtime::decoded

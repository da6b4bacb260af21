// The kind of number that a lane holds of an operand of this type.
#pragma once

#include "ir/program.h"
#include "ir/semantics/operations.h"

namespace arbasm {

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

}  // namespace arbasm

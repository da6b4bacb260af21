// The number types of instructions as steps have them: a kind of number in registers of 32 or 64 bits.
#pragma once

#include "ir/program.h"
#include "ir/semantics/lane_kind.h"

namespace runtime::decoded {

using namespace arbasm;

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

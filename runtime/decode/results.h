// Results of instructions: steps that compute or convert and write where the instruction's result goes, with its
// condition, saturation and update of condition codes.
//
// A step writes to registers of its own size whose address is known. Where the instruction's register has the other
// size or an index chooses it, the step writes to a scratch register, and steps behind it bring the result there.
#pragma once

#include <initializer_list>

#include "runtime/decode/decode_context.h"

namespace runtime::decoded {

Condition condition_of(const ConditionMask& mask);
RegisterAddress result_address(const DecodeContext& context, const Destination& destination);

// Each returns the step that computes.
StepOffset compute(DecodeContext& context, Operation operation, LaneKind kind, std::initializer_list<Source> sources,
                   const Instruction& to);
StepOffset compute(DecodeContext& context, Operation operation, DataType type, std::initializer_list<Source> sources,
                   const Instruction& to);
// The result of another kind of step, which left it there, as it is.
void move_result(DecodeContext& context, RegisterAddress from, LaneKind kind, const Instruction& to);
void move_result(DecodeContext& context, RegisterAddress from, DataType type, const Instruction& to);
// A conversion as an instruction's own step; into a register as wide as the result.
void convert(DecodeContext& context, ConvertStep step, const Instruction& to);

}  // namespace runtime::decoded

// Operands: sign, absolute value, what is read, swizzle.
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

// As the shape of its place in the opcode's row wants it.
bool parse_operand(ParseContext& context, Instruction& instruction, OperandShape shape, Operand& operand);

// What stands between the sign and the swizzle: a variable, a binding or a constant.
bool parse_operand_base(ParseContext& context, Instruction& instruction, DataType type, Operand& operand,
                        bool& is_scalar_constant);

}  // namespace arbasm

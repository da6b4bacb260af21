// Which components of its operands an instruction reads.
#pragma once

#include "ir/program.h"
#include "ir/semantics/operations.h"

namespace arbasm {

// Components of a vector operand, behind its swizzle, that an operation reads whose result has `write_mask`.
inline uint8_t components_read(Operation operation, int operand, uint8_t write_mask) {
    switch (operation) {
        case Operation::Dp2:
        case Operation::Dp2a: return operand == 2 ? 1 : 3;
        case Operation::Dp3:
        case Operation::Nrm:
        case Operation::Rfl:
        case Operation::Xpd: return 7;
        case Operation::Dph: return operand == 0 ? 7 : 0xf;
        default: return operation_info(operation).form == ResultForm::Each ? write_mask : 0xf;
    }
}

// The same of an instruction's operand; all four where it is more than an operation on registers.
inline uint8_t components_read(const Instruction& instruction, int operand) {
    if (instruction.opcode == Opcode::Cvt) return instruction.result.write_mask;
    const Operation operation = operation_of(instruction.opcode);
    if (operation == Operation::Count || operand >= operation_info(operation).operand_count()) return 0xf;
    return operation_info(operation).operand_is_vector(operand)
               ? components_read(operation, operand, instruction.result.write_mask)
               : uint8_t{1};
}

}  // namespace arbasm

// Which components of its operands an instruction reads.
#pragma once

#include "ir/program.h"
#include "ir/semantics/operations.h"

namespace arbasm {

// Components of a vector operand, after its swizzle, that an operation with this `write_mask` reads.
inline uint8_t components_read(Operation operation, int operand, uint8_t write_mask) {
    return operation_info(operation).components_read(operand, write_mask);
}

// The same of an instruction's operand; all four where it is more than an operation on registers.
inline uint8_t components_read(const Instruction& instruction, int operand) {
    const uint8_t write_mask = instruction.result.write_mask;
    const Operation operation = operation_of(instruction.opcode);
    if (operation == Operation::Count) {
        const OpcodeInfo& info = opcode_info(instruction.opcode);
        const bool in_row = operand < info.operand_count;
        return in_row ? info.operands[static_cast<size_t>(operand)].components_read(write_mask, 0xf) : uint8_t{0xf};
    }
    if (operand >= operation_info(operation).operand_count()) return 0xf;
    return operation_info(operation).operand_is_vector(operand) ? components_read(operation, operand, write_mask)
                                                                : uint8_t{1};
}

}  // namespace arbasm

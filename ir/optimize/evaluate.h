// Evaluates an instruction with known operands, by the engines' definitions over one lane of plain numbers, so that
// constant folding changes no bit.
#pragma once

#include <array>
#include <cstdint>

#include "ir/program.h"

namespace arbasm {

struct ConditionFlags {
    bool sign = false, zero = false, carry = false, overflow = false;
};

struct Evaluated {
    std::array<uint32_t, 4> words{};  // of the components that the instruction writes
    std::array<ConditionFlags, 4> flags{};
};

// The components of an operand behind its swizzle, before its signs; of a scalar all four are the one.
using OperandWords = std::array<std::array<uint32_t, 4>, 3>;

// Whether an instruction computes numbers of 32 bits from its operands alone, and in full precision. Only for programs
// of ARB and of the NV_gpu_program4 family.
bool can_be_evaluated(const Program& program, const Instruction& instruction);
Evaluated evaluate(const Program& program, const Instruction& instruction, const OperandWords& operands);

// Whether the operation reads operand `n` as a scalar: its first selector only.
bool is_read_as_scalar(const Instruction& instruction, int n);

// Whether flags pass a test (Table X.16 of NV_gpu_program4).
bool passes(ConditionTest test, const ConditionFlags& flags);

}  // namespace arbasm

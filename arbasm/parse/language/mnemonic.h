// The word that an instruction begins with, taken apart: OPCODE[R|H|X][C|C0|C1][_SAT|_SSAT].
#pragma once

#include <string_view>

#include "ir/program.h"

namespace arbasm {

struct Mnemonic {
    Opcode opcode = Opcode::Count;  // Count: the word is no instruction of any language
    Precision precision = Precision::Full;
    bool has_precision = false;
    ConditionUpdate condition = ConditionUpdate::None;
    Saturation saturation = Saturation::None;
    bool bad_order = false;
};

Mnemonic split_mnemonic(std::string_view word);

bool is_instruction(std::string_view word);

}  // namespace arbasm

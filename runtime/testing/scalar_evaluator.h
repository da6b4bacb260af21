// Runs a program for one thread, in the plainest way: the oracle of random programs. Written from the specifications'
// pseudo-code; shares nothing with the engines.
//
// What is computed from a NaN's bits, or left undefined by the specifications, is tracked as unknown and not compared.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "arbasm/program.h"

namespace runtime {

struct EvaluatedWord {
    enum State : uint8_t { Known, NotANumber, Unknown } state = Known;
    uint64_t bits = 0;  // of a 32- or 64-bit register's component
};
using EvaluatedVector = std::array<EvaluatedWord, 4>;

struct Evaluation {
    bool decided = true;    // false: the program's way depends on something unknown, or it ran too long
    bool too_long = false;  // more than a few thousand instructions
    bool killed = false;
    std::vector<EvaluatedVector> results;
};

// `attributes`, `parameters`: one per register of the program; of which vertex is not looked at.
Evaluation evaluate(const arbasm::Program& program, const std::vector<std::array<uint32_t, 4>>& attributes,
                    const std::vector<std::array<uint32_t, 4>>& parameters);

// Whether evaluate() knows all of the program's instructions.
bool can_evaluate(const arbasm::Program& program);

}  // namespace runtime

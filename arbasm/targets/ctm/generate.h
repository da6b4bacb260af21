// Code for the DPP array from a fragment program.
//
// A program becomes a kernel over the window: attributes come from FLOAT32_4 inputs of the window's layout (numbered
// from 15 downwards), texture unit n is input n, result.color[n] goes to output n and result.depth to the conditional
// output, parameter p is the constant that `constants` says. What the machine cannot do is told for every instruction,
// and then there is no code.
#pragma once

#include <cstdint>
#include <vector>

#include "arbasm/assembler.h"
#include "arbasm/program.h"
#include "arbasm/targets/ctm/object.h"

namespace arbasm::ctm {

struct Generated {
    std::vector<Diagnostic> errors;  // in the program's order; empty: the rest is valid
    std::vector<Slot> slots;
    Object object;
    struct Pair {
        uint32_t from, to;
    };
    std::vector<Pair> attributes;  // Program::attributes → input
    std::vector<Pair> constants;   // Program::parameters → float constant; literals are in the object
};
Generated generate(const Program& program);

}  // namespace arbasm::ctm

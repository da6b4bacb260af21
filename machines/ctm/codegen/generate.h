// Code for the DPP array from a fragment program.
//
// A program becomes a kernel over the window: attributes come from FLOAT32_4 inputs of the window's layout (numbered
// from 15 downwards), texture unit n is input n, result.color[n] goes to output n and result.depth to the conditional
// output, parameter p is the constant that `constants` says. Instructions that the machine cannot do are reported, all
// of them, and then there is no code.
//
// The way there: selection (selector.h) on registers without number, which renaming splits into values (rename.cpp);
// optimization (optimize.cpp); order and pairs (schedule.cpp); addresses (allocate_sources.cpp) and registers
// (allocate_registers.cpp); instructions with what they wait for (emit.cpp). code.h is the form that all of them work
// on.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/diagnostic.h"
#include "ir/program.h"
#include "machines/ctm/assembly/object.h"

namespace machines::ctm {

struct Generated {
    std::vector<arbasm::Diagnostic> errors;  // in the program's order; empty: the rest is valid
    std::vector<Slot> slots;
    Object object;
    struct Pair {
        uint32_t from, to;
    };
    std::vector<Pair> attributes;  // Program::attributes → input
    std::vector<Pair> constants;   // Program::parameters → float constant; literals are in the object
    // A loop count that is the whole part of a parameter's component, 0 … 255: → integer constant.
    struct Count {
        uint32_t parameter, component, constant;
    };
    std::vector<Count> counts;
};
struct GenerateOptions {
    bool small_angles = false;  // of SIN and COS: a few turns, so that the machine's own range will do
    // Lookups are answered by the board's whole texture unit and not by the inputs of the managed interface: it takes
    // three coordinates for cube and 3D targets, and scales coordinates by a texture's own size.
    bool texture_unit = false;
    uint32_t linear = 0;  // bit n: texture unit n is filtered bilinearly, by four lookups and arithmetic
};
Generated generate(const arbasm::Program& program, const GenerateOptions& options = {});

}  // namespace machines::ctm

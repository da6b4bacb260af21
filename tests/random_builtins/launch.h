// What a linked stage reaches, made anew for each run: textures, images, buffers, and the values of its inputs.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "glsl/link.h"

#include "runtime/execution/routine.h"
#include "runtime/execution/watchdog.h"
#include "runtime/memory/memory.h"

namespace random_builtins {

// What a run leaves behind.
struct Outcome {
    std::vector<arbasm::Binding> bindings;  // of the results
    std::vector<runtime::LaneVector> results;
    std::vector<uint32_t> memory;   // words of all buffers
    std::vector<std::byte> texels;  // of all images
    std::vector<std::vector<uint32_t>> emitted;
    runtime::LaneMask killed = 0;
    bool faulted = false, timed_out = false;
};

// `program`: the stage's, or another one that was made of it.
Outcome run(const runtime::Routine& routine, const arbasm::Program& program, const glsl::LinkedProgram& linked,
            arbasm::Stage stage, uint64_t seed);

// Empty, or what is not the same.
std::string difference(const Outcome& got, const Outcome& wanted);

}  // namespace random_builtins

// A decoded program.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/decode/steps.h"

namespace runtime::decoded {

// A component of a parameter that is spread over a CPU register before a run.
struct UniformSlot {
    int32_t parameter = 0;
    uint8_t component = 0;
};

struct Code {
    std::shared_ptr<const arbasm::Program> program;
    StepList steps;        // the last one is an EndStep
    StepOffset entry = 0;  // first step to run
    StepOffset end = 0;    // the last one
    std::vector<UniformSlot> uniforms;
    std::vector<StepOffset> subroutines;  // where the one of each SUBROUTINENUM begins, or no_step
    std::vector<int32_t> output_numbers;  // for ReadOutputStep: result register of each element; -1: not written
    std::vector<uint32_t> cleared;        // offsets of registers that may be read before they are written
    uint32_t scratch_bytes = 0;
    uint32_t max_nesting = 0;  // IF and REP around any instruction
    uint32_t max_frames = 0;
    bool uses_threads = false;         // reads Base::Threads
    bool straight = true;              // only Compute steps of 32 bits, none masked
    std::vector<uint32_t> seen_words;  // of registers: read where not all lanes run, for others that do
    bool jumps = false;                // flow by labels: lanes find each other by the steps they are at, not by frames
    uint32_t call_depth = 0;           // with jumps
};

// The line of the source that a step comes from; 0: none. Code knows instructions only: programs that differ in their
// lines alone share it.
inline uint32_t line_of(const Code& code, uint32_t origin) {
    const auto& instructions = code.program->instructions;
    return origin < instructions.size() ? instructions[origin].where.line : 0;
}

}  // namespace runtime::decoded

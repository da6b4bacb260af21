// What the functions that decode instructions share. Each part knows one thing, and can be read alone:
//   register_layout.h    where registers lie
//   register_contents.h  which registers hold something
//   step_writer.h        the steps so far
//   flow.h               labels, blocks, whether lanes may have parted
//
// Over these:
//   sources.h           operands; fetched_operands.h: those that a step brings first; lane_index.h: indices
//   results.h           where results go
//   older_dialects.h    what the dialects before NV_gpu_program4 do their own way
//   decode_….h          instructions by subject, as runtime/decode/instructions.def names them
#pragma once

#include "ir/program_facts.h"
#include "runtime/decode/code.h"
#include "runtime/decode/flow.h"
#include "runtime/decode/register_contents.h"
#include "runtime/decode/register_layout.h"
#include "runtime/decode/step_writer.h"

namespace runtime::decoded {

struct DecodeContext {
    DecodeContext(Code& decoded, const ProgramFacts& facts)
        : code(decoded), program(*decoded.program), registers(program, facts), flow(program, facts) {}

    DecodeContext(const DecodeContext&) = delete;

    Code& code;
    const Program& program;
    RegisterLayout registers;
    RegisterContents contents{registers.kept_bytes()};
    StepWriter steps{code.steps, contents};
    Flow flow;

    // State of the instruction that is decoded.
    bool masked = false;         // lanes may have parted: its results are for those that run
    bool for_all_lanes = false;  // its operands are prepared for lanes that do not run, too
};

}  // namespace runtime::decoded

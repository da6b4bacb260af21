// Facts of a lowered program, found once and kept with it.
//
// Engines, rasterizer and front end ask here instead of walking the instructions again at every draw. A new question
// becomes a field, filled in find_facts().
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ir/limits.h"
#include "ir/program.h"
#include "ir/result_sources.h"

namespace arbasm {

inline constexpr int max_color_results = limits::MAX_DRAW_BUFFERS;

// Registers of the result file (indices into Program::results) that stages behind the program look for; -1: not
// written.
struct ResultRegisters {
    std::array<int16_t, max_color_results> colors{-1, -1, -1, -1, -1, -1, -1, -1};  // primary colours by index
    int16_t secondary_color = -1;
    int16_t position = -1, secondary_position = -1;
    int16_t depth = -1, sample_mask = -1, stencil_reference = -1;
    int16_t layer = -1, viewport = -1, viewport_mask = -1, secondary_viewport_mask = -1;
    bool operator==(const ResultRegisters&) const = default;
};

struct ProgramFacts {
    // ---- flow
    bool may_run_long = false;     // loops, calls or jumps: there is no bound on how many instructions run
    bool jumps_to_labels = false;  // see jumps_to_labels()
    bool calls_entry = false;      // a CAL goes to where execution begins
    int32_t loop_counters = 0;     // LOOP blocks: each has a counter, A0.x within it

    // ---- effects
    bool kills = false;                   // KIL
    bool touches_memory = false;          // instructions of categories Memory and Image, those that only read too
    bool reaches_beyond_buffers = false;  // memory other than parameter buffers, images, or textures by handle
    bool changes_images = false;          // STOREIM, ATOMIM
    bool changes_buffers = false;         // stores and atomic operations, those on counters too
    bool waits_at_barriers = false;       // BAR
    bool uses_handles = false;            // textures or images by 64-bit handle

    // ---- buffers by binding point: one more than the highest that a variable names
    int32_t parameter_buffers = 0, storage_buffers = 0, counter_buffers = 0;

    // ---- attributes
    bool runs_per_sample = false;  // names the sample, or takes an attribute at it (NV_gpu_program4_1)
    // By attribute register: the components that some operand selects (bit n: component n). All four where the program
    // indexes its attributes at run time.
    std::vector<uint8_t> attribute_components;

    // ---- results
    ResultRegisters results;
    std::optional<std::vector<ResultSource>> result_sources;  // see find_result_sources()
};

// Finds the facts of a program that is executed as it stands: after lowering.
ProgramFacts find_facts(const Program& program);

// A program and its facts, which are found once, here.
struct AnalyzedProgram {
    AnalyzedProgram(std::shared_ptr<const Program> analyzed)
        : program(std::move(analyzed)), facts(std::make_shared<const ProgramFacts>(find_facts(*program))) {}

    std::shared_ptr<const Program> program;
    std::shared_ptr<const ProgramFacts> facts;
};

// Vertex programs before NV_gpu_program4 that branch, call or return: labels are jump targets there, and not the
// beginnings of subroutines.
bool jumps_to_labels(const Program& program);

// Operations that read registers of other threads: derivatives, level of detail, votes, shuffles. The other threads may
// not execute the instruction.
bool sees_other_threads(const Instruction& instruction);

// The register of the result that has the kind, index, colour and side of `wanted`; -1: the program has none.
int32_t find_result(const Program& program, const Binding& wanted);

}  // namespace arbasm

// The state of a group's run: addresses of registers, running lanes, condition codes, frames.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ir/limits.h"
#include "runtime/decode/code.h"
#include "runtime/execution/routine.h"

namespace runtime::interpreter {

using namespace decoded;

// One bit per lane for each flag of each component.
struct ConditionCode {
    LaneMask sign[4] = {}, zero[4] = {all_lanes, all_lanes, all_lanes, all_lanes}, carry[4] = {}, overflow[4] = {};
};

enum class FrameKind : uint8_t { If, Repeat, Call };

struct Frame {
    FrameKind kind;
    bool counted;
    const Step* exit;  // where to go when no lane is left inside; Call: where to return
    LaneMask outer;    // lanes that came
    LaneMask waiting;  // If: lanes for ELSE. Repeat: lanes that wait for the next turn. Call: lanes that
                       // are to call another subroutine, which begins at `target`
    LaneMask left;     // Repeat, Call: lanes that are done
    union {
        int32_t turns[group_lanes];      // Repeat: still to go
        StepOffset target[group_lanes];  // Call
    };
};

inline constexpr uint32_t max_call_depth = arbasm::limits::MAX_PROGRAM_CALL_DEPTH_NV;

// Flow without structure: lanes that do not run wait, each at a step of its own. The lanes at the lowest step run. At a
// JoinStep, lanes that wait there join them.
struct Jumps {
    LaneMask waiting;
    StepOffset next[group_lanes];  // step at which a waiting lane goes on
    uint32_t depth[group_lanes];
    struct Entry {
        bool is_address;  // PUSHA; else a call
        StepOffset return_to;
        int32_t address[4];  // of the address register
    };
    Entry stack[max_call_depth][group_lanes];
};

// Always inlined, as all that files compiled for an instruction set use: see simd/lane_group.h.
struct Machine {
    std::byte* base[base_count];
    ptrdiff_t stride[base_count];  // bytes from one piece of a register to the next
    LaneMask running;              // lanes that execute
    LaneMask live;                 // lanes that are not parked behind a BRK, CONT or RET
    LaneMask keep[4];              // which lanes the last step with side conditions wrote
    ConditionCode condition_codes[2];
    const Code* code;
    const ProgramEnvironment* environment;
    Group* group;
    Frame* frames;
    uint32_t depth;
    uint32_t max_frames;
    int64_t budget;
    Jumps* jumps;
    bool together;       // BAR waits for other groups
    const Step* resume;  // where to go on behind it
    LaneMask missing;    // the sparse code: lanes whose last .SPARSE access met texels without memory
    GroupTime time;      // what the group has taken

    [[gnu::always_inline]] std::byte* pointer(RegisterAddress address) const {
        return base[static_cast<int>(address.base)] + address.offset;
    }
    [[gnu::always_inline]] LaneVector& vector(RegisterAddress address) const {
        return *reinterpret_cast<LaneVector*>(pointer(address));
    }
};

// Memory is handed out in lines of the CPU's caches.
[[gnu::always_inline]] constexpr size_t whole_lines(size_t bytes) { return (bytes + 63) & ~size_t{63}; }
// The memory of a machine: registers, frames, stacks.
size_t machine_bytes(const Code& code);
// Makes a machine ready for a group: `memory` of machine_bytes(), and `uniforms` of uniform_bytes for each of the
// code's, which the caller fills. `piece_bytes`: how wide the registers are that walk the group.
void start(Machine& machine, const Code& code, const ProgramEnvironment& environment, Group& group, std::byte* memory,
           std::byte* uniforms, ptrdiff_t piece_bytes);

// Lanes of component `component` that pass a test.
[[gnu::always_inline]] inline LaneMask tested(const ConditionCode& code, arbasm::ConditionTest test, int component) {
    return arbasm::condition_passes(test, code.sign[component], code.zero[component], code.carry[component],
                                    code.overflow[component]);
}

// Lanes that pass a condition's test of a component.
[[gnu::always_inline]] inline LaneMask tested(const Machine& machine, const Condition& condition, int component) {
    if (condition.code_register == sparse_code)
        return condition.test == arbasm::ConditionTest::Sign ? machine.missing : ~machine.missing;
    return tested(machine.condition_codes[condition.code_register], condition.test, component);
}

// Flags of one component of a result, for all lanes.
struct LaneFlags {
    LaneMask sign = 0, zero = 0, carry = 0, overflow = 0;
};
[[gnu::always_inline]] inline void write_flags(ConditionCode& code, int c, const LaneFlags& flags, LaneMask keep) {
    code.sign[c] = (code.sign[c] & ~keep) | (flags.sign & keep);
    code.zero[c] = (code.zero[c] & ~keep) | (flags.zero & keep);
    code.carry[c] = (code.carry[c] & ~keep) | (flags.carry & keep);
    code.overflow[c] = (code.overflow[c] & ~keep) | (flags.overflow & keep);
}

// Finds which lanes of each component a result is written to: Machine::keep. False: none.
bool find_kept_lanes(Machine& machine, const Result& result);

// A lane's value of one component of a source, modifiers applied.
uint32_t read_lane(const Machine& machine, const Source& source, int component, int lane, arbasm::LaneKind kind);
// The same of all lanes, whether they run or not.
LaneWord read_lanes(const Machine& machine, const Source& source, int component, arbasm::LaneKind kind);
// A lane's of a 64-bit register.
uint64_t read_wide_lane(const Machine& machine, const Source& source, int component, int lane, arbasm::LaneKind kind);

int64_t index_of_lane(const Machine& machine, const LaneIndex& index, int lane);
inline int32_t clamped_index(int64_t index, int32_t size) {
    return static_cast<int32_t>(index < 0 ? 0 : index < size ? index : size - 1);
}

// The lanes that a step prepares an operand for.
inline LaneMask prepared_lanes(const Machine& machine, bool for_all_lanes) {
    return for_all_lanes ? all_lanes : machine.running;
}

// Lanes of the patch that a lane works on.
inline LaneMask patch_lanes(const Group& group, int lane) {
    const int threads = group.patch_threads > 0 ? group.patch_threads : 1;
    const int first = lane / threads * threads;
    return first_lanes(threads) << first;
}

}  // namespace runtime::interpreter

#include "runtime/interpreter/machine.h"

#include <algorithm>
#include <cstring>

#include "runtime/decode/shaping.h"
#include "runtime/interpreter/execute.h"
#include "runtime/interpreter/interpreter.h"

namespace runtime::interpreter {

using arbasm::LaneKind;

namespace {

// Modifiers over lanes of one number.
template <class Lanes, class Number>
Number shaped(Number bits, const Source& source, int component, LaneKind kind) {
    using Unsigned = typename Lanes::Unsigned;
    const bool negated = source.negate >> component & 1;
    const Unsigned value(bits);
    switch (kind) {
        case LaneKind::Float: return as_unsigned(modified(as_float(value), source.absolute, negated)).value;
        case LaneKind::Signed: return as_unsigned(modified(as_signed(value), source.absolute, negated)).value;
        case LaneKind::Unsigned: return modified(value, false, negated).value;
    }
    return bits;
}

}  // namespace

// ---- the start of a run ------------------------------------------------------------------------------------------

namespace {

// Zeros and ones, for SWZ.
struct alignas(64) ConstantFile {
    LaneWord zeros, ones;
};
constexpr ConstantFile make_constants() {
    ConstantFile file{};
    for (uint32_t& lane : file.ones.lane) lane = 0x3f800000u;
    return file;
}
constinit const ConstantFile constants = make_constants();

// The words of Base::Threads. Warps have 32 threads, and there is one warp at a time on the one multiprocessor.
struct alignas(64) ThreadFile {
    LaneWord word[static_cast<size_t>(ThreadWord::Count)];
};
ThreadFile make_threads() {
    ThreadFile file{};
    const auto word = [&](ThreadWord which) { return file.word[static_cast<size_t>(which)].lane; };
    for (uint32_t lane = 0; lane < group_lanes; lane++) {
        const uint32_t own = 1u << lane;
        word(ThreadWord::Id)[lane] = lane;
        word(ThreadWord::EqualMask)[lane] = own;
        word(ThreadWord::LessMask)[lane] = own - 1;
        word(ThreadWord::LessOrEqualMask)[lane] = (own - 1) | own;
        word(ThreadWord::GreaterMask)[lane] = ~((own - 1) | own);
        word(ThreadWord::GreaterOrEqualMask)[lane] = ~(own - 1);
    }
    return file;
}

}  // namespace

size_t machine_bytes(const Code& code) {
    return whole_lines(code.scratch_bytes) + whole_lines(code.max_frames * sizeof(Frame)) +
           (code.jumps ? whole_lines(sizeof(Jumps)) : 0) + (code.uses_threads ? whole_lines(sizeof(ThreadFile)) : 0);
}

void start(Machine& machine, const Code& code, const ProgramEnvironment& environment, Group& group, std::byte* memory,
           std::byte* uniforms, ptrdiff_t piece_bytes) {
    const size_t scratch = whole_lines(code.scratch_bytes), frames = whole_lines(code.max_frames * sizeof(Frame));
    const size_t jumps = code.jumps ? whole_lines(sizeof(Jumps)) : 0;
    for (const uint32_t offset : code.cleared) std::memset(memory + offset, 0, word_bytes);

    machine.base[static_cast<int>(Base::Scratch)] = memory;
    // Nothing writes to attributes and constants.
    machine.base[static_cast<int>(Base::Attributes)] =
        const_cast<std::byte*>(reinterpret_cast<const std::byte*>(group.attributes));
    machine.base[static_cast<int>(Base::Results)] = reinterpret_cast<std::byte*>(group.results);
    machine.base[static_cast<int>(Base::Uniforms)] = uniforms;
    machine.base[static_cast<int>(Base::Constants)] =
        const_cast<std::byte*>(reinterpret_cast<const std::byte*>(&constants));
    ThreadFile* const threads = reinterpret_cast<ThreadFile*>(memory + scratch + frames + jumps);
    if (code.uses_threads) {
        static const ThreadFile filled = make_threads();
        *threads = filled;
        uint32_t* const helper = threads->word[static_cast<size_t>(ThreadWord::Helper)].lane;
        for (int lane = 0; lane < group_lanes; lane++) helper[lane] = group.helpers >> lane & 1 ? ~0u : 0u;
    }
    machine.base[static_cast<int>(Base::Threads)] = reinterpret_cast<std::byte*>(threads);
    for (ptrdiff_t& stride : machine.stride) stride = piece_bytes;
    machine.stride[static_cast<int>(Base::Uniforms)] = 0;
    machine.running = machine.live = group.active;
    machine.condition_codes[0] = machine.condition_codes[1] = ConditionCode{};
    machine.missing = 0;
    machine.code = &code;
    machine.environment = &environment;
    machine.group = &group;
    machine.frames = reinterpret_cast<Frame*>(memory + scratch);
    machine.depth = 0;
    machine.jumps = nullptr;
    if (code.jumps) {
        machine.jumps = reinterpret_cast<Jumps*>(memory + scratch + frames);
        machine.jumps->waiting = 0;
        std::memset(machine.jumps->depth, 0, sizeof machine.jumps->depth);
    }
    machine.max_frames = code.max_frames;
    machine.budget = environment.watchdog ? watchdog_interval : step_limit;
    machine.together = false;
    machine.resume = nullptr;
    machine.time = {};
    group.killed = 0;
    group.left = false;
    group.timed_out = environment.watchdog && environment.watchdog->stopped();
}

// ---- operands and results ----------------------------------------------------------------------------------------

bool find_kept_lanes(Machine& machine, const Result& result) {
    const LaneMask running = result.masked ? machine.running : all_lanes;
    const Condition& condition = result.condition;
    if (condition.is_true()) {
        for (int c = 0; c < 4; c++) machine.keep[c] = result.write_mask >> c & 1 ? running : 0;
        return running != 0;
    }
    LaneMask some = 0;
    for (int c = 0; c < 4; c++) {
        const bool written = result.write_mask >> c & 1;
        machine.keep[c] = written ? running & tested(machine, condition, condition.swizzle[c]) : 0;
        some |= machine.keep[c];
    }
    return some != 0;
}

const Step* compute_where_kept(Machine& machine, const Step* step) {
    const auto& compute = static_cast<const ComputeStep&>(*step);
    return find_kept_lanes(machine, compute.result) ? compute.kernel(machine, step) : next_of(compute);
}

uint32_t read_lane(const Machine& machine, const Source& source, int component, int lane, LaneKind kind) {
    const bool uniform = machine.stride[static_cast<int>(source.base[component])] == 0;
    const std::byte* const at = machine.pointer(source.component(component)) + (uniform ? 0 : 4 * lane);
    return shaped<arbasm::PlainLanes>(*reinterpret_cast<const uint32_t*>(at), source, component, kind);
}

LaneWord read_lanes(const Machine& machine, const Source& source, int component, LaneKind kind) {
    const bool uniform = machine.stride[static_cast<int>(source.base[component])] == 0;
    const auto* const at = reinterpret_cast<const uint32_t*>(machine.pointer(source.component(component)));
    LaneWord word;
    if (uniform)
        std::ranges::fill(word.lane, *at);
    else
        std::memcpy(word.lane, at, sizeof word.lane);
    if (source.absolute || (source.negate >> component & 1) != 0)
        for (uint32_t& lane : word.lane) lane = shaped<arbasm::PlainLanes>(lane, source, component, kind);
    return word;
}

uint64_t read_wide_lane(const Machine& machine, const Source& source, int component, int lane, LaneKind kind) {
    const std::byte* const at = machine.pointer(source.component(component)) + 4 * lane;
    const uint64_t low = *reinterpret_cast<const uint32_t*>(at);
    const uint64_t high = *reinterpret_cast<const uint32_t*>(at + vector_bytes);
    return shaped<arbasm::PlainWideLanes>(high << 32 | low, source, component, kind);
}

int64_t index_of_lane(const Machine& machine, const LaneIndex& index, int lane) {
    if (!index.varies) return index.constant;
    return int64_t{index.constant} + static_cast<int32_t>(read_lane(machine, index.lanes, 0, lane, LaneKind::Signed));
}

}  // namespace runtime::interpreter

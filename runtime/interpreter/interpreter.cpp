#include "runtime/interpreter/interpreter.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>
#include <xmmintrin.h>

#include "runtime/decode/decode.h"
#include "runtime/execution/floating_point_mode.h"
#include "runtime/interpreter/execute.h"
#include "runtime/threads/per_thread.h"

namespace runtime::interpreter {
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

// Memory that a thread's runs share; grows to the largest program's needs.
class Workspace {
  public:
    Workspace() = default;
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;
    ~Workspace() { std::free(memory_); }
    std::byte* get(size_t bytes) {
        if (bytes > size_) {
            std::free(memory_);
            size_ = 0;
            memory_ = static_cast<std::byte*>(std::aligned_alloc(64, bytes));
            if (!memory_) throw std::bad_alloc();
            size_ = bytes;
        }
        return memory_;
    }

  private:
    std::byte* memory_ = nullptr;
    size_t size_ = 0;
};

// ---- the function of each step -----------------------------------------------------------------------------------

template <class T>
const Step* execute_as(Machine& machine, const Step* step) {
    return execute(machine, static_cast<const T&>(*step));
}
template <class T>
void set_handler(T& step, SimdLevel) {
    step.handler = execute_as<T>;
}

Kernel kernel_of(const ComputeStep& step, SimdLevel level) {
    switch (level) {
        case SimdLevel::Sse4: return step.wide ? wide_kernel_sse4(step) : compute_kernel_sse4(step);
        case SimdLevel::Avx2: return step.wide ? wide_kernel_avx2(step) : compute_kernel_avx2(step);
        case SimdLevel::Avx512: return step.wide ? wide_kernel_avx512(step) : compute_kernel_avx512(step);
    }
    return {};
}
void set_handler(ComputeStep& step, SimdLevel level) {
    const Kernel kernel = kernel_of(step, level);
    step.kernel = kernel.function;
    step.handler = kernel.takes_kept_lanes ? compute_where_kept : kernel.function;
}

void set_handler(ConvertStep& step, SimdLevel level) {
    switch (level) {
        case SimdLevel::Sse4: step.handler = convert_handler_sse4(step); break;
        case SimdLevel::Avx2: step.handler = convert_handler_avx2(step); break;
        case SimdLevel::Avx512: step.handler = convert_handler_avx512(step); break;
    }
}

// ---- routines ----------------------------------------------------------------------------------------------------

size_t rounded(size_t bytes) { return (bytes + 63) & ~size_t{63}; }

class Interpreter final : public Routine {
  public:
    Interpreter(std::shared_ptr<const arbasm::Program> program, SimdLevel level);
    void run(const ProgramEnvironment& environment, Group& group) const override;
    void run_together(const ProgramEnvironment& environment, std::span<Group> groups) const override;
    const char* engine_name() const override { return name_; }

  private:
    void spread_uniforms(const ProgramEnvironment& environment, std::byte* to) const;
    size_t machine_bytes() const;
    void start(Machine& machine, const ProgramEnvironment& environment, Group& group, std::byte* memory,
               std::byte* uniforms) const;

    Code code_;
    const char* name_;
    ptrdiff_t piece_bytes_;
};

Interpreter::Interpreter(std::shared_ptr<const arbasm::Program> program, SimdLevel level)
    : code_(decode(std::move(program))) {
    name_ = level == SimdLevel::Avx512 ? "interpreter avx512"
            : level == SimdLevel::Avx2 ? "interpreter avx2"
                                       : "interpreter sse4";
    piece_bytes_ = level == SimdLevel::Avx512 ? 64 : level == SimdLevel::Avx2 ? 32 : 16;
    code_.steps.visit([level](auto& step) { set_handler(step, level); });
}

void Interpreter::spread_uniforms(const ProgramEnvironment& environment, std::byte* to) const {
    const std::vector<arbasm::Binding>& bindings = code_.program->parameters;
    for (const UniformSlot& slot : code_.uniforms) {
        const auto number = static_cast<size_t>(slot.parameter);
        uint32_t value = 0;
        if (bindings[number].kind == arbasm::BindingKind::Constant)
            value = bindings[number].constant[slot.component];
        else if (number < environment.parameters.size())
            value = environment.parameters[number][slot.component];
        const __m128 four = _mm_set1_ps(std::bit_cast<float>(value));
        auto* const at = reinterpret_cast<float*>(to);
        _mm_store_ps(at, four);
        _mm_store_ps(at + 4, four);
        _mm_store_ps(at + 8, four);
        _mm_store_ps(at + 12, four);
        to += uniform_bytes;
    }
}

size_t Interpreter::machine_bytes() const {
    return rounded(code_.scratch_bytes) + rounded(code_.max_frames * sizeof(Frame)) +
           (code_.jumps ? rounded(sizeof(Jumps)) : 0) + (code_.uses_threads ? rounded(sizeof(ThreadFile)) : 0);
}

// `memory`: machine_bytes(). `uniforms` are already spread.
void Interpreter::start(Machine& machine, const ProgramEnvironment& environment, Group& group, std::byte* memory,
                        std::byte* uniforms) const {
    const size_t scratch = rounded(code_.scratch_bytes), frames = rounded(code_.max_frames * sizeof(Frame));
    const size_t jumps = code_.jumps ? rounded(sizeof(Jumps)) : 0;
    for (const uint32_t offset : code_.cleared) std::memset(memory + offset, 0, word_bytes);

    machine.base[static_cast<int>(Base::Scratch)] = memory;
    // Nothing writes to attributes and constants.
    machine.base[static_cast<int>(Base::Attributes)] =
        const_cast<std::byte*>(reinterpret_cast<const std::byte*>(group.attributes));
    machine.base[static_cast<int>(Base::Results)] = reinterpret_cast<std::byte*>(group.results);
    machine.base[static_cast<int>(Base::Uniforms)] = uniforms;
    machine.base[static_cast<int>(Base::Constants)] =
        const_cast<std::byte*>(reinterpret_cast<const std::byte*>(&constants));
    ThreadFile* const threads = reinterpret_cast<ThreadFile*>(memory + scratch + frames + jumps);
    if (code_.uses_threads) {
        static const ThreadFile filled = make_threads();
        *threads = filled;
        uint32_t* const helper = threads->word[static_cast<size_t>(ThreadWord::Helper)].lane;
        for (int lane = 0; lane < group_lanes; lane++) helper[lane] = group.helpers >> lane & 1 ? ~0u : 0u;
    }
    machine.base[static_cast<int>(Base::Threads)] = reinterpret_cast<std::byte*>(threads);
    for (ptrdiff_t& stride : machine.stride) stride = piece_bytes_;
    machine.stride[static_cast<int>(Base::Uniforms)] = 0;
    machine.running = machine.live = group.active;
    machine.condition_codes[0] = machine.condition_codes[1] = ConditionCode{};
    machine.code = &code_;
    machine.environment = &environment;
    machine.group = &group;
    machine.frames = reinterpret_cast<Frame*>(memory + scratch);
    machine.depth = 0;
    machine.jumps = nullptr;
    if (code_.jumps) {
        machine.jumps = reinterpret_cast<Jumps*>(memory + scratch + frames);
        machine.jumps->waiting = 0;
        std::memset(machine.jumps->depth, 0, sizeof machine.jumps->depth);
    }
    machine.max_frames = code_.max_frames;
    machine.budget = environment.watchdog ? watchdog_interval : step_limit;
    machine.together = false;
    machine.resume = nullptr;
    group.killed = 0;
    group.timed_out = environment.watchdog && environment.watchdog->stopped();
}

void Interpreter::run(const ProgramEnvironment& environment, Group& group) const {
    const size_t bytes = machine_bytes(), uniforms = code_.uniforms.size() * uniform_bytes;
    std::byte* const memory = per_thread<Workspace>().get(rounded(bytes + uniforms + 64));
    const FloatingPointMode mode;
    spread_uniforms(environment, memory + bytes);
    Machine machine;
    start(machine, environment, group, memory, memory + bytes);
    if (group.timed_out) return;
    if (environment.watchdog) environment.watchdog->begin();
    for (const Step* step = code_.steps.at(code_.entry); step;) step = step->handler(machine, step);
    if (environment.watchdog) environment.watchdog->count();
}

void Interpreter::run_together(const ProgramEnvironment& environment, std::span<Group> groups) const {
    const size_t bytes = machine_bytes(), uniforms = code_.uniforms.size() * uniform_bytes;
    std::byte* const memory = per_thread<Workspace>().get(rounded(bytes * groups.size() + uniforms + 64));
    std::byte* const uniform_memory = memory + bytes * groups.size();
    const FloatingPointMode mode;
    spread_uniforms(environment, uniform_memory);
    std::vector<Machine> machines(groups.size());
    for (size_t i = 0; i < groups.size(); i++) {
        start(machines[i], environment, groups[i], memory + i * bytes, uniform_memory);
        machines[i].together = groups.size() > 1;
        machines[i].resume = code_.steps.at(code_.entry);
        if (groups[i].timed_out) return;
    }
    if (environment.watchdog) environment.watchdog->begin();
    // Each group to its next barrier, in turn, until all have ended.
    for (bool more = true; more;) {
        more = false;
        for (Machine& machine : machines) {
            const Step* step = machine.resume;
            machine.resume = nullptr;
            while (step) step = step->handler(machine, step);
            more |= machine.resume != nullptr;
        }
    }
    if (environment.watchdog) environment.watchdog->count();
}

}  // namespace

std::shared_ptr<const Routine> make_routine(std::shared_ptr<const arbasm::Program> program, SimdLevel level) {
    return std::make_shared<Interpreter>(std::move(program), level);
}

}  // namespace runtime::interpreter

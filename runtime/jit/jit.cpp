#include "runtime/jit/jit.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "arbasm/assembler.h"
#include "runtime/code_cache/code_cache.h"
#include "runtime/decode/decode.h"
#include "runtime/execution/floating_point_mode.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/machine.h"
#include "runtime/interpreter/workspace.h"
#include "runtime/jit/compile_service.h"
#include "runtime/jit/program_emitter.h"
#include "runtime/threads/per_thread.h"

namespace runtime::jit {
namespace {

using interpreter::Machine;
using interpreter::whole_lines;
using interpreter::Workspace;
using Form = ProgramEmitter::Form;

// Goes on at `start`, which only the dispatched form looks at.
using Function = void (*)(Machine* machine, const Vector4* parameters, uint32_t start, const TextureBinding* textures);

// ---- what surrounds a program that runs by itself ----------------------------------------------------------------

// A piece of the group whose machine is given: its lanes' masks in, what it killed and its results out.
void record_piece(ProgramEmitter& emitter, ProgramEmitter::Surroundings& around, const arbasm::Program& program) {
    const Pointer group = load_constant_pointer(around.machine + offsetof(Machine, group));
    const auto bits_of_piece = [&](ScalarUnsigned bits) {
        return from_bits(lane_count() == group_lanes ? bits : bits >> around.first_lane);
    };
    around.active = bits_of_piece(load<ScalarUnsigned>(group + offsetof(Group, active)));
    around.helpers = bits_of_piece(load<ScalarUnsigned>(group + offsetof(Group, helpers)));
    const Pointer results = load_constant_pointer(group + offsetof(Group, results));
    const auto result_at = [&](int32_t result, int component) {
        const Pointer word = results + int64_t{result} * vector_bytes + int64_t{component} * word_bytes;
        return lane_count() == group_lanes ? word : word + (around.first_lane << ScalarUnsigned(2u));
    };
    const unsigned alignment = 4 * static_cast<unsigned>(std::min(lane_count(), 16));
    around.result_before = [&](int32_t result, int component) {
        return load<Unsigned>(result_at(result, component), alignment);
    };
    emitter.emit(around);
    if (!emitter.results_in_memory())
        for (int32_t r = 0; r < static_cast<int32_t>(program.results.size()); r++)
            for (int c = 0; c < 4; c++)
                if (emitter.writes_result(r, c)) store(result_at(r, c), emitter.result(r, c), alignment);
    if (around.start) return;  // the interpreter's functions have told the group
    ScalarUnsigned killed = to_bits(emitter.killed());
    if (lane_count() != group_lanes) killed = killed << around.first_lane;
    const Pointer all_killed = group + offsetof(Group, killed);
    store(all_killed, load<ScalarUnsigned>(all_killed) | killed);
}

// How a routine gets its functions. `key`: see Recipe; `thorough`: whether all that came from disk were made so.
struct Making {
    CompileWish wish = CompileWish::Quick;
    std::string key;
    bool thorough = true;
};

// `sampler_key`: of units whose lookups are to be inside, which making.key must say; null: they are called.
std::shared_ptr<const CompiledFunction> compile(const decoded::Code& code, SimdLevel level, Form form, Making& making,
                                                const ProgramEmitter::SamplerOfUnit& sampler_key = {}) {
    ProgramEmitter emitter(code, form);
    Recipe recipe;
    recipe.effort = making.wish == CompileWish::Thorough ? Effort::Thorough : Effort::Quick;
    if (!making.key.empty()) recipe.key = (form == Form::Dispatched ? "dispatched\n" : "structured\n") + making.key;
    recipe.name = "program";
    recipe.level = level;
    recipe.lanes = emitter.preferred_lanes(sampler_key);
    recipe.arguments = {ArgumentKind::Pointer, ArgumentKind::Pointer, ArgumentKind::Word, ArgumentKind::Pointer};
    recipe.record = [&](const Arguments& arguments) {
        ProgramEmitter::Surroundings around;
        around.machine = arguments.pointer(0);
        around.parameters = arguments.pointer(1);
        around.first_lane = ScalarUnsigned(0u);
        around.sampler_key = sampler_key;
        around.samplers = arguments.pointer(3);
        if (form == Form::Dispatched) around.start = arguments.word(2);
        if (lane_count() == group_lanes) return record_piece(emitter, around, *code.program);
        const auto lanes = static_cast<uint32_t>(lane_count());
        const Pointer group = load_constant_pointer(around.machine + offsetof(Machine, group));
        const ScalarUnsigned active = load<ScalarUnsigned>(group + offsetof(Group, active));
        repeat(ScalarUnsigned(0u), ScalarUnsigned(static_cast<uint32_t>(group_lanes)), ScalarUnsigned(lanes),
               [&](ScalarUnsigned first) {
                   const ScalarUnsigned piece = (active >> first) & ScalarUnsigned((1u << lanes) - 1);
                   when(piece != ScalarUnsigned(0u), [&] {
                       around.first_lane = first;
                       record_piece(emitter, around, *code.program);
                   });
               });
    };
    if (making.wish != CompileWish::Kept) {
        making.thorough &= recipe.effort == Effort::Thorough;
        return compile_function(recipe);
    }
    bool thorough = false;
    auto kept = kept_function(recipe, thorough);
    making.thorough &= thorough;
    return kept;
}

// ---- programs with the samplers of their units inside ------------------------------------------------------------

// How forms beside the first come to be: by who draws, or by the compile threads.
enum class MakingPlace : uint8_t { Here, CompileThreads };

// The program's code by what its units have, as far as draws have had it there.
class SampledForms {
  public:
    // `key`: the program's, see Recipe.
    SampledForms(std::shared_ptr<const decoded::Code> code, SimdLevel level, std::string key, MakingPlace place)
        : code_(std::move(code)), level_(level), key_(std::move(key)), place_(place) {
        code_->steps.visit([&](const auto& step) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(step)>, decoded::SampleStep>)
                if (!step.unit.varies()) units_.push_back(step.unit.first);
        });
        std::sort(units_.begin(), units_.end());
        units_.erase(std::unique(units_.begin(), units_.end()), units_.end());
        work_ = estimated_work(*code_->program);
    }
    bool is_empty() const { return units_.empty(); }

    // The form for the draw's textures, of which a group is run. Null: it has not been wanted often enough to be
    // compiled, there have been very many, or LLVM failed.
    const CompiledFunction* find(std::span<const TextureBinding> textures) const {
        const Form* const last = last_.load(std::memory_order_acquire);
        if (last && suits(*last, textures)) return use(*last);
        const std::lock_guard lock(mutex_);
        for (const auto& form : forms_)
            if (suits(*form, textures)) return first_use(*form);
        if (forms_.size() >= most_forms) return nullptr;
        auto form = std::make_unique<Form>();
        form->keys = std::make_shared<Keys>();
        for (const int32_t unit : units_) form->keys->emplace(unit, key_of(unit, textures));
        forms_.push_back(std::move(form));
        return first_use(*forms_.back());
    }

  private:
    static constexpr size_t most_forms = 32;
    static constexpr uint32_t groups_before_compiling = 32;
    using Keys = std::map<int32_t, SamplerKey>;  // by unit
    struct Form {
        std::shared_ptr<Keys> keys;
        std::shared_ptr<Tiered<CompiledFunction>> tiered;  // CompileThreads
        std::shared_ptr<const CompiledFunction> function;  // Here
        uint32_t groups = 0;                               // that wanted it
    };

    // Of no elements where nothing is bound, or what only the interpreter's function knows.
    static const SamplerKey& key_of(int32_t unit, std::span<const TextureBinding> textures) {
        static const SamplerKey none;
        if (static_cast<size_t>(unit) >= textures.size()) return none;
        const PreparedSampler& sampler = textures[static_cast<size_t>(unit)].prepared();
        return sampler.routine ? sampler.key : none;
    }
    bool suits(const Form& form, std::span<const TextureBinding> textures) const {
        return std::ranges::all_of(*form.keys, [&](const auto& at) { return at.second == key_of(at.first, textures); });
    }

    const CompiledFunction* use(const Form& form) const {
        return form.tiered ? form.tiered->use(work_) : form.function.get();
    }
    // With the mutex held.
    const CompiledFunction* first_use(Form& form) const {
        if (place_ == MakingPlace::CompileThreads) {
            if (!form.tiered)
                form.tiered = make_tiered<CompiledFunction>(
                    [code = code_, level = level_, key = key_, keys = form.keys](CompileWish wish) {
                        return make(*code, level, key, *keys, wish);
                    });
        } else {
            if (form.groups++ < groups_before_compiling) return nullptr;
            if (form.groups == groups_before_compiling + 1)
                form.function = std::static_pointer_cast<const CompiledFunction>(
                    make(*code_, level_, key_, *form.keys, CompileWish::Quick).code);
        }
        last_.store(&form, std::memory_order_release);
        return use(form);
    }
    static CompiledCode make(const decoded::Code& code, SimdLevel level, const std::string& program_key,
                             const Keys& keys, CompileWish wish) {
        Making making{wish, program_key};
        if (!program_key.empty())
            for (const auto& [unit, key] : keys) {
                making.key += "\nunit " + std::to_string(unit) + " ";
                making.key.append(reinterpret_cast<const char*>(&key), sizeof key);
            }
        if (wish == CompileWish::Kept && making.key.empty()) return {};
        const auto samplers = ProgramEmitter::bounded(code, [&](int32_t unit) { return &keys.at(unit); });
        if (!samplers) return {};  // the first form does as well
        auto function = compile(code, level, ProgramEmitter::Form::Structured, making, samplers);
        return {std::move(function), making.thorough};
    }

    std::shared_ptr<const decoded::Code> code_;
    SimdLevel level_;
    std::string key_;
    MakingPlace place_;
    uint64_t work_;  // of a group
    std::vector<int32_t> units_;
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<Form>> forms_;
    mutable std::atomic<const Form*> last_ = nullptr;
};

// ---- routines ----------------------------------------------------------------------------------------------------

class JitRoutine final : public Routine {
  public:
    // `ahead`: what may be needed later is made now.
    JitRoutine(std::shared_ptr<const decoded::Code> code, SimdLevel level, Making& making, bool ahead)
        : owned_code_(std::move(code)),
          level_(level),
          key_(making.key),
          sampled_(owned_code_, level, making.key, ahead ? MakingPlace::CompileThreads : MakingPlace::Here) {
        uses_dispatch_ = !is_structured(code_);
        code_.steps.visit([&](const auto& step) { waits_ |= step.kind == decoded::StepKind::Barrier; });
        function_ = compile(code_, level_, uses_dispatch_ ? Form::Dispatched : Form::Structured, making);
        if (ahead && function_ && waits_ && !uses_dispatch_) {
            std::call_once(waiting_once_, [&] { waiting_ = compile(code_, level_, Form::Dispatched, making); });
            if (!waiting_) function_ = nullptr;
        }
    }
    bool works() const { return function_ != nullptr; }

    void run(const ProgramEnvironment& environment, Group& group) const override {
        const size_t bytes = interpreter::machine_bytes(code_), uniforms = code_.uniforms.size() * uniform_bytes;
        std::byte* const memory = per_thread<Workspace>().get(whole_lines(bytes + uniforms + 64));
        const FloatingPointMode mode;
        Machine machine;
        interpreter::start(machine, code_, environment, group, memory, memory + bytes, piece_bytes());
        if (group.timed_out) return;
        if (environment.watchdog) environment.watchdog->begin();
        const CompiledFunction* const sampled =
            uses_dispatch_ || sampled_.is_empty() ? nullptr : sampled_.find(environment.textures);
        (sampled ? sampled : function_.get())
            ->address<Function>()(&machine, parameters(environment), code_.entry, environment.textures.data());
        if (environment.watchdog) environment.watchdog->count();
    }

    // Each group to its next barrier, in turn, until all have ended.
    void run_together(const ProgramEnvironment& environment, std::span<Group> groups) const override {
        const CompiledFunction* const function = waits_ && groups.size() > 1 ? waiting_form() : nullptr;
        if (!function) {
            for (Group& group : groups) run(environment, group);
            return;
        }
        const size_t bytes = interpreter::machine_bytes(code_), uniforms = code_.uniforms.size() * uniform_bytes;
        std::byte* const memory = per_thread<Workspace>().get(whole_lines(bytes * groups.size() + uniforms + 64));
        const FloatingPointMode mode;
        std::vector<Machine> machines(groups.size());
        for (size_t i = 0; i < groups.size(); i++) {
            interpreter::start(machines[i], code_, environment, groups[i], memory + i * bytes,
                               memory + bytes * groups.size(), piece_bytes());
            machines[i].together = true;
            machines[i].resume = code_.steps.at(code_.entry);
            if (groups[i].timed_out) return;
        }
        if (environment.watchdog) environment.watchdog->begin();
        const Vector4* const values = parameters(environment);
        for (bool more = true; more;) {
            more = false;
            for (Machine& machine : machines) {
                if (!machine.resume) continue;
                const decoded::StepOffset start = code_.steps.offset_of(machine.resume);
                machine.resume = nullptr;
                function->address<Function>()(&machine, values, start, environment.textures.data());
                more |= machine.resume != nullptr;
            }
        }
        if (environment.watchdog) environment.watchdog->count();
    }
    const char* engine_name() const override { return "jit"; }

  private:
    ptrdiff_t piece_bytes() const { return 4 * lanes_of(level_); }

    // As many as the program has: the caller may have given fewer.
    const Vector4* parameters(const ProgramEnvironment& environment) const {
        const size_t count = code_.program->parameters.size();
        if (environment.parameters.size() >= count) return environment.parameters.data();
        static thread_local std::vector<Vector4> padded;
        padded.assign(count, Vector4{});
        std::copy(environment.parameters.begin(), environment.parameters.end(), padded.begin());
        return padded.data();
    }

    // Made when groups wait for each other the first time.
    const CompiledFunction* waiting_form() const {
        if (uses_dispatch_) return function_.get();
        std::call_once(waiting_once_, [&] {
            Making making{CompileWish::Quick, key_};
            waiting_ = compile(code_, level_, Form::Dispatched, making);
        });
        return waiting_.get();
    }

    std::shared_ptr<const decoded::Code> owned_code_;
    const decoded::Code& code_ = *owned_code_;
    SimdLevel level_;
    std::string key_;
    bool uses_dispatch_ = false, waits_ = false;
    std::shared_ptr<const CompiledFunction> function_;
    SampledForms sampled_;
    mutable std::once_flag waiting_once_;
    mutable std::shared_ptr<const CompiledFunction> waiting_;
};

}  // namespace

namespace {

std::shared_ptr<const decoded::Code> decoded_for(const std::shared_ptr<const arbasm::Program>& program,
                                                 SimdLevel level) {
    auto code = std::make_shared<decoded::Code>(decoded::decode(program));
    interpreter::set_handlers(*code, level);
    return code;
}

}  // namespace

std::shared_ptr<const Routine> make_routine(const std::shared_ptr<const arbasm::Program>& program, SimdLevel level) {
    if (level > simd_level_of_cpu()) return nullptr;
    Making making{CompileWish::Quick, program_key(*program)};
    auto routine = std::make_shared<JitRoutine>(decoded_for(program, level), level, making, false);
    return routine->works() ? routine : nullptr;
}

CompiledCode make_routine(const std::shared_ptr<const arbasm::Program>& program, SimdLevel level, CompileWish wish) {
    if (program->instructions.size() > most_instructions) return {};
    Making making{wish, program_key(*program)};
    if (level > simd_level_of_cpu() || (wish == CompileWish::Kept && making.key.empty())) return {};
    auto routine = std::make_shared<JitRoutine>(decoded_for(program, level), level, making, true);
    if (!routine->works()) return {};
    const std::shared_ptr<const Routine> made = std::move(routine);
    return {made, making.thorough};
}

// Places in the text are no part of a program, but of the message that a program which takes too long gives.
std::string program_key(const arbasm::Program& program) {
    if (!code_cache::user_cache()) return {};
    std::string text = arbasm::print(program);
    const auto again = arbasm::parse(text);
    if (!again.program || !(*again.program == program)) return {};
    for (const arbasm::Instruction& instruction : program.instructions)
        text += std::to_string(instruction.where.line) + ' ';
    return text;
}

uint64_t estimated_work(const arbasm::Program& program) {
    constexpr uint64_t turns = 8;  // of a loop, for want of better
    const bool loops = std::ranges::any_of(program.instructions, [](const arbasm::Instruction& instruction) {
        return instruction.opcode == arbasm::Opcode::Rep || instruction.opcode == arbasm::Opcode::Loop;
    });
    return program.instructions.size() * group_lanes * (loops ? turns : 1);
}

}  // namespace runtime::jit

#include "runtime/jit/jit.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <vector>

#include "ir/code_identity.h"
#include "runtime/code_cache/code_cache.h"
#include "runtime/decode/decode.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/interpreter/machine.h"
#include "runtime/interpreter/workspace.h"
#include "runtime/jit/compile_service.h"
#include "runtime/jit/image_window.h"
#include "runtime/jit/lane_needs.h"
#include "runtime/jit/program_emitter.h"
#include "runtime/jit/step_calls.h"
#include "runtime/threads/floating_point_mode.h"
#include "runtime/threads/per_thread.h"
#include "runtime/threads/signal_hold.h"
#include "runtime/threads/turn.h"

namespace runtime::jit {
namespace {

using interpreter::Machine;
using interpreter::whole_lines;
using interpreter::Workspace;

// Goes on at `start`, which only the dispatched form looks at.
using Function = void (*)(Machine* machine, const Vector4* parameters, uint32_t start, const TextureBinding* textures,
                          const ImageWindow* windows);

// ---- what surrounds a program that runs by itself ----------------------------------------------------------------

// A piece of the group whose machine is given: its lanes' masks in, what it killed and its results out.
void record_piece(ProgramEmitter& emitter, EmitContext& context, const arbasm::Program& program) {
    Piece& piece = context.piece;
    const PointerTo<Group> group = piece.group();
    piece.active = piece.lanes_of(group.load(&Group::active));
    piece.helpers = piece.lanes_of(group.load(&Group::helpers));
    const PointerTo<LaneVector> results = group.load_constant(&Group::results);
    const auto result_at = [&](int32_t result, int component) {
        return piece.first_word(results[result].at(&LaneVector::component, component));
    };
    const unsigned alignment = alignment_of_lanes();
    context.inputs.result_before = [&](int32_t result, int component) {
        return load<Unsigned>(result_at(result, component), alignment);
    };
    emitter.emit(context);
    if (!emitter.results_in_memory())
        for (int32_t r = 0; r < static_cast<int32_t>(program.results.size()); r++)
            for (int c = 0; c < 4; c++)
                if (emitter.writes_result(r, c)) store(result_at(r, c), emitter.result(r, c), alignment);
    if (context.start) return;  // the interpreter's functions have told the group
    const ScalarUnsigned killed = piece.group_bits(emitter.killed());
    const auto all_killed = group.at(&Group::killed);
    store(all_killed, all_killed.load() | killed);
}

// How a routine gets its functions. `key`: see Recipe; `thorough`: whether all that came from disk were made so.
struct Making {
    CompileRequest request = CompileRequest::Quick;
    std::string key;
    bool thorough = true;
};

// What is known of what the program's units have, all of it part of making.key; null: see EmitContext.
struct KnownUnits {
    KnownSamplers samplers;
    FormatOfUnit image_format;
};
// Formatted accesses to images are called for.
KnownUnits nothing_known() {
    return {{}, [](int32_t) { return Format::None; }};
}

std::shared_ptr<const CompiledFunction> compile(const decoded::Code& code, SimdLevel level, CodeForm form,
                                                Making& making, const KnownUnits& known_units = {}) {
    ProgramEmitter emitter(code, form);
    Recipe recipe;
    recipe.effort = making.request == CompileRequest::Thorough ? Effort::Thorough : Effort::Quick;
    if (!making.key.empty()) recipe.key = (form == CodeForm::Dispatched ? "dispatched\n" : "structured\n") + making.key;
    recipe.name = "program";
    recipe.level = level;
    recipe.lanes = preferred_lanes(code, form, known_units.samplers, known_units.image_format);
    recipe.arguments = {ArgumentKind::Pointer, ArgumentKind::Pointer, ArgumentKind::Word, ArgumentKind::Pointer,
                        ArgumentKind::Pointer};
    recipe.record = [&](const Arguments& arguments) {
        EmitContext context;
        context.piece.machine = PointerTo<Machine>(arguments.pointer(0));
        context.piece.first_lane = ScalarUnsigned(0u);
        context.inputs.parameters = PointerTo<Vector4>(arguments.pointer(1));
        context.known_samplers = known_units.samplers;
        context.image_format = known_units.image_format;
        context.textures = PointerTo<TextureBinding>(arguments.pointer(3));
        context.image_windows = PointerTo<ImageWindow>(arguments.pointer(4));
        if (form == CodeForm::Dispatched) context.start = arguments.word(2);
        if (lane_count() == group_lanes) return record_piece(emitter, context, *code.program);
        const auto lanes = static_cast<uint32_t>(lane_count());
        const ScalarUnsigned active = context.piece.group().load(&Group::active);
        repeat(ScalarUnsigned(0u), ScalarUnsigned(static_cast<uint32_t>(group_lanes)), ScalarUnsigned(lanes),
               [&](ScalarUnsigned first) {
                   const ScalarUnsigned piece = (active >> first) & ScalarUnsigned((1u << lanes) - 1);
                   when(piece != ScalarUnsigned(0u), [&] {
                       context.piece.first_lane = first;
                       record_piece(emitter, context, *code.program);
                   });
               });
    };
    if (making.request != CompileRequest::Kept) {
        making.thorough &= recipe.effort == Effort::Thorough;
        return compile_function(recipe);
    }
    bool thorough = false;
    auto kept = kept_function(recipe, thorough);
    making.thorough &= thorough;
    return kept;
}

// ---- programs that know what their units have ------------------------------------------------------------

// Who compiles forms beside the first: the thread that draws, or the compile threads.
enum class CompiledBy : uint8_t { Caller, CompileThreads };

// The program's code by what its units have: samplers, and formats of images that it loads from and stores to; as far
// as draws and dispatches have had it there.
class FormsByUnits {
  public:
    // `key`: the program's, see Recipe.
    FormsByUnits(std::shared_ptr<const decoded::Code> code, SimdLevel level, std::string key, CompiledBy compiled_by)
        : code_(std::move(code)), level_(level), key_(std::move(key)), compiled_by_(compiled_by) {
        std::set<int32_t> textures, images;
        code_->steps.visit([&]<class T>(const T& step) {
            if constexpr (std::is_same_v<T, decoded::SampleStep>) {
                const int32_t count = step.unit.by_handle ? 0 : step.unit.is_array ? step.unit.count : 1;
                for (int32_t i = 0; i < count; i++) textures.insert(step.unit.first + i);
                uses_handles_ |= step.unit.by_handle;
            }
            if constexpr (std::is_same_v<T, decoded::AccessImageStep>)
                if (step.formatted && !step.sparse && !step.unit.varies()) images.insert(step.unit.first);
        });
        textures_.assign(textures.begin(), textures.end());
        images_.assign(images.begin(), images.end());
        work_ = estimated_work(*code_->program);
    }
    bool is_empty() const { return textures_.empty() && images_.empty() && !uses_handles_; }

    // The form for what is bound where a group is run. Null: it has not been wanted often enough to be compiled, there
    // have been very many, or LLVM failed.
    const CompiledFunction* find(const ProgramEnvironment& environment) const {
        const Form* const last = last_.load(std::memory_order_acquire);
        if (last && suits(*last, environment)) return use(*last);
        const SignalHold hold;  // a handler that draws would want the mutex, too
        const std::lock_guard lock(mutex_);
        for (const auto& form : forms_)
            if (suits(*form, environment)) return first_use(*form);
        if (forms_.size() >= most_forms) return nullptr;
        auto form = std::make_unique<Form>();
        form->keys = std::make_shared<Keys>();
        for (const int32_t unit : textures_) form->keys->samplers.emplace(unit, key_of(unit, environment.textures));
        for (const int32_t unit : images_) form->keys->images.emplace(unit, format_of_image(environment, unit));
        if (uses_handles_) form->keys->of_handles = samplers_of_handles(environment);
        forms_.push_back(std::move(form));
        return first_use(*forms_.back());
    }

  private:
    static constexpr size_t most_forms = 32;
    static constexpr uint32_t groups_before_compiling = 32;
    struct Keys {
        std::map<int32_t, SamplerKey> samplers;  // by unit
        std::map<int32_t, Format> images;        // by unit
        std::vector<SamplerKey> of_handles;
    };
    struct Form {
        std::shared_ptr<Keys> keys;
        std::shared_ptr<Tiered<CompiledFunction>> tiered;  // CompileThreads
        std::shared_ptr<const CompiledFunction> function;  // Here
        uint32_t groups = 0;                               // that wanted it
    };

    // A key of no elements where nothing is bound, or what only the interpreter's function knows.
    static const SamplerKey& key_of(int32_t unit, std::span<const TextureBinding> textures) {
        static const SamplerKey none;
        if (static_cast<size_t>(unit) >= textures.size()) return none;
        const PreparedSampler& sampler = textures[static_cast<size_t>(unit)].prepared();
        return sampler.routine ? sampler.key : none;
    }
    bool suits(const Form& form, const ProgramEnvironment& environment) const {
        const auto has_sampler = [&](const auto& at) { return at.second == key_of(at.first, environment.textures); };
        const auto has_format = [&](const auto& at) { return at.second == format_of_image(environment, at.first); };
        return std::ranges::all_of(form.keys->samplers, has_sampler) &&
               std::ranges::all_of(form.keys->images, has_format) &&
               (!uses_handles_ || form.keys->of_handles == samplers_of_handles(environment));
    }

    const CompiledFunction* use(const Form& form) const {
        return form.tiered ? form.tiered->use(work_) : form.function.get();
    }
    // With the mutex held.
    const CompiledFunction* first_use(Form& form) const {
        if (compiled_by_ == CompiledBy::CompileThreads) {
            if (!form.tiered)
                form.tiered = make_tiered<CompiledFunction>(
                    [code = code_, level = level_, key = key_, keys = form.keys](CompileRequest request) {
                        return make(*code, level, key, *keys, request);
                    });
        } else {
            if (form.groups < groups_before_compiling) {
                ++form.groups;
                return nullptr;
            }
            if (form.groups == groups_before_compiling) {
                if (may_leave_piece()) throw PieceLeft();
                ++form.groups;
                form.function = std::static_pointer_cast<const CompiledFunction>(
                    make(*code_, level_, key_, *form.keys, CompileRequest::Quick).code);
            }
        }
        last_.store(&form, std::memory_order_release);
        return use(form);
    }
    static CompiledCode make(const decoded::Code& code, SimdLevel level, const std::string& program_key,
                             const Keys& keys, CompileRequest request) {
        Making making{request, program_key};
        if (!program_key.empty()) {
            for (const auto& [unit, key] : keys.samplers) {
                making.key += "\nunit " + std::to_string(unit) + " ";
                making.key.append(reinterpret_cast<const char*>(&key), sizeof key);
            }
            for (const auto& [unit, format] : keys.images)
                making.key += "\nimage " + std::to_string(unit) + " " + std::to_string(static_cast<int>(format));
            for (const SamplerKey& key : keys.of_handles) {
                making.key += "\nhandles ";
                making.key.append(reinterpret_cast<const char*>(&key), sizeof key);
            }
        }
        if (request == CompileRequest::Kept && making.key.empty()) return {};
        const KnownUnits known_units{
            KnownSamplers{[&](int32_t unit) { return &keys.samplers.at(unit); }, keys.of_handles}.bounded(code),
            [&](int32_t unit) { return keys.images.at(unit); }};
        if (!known_units.samplers && keys.images.empty()) return {};  // the first form does as well
        auto function = compile(code, level, CodeForm::Structured, making, known_units);
        return {std::move(function), making.thorough};
    }

    std::shared_ptr<const decoded::Code> code_;
    SimdLevel level_;
    std::string key_;
    CompiledBy compiled_by_;
    uint64_t work_;                           // of a group
    std::vector<int32_t> textures_, images_;  // units
    bool uses_handles_ = false;               // of textures
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<Form>> forms_;
    mutable std::atomic<const Form*> last_ = nullptr;
};

// The windows on images that a program's accesses look through.
class OpenWindows {
  public:
    OpenWindows(const std::vector<WantedWindows::OfImage>& wanted, const ProgramEnvironment& environment) {
        if (wanted.size() > few) many_.resize(wanted.size());
        data_ = wanted.size() > few ? many_.data() : reinterpret_cast<ImageWindow*>(few_);
        for (size_t i = 0; i < wanted.size(); i++)
            new (data_ + i)
                ImageWindow(open_image_window(environment, static_cast<uint32_t>(wanted[i].unit), wanted[i].request));
        for (size_t i = 0; i < wanted.size(); i++) {
            const ImageRequest request = ImageRequest::of_word(wanted[i].request);
            serve_ &= data_[i].words != 0 || !request.formatted ||
                      !find_conversions(format_of_image(environment, wanted[i].unit), request);
        }
    }
    const ImageWindow* data() const { return data_; }
    // Whether formatted accesses by code that knows the formats can do without the interpreter's functions.
    bool serve_known_formats() const { return serve_; }

  private:
    static constexpr size_t few = 4;
    alignas(ImageWindow) std::byte few_[few * sizeof(ImageWindow)];  // most programs have none
    std::vector<ImageWindow> many_;
    ImageWindow* data_;
    bool serve_ = true;
};

// ---- routines ----------------------------------------------------------------------------------------------------

class JitRoutine final : public Routine {
  public:
    // `ahead`: what may be needed later is made now.
    JitRoutine(std::shared_ptr<const decoded::Code> code, SimdLevel level, Making& making, bool ahead)
        : owned_code_(std::move(code)),
          level_(level),
          key_(making.key),
          forms_(owned_code_, level, making.key, ahead ? CompiledBy::CompileThreads : CompiledBy::Caller) {
        uses_dispatch_ = !is_structured(code_);
        code_.steps.visit([&](const auto& step) { waits_ |= step.kind == decoded::StepKind::Barrier; });
        windows_ = windows_of(code_).images;
        function_ = compile(code_, level_, uses_dispatch_ ? CodeForm::Dispatched : CodeForm::Structured, making,
                            uses_dispatch_ ? KnownUnits() : nothing_known());
        if (ahead && function_ && waits_ && !uses_dispatch_) {
            std::call_once(waiting_once_, [&] { waiting_ = compile(code_, level_, CodeForm::Dispatched, making); });
            if (!waiting_) function_ = nullptr;
        }
    }
    bool works() const { return function_ != nullptr; }

    void run(const ProgramEnvironment& environment, Group& group) const override { run_all(environment, {&group, 1}); }

    void run_together(const ProgramEnvironment& environment, std::span<Group> groups) const override {
        const CompiledFunction* const function = waits_ && groups.size() > 1 ? waiting_form() : nullptr;
        if (function)
            run_in_turns(*function, environment, groups);
        else
            run_all(environment, groups);
    }
    const char* engine_name() const override { return "jit"; }

  private:
    ptrdiff_t piece_bytes() const { return 4 * lanes_of(level_); }

    // One after the other.
    void run_all(const ProgramEnvironment& environment, std::span<Group> groups) const {
        const size_t bytes = interpreter::machine_bytes(code_), uniforms = code_.uniforms.size() * uniform_bytes;
        std::byte* const memory = per_thread<Workspace>().get(whole_lines(bytes + uniforms + 64));
        const FloatingPointMode mode;
        const OpenWindows windows(windows_, environment);
        const bool has_forms = !uses_dispatch_ && !forms_.is_empty() && windows.serve_known_formats();
        const CompiledFunction* const form = has_forms ? forms_.find(environment) : nullptr;
        const auto function = (form ? form : function_.get())->address<Function>();
        const Vector4* const values = parameters(environment);
        for (Group& group : groups) {
            Machine machine;
            interpreter::start(machine, code_, environment, group, memory, memory + bytes, piece_bytes());
            if (group.timed_out) break;
            function(&machine, values, code_.entry, environment.textures.data(), windows.data());
            if (group.left) throw PieceLeft();
        }
    }

    // Each group to its next barrier, in turn, until all have ended.
    void run_in_turns(const CompiledFunction& function, const ProgramEnvironment& environment,
                      std::span<Group> groups) const {
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
        const Vector4* const values = parameters(environment);
        const OpenWindows windows(windows_, environment);
        for (bool more = true; more;) {
            more = false;
            for (Machine& machine : machines) {
                if (!machine.resume) continue;
                const decoded::StepOffset start = code_.steps.offset_of(machine.resume);
                machine.resume = nullptr;
                machine.time.begin_turn();
                function.address<Function>()(&machine, values, start, environment.textures.data(), windows.data());
                machine.time.end_turn();
                more |= machine.resume != nullptr;
                if (machine.group->left) throw PieceLeft();
            }
        }
    }

    // As many as the program has: the caller may have given fewer.
    const Vector4* parameters(const ProgramEnvironment& environment) const {
        const size_t count = code_.program->parameters.size();
        if (environment.parameters.size() >= count) return environment.parameters.data();
        struct Padded {
            std::vector<Vector4> values;
        };
        std::vector<Vector4>& padded = per_thread<Padded>().values;
        padded.assign(count, Vector4{});
        std::copy(environment.parameters.begin(), environment.parameters.end(), padded.begin());
        return padded.data();
    }

    // Made when groups wait for each other the first time.
    const CompiledFunction* waiting_form() const {
        if (uses_dispatch_) return function_.get();
        std::call_once(waiting_once_, [&] {
            Making making{CompileRequest::Quick, key_};
            waiting_ = compile(code_, level_, CodeForm::Dispatched, making);
        });
        return waiting_.get();
    }

    std::shared_ptr<const decoded::Code> owned_code_;
    const decoded::Code& code_ = *owned_code_;
    SimdLevel level_;
    std::string key_;
    bool uses_dispatch_ = false, waits_ = false;
    std::vector<WantedWindows::OfImage> windows_;
    std::shared_ptr<const CompiledFunction> function_;
    FormsByUnits forms_;
    mutable std::once_flag waiting_once_;
    mutable std::shared_ptr<const CompiledFunction> waiting_;
};

}  // namespace

namespace {

std::shared_ptr<const decoded::Code> decoded_for(const arbasm::AnalyzedProgram& program, SimdLevel level) {
    auto code = std::make_shared<decoded::Code>(decoded::decode(program));
    interpreter::set_handlers(*code, level);
    return code;
}

}  // namespace

std::shared_ptr<const Routine> make_routine(const arbasm::AnalyzedProgram& program, SimdLevel level) {
    if (!cpu_has(level)) return nullptr;
    Making making{CompileRequest::Quick, program_key(*program.program)};
    auto routine = std::make_shared<JitRoutine>(decoded_for(program, level), level, making, false);
    return routine->works() ? routine : nullptr;
}

CompiledCode make_routine(const arbasm::AnalyzedProgram& program, SimdLevel level, CompileRequest request) {
    if (program.program->instructions.size() > most_instructions) return {};
    Making making{request, program_key(*program.program)};
    if (!cpu_has(level) || (request == CompileRequest::Kept && making.key.empty())) return {};
    auto routine = std::make_shared<JitRoutine>(decoded_for(program, level), level, making, true);
    if (!routine->works()) return {};
    const std::shared_ptr<const Routine> made = std::move(routine);
    return {made, making.thorough};
}

std::string program_key(const arbasm::Program& program) {
    return code_cache::user_cache() ? arbasm::code_identity(program) : std::string{};
}

uint64_t estimated_work(const arbasm::Program& program) {
    constexpr uint64_t turns = 8;  // of a loop, for want of better
    const bool loops = std::ranges::any_of(program.instructions, [](const arbasm::Instruction& instruction) {
        return arbasm::flow_role(instruction.opcode) == arbasm::FlowRole::Loop;
    });
    // Accesses to images go lane by lane until there is code that knows their formats.
    constexpr uint64_t access = 32;  // instructions
    const auto accesses =
        static_cast<uint64_t>(std::ranges::count_if(program.instructions, [](const arbasm::Instruction& instruction) {
            return arbasm::has_trait(instruction.opcode, arbasm::Trait::Formatted);
        }));
    return (program.instructions.size() + access * accesses) * group_lanes * (loops ? turns : 1);
}

}  // namespace runtime::jit

#include "runner.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>

#include "glsl/compile.h"
#include "inputs.h"

#include "arbasm/assembler.h"
#include "ir/lower/lower.h"
#include "ir/optimize/optimize.h"
#include "runtime/environment/environment.h"
#include "runtime/executor.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/jit.h"
#include "runtime/jit/tiers.h"
#include "runtime/simd/cpu_features.h"

namespace random_glsl {

using arbasm::BindingKind;
using arbasm::Stage;
using namespace glsl;

namespace {

constexpr int lanes = runtime::group_lanes;

// What a thread came to, as the evaluator sees it.
struct Thread {
    bool known = false;  // else nobody knows what it does
    const char* why = "";
    bool discarded = false;
    std::unique_ptr<Evaluator> evaluator;
    struct Vertex {
        std::map<const Variable*, Numbers> outputs;
        bool ends_strip = false;
    };
    std::vector<Vertex> emitted;
};

std::shared_ptr<const Shader> compiled(Stage stage, const std::string& text) {
    const std::string_view strings[] = {text};
    return compile(stage, strings);
}

class Run {
  public:
    Run(Stage stage, uint64_t seed) : stage_(stage), seed_(seed) {}

    // Compiles, links and lowers; false: outcome says why not.
    bool prepare(const std::string& text, Outcome& outcome) {
        shader_ = compiled(stage_, text);
        if (has_errors(*shader_)) {
            outcome = {Outcome::Refused, log_of(*shader_)};
            return false;
        }
        const std::shared_ptr<const Shader> all[] = {shader_};
        LinkOptions options;
        options.separable = true;
        linked_ = link(all, options);
        const LinkedStage& own = linked_.stages[static_cast<size_t>(stage_)];
        if (!linked_.linked || !own.program) {
            outcome = {Outcome::Refused, linked_.log};
            return false;
        }
        program_ = arbasm::lower(own.program);
        return true;
    }
    const Shader& shader() const { return *shader_; }
    std::string assembly() const { return arbasm::print(*linked_.stages[static_cast<size_t>(stage_)].program); }

    void set_inputs(std::map<std::string, Numbers> constants) {
        inputs_ = std::make_unique<Inputs>(*shader_, linked_, seed_, std::move(constants));
    }

    // All threads together where they wait for each other, else some.
    void evaluate() {
        threads_.resize(lanes);
        const bool together = stage_ == Stage::TessControl || uses_barrier();
        for (int n = 0; n < lanes; n++)
            if (together || n % 5 == static_cast<int>(seed_ % 5)) start(n);
        bool waits = true;
        while (waits) {
            waits = false;
            for (Thread& thread : threads_) waits |= advance(thread);
            if (!together) break;
        }
        // What a thread that nobody can follow has written, others may have read.
        if (together)
            for (const Thread& thread : threads_)
                if (!thread.known) {
                    for (Thread& other : threads_) other.known = false;
                    break;
                }
    }

    void count(Outcome& outcome) const {
        for (const Thread& thread : threads_) {
            outcome.threads += thread.evaluator != nullptr;
            outcome.undecided_threads += thread.evaluator && !thread.known;
            if (thread.evaluator && !thread.known) outcome.what = thread.why;
        }
    }
    // What the same threads of a run of another shader came to, by the names of variables; empty: the same.
    std::string compare_evaluated(const Run& other) const;
    // What an engine makes of it, compared; empty: the same.
    std::string compare(const arbasm::Program& program, const runtime::Routine& routine, Outcome& outcome);
    // Has it run so often, whatever it makes of it.
    void repeat(const arbasm::Program& program, const runtime::Routine& routine, uint64_t times);

  private:
    bool uses_barrier() const {
        for (const Variable* variable : shader_->globals)
            if (variable->qualifiers.storage == Storage::Shared) return true;
        return false;
    }
    void start(int n) {
        Thread& thread = threads_[static_cast<size_t>(n)];
        thread.evaluator = std::make_unique<Evaluator>(*shader_);
        thread.evaluator->shared = &shared_;
        thread.known = true;
        inputs_->give(*thread.evaluator, n);
        thread.evaluator->on_stage_call = [this, &thread](std::string_view name) {
            if (name == "EndPrimitive" && !thread.emitted.empty()) thread.emitted.back().ends_strip = true;
            if (name != "EmitVertex") return;
            Thread::Vertex vertex;
            for (const Variable* variable : outputs()) {
                Numbers& numbers = thread.evaluator->storage(variable);
                vertex.outputs[variable] = numbers;
                numbers.assign(numbers.size(), Number{});
            }
            thread.emitted.push_back(std::move(vertex));
        };
    }
    // To the next barrier: true.
    static bool advance(Thread& thread) {
        if (!thread.known || !thread.evaluator) return false;
        try {
            const bool ended = thread.evaluator->run();
            thread.discarded = thread.evaluator->discarded();
            return !ended;
        } catch (const Undecided& reason) {
            thread.known = false;
            thread.discarded = false;
            thread.why = reason.why;
            return false;
        }
    }
    std::vector<const Variable*> outputs() const {
        std::vector<const Variable*> list;
        for (const Variable* variable : shader_->globals)
            if (variable->qualifiers.storage == Storage::Out) list.push_back(variable);
        for (const Variable* variable : shader_->builtins)
            if (variable->name == "gl_Position") list.push_back(variable);
        return list;
    }

    struct Launch;  // what the engine is given, and gives
    std::string compare_memory(const std::vector<BlockMemory>& blocks, Outcome& outcome) const;
    std::string compare_results(const arbasm::Program& program, const Launch& launch, Outcome& outcome) const;
    std::string compare_emitted(const arbasm::Program& program, const Launch& launch, int lane, const Thread& thread,
                                Outcome& outcome) const;
    std::string compare_registers(const arbasm::Program& program, const std::map<const Variable*, Numbers>& outputs,
                                  int lane, const std::function<uint32_t(size_t result, int component)>& got,
                                  Outcome& outcome) const;

    Stage stage_;
    uint64_t seed_;
    std::shared_ptr<const Shader> shader_;
    LinkedProgram linked_;
    std::shared_ptr<const arbasm::Program> program_;
    std::unique_ptr<Inputs> inputs_;
    std::vector<Thread> threads_;
    std::unordered_map<const Variable*, Numbers> shared_;

  public:
    const std::shared_ptr<const arbasm::Program>& program() const { return program_; }
};

struct Run::Launch {
    std::vector<runtime::LaneVector> attributes, results;
    std::vector<runtime::Vector4> parameters;
    std::vector<std::span<const std::byte>> constant_buffers;
    runtime::ProgramMemory memory;
    runtime::EmittedVertices emitted;
    std::vector<std::byte> shared;
    runtime::Watchdog watchdog{{.group = std::chrono::seconds(10)}};
    runtime::ProgramEnvironment environment;
    runtime::Group group;

    Launch(const arbasm::Program& program, const Inputs& inputs, std::vector<BlockMemory>& blocks, Stage stage) {
        const size_t count = program.attributes.size();
        const int vertices = has_vertices(stage) ? 32 : 1;
        const int present = stage == Stage::Geometry ? primitive_vertices : patch_vertices;
        attributes.resize(count * static_cast<size_t>(vertices));
        results.resize(program.results.size());
        for (size_t n = 0; n < attributes.size(); n++) {
            const auto vertex = static_cast<int>(n / count);
            if (vertices > 1 && vertex >= present) break;
            for (int c = 0; c < 4; c++)
                for (int lane = 0; lane < lanes; lane++)
                    attributes[n].component[static_cast<size_t>(c)].lane[lane] =
                        inputs.attribute(program.attributes[n % count], c, lane, vertex);
        }
        parameters.resize(program.parameters.size());
        for (size_t n = 0; n < parameters.size(); n++) {
            const arbasm::Binding& binding = program.parameters[n];
            if (binding.kind == BindingKind::Constant) parameters[n] = binding.constant;
            if (binding.kind == BindingKind::ProgramLocal &&
                static_cast<size_t>(binding.index) < inputs.locals().size())
                parameters[n] = inputs.locals()[static_cast<size_t>(binding.index)];
        }
        for (BlockMemory& block : blocks) {
            if (block.number < 0) continue;
            const auto number = static_cast<size_t>(block.number);
            if (block.storage) {
                if (memory.storage_buffers.size() <= number) memory.storage_buffers.resize(number + 1);
                memory.storage_buffers[number] = {block.bytes.data(), block.bytes.size(), true, nullptr};
            } else {
                if (constant_buffers.size() <= number) constant_buffers.resize(number + 1);
                constant_buffers[number] = block.bytes;
            }
        }
        memory.table = std::make_shared<runtime::MemoryTable>();
        memory.faults = std::make_shared<runtime::FaultLog>();
        environment.parameters = parameters;
        environment.constant_buffers = constant_buffers;
        environment.watchdog = &watchdog;
        environment.memory = &memory;
        shared.resize(static_cast<size_t>(std::max(program.shared_memory, 16)));
        start_emitting(program);
        group.attributes = attributes.data();
        group.results = results.data();
        group.vertex_count = present;
        group.patch_threads = stage == Stage::TessControl ? patch_vertices : 1;
        group.emitted = &emitted;
        group.shared = shared;
    }
    void start_emitting(const arbasm::Program& program) {
        emitted.start(static_cast<uint32_t>(std::max(program.vertices_out, 1)),
                      static_cast<uint32_t>(results.size() * 4));
    }
};

std::string Run::compare(const arbasm::Program& program, const runtime::Routine& routine, Outcome& outcome) {
    std::vector<BlockMemory> blocks = inputs_->blocks();
    Launch launch(program, *inputs_, blocks, stage_);
    routine.run_together(launch.environment, {&launch.group, 1});
    if (launch.group.timed_out) return "it does not end";
    if (const std::string fault = runtime::describe(launch.memory.faults->take()); !fault.empty()) return fault;
    if (std::string found = compare_memory(blocks, outcome); !found.empty()) return found;
    return compare_results(program, launch, outcome);
}

void Run::repeat(const arbasm::Program& program, const runtime::Routine& routine, uint64_t times) {
    std::vector<BlockMemory> blocks = inputs_->blocks();
    Launch launch(program, *inputs_, blocks, stage_);
    const runtime::Group group = launch.group;
    for (uint64_t n = 0; n < times; n++) {
        launch.group = group;
        launch.start_emitting(program);
        routine.run_together(launch.environment, {&launch.group, 1});
    }
}

std::string described(std::string_view name, size_t component, int lane, uint64_t got, Number wanted) {
    char text[200];
    const auto as_float = [](uint64_t bits) { return double{std::bit_cast<float>(static_cast<uint32_t>(bits))}; };
    std::snprintf(text, sizeof text, "thread %d: %.*s, number %zu: 0x%llx (%g) instead of 0x%llx (%g)", lane,
                  static_cast<int>(name.size()), name.data(), component, static_cast<unsigned long long>(got),
                  as_float(got), static_cast<unsigned long long>(wanted.bits), as_float(wanted.bits));
    return text;
}

// Results are arrays with an element for each thread; all else is read only.
std::string Run::compare_memory(const std::vector<BlockMemory>& blocks, Outcome& outcome) const {
    for (const BlockMemory& block : blocks) {
        if (block.block->name != "Results" || block.number < 0) continue;
        size_t first = 0;
        for (size_t m = 0; m < block.offsets.members.size(); m++) {
            const MemberOffsets& member = block.offsets.members[m];
            std::vector<Scalar> scalars;
            scalars_of(member.type, scalars);
            const size_t each = scalars.size() / group_threads;
            for (int lane = 0; lane < lanes; lane++) {
                const Thread& thread = threads_[static_cast<size_t>(lane)];
                if (!thread.known) continue;
                const Variable* variable = block.instance ? block.instance : block.members[m];
                const Numbers& numbers = thread.evaluator->storage(variable);
                for (size_t n = static_cast<size_t>(lane) * each; n < (static_cast<size_t>(lane) + 1) * each; n++) {
                    const Number wanted = numbers.at((block.instance ? first : 0) + n);
                    uint64_t got = 0;
                    std::memcpy(&got, block.bytes.data() + member.offsets[n],
                                static_cast<size_t>(bytes_of(scalars[n])));
                    outcome.numbers += wanted.known;
                    if (wanted.known && got != memory_bits(scalars[n], wanted.bits))
                        return described(block.block->type->structure->members[m].name, n, lane, got, wanted);
                }
            }
            first += scalars.size();
        }
    }
    return {};
}

std::string Run::compare_registers(const arbasm::Program& program, const std::map<const Variable*, Numbers>& outputs,
                                   int lane, const std::function<uint32_t(size_t, int)>& got, Outcome& outcome) const {
    const BindingKind kind = stage_ == Stage::Fragment ? BindingKind::Color : BindingKind::GenericAttrib;
    for (const auto& [variable, numbers] : outputs) {
        const bool per_vertex = stage_ == Stage::TessControl;
        const Type* type = per_vertex ? variable->type->element : variable->type;
        const std::vector<Column> columns = columns_of(type, true);
        const size_t start =
            per_vertex ? static_cast<size_t>(lane % patch_vertices) * static_cast<size_t>(count_of(type)) : 0;
        for (size_t r = 0; r < program.results.size(); r++) {
            const arbasm::Binding& binding = program.results[r];
            const bool position = variable->builtin;
            const int number = position ? 0 : binding.index - variable->qualifiers.layout.location;
            if (binding.kind != (position ? BindingKind::Position : kind) || number < 0 ||
                number >= static_cast<int>(columns.size()))
                continue;
            const Column& column = columns[static_cast<size_t>(number)];
            for (int c = 0; c < column.components; c++) {
                Number wanted = numbers.at(start + column.number(c));
                if (!wanted.known) continue;
                outcome.numbers++;
                const uint32_t word = got(r, c);
                wanted.bits = column.word(wanted.bits, c);
                if (word != wanted.bits) return described(variable->name, column.number(c), lane, word, wanted);
            }
        }
    }
    return {};
}

std::string Run::compare_emitted(const arbasm::Program& program, const Launch& launch, int lane, const Thread& thread,
                                 Outcome& outcome) const {
    const uint32_t count = launch.emitted.count(lane);
    const size_t most = static_cast<size_t>(std::max(program.vertices_out, 1));
    if (count != std::min(thread.emitted.size(), most))
        return "thread " + std::to_string(lane) + ": " + std::to_string(count) + " vertices instead of " +
               std::to_string(thread.emitted.size());
    for (uint32_t n = 0; n < count; n++) {
        const Thread::Vertex& vertex = thread.emitted[n];
        const uint32_t* words = launch.emitted.vertex(lane, n);
        std::string found = compare_registers(
            program, vertex.outputs, lane, [&](size_t r, int c) { return words[r * 4 + static_cast<size_t>(c)]; },
            outcome);
        if (!found.empty()) return "vertex " + std::to_string(n) + ", " + found;
        if (n + 1 < count && vertex.ends_strip != launch.emitted.ends_strip(lane, n))
            return "thread " + std::to_string(lane) + ": a strip ends elsewhere";
    }
    return {};
}

std::string Run::compare_results(const arbasm::Program& program, const Launch& launch, Outcome& outcome) const {
    for (int lane = 0; lane < lanes; lane++) {
        const Thread& thread = threads_[static_cast<size_t>(lane)];
        if (!thread.known) continue;
        if ((launch.group.killed >> lane & 1) != (thread.discarded ? 1u : 0u))
            return "thread " + std::to_string(lane) + (thread.discarded ? " should have been" : " was") + " discarded";
        if (thread.discarded) continue;
        std::string found;
        if (stage_ == Stage::Geometry) {
            found = compare_emitted(program, launch, lane, thread, outcome);
        } else {
            std::map<const Variable*, Numbers> values;
            for (const Variable* variable : outputs()) values[variable] = thread.evaluator->storage(variable);
            found = compare_registers(
                program, values, lane,
                [&](size_t r, int c) { return launch.results[r].component[static_cast<size_t>(c)].lane[lane]; },
                outcome);
        }
        if (!found.empty()) return found;
    }
    return {};
}

std::string Run::compare_evaluated(const Run& other) const {
    std::map<std::string_view, const Variable*> named;
    for (const Variable* variable : other.shader_->globals) named[variable->name] = variable;
    for (int lane = 0; lane < lanes; lane++) {
        const Thread &mine = threads_[static_cast<size_t>(lane)], &theirs = other.threads_[static_cast<size_t>(lane)];
        if (!mine.known || !theirs.known) continue;
        if (mine.discarded != theirs.discarded || mine.emitted.size() != theirs.emitted.size())
            return "thread " + std::to_string(lane) + " goes another way";
        for (const Variable* variable : shader_->globals) {
            const Storage storage = variable->qualifiers.storage;
            if ((storage != Storage::Out && storage != Storage::Buffer) || !named[variable->name]) continue;
            const Numbers& numbers = mine.evaluator->storage(variable);
            const Numbers& wanted = theirs.evaluator->storage(named[variable->name]);
            for (size_t n = 0; n < numbers.size(); n++)
                if (numbers[n].known && wanted.at(n).known && numbers[n].bits != wanted[n].bits)
                    return described(variable->name, n, lane, numbers[n].bits, wanted[n]);
        }
    }
    return {};
}

std::map<std::string, Numbers> constants_in(const Shader& shader) {
    std::map<std::string, Numbers> constants;
    for (const Variable* variable : shader.globals) {
        if (!variable->value) continue;
        Numbers& numbers = constants[std::string(variable->name)];
        for (const uint64_t bits : variable->value->components) numbers.push_back({bits, true});
    }
    return constants;
}

// Longer programs take LLVM seconds each.
constexpr size_t most_compiled_instructions = 300;

// LLVM takes nine tenths of the time: ASMGL_RANDOM_GLSL_JIT=n compiles every nth shader only.
bool is_compiled(const arbasm::Program& program, uint64_t seed) {
    static const char* const wanted = std::getenv("ASMGL_RANDOM_GLSL_JIT");
    static const auto every = static_cast<uint64_t>(std::max(wanted ? std::atoll(wanted) : 1, 1LL));
    return program.instructions.size() <= most_compiled_instructions && seed % every == 0;
}

// Under ASMGL_ENGINE=auto a few run until they are hot.
bool passes_tiers(const arbasm::Program& program, uint64_t seed) {
    const bool has_tiers = runtime::environment().engine == runtime::EngineSetting::Auto;
    return has_tiers && seed % 24 == 5 && is_compiled(program, seed / 24);
}

// Empty, or what differs when the program is interpreted, and when the compile threads have made it.
std::string compare_tiers(Run& run, const std::shared_ptr<const arbasm::Program>& program, Outcome& outcome) {
    const auto routine = runtime::compile(program);
    const auto code = [] {
        const runtime::jit::TierCounters counters = runtime::jit::tier_counters();
        return counters.quick + counters.found;
    };
    const uint64_t before = code();
    if (std::string found = run.compare(*program, *routine, outcome); !found.empty()) return "automatic: " + found;
    // What is looked for on disk in vain is compiled when it has run on.
    const uint64_t each = program->instructions.size() * lanes + 1;
    for (int half = 0; half < 2; half++) {
        run.repeat(*program, *routine, runtime::jit::quick_work / each + 1);
        runtime::jit::finish_compiling();
    }
    outcome.hot = code() > before;
    std::string found = run.compare(*program, *routine, outcome);
    return found.empty() ? found : "automatic, hot: " + found;
}

// Compares on one register width, as it was lowered and optimised, and one of the two with the JIT where the program is
// not too long.
void compare_engines(Run& run, uint64_t seed, Outcome& outcome) {
    const std::span<const runtime::SimdLevel> levels = runtime::simd_levels_of_cpu();
    const auto level = levels[seed % levels.size()];
    const auto optimized = arbasm::optimize(run.program());
    const auto interpreted = [&](const std::shared_ptr<const arbasm::Program>& program) {
        return run.compare(*program, *runtime::interpreter::make_routine(program, level), outcome);
    };
    std::string found = interpreted(run.program());
    if (found.empty()) {
        found = interpreted(optimized);
        if (!found.empty()) found = "optimised: " + found + "\n" + arbasm::print(*optimized);
    }
    const auto& compiled = seed / levels.size() % 2 ? run.program() : optimized;
    if (found.empty() && is_compiled(*compiled, seed))
        if (const auto jit = runtime::jit::make_routine(compiled, level)) {
            outcome.compiled = true;
            found = run.compare(*compiled, *jit, outcome);
            if (!found.empty()) found = "jit: " + found;
        }
    if (found.empty() && passes_tiers(*compiled, seed)) found = compare_tiers(run, compiled, outcome);
    if (!found.empty()) outcome = {Outcome::Different, found + "\n" + run.assembly()};
}

}  // namespace

Outcome run_shader(Stage stage, const std::string& text, uint64_t seed) {
    Outcome outcome;
    Run constant(stage, seed), uniform(stage, seed);
    if (!constant.prepare(text, outcome)) return outcome;
    const std::map<std::string, Numbers> constants = constants_in(constant.shader());
    const bool has_constants = text.find(constant_mark) != std::string::npos;
    if (has_constants && !uniform.prepare(without_constants(text), outcome)) return outcome;
    for (Run* run : {&uniform, &constant}) {
        if (run == &uniform && !has_constants) continue;
        run->set_inputs(constants);
        run->evaluate();
        compare_engines(*run, seed, outcome);
        if (outcome.kind == Outcome::Different) {
            outcome.what = (run == &uniform ? "with uniforms: " : "") + outcome.what;
            return outcome;
        }
    }
    if (seed % 4 == 0) {
        Run calling(stage, seed);
        if (!calling.prepare(with_empty_calls(text), outcome)) return outcome;
        calling.set_inputs(constants);
        calling.evaluate();
        compare_engines(calling, seed, outcome);
        if (outcome.kind == Outcome::Different) {
            outcome.what = "with empty calls: " + outcome.what;
            return outcome;
        }
    }
    if (seed % 4 == 2) {
        Run turned(stage, seed);
        if (!turned.prepare(with_turned_loops(text), outcome)) return outcome;
        turned.set_inputs(constants);
        turned.evaluate();
        compare_engines(turned, seed, outcome);
        if (outcome.kind == Outcome::Different) {
            outcome.what = "with turned loops: " + outcome.what;
            return outcome;
        }
        if (std::string found = turned.compare_evaluated(constant); !found.empty())
            return {Outcome::Different, "what turned loops evaluate to: " + found};
    }
    if (has_constants)
        if (std::string found = constant.compare_evaluated(uniform); !found.empty())
            return {Outcome::Different, "what constants fold to: " + found};
    constant.count(outcome);
    if (outcome.undecided_threads == outcome.threads) outcome.kind = Outcome::Undecided;
    return outcome;
}

}  // namespace random_glsl

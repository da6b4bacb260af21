// Random programs on lane groups, as written and as optimised, against an evaluator that runs one thread at a time.
//
// ASMGL_RANDOM_PROGRAMS=n runs n programs of each header instead of a few hundred, ASMGL_RANDOM_PROGRAMS_FIRST=s those
// from seed s on. ASMGL_RANDOM_PROGRAMS_TEXT=FILE takes the file's text in place of each program, so that one that was
// found can be cut down by hand or script, with the inputs of its seed.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>

#include "arbasm/testing/random_program.h"
#include "ir/optimize/optimize.h"
#include "ir/testing/recorded_hashes.h"
#include "runtime/memory/memory.h"
#include "runtime/testing/scalar_evaluator.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

class RandomProgramsOf : public testing::TestWithParam<const char*> {};

uint32_t random_word(std::mt19937_64& random, bool integers) {
    static constexpr float floats[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 2.5f, -1.5f, 100.0f, 1e-40f, 3e38f, INFINITY};
    static constexpr uint32_t whole[] = {0, 1, 2, 31, 32, 0x7fffffff, 0x80000000, 0xffffffff};
    const uint64_t choice = random() % 8;
    if (choice == 0)
        return integers ? whole[random() % std::size(whole)] : bits_of(floats[random() % std::size(floats)]);
    if (integers) return choice < 5 ? static_cast<uint32_t>(random() % 16) : static_cast<uint32_t>(random());
    return bits_of(static_cast<float>(static_cast<int32_t>(random())) * 0x1p-28f);
}

using Lanes = std::vector<std::array<uint32_t, 4>>;

// What a program reaches, as the evaluator and as the engine see it.
struct Memories {
    static constexpr uint32_t slot = 3;
    static constexpr size_t window_bytes = size_t{arbasm::own_threads} * arbasm::own_bytes,
                            temporaries_bytes = size_t{arbasm::own_threads} * arbasm::own_temporaries_bytes;
    EvaluatedMemory expected;
    std::vector<std::byte> addressed, shared, storage[2], constants;
    std::vector<std::span<const std::byte>> constant_buffers;
    ProgramMemory program;

    // What the engine sees is as it was at first.
    void begin_again() {
        for (const auto& [bytes, first] : first_) *bytes = first;
    }

    explicit Memories(std::mt19937_64& random) {
        expected.address = MemoryTable::address_of(slot);
        expected.storage.resize(2);
        expected.constants.resize(5);
        const auto fill = [&](EvaluatedBytes& bytes, size_t size) {
            bytes.resize(size);
            for (size_t i = 0; i < size; i += 4) {
                const uint32_t word = random_word(random, random() % 2);
                std::memcpy(&bytes.bytes[i], &word, 4);
            }
            return bytes.bytes;
        };
        addressed = fill(expected.addressed, window_bytes);
        shared = fill(expected.shared, window_bytes);
        storage[0] = fill(expected.storage[0], window_bytes);
        storage[1] = fill(expected.storage[1], temporaries_bytes);
        constants = fill(expected.constants[4], arbasm::own_constant_bytes);
        constant_buffers.resize(5);
        constant_buffers[4] = constants;
        auto table = std::make_shared<MemoryTable>();
        table->set(slot, {.data = addressed.data(), .size = addressed.size(), .writable = true, .owner = {}});
        program.table = table;
        for (auto& buffer : storage)
            program.storage_buffers.push_back(
                {.data = buffer.data(), .size = buffer.size(), .writable = true, .owner = {}});
        program.faults = std::make_shared<FaultLog>();
        for (std::vector<std::byte>* bytes : {&addressed, &shared, &storage[0], &storage[1]})
            first_.emplace_back(bytes, *bytes);
    }
    Memories(const Memories&) = delete;
    Memories& operator=(const Memories&) = delete;

    // What a thread can reach may hold anything.
    void forget(size_t thread) {
        const auto forget_in = [&](EvaluatedBytes& bytes, size_t each) {
            for (size_t i = 0; i < each; i++) bytes.unknown[thread * each + i] = true;
        };
        forget_in(expected.addressed, arbasm::own_bytes);
        forget_in(expected.shared, arbasm::own_bytes);
        forget_in(expected.storage[0], arbasm::own_bytes);
        forget_in(expected.storage[1], arbasm::own_temporaries_bytes);
    }

    // Empty, or where they differ. Counts the bytes, and those that nobody knows; adds the others to the hash.
    std::string difference(uint64_t& bytes, uint64_t& unknown, arbasm::RunningHash* hash) const {
        std::string found;
        const auto compare = [&](const char* name, const EvaluatedBytes& wanted, const std::vector<std::byte>& got) {
            for (size_t i = 0; i < got.size(); i++) {
                bytes++;
                unknown += wanted.unknown[i];
                if (hash && !wanted.unknown[i]) hash->add(got[i]);
                if (wanted.unknown[i] || wanted.bytes[i] == got[i] || !found.empty()) continue;
                found = std::string(name) + " byte " + std::to_string(i) + ": " +
                        std::to_string(std::to_integer<int>(got[i])) + " instead of " +
                        std::to_string(std::to_integer<int>(wanted.bytes[i]));
            }
        };
        compare("addressed", expected.addressed, addressed);
        compare("shared", expected.shared, shared);
        compare("storage 0", expected.storage[0], storage[0]);
        compare("storage 1", expected.storage[1], storage[1]);
        return found;
    }

  private:
    std::vector<std::pair<std::vector<std::byte>*, std::vector<std::byte>>> first_;
};

// The threads of a work group, or one group of any other stage, each evaluated on its own from BAR to BAR.
std::vector<Evaluation> evaluate_all(const arbasm::Program& program, const std::vector<Lanes>& attributes,
                                     const std::vector<Vector4>& parameters, Memories& memories) {
    std::vector<EvaluatedThread> threads;
    for (const Lanes& own : attributes) threads.emplace_back(program, own, parameters, &memories.expected);
    std::vector<bool> runs(threads.size(), true);
    const auto bars = std::count_if(program.instructions.begin(), program.instructions.end(),
                                    [](const auto& one) { return one.opcode == arbasm::Opcode::Bar; });
    for (size_t turn = 0; turn <= static_cast<size_t>(bars); turn++)
        for (size_t t = 0; t < threads.size(); t++) {
            if (runs[t]) runs[t] = threads[t].run();
            // It may go on where nobody follows.
            if (!threads[t].evaluation().decided) memories.forget((t + turn) % arbasm::own_threads);
        }
    std::vector<Evaluation> evaluations;
    for (const EvaluatedThread& thread : threads) evaluations.push_back(thread.evaluation());
    return evaluations;
}

// All vertices of a primitive have the same attributes, so that it does not matter which one a program names.
constexpr size_t vertices = 32;

// What a program is given: random, and each thread's number where it works on memory of its own.
struct RandomInputs {
    const arbasm::Program& program;
    const bool own_memory;
    std::vector<Lanes> attributes;  // of each thread
    Memories memories;
    std::vector<Vector4> parameters;

    RandomInputs(const arbasm::Program& written, size_t threads, bool has_own_memory, std::mt19937_64& random)
        : program(written),
          own_memory(has_own_memory),
          attributes(random_attributes(program, threads, own_memory, random)),
          memories(random),
          parameters(random_parameters(program, memories.expected.address, random)) {}

  private:
    static std::vector<Lanes> random_attributes(const arbasm::Program& program, size_t threads, bool own_memory,
                                                std::mt19937_64& random) {
        std::vector<Lanes> attributes(threads, Lanes(program.attributes.size()));
        for (size_t i = 0; i < program.attributes.size(); i++) {
            const bool integers = random() % 2;
            const arbasm::Binding& binding = program.attributes[i].binding;
            const bool own =
                binding.kind == arbasm::BindingKind::LocalIndex ||
                (binding.kind == arbasm::BindingKind::GenericAttrib && binding.index == arbasm::own_attribute);
            for (size_t t = 0; t < threads; t++) {
                for (uint32_t& word : attributes[t][i]) word = random_word(random, integers);
                if (own && own_memory) attributes[t][i][0] = static_cast<uint32_t>(t);
            }
        }
        return attributes;
    }

    static std::vector<Vector4> random_parameters(const arbasm::Program& program, uint64_t address,
                                                  std::mt19937_64& random) {
        std::vector<Vector4> parameters(program.parameters.size());
        for (size_t i = 0; i < parameters.size(); i++) {
            const bool integers = random() % 2;
            for (uint32_t& word : parameters[i]) word = random_word(random, integers);
            const arbasm::Binding& binding = program.parameters[i];
            if (binding.kind == arbasm::BindingKind::Constant) parameters[i] = binding.constant;
            if (binding.kind == arbasm::BindingKind::ProgramLocal && binding.index == arbasm::own_address_local) {
                parameters[i][0] = static_cast<uint32_t>(address);
                parameters[i][1] = static_cast<uint32_t>(address >> 32);
            }
        }
        return parameters;
    }
};

// The index in a list of what another list has.
template <class T>
size_t index_in(const std::vector<T>& list, const T& wanted) {
    return static_cast<size_t>(std::ranges::find(list, wanted) - list.begin());
}

// One run of the program, or of a form that was made of it: the form's registers hold what the program's do.
struct RunningGroups {
    std::vector<Group> groups;
    std::vector<Vector4> parameters;
    std::vector<LaneVector> attributes, results;
    EmittedVertices emitted;

    RunningGroups(const arbasm::Program& form, RandomInputs& inputs)
        : groups(inputs.attributes.size() / group_lanes),
          attributes(groups.size() * vertices * form.attributes.size()),
          results(form.results.size()) {
        for (const arbasm::Binding& binding : form.parameters)
            parameters.push_back(binding.kind == arbasm::BindingKind::Constant
                                     ? binding.constant
                                     : inputs.parameters.at(index_in(inputs.program.parameters, binding)));
        emitted.start(static_cast<uint32_t>(std::max(form.vertices_out, 1)), static_cast<uint32_t>(results.size() * 4));
        const size_t count = form.attributes.size();
        std::vector<size_t> indices;
        for (const arbasm::Attribute& attribute : form.attributes)
            indices.push_back(index_in(inputs.program.attributes, attribute));
        for (size_t g = 0; g < groups.size(); g++) {
            LaneVector* const own = attributes.data() + g * vertices * count;
            for (size_t i = 0; i < vertices * count; i++)
                for (size_t lane = 0; lane < group_lanes; lane++)
                    for (size_t c = 0; c < 4; c++)
                        own[i].component[c].lane[lane] =
                            inputs.attributes[g * group_lanes + lane].at(indices[i % count])[c];
            groups[g].attributes = own;
            groups[g].results = results.data();
            groups[g].vertex_count = static_cast<int32_t>(vertices);
            groups[g].emitted = &emitted;
            groups[g].shared = inputs.memories.shared;
        }
    }
    bool timed_out() const {
        return std::any_of(groups.begin(), groups.end(), [](const Group& group) { return group.timed_out; });
    }
};

struct Compared {
    arbasm::RunningHash hash;  // of what the program as it is written gives, as far as that is known
    bool hashes = false;
    uint64_t decided = 0, undecided = 0, words = 0, unknown = 0, bytes = 0, unknown_bytes = 0;
};

// Empty, or what a thread of a group has other than the evaluator.
std::string difference_of(const RunningGroups& run, const arbasm::Program& form, const arbasm::Program& program,
                          size_t thread, const Evaluation& one, Compared& compared) {
    if (!one.decided) {
        compared.undecided++;
        return {};
    }
    compared.decided++;
    const Group& group = run.groups[thread / group_lanes];
    const std::string where = "lane " + std::to_string(thread);
    // Where every thread is killed the program ends early.
    if (group.killed == all_lanes) return {};
    if ((group.killed >> (thread % group_lanes) & 1) != (one.killed ? 1u : 0u))
        return where + (one.killed ? " should have been killed" : " should not have been killed");
    for (size_t r = 0; r < program.results.size() && !one.killed; r++) {
        const size_t index = index_in(form.results, program.results[r]);
        for (size_t c = 0; c < 4; c++) {
            const EvaluatedWord& word = one.results[r][c];
            // Results that no instruction names any more are never written.
            const uint32_t got = index < run.results.size() ? run.results[index].component[c].lane[thread] : 0;
            compared.words++;
            if (word.state == EvaluatedWord::Unknown) {
                compared.unknown++;
                continue;
            }
            // The bits of a NaN may be those of either operand.
            if (compared.hashes) compared.hash.add(is_nan(got) ? 0x7fc00000u : got);
            const auto wanted = static_cast<uint32_t>(word.bits);
            if (word.state == EvaluatedWord::NotANumber ? is_nan(got) : got == wanted) continue;
            return where + " result " + std::to_string(r) + " component " + std::to_string(c) + ": " +
                   std::to_string(got) + " instead of " + std::to_string(wanted) + " (" +
                   std::to_string(float_of(got)) + " instead of " + std::to_string(float_of(wanted)) + ")";
        }
    }
    return {};
}

// Empty, or what a routine makes of the inputs other than the evaluator. `form`: the program, or one that was made of
// it, which may have no use for some of its bindings.
std::string difference_on(const Routine& routine, const arbasm::Program& form, RandomInputs& inputs,
                          const std::vector<Evaluation>& alone, bool all_end, Compared& compared) {
    Memories& memories = inputs.memories;
    memories.begin_again();
    Watchdog watchdog({.group = std::chrono::milliseconds(all_end ? 10000 : 20)});
    ProgramEnvironment environment;
    RunningGroups run(form, inputs);
    environment.parameters = run.parameters;
    environment.watchdog = &watchdog;
    environment.memory = &memories.program;
    environment.constant_buffers = memories.constant_buffers;
    routine.run_together(environment, run.groups);
    if (run.timed_out()) return all_end ? "no end" : "";
    if (std::string fault = describe(memories.program.faults->take()); !fault.empty()) return fault;
    if (inputs.own_memory)
        if (std::string found =
                memories.difference(compared.bytes, compared.unknown_bytes, compared.hashes ? &compared.hash : nullptr);
            !found.empty())
            return found;
    for (size_t thread = 0; thread < alone.size(); thread++)
        if (std::string found = difference_of(run, form, inputs.program, thread, alone[thread], compared);
            !found.empty())
            return found;
    return {};
}

std::string text_in_place() {
    const char* const name = std::getenv("ASMGL_RANDOM_PROGRAMS_TEXT");
    if (!name) return {};
    std::ifstream file(name);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST_P(RandomProgramsOf, GiveWhatOneThreadGives) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    const char* const begin = std::getenv("ASMGL_RANDOM_PROGRAMS_FIRST");
    // LLVM takes a fifth of a second for each.
    const int count = wanted                                       ? std::atoi(wanted)
                      : environment().engine == EngineSetting::Jit ? 150
                                                                   : 500,
              first = begin ? std::atoi(begin) : 0;
    // Long runs: the optimised program is the one that draws.
    const bool skips_written = wanted && environment().engine == EngineSetting::Jit;
    arbasm::RandomProgram settings;
    settings.header = GetParam();
    settings.textures = settings.memory = settings.cross_lane = settings.approximate = settings.stage_specific = false;
    const bool may_have_memory = settings.header.ends_with("5.0"), compute = settings.header == "!!NVcp5.0";
    const size_t threads = compute ? arbasm::own_threads : group_lanes;
    const std::vector<SimdLevel> levels = simd_levels();
    const std::string replaced = text_in_place();
    int ran = 0, refused = 0, too_long = 0;
    Compared compared;
    for (int n = first; ran < count && n < first + 4 * count && !HasFailure(); n++) {
        settings.options = n % 4 == 0;
        // Only memory shows what compute programs do.
        settings.own_memory = may_have_memory && (compute || n % 2 == 1);
        const std::string text =
            replaced.empty() ? arbasm::random_program(static_cast<uint64_t>(n), settings) : replaced;
        const arbasm::ParseResult parsed = arbasm::parse(text);
        if (!parsed.program || !can_evaluate(*parsed.program, true)) {
            refused++;
            continue;
        }
        const arbasm::Program& program = *parsed.program;
        std::mt19937_64 random(static_cast<uint64_t>(n));
        RandomInputs inputs(program, threads, settings.own_memory, random);
        Memories& memories = inputs.memories;
        // First one thread at a time: what takes a group long is left out.
        const std::vector<Evaluation> alone = evaluate_all(program, inputs.attributes, inputs.parameters, memories);
        const auto any = [&](auto quality) { return std::any_of(alone.begin(), alone.end(), quality); };
        if (any([](const Evaluation& one) { return one.too_long; })) {
            too_long++;
            continue;
        }
        ASSERT_FALSE(any([](const Evaluation& one) { return one.strayed; })) << "seed " << n << "\n" << text;
        ran++;
        // A thread whose way is not known may go round and round.
        const bool all_end = !any([](const Evaluation& one) { return !one.decided; });
        const SimdLevel level = levels[static_cast<size_t>(n) % levels.size()];
        const auto optimised = arbasm::optimize(parsed.program);
        for (const auto& form : {parsed.program, optimised}) {
            compared.hashes = form == parsed.program;
            if (form != optimised && skips_written && n % 8 != 0) continue;
            ASSERT_EQ(difference_on(*routine_at(form, level), *form, inputs, alone, all_end, compared), "")
                << "seed " << n << "\n"
                << text << (form == parsed.program ? "" : "optimised:\n" + arbasm::print(*form));
        }
    }
    const std::string name = std::string(settings.header.substr(2)) + ",programs=" + std::to_string(count);
    if (!HasFailure() && first == 0 && count == 500 && !skips_written)
        arbasm::expect_recorded_hash(name, compared.hash.value());
    std::printf("%d programs ran, %d were left out as too long, %d for what the evaluator doesn't know\n", ran,
                too_long, refused);
    std::printf(
        "%llu threads, the ways of %llu unknown; %llu words of results, %llu unknown; %llu bytes of memory, "
        "%llu unknown\n",
        static_cast<unsigned long long>(compared.decided + compared.undecided),
        static_cast<unsigned long long>(compared.undecided), static_cast<unsigned long long>(compared.words),
        static_cast<unsigned long long>(compared.unknown), static_cast<unsigned long long>(compared.bytes),
        static_cast<unsigned long long>(compared.unknown_bytes));
    EXPECT_EQ(ran, count) << refused << " were refused";
    EXPECT_GT(compared.decided, compared.undecided);
    EXPECT_GE(compared.words, 4 * compared.unknown);
    EXPECT_GE(compared.bytes, 2 * compared.unknown_bytes);
}
INSTANTIATE_TEST_SUITE_P(Headers, RandomProgramsOf,
                         testing::Values("!!NVvp5.0", "!!NVtcp5.0", "!!NVtep5.0", "!!NVgp5.0", "!!NVfp5.0", "!!NVcp5.0",
                                         "!!NVvp4.0", "!!NVgp4.0", "!!NVfp4.0", "!!ARBvp1.0", "!!ARBfp1.0"),
                         [](const testing::TestParamInfo<const char*>& named) {
                             std::string name;
                             for (const char letter : std::string(named.param))
                                 if (std::isalnum(static_cast<unsigned char>(letter))) name += letter;
                             return name;
                         });

}  // namespace
}  // namespace runtime

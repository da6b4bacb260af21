// Random programs on lane groups, against an evaluator that runs one thread at a time.
//
// ASMGL_RANDOM_PROGRAMS=n runs n programs of each header instead of a few hundred.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "arbasm/testing/random_program.h"
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
    }

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

    // Empty, or where they differ. Counts the bytes, and those that nobody knows.
    std::string difference(uint64_t& bytes, uint64_t& unknown) const {
        std::string found;
        const auto compare = [&](const char* name, const EvaluatedBytes& wanted, const std::vector<std::byte>& got) {
            for (size_t i = 0; i < got.size(); i++) {
                bytes++;
                unknown += wanted.unknown[i];
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

TEST_P(RandomProgramsOf, GiveWhatOneThreadGives) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    const int count = wanted ? std::atoi(wanted) : 500;
    arbasm::RandomProgram wish;
    wish.header = GetParam();
    wish.textures = wish.memory = wish.cross_lane = wish.approximate = wish.stage_specific = false;
    const bool may_have_memory = wish.header.ends_with("5.0"), compute = wish.header == "!!NVcp5.0";
    const size_t threads = compute ? arbasm::own_threads : group_lanes;
    const std::vector<SimdLevel> levels = simd_levels();
    int ran = 0, refused = 0, too_long = 0;
    uint64_t decided = 0, undecided = 0, words = 0, unknown = 0, bytes = 0, unknown_bytes = 0;
    for (int n = 0; ran < count && n < 4 * count && !HasFailure(); n++) {
        wish.options = n % 4 == 0;
        // Only memory shows what compute programs do.
        wish.own_memory = may_have_memory && (compute || n % 2 == 1);
        const std::string text = arbasm::random_program(static_cast<uint64_t>(n), wish);
        const arbasm::ParseResult parsed = arbasm::parse(text);
        if (!parsed.program || !can_evaluate(*parsed.program, true)) {
            refused++;
            continue;
        }
        const arbasm::Program& program = *parsed.program;
        std::mt19937_64 random(static_cast<uint64_t>(n));
        // All vertices of a primitive have the same attributes, so that it does not matter which one a program names.
        constexpr size_t vertices = 32;
        const size_t inputs = program.attributes.size();
        std::vector<Lanes> attributes(threads, Lanes(inputs));
        std::vector<Vector4> parameters(program.parameters.size());
        for (size_t i = 0; i < inputs; i++) {
            const bool integers = random() % 2;
            const arbasm::Binding& binding = program.attributes[i].binding;
            const bool own =
                binding.kind == arbasm::BindingKind::LocalIndex ||
                (binding.kind == arbasm::BindingKind::GenericAttrib && binding.index == arbasm::own_attribute);
            for (size_t t = 0; t < threads; t++) {
                for (uint32_t& word : attributes[t][i]) word = random_word(random, integers);
                if (own && wish.own_memory) attributes[t][i][0] = static_cast<uint32_t>(t);
            }
        }
        Memories memories(random);
        for (size_t i = 0; i < parameters.size(); i++) {
            const bool integers = random() % 2;
            for (uint32_t& word : parameters[i]) word = random_word(random, integers);
            const arbasm::Binding& binding = program.parameters[i];
            if (binding.kind == arbasm::BindingKind::ProgramLocal && binding.index == arbasm::own_address_local) {
                parameters[i][0] = static_cast<uint32_t>(memories.expected.address);
                parameters[i][1] = static_cast<uint32_t>(memories.expected.address >> 32);
            }
        }
        // First one thread at a time: what takes a group long is left out.
        const std::vector<Evaluation> alone = evaluate_all(program, attributes, parameters, memories);
        const auto any = [&](auto quality) { return std::any_of(alone.begin(), alone.end(), quality); };
        if (any([](const Evaluation& one) { return one.too_long; })) {
            too_long++;
            continue;
        }
        ASSERT_FALSE(any([](const Evaluation& one) { return one.strayed; })) << "seed " << n << "\n" << text;
        ran++;
        // A thread whose way is not known may go round and round.
        const bool all_end = !any([](const Evaluation& one) { return !one.decided; });
        Watchdog watchdog(std::chrono::milliseconds(all_end ? 10000 : 20));
        ProgramEnvironment environment;
        environment.parameters = parameters;
        environment.watchdog = &watchdog;
        environment.memory = &memories.program;
        environment.constant_buffers = memories.constant_buffers;
        std::vector<Group> groups(threads / group_lanes);
        std::vector<LaneVector> of_groups(groups.size() * vertices * inputs), results(program.results.size());
        EmittedVertices emitted;
        emitted.start(static_cast<uint32_t>(std::max(program.vertices_out, 1)),
                      static_cast<uint32_t>(results.size() * 4));
        for (size_t g = 0; g < groups.size(); g++) {
            LaneVector* const own = of_groups.data() + g * vertices * inputs;
            for (size_t i = 0; i < vertices * inputs; i++)
                for (size_t lane = 0; lane < group_lanes; lane++)
                    for (size_t c = 0; c < 4; c++)
                        own[i].component[c].lane[lane] = attributes[g * group_lanes + lane][i % inputs][c];
            groups[g].attributes = own;
            groups[g].results = results.data();
            groups[g].vertex_count = static_cast<int32_t>(vertices);
            groups[g].emitted = &emitted;
            groups[g].shared = memories.shared;
        }
        interpreter::make_routine(parsed.program, levels[static_cast<size_t>(n) % levels.size()])
            ->run_together(environment, groups);
        if (std::any_of(groups.begin(), groups.end(), [](const Group& group) { return group.timed_out; })) {
            EXPECT_FALSE(all_end) << "no end\n" << text;
            continue;
        }
        if (wish.own_memory) {
            ASSERT_EQ(describe(memories.program.faults->take()), "") << "seed " << n << "\n" << text;
            ASSERT_EQ(memories.difference(bytes, unknown_bytes), "") << "seed " << n << "\n" << text;
        }
        for (size_t lane = 0; lane < threads; lane++) {
            const Evaluation& one = alone[lane];
            if (!one.decided) {
                undecided++;
                continue;
            }
            decided++;
            const Group& group = groups[lane / group_lanes];
            // Where every thread is killed the program ends early.
            const bool ended = group.killed == all_lanes;
            if (!ended) {
                EXPECT_EQ(group.killed >> (lane % group_lanes) & 1, one.killed ? 1u : 0u)
                    << "seed " << n << " lane " << lane << "\n"
                    << text;
            }
            for (size_t r = 0; r < results.size() && !ended && !one.killed; r++)
                for (size_t c = 0; c < 4; c++) {
                    const EvaluatedWord& word = one.results[r][c];
                    const uint32_t got = results[r].component[c].lane[lane];
                    words++;
                    if (word.state == EvaluatedWord::Unknown) {
                        unknown++;
                        continue;
                    }
                    const bool same =
                        word.state == EvaluatedWord::NotANumber ? is_nan(got) : got == static_cast<uint32_t>(word.bits);
                    ASSERT_TRUE(same) << "seed " << n << " lane " << lane << " result " << r << " component " << c
                                      << ": " << std::hex << got << " instead of " << word.bits << " (" << float_of(got)
                                      << " instead of " << float_of(static_cast<uint32_t>(word.bits)) << ")\n"
                                      << text;
                }
        }
    }
    std::printf("%d programs ran, %d were left out as too long, %d for what the evaluator doesn't know\n", ran,
                too_long, refused);
    std::printf(
        "%llu threads, the ways of %llu unknown; %llu words of results, %llu unknown; %llu bytes of memory, "
        "%llu unknown\n",
        static_cast<unsigned long long>(decided + undecided), static_cast<unsigned long long>(undecided),
        static_cast<unsigned long long>(words), static_cast<unsigned long long>(unknown),
        static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(unknown_bytes));
    EXPECT_EQ(ran, count) << refused << " were refused";
    EXPECT_GT(decided, undecided);
    EXPECT_GE(words, 4 * unknown);
    EXPECT_GE(bytes, 2 * unknown_bytes);
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

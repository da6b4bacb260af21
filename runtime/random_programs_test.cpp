// Random programs on lane groups, against an evaluator that runs one thread at a time.
//
// ASMGL_RANDOM_PROGRAMS=n runs n programs of each header instead of a few hundred.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "arbasm/testing/random_program.h"
#include "runtime/test_programs.h"
#include "runtime/testing/scalar_evaluator.h"

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

TEST_P(RandomProgramsOf, GiveWhatOneThreadGives) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    const int count = wanted ? std::atoi(wanted) : 500;
    arbasm::RandomProgram wish;
    wish.header = GetParam();
    wish.textures = wish.memory = wish.cross_lane = wish.approximate = wish.stage_specific = false;
    const auto routine_level = simd_levels().back();
    int ran = 0, refused = 0, too_long = 0;
    uint64_t decided = 0, undecided = 0, words = 0, unknown = 0;
    for (int n = 0; ran < count && n < 4 * count && !HasFailure(); n++) {
        wish.options = n % 4 == 0;
        const std::string text = arbasm::random_program(static_cast<uint64_t>(n), wish);
        const arbasm::ParseResult parsed = arbasm::parse(text);
        if (!parsed.program || !can_evaluate(*parsed.program) || !unsupported(*parsed.program).empty()) {
            refused++;
            continue;
        }
        const arbasm::Program& program = *parsed.program;
        std::mt19937_64 random(static_cast<uint64_t>(n));
        // All vertices of a primitive have the same attributes, so that it does not matter which one a program names.
        constexpr size_t vertices = 32;
        const size_t inputs = program.attributes.size();
        std::vector<LaneVector> attributes(inputs), results(program.results.size());
        std::vector<Vector4> parameters(program.parameters.size());
        for (size_t i = 0; i < attributes.size(); i++) {
            const bool integers = random() % 2;
            for (LaneWord& word : attributes[i].component)
                for (uint32_t& lane : word.lane) lane = random_word(random, integers);
        }
        for (Vector4& parameter : parameters) {
            const bool integers = random() % 2;
            for (uint32_t& word : parameter) word = random_word(random, integers);
        }
        std::vector<LaneVector> of_vertices;
        for (size_t vertex = 0; vertex < vertices; vertex++)
            of_vertices.insert(of_vertices.end(), attributes.begin(), attributes.end());
        // First one thread at a time: what takes a group long is left out.
        std::vector<Evaluation> alone;
        bool long_running = false;
        for (size_t lane = 0; lane < group_lanes && !long_running; lane++) {
            std::vector<std::array<uint32_t, 4>> own(attributes.size());
            for (size_t i = 0; i < own.size(); i++)
                for (size_t c = 0; c < 4; c++) own[i][c] = attributes[i].component[c].lane[lane];
            alone.push_back(evaluate(program, own, parameters));
            long_running = alone.back().too_long;
        }
        if (long_running) {
            too_long++;
            continue;
        }
        ran++;
        // A thread whose way is not known may go round and round.
        const bool all_end = std::all_of(alone.begin(), alone.end(), [](const Evaluation& one) { return one.decided; });
        Watchdog watchdog(std::chrono::milliseconds(all_end ? 10000 : 20));
        ProgramEnvironment environment;
        environment.parameters = parameters;
        environment.watchdog = &watchdog;
        Group group;
        group.attributes = of_vertices.data();
        group.results = results.data();
        group.vertex_count = static_cast<int32_t>(vertices);
        EmittedVertices emitted;
        emitted.start(static_cast<uint32_t>(std::max(program.vertices_out, 1)),
                      static_cast<uint32_t>(results.size() * 4));
        group.emitted = &emitted;
        interpreter::make_routine(parsed.program, routine_level)->run(environment, group);
        if (group.timed_out) {
            EXPECT_FALSE(all_end) << "no end\n" << text;
            continue;
        }
        for (size_t lane = 0; lane < group_lanes; lane++) {
            const Evaluation& one = alone[lane];
            if (!one.decided) {
                undecided++;
                continue;
            }
            decided++;
            // Where every thread is killed the program ends early.
            const bool ended = group.killed == all_lanes;
            if (!ended) {
                EXPECT_EQ(group.killed >> lane & 1, one.killed ? 1u : 0u) << "seed " << n << " lane " << lane << "\n"
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
    EXPECT_EQ(ran, count) << refused << " were refused";
    EXPECT_GT(decided, undecided);
    EXPECT_GT(words, 4 * unknown);
}
INSTANTIATE_TEST_SUITE_P(Headers, RandomProgramsOf,
                         testing::Values("!!NVvp5.0", "!!NVtcp5.0", "!!NVtep5.0", "!!NVgp5.0", "!!NVfp5.0", "!!NVvp4.0",
                                         "!!NVgp4.0", "!!NVfp4.0", "!!ARBvp1.0", "!!ARBfp1.0"),
                         [](const testing::TestParamInfo<const char*>& named) {
                             std::string name;
                             for (const char letter : std::string(named.param))
                                 if (std::isalnum(static_cast<unsigned char>(letter))) name += letter;
                             return name;
                         });

}  // namespace
}  // namespace runtime

// Random shaders of each stage: compiled, lowered and run by the engines, and their trees evaluated by code that shares
// nothing with these.
//
// ASMGL_RANDOM_GLSL=n runs n shaders of each stage instead of a few, ASMGL_RANDOM_GLSL_FIRST=n begins with that one,
// ASMGL_RANDOM_GLSL_JIT=n has the JIT compile every nth only.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "runner.h"

namespace random_glsl {
namespace {

using arbasm::Stage;

int64_t number_in(const char* variable, int64_t otherwise) {
    const char* const wanted = std::getenv(variable);
    return wanted ? std::atoll(wanted) : otherwise;
}

class RandomShadersOf : public testing::TestWithParam<Stage> {};

TEST_P(RandomShadersOf, GiveWhatTheirTreesGive) {
    const int64_t count = number_in("ASMGL_RANDOM_GLSL", 100), first = number_in("ASMGL_RANDOM_GLSL_FIRST", 0);
    int64_t same = 0, undecided = 0, compiled = 0, hot = 0, numbers = 0, threads = 0, undecided_threads = 0;
    for (int64_t n = first; n < first + count; n++) {
        const auto seed = static_cast<uint64_t>(n);
        const std::string text = random_shader(GetParam(), seed);
        const Outcome outcome = run_shader(GetParam(), text, seed);
        ASSERT_NE(outcome.kind, Outcome::Refused) << "seed " << n << "\n" << outcome.what << "\n" << text;
        if (outcome.kind == Outcome::Different) {
            const std::string shorter = reduced(GetParam(), text, seed);
            FAIL() << "seed " << n << ": " << run_shader(GetParam(), shorter, seed).what << "\n" << shorter;
        }
        same += outcome.kind == Outcome::Same;
        undecided += outcome.kind == Outcome::Undecided;
        compiled += outcome.compiled;
        hot += outcome.hot;
        numbers += outcome.numbers;
        threads += outcome.threads;
        undecided_threads += outcome.undecided_threads;
    }
    std::printf(
        "%lld shaders, %lld of them on the JIT, too, %lld until they were hot, nothing known of %lld; %lld threads, "
        "%lld unknown; %lld numbers\n",
        static_cast<long long>(count), static_cast<long long>(compiled), static_cast<long long>(hot),
        static_cast<long long>(undecided), static_cast<long long>(threads), static_cast<long long>(undecided_threads),
        static_cast<long long>(numbers));
    EXPECT_GT(same, 3 * count / 4);
    EXPECT_GT(threads, 4 * undecided_threads);
    EXPECT_GT(numbers, 40 * count);
}

// Shaders that were not the same once.
TEST(RandomShaders, FoundBeforeGiveWhatTheirTreesGive) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(ASMGL_FOUND_SHADERS)) {
        static constexpr std::string_view extensions[] = {".vert", ".tesc", ".tese", ".geom", ".frag", ".comp"};
        const auto stage = std::ranges::find(extensions, entry.path().extension().string()) - std::begin(extensions);
        ASSERT_LT(stage, std::ssize(extensions)) << entry.path();
        std::ifstream file(entry.path());
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        for (uint64_t seed = 0; seed < 6; seed++) {
            const Outcome outcome = run_shader(static_cast<Stage>(stage), text, seed);
            EXPECT_EQ(outcome.kind, Outcome::Same) << entry.path() << "\n" << outcome.what;
            EXPECT_GT(outcome.numbers, 0) << entry.path();
        }
        count++;
    }
    EXPECT_GT(count, 2);
}

std::string name_of(const testing::TestParamInfo<Stage>& named) {
    static constexpr const char* names[] = {"Vertex",   "TessControl", "TessEvaluation",
                                            "Geometry", "Fragment",    "Compute"};
    return names[static_cast<size_t>(named.param)];
}

INSTANTIATE_TEST_SUITE_P(Stages, RandomShadersOf,
                         testing::Values(Stage::Vertex, Stage::TessControl, Stage::TessEvaluation, Stage::Geometry,
                                         Stage::Fragment, Stage::Compute),
                         name_of);

}  // namespace
}  // namespace random_glsl

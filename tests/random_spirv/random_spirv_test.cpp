// Random flow of SPIR-V, as the engines run it and as it is evaluated thread by thread from the tree that it was made
// of.
//
// ASMGL_RANDOM_SPIRV=n takes n modules of each stage instead of a few hundred, ASMGL_RANDOM_SPIRV_FIRST=n begins with
// that one, ASMGL_RANDOM_SPIRV_JIT=n has the JIT compile every nth only.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <unistd.h>

#include "flow.h"
#include "glsl/compile.h"
#include "glsl/link.h"
#include "glsl/spirv/specialize.h"
#include "glsl/tree/shader.h"
#include "module_writer.h"

#include "arbasm/assembler.h"
#include "ir/lower/lower.h"
#include "ir/optimize/optimize.h"
#include "runtime/interpreter/interpreter.h"
#include "runtime/jit/jit.h"
#include "runtime/simd/cpu_features.h"

namespace random_spirv {
namespace {

using arbasm::Stage;
using Inputs = std::array<std::array<uint32_t, 4>, runtime::group_lanes>;

int64_t number_in(const char* variable, int64_t otherwise) {
    const char* const wanted = std::getenv(variable);
    return wanted ? std::atoll(wanted) : otherwise;
}

std::shared_ptr<const arbasm::Program> program_of(const std::vector<uint32_t>& words, Stage stage, std::string& log) {
    const std::shared_ptr<const glsl::Shader> shader = glsl::spirv::specialize(stage, words, {});
    log = glsl::has_errors(*shader) ? glsl::log_of(*shader) : "";
    if (!log.empty()) return nullptr;
    const std::shared_ptr<const glsl::Shader> shaders[] = {shader};
    glsl::LinkOptions options;
    options.separable = true;
    const glsl::LinkedProgram linked = glsl::link(shaders, options);
    log = linked.linked ? "" : linked.log;
    return linked.linked ? arbasm::lower(linked.stages[static_cast<size_t>(stage)].program) : nullptr;
}

Inputs random_inputs(uint64_t seed) {
    Inputs inputs;
    uint64_t state = seed;
    for (auto& lane : inputs)
        for (uint32_t& word : lane) {
            state = state * 6364136223846793005 + 1442695040888963407;
            word = static_cast<uint32_t>(state >> 40);
        }
    return inputs;
}

using Results = std::array<std::optional<Result>, runtime::group_lanes>;

// Empty, or what a routine makes of it otherwise.
std::string difference_on(const runtime::Routine& routine, const arbasm::Program& program, const Inputs& inputs,
                          const Results& wanted) {
    std::vector<runtime::LaneVector> attributes(program.attributes.size()), results(program.results.size());
    for (runtime::LaneVector& attribute : attributes)
        for (size_t c = 0; c < 4; c++)
            for (size_t lane = 0; lane < runtime::group_lanes; lane++)
                attribute.component[c].lane[lane] = inputs[lane][c];
    std::vector<runtime::Vector4> parameters(program.parameters.size());
    for (size_t n = 0; n < parameters.size(); n++) parameters[n] = program.parameters[n].constant;
    runtime::Watchdog watchdog({.group = std::chrono::seconds(10)});
    runtime::ProgramEnvironment environment;
    environment.parameters = parameters;
    environment.watchdog = &watchdog;
    runtime::Group group;
    group.attributes = attributes.data();
    group.results = results.data();
    routine.run(environment, group);
    if (group.timed_out) return "it does not end";
    for (size_t lane = 0; lane < runtime::group_lanes; lane++) {
        if (!wanted[lane]) continue;
        const std::string where = "thread " + std::to_string(lane);
        if ((group.killed >> lane & 1) != (wanted[lane]->killed ? 1u : 0u))
            return where + (wanted[lane]->killed ? " should have been killed" : " was killed");
        for (size_t c = 0; c < 4 && !wanted[lane]->killed; c++) {
            const uint32_t got = results.at(0).component[c].lane[lane];
            if (got != wanted[lane]->output[c])
                return where + ", component " + std::to_string(c) + ": " + std::to_string(got) + " instead of " +
                       std::to_string(wanted[lane]->output[c]);
        }
    }
    return {};
}

struct EngineRow {
    const char* name;
    std::shared_ptr<const arbasm::Program> program;
    std::shared_ptr<const runtime::Routine> routine;
};

std::vector<EngineRow> engines_of(const std::shared_ptr<const arbasm::Program>& program, uint64_t seed) {
    const std::span<const runtime::SimdLevel> levels = runtime::simd_levels_of_cpu();
    const auto level = levels[seed % levels.size()];
    const auto optimized = arbasm::optimize(program);
    std::vector<EngineRow> rows = {
        {"interpreted", program, runtime::interpreter::make_routine(program, level)},
        {"optimised and interpreted", optimized, runtime::interpreter::make_routine(optimized, level)}};
    static const auto every = static_cast<uint64_t>(std::max<int64_t>(number_in("ASMGL_RANDOM_SPIRV_JIT", 4), 1));
    const auto& compiled = seed / every / levels.size() % 2 ? program : optimized;
    constexpr size_t most_compiled = 300;  // longer ones take LLVM seconds each
    if (seed % every == 0 && compiled->instructions.size() <= most_compiled)
        if (auto routine = runtime::jit::make_routine(compiled, level))
            rows.push_back({"compiled", compiled, std::move(routine)});
    return rows;
}

class RandomModulesOf : public testing::TestWithParam<Stage> {};

TEST_P(RandomModulesOf, GiveWhatTheirFlowGives) {
    const int64_t count = number_in("ASMGL_RANDOM_SPIRV", 400), first = number_in("ASMGL_RANDOM_SPIRV_FIRST", 0);
    int64_t threads = 0, too_long = 0, killed = 0, compiled = 0;
    for (int64_t n = first; n < first + count; n++) {
        const auto seed = static_cast<uint64_t>(n);
        const Flow flow = random_flow(seed, GetParam() == Stage::Fragment);
        const Inputs inputs = random_inputs(seed);
        Results wanted;
        for (size_t lane = 0; lane < wanted.size(); lane++) {
            wanted[lane] = evaluate(flow, inputs[lane]);
            threads++;
            too_long += !wanted[lane];
            killed += wanted[lane] && wanted[lane]->killed;
        }
        std::string log;
        const auto program = program_of(module_of(flow, GetParam()), GetParam(), log);
        ASSERT_TRUE(program) << "seed " << n << "\n" << log;
        for (const EngineRow& engine : engines_of(program, seed)) {
            ASSERT_TRUE(engine.routine) << engine.name;
            compiled += engine.name == std::string_view("compiled");
            ASSERT_EQ(difference_on(*engine.routine, *engine.program, inputs, wanted), "")
                << "seed " << n << ", " << engine.name << "\n"
                << arbasm::print(*engine.program);
        }
    }
    std::printf("%lld modules, %lld of them compiled; %lld threads, %lld too long, %lld killed\n",
                static_cast<long long>(count), static_cast<long long>(compiled), static_cast<long long>(threads),
                static_cast<long long>(too_long), static_cast<long long>(killed));
    EXPECT_LT(too_long, threads / 10);
    EXPECT_LT(killed, threads / 2);
}
INSTANTIATE_TEST_SUITE_P(Stages, RandomModulesOf, testing::Values(Stage::Vertex, Stage::Fragment),
                         [](const testing::TestParamInfo<Stage>& named) {
                             return named.param == Stage::Vertex ? "Vertex" : "Fragment";
                         });

// What the writer writes is right by Khronos' validator, where there is one.
TEST(RandomModules, AreValid) {
    if (std::system("spirv-val --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "no spirv-val here";
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("asmgl-random-" + std::to_string(getpid()) + ".spv");
    const int64_t count = number_in("ASMGL_RANDOM_SPIRV", 60);
    for (int64_t n = 0; n < count && !HasFailure(); n++) {
        const Stage stage = n % 2 ? Stage::Fragment : Stage::Vertex;
        const std::vector<uint32_t> words = module_of(random_flow(static_cast<uint64_t>(n), n % 2), stage);
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(words.size() * 4));
        EXPECT_EQ(std::system(("spirv-val --target-env opengl4.5 " + path.string()).c_str()), 0) << "seed " << n;
    }
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace random_spirv

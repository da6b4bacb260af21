// Random shaders of each stage that are made of what the tables of the language have: compiled and lowered, they give
// the same as written and as optimised, on every engine.
//
// ASMGL_RANDOM_BUILTINS=n runs n shaders of each stage instead of a hundred, ASMGL_RANDOM_BUILTINS_FIRST=n begins with
// that one, ASMGL_RANDOM_BUILTINS_JIT=n has the JIT compile every nth only.
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>

#include "glsl/compile.h"
#include "glsl/tree/shader.h"
#include "launch.h"
#include "shader_writer.h"

#include "arbasm/assembler.h"
#include "ir/lower/lower.h"
#include "ir/optimize/optimize.h"
#include "ir/verify/verify.h"
#include "runtime/testing/test_programs.h"

namespace random_builtins {
namespace {

using arbasm::Stage;

int64_t number_in(const char* variable, int64_t otherwise) {
    const char* const wanted = std::getenv(variable);
    return wanted ? std::atoll(wanted) : otherwise;
}

class RandomBuiltinsOf : public testing::TestWithParam<Stage> {
  protected:
    void compare(uint64_t seed);

    int compiled_ = 0;
};

void RandomBuiltinsOf::compare(uint64_t seed) {
    const Stage stage = GetParam();
    const std::string text = ShaderWriter(stage, seed).write();
    const std::string_view strings[] = {text};
    const std::shared_ptr<const glsl::Shader> shader = glsl::compile(stage, strings);
    ASSERT_FALSE(glsl::has_errors(*shader)) << "seed " << seed << "\n" << glsl::log_of(*shader) << text;
    const std::shared_ptr<const glsl::Shader> shaders[] = {shader};
    glsl::LinkOptions options;
    options.separable = true;
    options.geometry.vertices_out = 6;
    if (seed % 2 && stage != Stage::TessControl && text.find("gl_ClipVertex =") != std::string::npos)
        options.feedback_varyings = {"gl_ClipVertex"};
    const glsl::LinkedProgram linked = glsl::link(shaders, options);
    const auto& linked_stage = linked.stages[static_cast<size_t>(stage)];
    ASSERT_TRUE(linked.linked && linked_stage.program) << "seed " << seed << "\n" << linked.log << text;
    const auto program = arbasm::lower(linked_stage.program);
    const auto optimized = arbasm::optimize(program);
    const std::vector<runtime::SimdLevel> levels = runtime::simd_levels();
    const auto level = levels[seed % levels.size()];
    const Outcome wanted =
        run(*runtime::interpreter::make_routine(program, levels.back()), *program, linked, stage, seed);
    const auto check = [&](const arbasm::Program& form, const runtime::Routine& routine, const char* how) {
        EXPECT_EQ(difference(run(routine, form, linked, stage, seed), wanted), "")
            << "seed " << seed << ", " << how << ", " << routine.engine_name() << "\n"
            << text << arbasm::print(form);
    };
    check(*optimized, *runtime::interpreter::make_routine(optimized, level), "optimised");
    static const auto every = static_cast<uint64_t>(std::max<int64_t>(number_in("ASMGL_RANDOM_BUILTINS_JIT", 16), 1));
    constexpr size_t most_compiled = 300;  // longer ones take LLVM seconds each
    const auto& form = seed / every % 2 ? program : optimized;
    if (seed % every || form->instructions.size() > most_compiled) return;
    const auto routine = runtime::compiled_at(form, level);
    ASSERT_TRUE(routine);
    compiled_++;
    check(*form, *routine, "compiled");
}

TEST_P(RandomBuiltinsOf, GiveTheSame) {
    arbasm::verify_what_is_made(true);
    const int64_t count = number_in("ASMGL_RANDOM_BUILTINS", 100), first = number_in("ASMGL_RANDOM_BUILTINS_FIRST", 0);
    for (int64_t n = first; n < first + count && !HasFailure(); n++) compare(static_cast<uint64_t>(n));
    std::printf("%lld shaders, %d of them compiled\n", static_cast<long long>(count), compiled_);
}
std::string name_of(const testing::TestParamInfo<Stage>& named) {
    constexpr const char* names[] = {"Vertex", "TessControl", "TessEvaluation", "Geometry", "Fragment", "Compute"};
    return names[static_cast<size_t>(named.param)];
}

INSTANTIATE_TEST_SUITE_P(Stages, RandomBuiltinsOf,
                         testing::Values(Stage::Vertex, Stage::TessControl, Stage::TessEvaluation, Stage::Geometry,
                                         Stage::Fragment, Stage::Compute),
                         name_of);

}  // namespace
}  // namespace random_builtins

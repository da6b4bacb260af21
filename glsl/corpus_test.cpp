// Shaders in files, and beside each what is made of it: the assembly, or the log. ASMGL_REFRESH_EXPECTED=1 writes the
// expectations anew, for review.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "glsl/compile.h"
#include "glsl/link.h"

#include "arbasm/assembler.h"
#include "ir/lower/lower.h"
#include "ir/optimize/optimize.h"
#include "ir/verify/verify.h"

namespace glsl {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> shaders() {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(GLSL_CORPUS))
        if (entry.path().extension() != ".expected") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

arbasm::Stage stage_of(std::string_view extension) {
    constexpr std::string_view extensions[] = {".vert", ".tesc", ".tese", ".geom", ".frag", ".comp"};  // in their order
    return static_cast<arbasm::Stage>(std::ranges::find(extensions, extension) - std::begin(extensions));
}

struct Made {
    std::string log;
    LinkedStage stage;  // empty where the shader has errors
};

Made made_of(const fs::path& path) {
    const arbasm::Stage stage = stage_of(path.extension().string());
    const std::string source = read(path);
    const std::string_view strings[] = {source};
    const std::shared_ptr<const Shader> shader = compile(stage, strings);
    Made made{log_of(*shader), {}};
    if (has_errors(*shader)) return made;
    LinkOptions options;
    options.separable = true;
    const std::shared_ptr<const Shader> all[] = {shader};
    LinkedProgram program = link(all, options);
    made.log += program.log;
    made.stage = std::move(program.stages[static_cast<size_t>(stage)]);
    return made;
}

class GlslCorpus : public ::testing::TestWithParam<fs::path> {};

TEST_P(GlslCorpus, GivesWhatIsExpected) {
    const fs::path expected = GetParam().string() + ".expected";
    const Made made = made_of(GetParam());
    const std::string result = made.log + (made.stage.program ? arbasm::print(*made.stage.program) : "");
    if (std::getenv("ASMGL_REFRESH_EXPECTED")) std::ofstream(expected) << result;
    ASSERT_TRUE(fs::exists(expected)) << "run with ASMGL_REFRESH_EXPECTED=1 and look at what it wrote";
    EXPECT_EQ(result, read(expected));
}

TEST_P(GlslCorpus, PrintsAsAssemblyOfAnEqualProgram) {
    const std::shared_ptr<const arbasm::Program> program = made_of(GetParam()).stage.program;
    if (!program) return;
    const std::string text = arbasm::print(*program);
    const arbasm::ParseResult read = arbasm::parse(text);
    ASSERT_TRUE(read.program) << text;
    EXPECT_EQ(arbasm::print(*read.program), text);
}

TEST_P(GlslCorpus, HoldsTheRulesOfPrograms) {
    const std::shared_ptr<const arbasm::Program> program = made_of(GetParam()).stage.program;
    if (!program) return;
    EXPECT_EQ(arbasm::verify(*program), "");
    for (const arbasm::LoweringState& state : {arbasm::LoweringState{}, arbasm::LoweringState{5, true}}) {
        const auto lowered = arbasm::lower(program, state);
        EXPECT_EQ(arbasm::verify(*lowered), "");
        const auto optimized = arbasm::optimize(lowered);
        EXPECT_EQ(arbasm::verify(*optimized), "");
        EXPECT_EQ(arbasm::verify(*optimized, arbasm::find_facts(*optimized)), "");
    }
}

INSTANTIATE_TEST_SUITE_P(All, GlslCorpus, ::testing::ValuesIn(shaders()), [](const auto& given) {
    std::string name = given.param.filename().string();
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
});

}  // namespace
}  // namespace glsl

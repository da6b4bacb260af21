// Group operations and the built-in variables of subgroups, in every stage; what is refused.
#include <gtest/gtest.h>

#include "glsl/compile.h"
#include "glsl/link.h"
#include "glsl/spirv/specialize.h"
#include "glsl/spirv/testing/assemble.h"
#include "glsl/tree/shader.h"

#include "arbasm/assembler.h"

namespace glsl::spirv {
namespace {

struct StageRow {
    arbasm::Stage stage;
    const char *model, *modes;
};
const StageRow stage_rows[] = {
    {arbasm::Stage::Vertex, "Vertex", ""},
    {arbasm::Stage::TessControl, "TessellationControl", "OpExecutionMode %main OutputVertices 3\n"},
    {arbasm::Stage::TessEvaluation, "TessellationEvaluation", "OpExecutionMode %main Triangles\n"},
    {arbasm::Stage::Geometry, "3",
     "OpExecutionMode %main Triangles\nOpExecutionMode %main 29\nOpExecutionMode %main OutputVertices 3\n"},
    {arbasm::Stage::Fragment, "Fragment", "OpExecutionMode %main OriginLowerLeft\n"},
    {arbasm::Stage::Compute, "GLCompute", "OpExecutionMode %main LocalSize 64 1 1\n"},
};

// A module of the stage that stores the sum of what `body` leaves in %r, a uint, into a buffer.
std::string module_of(const StageRow& row, const std::string& body, const std::string& capabilities = "") {
    std::string text = "OpCapability Shader\nOpCapability 2\nOpCapability Tessellation\n" + capabilities;
    for (int number = 61; number <= 68; number++) text += "OpCapability " + std::to_string(number) + "\n";
    text += "OpMemoryModel Logical GLSL450\nOpEntryPoint " + std::string(row.model) +
            " %main \"main\" %size %lane %eq %lt\n" + row.modes + R"(
OpMemberDecorate %block 0 Offset 0
OpDecorate %block BufferBlock
OpDecorate %out Binding 0
OpDecorate %size BuiltIn 36
OpDecorate %lane BuiltIn 41
OpDecorate %eq BuiltIn 4416
OpDecorate %lt BuiltIn 4420
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%long = OpTypeInt 64 1
%uvec4 = OpTypeVector %uint 4
%block = OpTypeStruct %uint
%blocks = OpTypePointer Uniform %block
%words = OpTypePointer Uniform %uint
%in_uint = OpTypePointer Input %uint
%in_uvec4 = OpTypePointer Input %uvec4
%out = OpVariable %blocks Uniform
%size = OpVariable %in_uint Input
%lane = OpVariable %in_uint Input
%eq = OpVariable %in_uvec4 Input
%lt = OpVariable %in_uvec4 Input
%u_0 = OpConstant %uint 0
%u_1 = OpConstant %uint 1
%u_3 = OpConstant %uint 3
%u_264 = OpConstant %uint 264
%l_1 = OpConstant %long 1 0
%main = OpFunction %void None %procedure
%begin = OpLabel
%n = OpLoad %uint %lane
)" + body + R"(
%place = OpAccessChain %words %out %u_0
OpStore %place %r
OpReturn
OpFunctionEnd
)";
    return text;
}

// Its program, or what is wrong.
std::string program_of(const StageRow& row, const std::string& text) {
    const std::shared_ptr<const Shader> shader = specialize(row.stage, testing::assembled(text), {});
    if (has_errors(*shader)) return log_of(*shader);
    LinkOptions options;
    options.separable = true;
    const std::shared_ptr<const Shader> all[] = {shader};
    const LinkedProgram program = link(all, options);
    return program.linked ? arbasm::print(*program.stages[static_cast<size_t>(row.stage)].program) : program.log;
}

TEST(SubgroupModules, AreOfEveryStage) {
    for (const StageRow& row : stage_rows) {
        const std::string text = program_of(row, module_of(row, R"(
%s = OpLoad %uint %size
%e = OpLoad %uvec4 %eq
%l = OpLoad %uvec4 %lt
%e_x = OpCompositeExtract %uint %e 0
%l_x = OpCompositeExtract %uint %l 0
OpControlBarrier %u_3 %u_3 %u_264
%sum = OpGroupNonUniformIAdd %uint %u_3 0 %n
%both = OpIAdd %uint %sum %s
%masks = OpBitwiseOr %uint %e_x %l_x
%r = OpIAdd %uint %both %masks
)"));
        EXPECT_TRUE(text.starts_with("!!NV")) << row.model << '\n' << text;
        for (const char* word :
             {"TGBALLOT", "SHFIDX", "threadid", "threadeqmask", "threadltmask", "warpsize", "MEMBAR"})
            EXPECT_NE(text.find(word), text.npos) << row.model << ' ' << word << '\n' << text;
        EXPECT_EQ(text.find("BAR;"), text.find("MEMBAR;") + 3) << "a subgroup runs in step\n" << text;
    }
}

TEST(SubgroupModules, MayChooseInvocationsAtRunTime) {
    const std::string text = program_of(stage_rows[5], module_of(stage_rows[5], R"(
%a = OpGroupNonUniformBroadcast %uint %u_3 %n %n
%b = OpGroupNonUniformQuadBroadcast %uint %u_3 %a %n
%r = OpIAdd %uint %a %b
)"));
    EXPECT_TRUE(text.starts_with("!!NV")) << text;
}

TEST(SubgroupModules, OtherOperationsAreRefused) {
    struct Row {
        const char *body, *message;
    };
    const Row rows[] = {
        {"%r = OpGroupNonUniformIAdd %uint %u_1 0 %n\n", "the scope of group operations is Subgroup"},
        {"%r = OpGroupNonUniformIAdd %uint %u_3 4 %n\n", "has no such operation"},
        {"%r = OpGroupNonUniformIAdd %uint %u_3 9 %n %u_1\n", "has no such operation"},
        {"%r = OpGroupNonUniformIAdd %uint %u_3 3 %n\n", "has no such operation"},
        {"%r = OpGroupNonUniformIAdd %uint %u_3 0 %n %u_1\n", "has no such operation"},
        {"%r = OpGroupNonUniformQuadSwap %uint %u_3 %n %u_3\n", "there is no such direction"},
        {"%r = OpGroupNonUniformIAdd %uint %n 0 %n\n", "is no constant integer"},
        {"%w = OpGroupNonUniformIAdd %long %u_3 0 %l_1\n%r = OpUConvert %uint %w\n", "said to be int64_t"},
        {"%r = OpGroupNonUniformElect %uint %u_3\n", "the result is bool"},
    };
    for (const Row& row : rows) {
        const std::string text = program_of(stage_rows[5], module_of(stage_rows[5], row.body, "OpCapability 11\n"));
        EXPECT_NE(text.find(row.message), text.npos) << row.body << text;
    }
}

}  // namespace
}  // namespace glsl::spirv

// What modules of SPIR-V may do that GLSL can't: blocks of inputs and outputs as values, elements of arrays of blocks
// chosen at run time, parameters that point to memory; and several entry points in one module.
#include <gtest/gtest.h>

#include "glsl/spirv/testing/assemble.h"

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using glsl::spirv::testing::assembled;

// A vertex shader whose three vertices make a triangle around the window; %colours is what it gives the next stage.
const std::string vertex_types = R"(
OpDecorate %id BuiltIn VertexId
OpDecorate %position BuiltIn Position
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%vec4 = OpTypeVector %float 4
%f_0 = OpConstant %float 0.0
%f_1 = OpConstant %float 1.0
%f_4 = OpConstant %float 4.0
%f_quarter = OpConstant %float 0.25
%f_half = OpConstant %float 0.5
%f_most = OpConstant %float 0.75
%i_0 = OpConstant %int 0
%i_1 = OpConstant %int 1
%i_3 = OpConstant %int 3
%in_int = OpTypePointer Input %int
%out_vec4 = OpTypePointer Output %vec4
%id = OpVariable %in_int Input
%position = OpVariable %out_vec4 Output
%colour = OpConstantComposite %vec4 %f_quarter %f_half %f_most %f_1
)";
const std::string vertex_position = R"(
%n = OpLoad %int %id
%right = OpBitwiseAnd %int %n %i_1
%up = OpShiftRightArithmetic %int %n %i_1
%right_f = OpConvertSToF %float %right
%up_f = OpConvertSToF %float %up
%right_4 = OpFMul %float %right_f %f_4
%up_4 = OpFMul %float %up_f %f_4
%x = OpFSub %float %right_4 %f_1
%y = OpFSub %float %up_4 %f_1
%place = OpCompositeConstruct %vec4 %x %y %f_0 %f_1
OpStore %position %place
)";

struct ModuleBlocks : testing::ShaderFixture {
    GLuint shader(GLenum type, const std::string& text, const char* entry = "main", bool right = true) {
        const GLuint name = CreateShader(*gl, type);
        const std::vector<uint32_t> words = assembled(text);
        ShaderBinary(*gl, 1, &name, GL_SHADER_BINARY_FORMAT_SPIR_V, words.data(),
                     static_cast<GLsizei>(words.size() * sizeof words[0]));
        SpecializeShader(*gl, name, entry, 0, nullptr, nullptr);
        GLint status = -1;
        GetShaderiv(*gl, name, GL_COMPILE_STATUS, &status);
        EXPECT_EQ(status, right) << shader_log(name);
        return name;
    }
    GLuint linked(const std::vector<GLuint>& shaders) {
        const GLuint program = CreateProgram(*gl);
        for (const GLuint each : shaders) AttachShader(*gl, program, each);
        relink(program);
        UseProgram(*gl, program);
        return program;
    }
    testing::Pixel triangle(GLenum mode = GL_TRIANGLES) {
        DrawArrays(*gl, mode, 0, 3);
        expect(GL_NO_ERROR);
        return gl.pixel(32, 32);
    }
};

TEST_F(ModuleBlocks, AreValues) {
    const std::string decorations = R"(
OpDecorate %block Block
OpMemberDecorate %block 0 Location 1
OpMemberDecorate %block 1 Location 2
)";
    const GLuint vertex = shader(GL_VERTEX_SHADER, R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main" %id %position %out
)" + decorations + vertex_types + R"(
%block = OpTypeStruct %vec4 %float
%out_block = OpTypePointer Output %block
%out = OpVariable %out_block Output
%main = OpFunction %void None %procedure
%begin = OpLabel
)" + vertex_position + R"(
%value = OpCompositeConstruct %block %colour %f_half
OpStore %out %value
OpReturn
OpFunctionEnd
)");
    const GLuint fragment = shader(GL_FRAGMENT_SHADER, R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %in %result
OpExecutionMode %main OriginLowerLeft
OpDecorate %result Location 0
)" + decorations + R"(
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%float = OpTypeFloat 32
%vec4 = OpTypeVector %float 4
%block = OpTypeStruct %vec4 %float
%in_block = OpTypePointer Input %block
%private_block = OpTypePointer Private %block
%out_vec4 = OpTypePointer Output %vec4
%in = OpVariable %in_block Input
%copy = OpVariable %private_block Private
%result = OpVariable %out_vec4 Output
%main = OpFunction %void None %procedure
%begin = OpLabel
OpCopyMemory %copy %in
%value = OpLoad %block %in
%again = OpLoad %block %copy
%colour = OpCompositeExtract %vec4 %value 0
%factor = OpCompositeExtract %float %again 1
%product = OpVectorTimesScalar %vec4 %colour %factor
OpStore %result %product
OpReturn
OpFunctionEnd
)");
    linked({vertex, fragment});
    expect_color(triangle(), 0.125f, 0.25f, 0.375f, 0.5f);
}

// The vertex shader writes one of three blocks, the fragment shader reads one.
TEST_F(ModuleBlocks, ElementsChosenAtRunTime) {
    const std::string decorations = R"(
OpDecorate %block Block
OpDecorate %which Location 5
)";
    const GLuint vertex = shader(GL_VERTEX_SHADER, R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main" %id %position %out
OpDecorate %out Location 1
)" + decorations + vertex_types + R"(
%block = OpTypeStruct %vec4 %float
%blocks = OpTypeArray %block %i_3
%out_blocks = OpTypePointer Output %blocks
%out = OpVariable %out_blocks Output
%uniform_int = OpTypePointer UniformConstant %int
%which = OpVariable %uniform_int UniformConstant
%black = OpConstantComposite %vec4 %f_0 %f_0 %f_0 %f_1
%nothing = OpConstantComposite %block %black %f_1
%nothings = OpConstantComposite %blocks %nothing %nothing %nothing
%main = OpFunction %void None %procedure
%begin = OpLabel
)" + vertex_position + R"(
OpStore %out %nothings
%number = OpLoad %int %which
%part = OpAccessChain %out_vec4 %out %number %i_0
OpStore %part %colour
OpReturn
OpFunctionEnd
)");
    const GLuint fragment = shader(GL_FRAGMENT_SHADER, R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %in %result
OpExecutionMode %main OriginLowerLeft
OpDecorate %result Location 0
OpDecorate %block Block
OpDecorate %in Location 1
OpDecorate %which Location 6
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%i_0 = OpConstant %int 0
%i_1 = OpConstant %int 1
%i_3 = OpConstant %int 3
%vec4 = OpTypeVector %float 4
%block = OpTypeStruct %vec4 %float
%blocks = OpTypeArray %block %i_3
%in_blocks = OpTypePointer Input %blocks
%in_float = OpTypePointer Input %float
%in_vec4 = OpTypePointer Input %vec4
%out_vec4 = OpTypePointer Output %vec4
%uniform_int = OpTypePointer UniformConstant %int
%which = OpVariable %uniform_int UniformConstant
%in = OpVariable %in_blocks Input
%result = OpVariable %out_vec4 Output
%main = OpFunction %void None %procedure
%begin = OpLabel
%number = OpLoad %int %which
%part = OpAccessChain %in_vec4 %in %number %i_0
%other = OpAccessChain %in_float %in %number %i_1
%colour = OpLoad %vec4 %part
%factor = OpLoad %float %other
%product = OpVectorTimesScalar %vec4 %colour %factor
OpStore %result %product
OpReturn
OpFunctionEnd
)");
    linked({vertex, fragment});
    for (GLint written = 0; written < 3; written++)
        for (GLint read = 0; read < 3; read++) {
            // The factor is that of the whole array's value, 1, in each of them.
            Uniform1i(*gl, 5, written);
            Uniform1i(*gl, 6, read);
            const bool same = written == read;
            expect_color(triangle(), same ? 0.25f : 0, same ? 0.5f : 0, same ? 0.75f : 0, 1);
        }
}

// %add is called for two variables, once by a function that has the pointer as a parameter itself.
TEST_F(ModuleBlocks, ParametersPointToMemory) {
    const std::string text = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %buffer BufferBlock
OpMemberDecorate %buffer 0 Offset 0
OpMemberDecorate %buffer 1 Offset 4
OpDecorate %numbers Binding 0
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%uint = OpTypeInt 32 0
%int = OpTypeInt 32 1
%i_0 = OpConstant %int 0
%i_1 = OpConstant %int 1
%u_0 = OpConstant %uint 0
%u_2 = OpConstant %uint 2
%u_3 = OpConstant %uint 3
%u_40 = OpConstant %uint 40
%pair = OpTypeArray %uint %u_2
%shared_pair = OpTypePointer Workgroup %pair
%shared_uint = OpTypePointer Workgroup %uint
%first = OpVariable %shared_pair Workgroup
%second = OpVariable %shared_pair Workgroup
%buffer = OpTypeStruct %uint %uint
%uniform_buffer = OpTypePointer Uniform %buffer
%uniform_uint = OpTypePointer Uniform %uint
%numbers = OpVariable %uniform_buffer Uniform
%writer = OpTypeFunction %void %uniform_buffer %uint
%adder = OpTypeFunction %void %shared_pair %uint %int
%add = OpFunction %void None %adder
%pointer = OpFunctionParameter %shared_pair
%number = OpFunctionParameter %uint
%index = OpFunctionParameter %int
%add_begin = OpLabel
%place = OpAccessChain %shared_uint %pointer %index
%old = OpLoad %uint %place
%new = OpIAdd %uint %old %number
OpStore %place %new
OpReturn
OpFunctionEnd
%twice = OpFunction %void None %adder
%twice_pointer = OpFunctionParameter %shared_pair
%twice_number = OpFunctionParameter %uint
%twice_index = OpFunctionParameter %int
%twice_begin = OpLabel
%call_1 = OpFunctionCall %void %add %twice_pointer %twice_number %twice_index
%call_2 = OpFunctionCall %void %add %twice_pointer %twice_number %twice_index
OpReturn
OpFunctionEnd
%write = OpFunction %void None %writer
%target = OpFunctionParameter %uniform_buffer
%written = OpFunctionParameter %uint
%write_begin = OpLabel
%write_place = OpAccessChain %uniform_uint %target %i_1
OpStore %write_place %written
OpReturn
OpFunctionEnd
%main = OpFunction %void None %procedure
%begin = OpLabel
%first_0 = OpAccessChain %shared_uint %first %i_0
%second_0 = OpAccessChain %shared_uint %second %i_0
OpStore %first_0 %u_0
OpStore %second_0 %u_40
%call_3 = OpFunctionCall %void %add %first %u_3 %i_0
%call_4 = OpFunctionCall %void %twice %first %u_2 %i_0
%call_5 = OpFunctionCall %void %add %second %u_2 %i_0
%sum = OpLoad %uint %first_0
%numbers_0 = OpAccessChain %uniform_uint %numbers %i_0
OpStore %numbers_0 %sum
%other_sum = OpLoad %uint %second_0
%call_6 = OpFunctionCall %void %write %numbers %other_sum
OpReturn
OpFunctionEnd
)";
    buffer<GLuint>(GL_SHADER_STORAGE_BUFFER, {0, 0});
    GLint name = 0;
    GetIntegerv(*gl, GL_SHADER_STORAGE_BUFFER_BINDING, &name);
    BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLuint>(name));
    linked({shader(GL_COMPUTE_SHADER, text)});
    DispatchCompute(*gl, 1, 1, 1);
    MemoryBarrier(*gl, GL_BUFFER_UPDATE_BARRIER_BIT);
    GLuint got[2] = {};
    GetBufferSubData(*gl, GL_SHADER_STORAGE_BUFFER, 0, sizeof got, got);
    EXPECT_EQ(got[0], 7u);
    EXPECT_EQ(got[1], 42u);
    expect(GL_NO_ERROR);
}

// Both tessellation shaders come from one module; the vertices' built-in variables are copied as whole blocks.
TEST_F(ModuleBlocks, TwoEntryPoints) {
    const std::string types = R"(
OpDecorate %per_vertex Block
OpMemberDecorate %per_vertex 0 BuiltIn Position
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%float = OpTypeFloat 32
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%vec3 = OpTypeVector %float 3
%vec4 = OpTypeVector %float 4
%f_1 = OpConstant %float 1.0
%i_0 = OpConstant %int 0
%i_1 = OpConstant %int 1
%i_2 = OpConstant %int 2
%u_2 = OpConstant %uint 2
%u_3 = OpConstant %uint 3
%u_4 = OpConstant %uint 4
%u_32 = OpConstant %uint 32
%per_vertex = OpTypeStruct %vec4
%in_array = OpTypeArray %per_vertex %u_32
%out_array = OpTypeArray %per_vertex %u_3
%outer_array = OpTypeArray %float %u_4
%inner_array = OpTypeArray %float %u_2
%in_vertices = OpTypePointer Input %in_array
%in_vertex = OpTypePointer Input %per_vertex
%in_vec4 = OpTypePointer Input %vec4
%in_vec3 = OpTypePointer Input %vec3
%in_float = OpTypePointer Input %float
%in_int = OpTypePointer Input %int
%out_vertices = OpTypePointer Output %out_array
%out_vertex = OpTypePointer Output %per_vertex
%out_outer = OpTypePointer Output %outer_array
%out_inner = OpTypePointer Output %inner_array
%out_vec4 = OpTypePointer Output %vec4
%ones_4 = OpConstantComposite %outer_array %f_1 %f_1 %f_1 %f_1
%ones_2 = OpConstantComposite %inner_array %f_1 %f_1
)";
    const std::string both = R"(
OpCapability Tessellation
OpMemoryModel Logical GLSL450
OpEntryPoint TessellationControl %control "control" %control_in %control_out %outer %inner %invocation
OpEntryPoint TessellationEvaluation %evaluation "evaluation" %evaluation_in %evaluation_out %coordinates
OpExecutionMode %control OutputVertices 3
OpExecutionMode %evaluation Triangles
OpDecorate %outer BuiltIn TessLevelOuter
OpDecorate %outer Patch
OpDecorate %inner BuiltIn TessLevelInner
OpDecorate %inner Patch
OpDecorate %invocation BuiltIn InvocationId
OpDecorate %coordinates BuiltIn TessCoord
)" + types + R"(
%control_in = OpVariable %in_vertices Input
%control_out = OpVariable %out_vertices Output
%outer = OpVariable %out_outer Output
%inner = OpVariable %out_inner Output
%invocation = OpVariable %in_int Input
%evaluation_in = OpVariable %in_vertices Input
%evaluation_out = OpVariable %out_vertex Output
%coordinates = OpVariable %in_vec3 Input
%control = OpFunction %void None %procedure
%control_begin = OpLabel
%n = OpLoad %int %invocation
%from = OpAccessChain %in_vertex %control_in %n
%to = OpAccessChain %out_vertex %control_out %n
%vertex = OpLoad %per_vertex %from
OpStore %to %vertex
OpStore %outer %ones_4
OpStore %inner %ones_2
OpReturn
OpFunctionEnd
%evaluation = OpFunction %void None %procedure
%evaluation_begin = OpLabel
%place = OpLoad %vec3 %coordinates
%vertices = OpLoad %in_array %evaluation_in
%v_0 = OpCompositeExtract %vec4 %vertices 0 0
%v_1 = OpCompositeExtract %vec4 %vertices 1 0
%v_2 = OpCompositeExtract %vec4 %vertices 2 0
%c_0 = OpCompositeExtract %float %place 0
%c_1 = OpCompositeExtract %float %place 1
%c_2 = OpCompositeExtract %float %place 2
%p_0 = OpVectorTimesScalar %vec4 %v_0 %c_0
%p_1 = OpVectorTimesScalar %vec4 %v_1 %c_1
%p_2 = OpVectorTimesScalar %vec4 %v_2 %c_2
%sum = OpFAdd %vec4 %p_0 %p_1
%all = OpFAdd %vec4 %sum %p_2
%result = OpCompositeConstruct %per_vertex %all
OpStore %evaluation_out %result
OpReturn
OpFunctionEnd
)";
    const GLuint vertex = shader(GL_VERTEX_SHADER, R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main "main" %id %position
)" + vertex_types + R"(
%main = OpFunction %void None %procedure
%begin = OpLabel
)" + vertex_position + R"(
OpReturn
OpFunctionEnd
)");
    const GLuint fragment = shader(GL_FRAGMENT_SHADER, R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %result
OpExecutionMode %main OriginLowerLeft
OpDecorate %result Location 0
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%float = OpTypeFloat 32
%vec4 = OpTypeVector %float 4
%f_1 = OpConstant %float 1.0
%f_half = OpConstant %float 0.5
%colour = OpConstantComposite %vec4 %f_half %f_1 %f_half %f_1
%out_vec4 = OpTypePointer Output %vec4
%result = OpVariable %out_vec4 Output
%main = OpFunction %void None %procedure
%begin = OpLabel
OpStore %result %colour
OpReturn
OpFunctionEnd
)");
    linked({vertex, shader(GL_TESS_CONTROL_SHADER, both, "control"),
            shader(GL_TESS_EVALUATION_SHADER, both, "evaluation"), fragment});
    PatchParameteri(*gl, GL_PATCH_VERTICES, 3);
    expect_color(triangle(GL_PATCHES), 0.5f, 1, 0.5f, 1);
}

// A pointer to memory that is no variable is refused, and so is one to another type.
TEST_F(ModuleBlocks, PointersThatAreNone) {
    const std::string text = R"(
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%uint = OpTypeInt 32 0
%u_2 = OpConstant %uint 2
%pair = OpTypeArray %uint %u_2
%shared_pair = OpTypePointer Workgroup %pair
%shared_uint = OpTypePointer Workgroup %uint
%numbers = OpVariable %shared_pair Workgroup
%setter = OpTypeFunction %void %shared_uint
%set = OpFunction %void None %setter
%pointer = OpFunctionParameter %shared_uint
%set_begin = OpLabel
OpStore %pointer %u_2
OpReturn
OpFunctionEnd
%main = OpFunction %void None %procedure
%begin = OpLabel
%place = OpAccessChain %shared_uint %numbers %u_2
%call = OpFunctionCall %void %set )";
    const char* const end = "\nOpReturn\nOpFunctionEnd\n";
    const GLuint chain = shader(GL_COMPUTE_SHADER, text + "%place" + end, "main", false);
    EXPECT_NE(shader_log(chain).find("no variable"), std::string::npos) << shader_log(chain);
    const GLuint other = shader(GL_COMPUTE_SHADER, text + "%numbers" + end, "main", false);
    EXPECT_NE(shader_log(other).find("another type"), std::string::npos) << shader_log(other);
}

}  // namespace
}  // namespace glapi

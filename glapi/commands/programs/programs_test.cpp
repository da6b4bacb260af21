// Assembly programs through the API: loading, parameters, errors, and drawing with them.
#include "glapi/objects/programs/programs.h"

#include <cstring>
#include <gtest/gtest.h>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

GLuint load(CurrentContext& gl, GLenum target, const char* text) {
    GLuint name = 0;
    GenProgramsARB(*gl, 1, &name);
    BindProgramARB(*gl, target, name);
    ProgramStringARB(*gl, target, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(std::strlen(text)), text);
    Enable(*gl, target);
    return name;
}

constexpr const char* fragment_text = "!!ARBfp1.0\nMOV result.color, program.local[1];\nEND\n";

TEST(Programs, FragmentProgramDrawsWithItsLocalParameters) {
    CurrentContext gl;
    load(gl, GL_FRAGMENT_PROGRAM_ARB, fragment_text);
    ProgramLocalParameter4fARB(*gl, GL_FRAGMENT_PROGRAM_ARB, 1, 0, 0.2f, 1, 1);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 51, 255, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Programs, VertexProgramTransformsByStateMatrixAndEnvironment) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB,
         "!!ARBvp1.0\n"
         "PARAM mvp[4] = { state.matrix.mvp };\n"
         "DP4 result.position.x, mvp[0], vertex.position;\n"
         "DP4 result.position.y, mvp[1], vertex.position;\n"
         "DP4 result.position.z, mvp[2], vertex.position;\n"
         "DP4 result.position.w, mvp[3], vertex.position;\n"
         "ADD result.color, program.env[3], vertex.attrib[5];\n"
         "END\n");
    Translatef(*gl, 1, 0, 0);
    ProgramEnvParameter4fARB(*gl, GL_VERTEX_PROGRAM_ARB, 3, 1, 0, 0, 1);
    VertexAttrib4f(*gl, 5, 0, 1, 0, 0);
    Rectf(*gl, -1, -1, 0, 1);  // moved to the right half
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(gl.pixel(40, 10), (Pixel{255, 255, 0, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Programs, InverseAndTransposedMatricesAreRowsOfTheRightMatrix) {
    CurrentContext gl;
    Scalef(*gl, 2, 4, 1);
    Translatef(*gl, 3, 0, 0);
    // The inverse's row 0 is (1/2, 0, 0, -3); the transpose's row 3 is (6, 0, 0, 1).
    load(gl, GL_FRAGMENT_PROGRAM_ARB,
         "!!ARBfp1.0\n"
         "PARAM a = state.matrix.modelview.inverse.row[0];\n"
         "PARAM b = state.matrix.modelview.transpose.row[3];\n"
         "MUL result.color.x, a.x, 1;\n"
         "MAD result.color.y, a.w, -0.2, 0;\n"
         "MUL result.color.z, b.x, 0.1;\n"
         "MOV result.color.w, b.w;\n"
         "END\n");
    LoadIdentity(*gl);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10)[0], 255);  // of the identity: a = (1, 0, 0, 0), b = (0, 0, 0, 1)
    Scalef(*gl, 2, 4, 1);
    Translatef(*gl, 3, 0, 0);
    Enable(*gl, GL_VERTEX_PROGRAM_ARB);
    load(gl, GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n");
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{128, 153, 153, 255}));
}

TEST(Programs, ABadProgramLeavesTheOldOneAndTellsWhere) {
    CurrentContext gl;
    load(gl, GL_FRAGMENT_PROGRAM_ARB, fragment_text);
    const char* bad = "!!ARBfp1.0\nMOV result.color, nonsense;\nEND\n";
    ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(std::strlen(bad)),
                     bad);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    GLint position = 0, length = 0;
    GetIntegerv(*gl, GL_PROGRAM_ERROR_POSITION_ARB, &position);
    EXPECT_EQ(position, 29);
    const auto* text = reinterpret_cast<const char*>(GetString(*gl, GL_PROGRAM_ERROR_STRING_ARB));
    EXPECT_NE(std::strstr(text, "2:19"), nullptr) << text;
    GetProgramivARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_LENGTH_ARB, &length);
    ASSERT_EQ(length, static_cast<GLint>(std::strlen(fragment_text)));
    char source[100] = {};
    GetProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_STRING_ARB, source);
    EXPECT_STREQ(source, fragment_text);
    ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, length, fragment_text);
    GetIntegerv(*gl, GL_PROGRAM_ERROR_POSITION_ARB, &position);
    EXPECT_EQ(position, -1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    // A program of the other target is an error, too.
    ProgramStringARB(*gl, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, length, fragment_text);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(Programs, ErrorsAreThoseOfTheSpecification) {
    CurrentContext gl;
    const GLuint name = load(gl, GL_FRAGMENT_PROGRAM_ARB, fragment_text);
    auto expect = [&](GLenum code) { EXPECT_EQ(gl.error(), code); };
    BindProgramARB(*gl, GL_VERTEX_PROGRAM_ARB, name);
    expect(GL_INVALID_OPERATION);
    BindProgramARB(*gl, GL_TEXTURE_2D, name);
    expect(GL_INVALID_ENUM);
    GenProgramsARB(*gl, -1, nullptr);
    expect(GL_INVALID_VALUE);
    ProgramEnvParameter4fARB(*gl, GL_VERTEX_PROGRAM_ARB, environment_parameter_count, 0, 0, 0, 0);
    expect(GL_INVALID_VALUE);
    ProgramLocalParameter4fARB(*gl, GL_VERTEX_PROGRAM_ARB, local_parameter_count, 0, 0, 0, 0);
    expect(GL_INVALID_VALUE);
    const GLfloat values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    ProgramEnvParameters4fvEXT(*gl, GL_VERTEX_PROGRAM_ARB, environment_parameter_count - 1, 2, values);
    expect(GL_INVALID_VALUE);
    ProgramEnvParameters4fvEXT(*gl, GL_VERTEX_PROGRAM_ARB, 0, -1, values);
    expect(GL_INVALID_VALUE);
    ProgramEnvParameters4fvEXT(*gl, GL_VERTEX_PROGRAM_ARB, 0xffffffffu, 2, values);
    expect(GL_INVALID_VALUE);
    GLint value;
    GetProgramivARB(*gl, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_TEX_INSTRUCTIONS_ARB, &value);
    expect(GL_INVALID_ENUM);
    GetProgramivARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_INSTRUCTIONS_ARB, &value);
    EXPECT_EQ(value, 1);
    GLfloat current[4];
    GetVertexAttribfv(*gl, 0, GL_CURRENT_VERTEX_ATTRIB, current);
    expect(GL_INVALID_OPERATION);
    VertexAttrib4f(*gl, generic_attribute_count, 0, 0, 0, 0);
    expect(GL_INVALID_VALUE);
}

TEST(Programs, ParametersReadBackInTheirTypes) {
    CurrentContext gl;
    GLfloat floats[4] = {};
    GLint integers[4] = {};
    ProgramEnvParameter4dARB(*gl, GL_VERTEX_PROGRAM_ARB, 7, 1, 2, 3, 4);
    GetProgramEnvParameterfvARB(*gl, GL_VERTEX_PROGRAM_ARB, 7, floats);
    EXPECT_EQ(floats[2], 3);
    ProgramLocalParameterI4iNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 2, -1, 2, -3, 4);
    GetProgramLocalParameterIivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 2, integers);
    EXPECT_EQ(integers[0], -1);
    EXPECT_EQ(integers[2], -3);
    const GLfloat several[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    ProgramLocalParameters4fvEXT(*gl, GL_FRAGMENT_PROGRAM_ARB, local_parameter_count - 2, 2, several);
    GetProgramLocalParameterfvARB(*gl, GL_FRAGMENT_PROGRAM_ARB, local_parameter_count - 1, floats);
    EXPECT_EQ(floats[3], 8);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Programs, DeletedNamesFallBackToTheStandardObject) {
    CurrentContext gl;
    const GLuint name = load(gl, GL_FRAGMENT_PROGRAM_ARB, fragment_text);
    EXPECT_TRUE(IsProgramARB(*gl, name));
    DeleteProgramsARB(*gl, 1, &name);
    EXPECT_FALSE(IsProgramARB(*gl, name));
    GLint bound = -1;
    GetProgramivARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_BINDING_ARB, &bound);
    EXPECT_EQ(bound, 0);
    Rectf(*gl, -1, -1, 1, 1);  // the standard object has no program
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

TEST(Programs, PositionInvariantProgramsAreClippedByPlanes) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB,
         "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n");
    const GLdouble plane[4] = {-1, 0, 0, 0};  // x <= 0 stays
    ClipPlane(*gl, GL_CLIP_PLANE0, plane);
    Color4f(*gl, 0, 1, 0, 1);
    Rectf(*gl, -1, -1, 1, -0.5f);
    EXPECT_EQ(gl.pixel(50, 5), (Pixel{0, 255, 0, 255}));
    Enable(*gl, GL_CLIP_PLANE0);
    Rectf(*gl, -1, 0, 1, 1);
    EXPECT_EQ(gl.pixel(10, 50), (Pixel{0, 255, 0, 255}));
    EXPECT_EQ(gl.pixel(50, 50), (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(Programs, FogOptionsAndPositionInvarianceAreLowered) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB,
         "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.fogcoord, 1;\nMOV result.color, vertex.color;\nEND\n");
    load(gl, GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, fragment.color;\nEND\n");
    const GLfloat fog_color[4] = {0, 0, 1, 1};
    Fogfv(*gl, GL_FOG_COLOR, fog_color);
    Fogf(*gl, GL_FOG_START, 0);
    Fogf(*gl, GL_FOG_END, 2);
    Color4f(*gl, 1, 0, 0, 1);
    Rectf(*gl, -1, -1, 1, 1);
    const Pixel pixel = gl.pixel(20, 20);
    EXPECT_NEAR(pixel[0], 128, 1);
    EXPECT_NEAR(pixel[2], 128, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// ARB_shader_subroutine's assembly form: which subroutine CALI calls is state of the context.
TEST(Subroutines, AreChosenByNumber) {
    CurrentContext gl(16, 16);
    GLuint names[2];
    GenProgramsARB(*gl, 2, names);
    const std::string text =
        "!!NVfp5.0\nSUBROUTINETYPE Hero { batman, robin, superman };\nSUBROUTINETYPE Gotham { batman, robin };\n"
        "SUBROUTINE Hero any[2] = { program.subroutine[0..1] };\nSUBROUTINE Gotham own = program.subroutine[2];\n"
        "TEMP t;\n"
        "batman SUBROUTINENUM(7): MAD t, t, 0.5, {0.5, 0, 0, 0}; RET;\n"
        "robin SUBROUTINENUM(1): MAD t, t, 0.5, {0, 0.5, 0, 0}; RET;\n"
        "superman SUBROUTINENUM(9): MAD t, t, 0.5, {0, 0, 0.5, 0}; RET;\n"
        "main: MOV t, 0; CALI any[0]; CALI any[1]; CALI own; MOV result.color, t; END\n";
    for (const GLuint name : names) {
        BindProgramARB(*gl, GL_FRAGMENT_PROGRAM_ARB, name);
        ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                         text.data());
    }
    Enable(*gl, GL_FRAGMENT_PROGRAM_ARB);
    ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    GLint most = 0;
    GetProgramivARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_MAX_PROGRAM_SUBROUTINE_PARAMETERS_NV, &most);
    EXPECT_GE(most, 1024);
    GetProgramivARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_MAX_PROGRAM_SUBROUTINE_NUM_NV, &most);
    EXPECT_GE(most, 256);

    const GLuint chosen[3] = {9, 1, 7};
    ProgramSubroutineParametersuivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 3, chosen);
    for (GLuint i = 0; i < 3; ++i) {
        GLuint value = 0;
        GetProgramSubroutineParameteruivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, i, &value);
        EXPECT_EQ(value, chosen[i]);
    }
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(3, 3), (Pixel{128, 64, 32, 0}));
    const GLuint other[3] = {7, 9, 1};
    ProgramSubroutineParametersuivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 3, other);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(3, 3), (Pixel{32, 128, 64, 0}));
    ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});

    // What is refused leaves everything as it was: a hero who is not of Gotham, a number nobody has, too few.
    const GLuint stranger[3] = {7, 9, 9}, nobody[3] = {7, 3, 1};
    ProgramSubroutineParametersuivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 3, stranger);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    ProgramSubroutineParametersuivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 3, nobody);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    ProgramSubroutineParametersuivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 2, chosen);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    ProgramSubroutineParametersuivNV(*gl, GL_TEXTURE_2D, 3, chosen);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    GLuint value = 0;
    GetProgramSubroutineParameteruivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 1u << 20, &value);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    GetProgramSubroutineParameteruivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 1, &value);
    EXPECT_EQ(value, 9u);

    // Binding a program begins anew, even the same one: whatever is called then is of the type.
    BindProgramARB(*gl, GL_FRAGMENT_PROGRAM_ARB, names[0]);
    BindProgramARB(*gl, GL_FRAGMENT_PROGRAM_ARB, names[1]);
    Rectf(*gl, -1, -1, 1, 1);
    GetProgramSubroutineParameteruivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 2, &value);
    EXPECT_TRUE(value == 7 || value == 1) << value;
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// An array of parameters in any order.
TEST(Subroutines, OfScatteredParameters) {
    CurrentContext gl(16, 16);
    const std::string scattered =
        "!!NVfp5.0\nSUBROUTINETYPE T { f, g };\n"
        "SUBROUTINE T s[] = { program.subroutine[3], program.subroutine[0] };\nTEMP t;\nINT TEMP i;\n"
        "f SUBROUTINENUM(4): ADD t.x, t, 1; RET;\ng SUBROUTINENUM(5): ADD t.y, t, 1; RET;\n"
        "main: MOV t, 0; CVT.S32.F32.TRUNC i.x, fragment.position.x; SGT.S i.x, i.x, 7; AND.S i.x, i.x, 1;\n"
        "CALI s[i.x]; MOV result.color, t; END\n";
    GLuint name = 0;
    GenProgramsARB(*gl, 1, &name);
    BindProgramARB(*gl, GL_FRAGMENT_PROGRAM_ARB, name);
    Enable(*gl, GL_FRAGMENT_PROGRAM_ARB);
    ProgramStringARB(*gl, GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(scattered.size()),
                     scattered.data());
    ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << GetString(*gl, GL_PROGRAM_ERROR_STRING_ARB);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(3, 3), gl.pixel(12, 3)) << "both are f at first";
    // Parameters that no variable names may be anything.
    const GLuint of_scattered[4] = {4, 99, 99, 5}, wrong[4] = {99, 4, 4, 4};
    ProgramSubroutineParametersuivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 4, wrong);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    ProgramSubroutineParametersuivNV(*gl, GL_FRAGMENT_PROGRAM_ARB, 4, of_scattered);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(3, 3), (Pixel{0, 255, 0, 0}));
    EXPECT_EQ(gl.pixel(12, 3), (Pixel{255, 0, 0, 0}));
    ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi

// NV_vertex_program and NV_fragment_program through the API: loading, errors, tracked matrices, state programs, aliased
// attributes, evaluators, and a picture by each dialect.
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

#include "glapi/testing/test_window.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::Pixel;

void load(CurrentContext& gl, GLenum target, GLuint name, const std::string& text) {
    LoadProgramNV(*gl, target, name, static_cast<GLsizei>(text.size()), reinterpret_cast<const GLubyte*>(text.data()));
}

// Loads, binds and enables.
void use(CurrentContext& gl, GLenum target, GLuint name, const std::string& text) {
    load(gl, target, name, text);
    BindProgramARB(*gl, target, name);
    Enable(*gl, target);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR})
        << reinterpret_cast<const char*>(GetString(*gl, GL_PROGRAM_ERROR_STRING_ARB));
}

void use_arb(CurrentContext& gl, GLenum target, const std::string& text) {
    GLuint name = 0;
    GenProgramsARB(*gl, 1, &name);
    BindProgramARB(*gl, target, name);
    ProgramStringARB(*gl, target, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()), text.data());
    Enable(*gl, target);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR})
        << reinterpret_cast<const char*>(GetString(*gl, GL_PROGRAM_ERROR_STRING_ARB));
}

GLint integer(CurrentContext& gl, GLenum token) {
    GLint value = -77;
    GetIntegerv(*gl, token, &value);
    return value;
}

std::array<float, 4> parameter(CurrentContext& gl, GLuint index) {
    std::array<float, 4> value{};
    GetProgramParameterfvNV(*gl, GL_VERTEX_PROGRAM_NV, index, GL_PROGRAM_PARAMETER_NV, value.data());
    return value;
}
using Floats = std::array<float, 4>;

const std::string pass_through = "!!VP1.0 MOV o[HPOS], v[OPOS]; MOV o[COL0], v[COL0]; END";

// ---- loading

TEST(NvPrograms, LoadByName) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_NV, 7, pass_through);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(integer(gl, GL_PROGRAM_ERROR_POSITION_NV), -1);
    EXPECT_TRUE(IsProgramARB(*gl, 7));
    GLint value = 0;
    GetProgramivNV(*gl, 7, GL_PROGRAM_TARGET_NV, &value);
    EXPECT_EQ(value, GL_VERTEX_PROGRAM_NV);
    GetProgramivNV(*gl, 7, GL_PROGRAM_LENGTH_NV, &value);
    EXPECT_EQ(value, static_cast<GLint>(pass_through.size()));
    GetProgramivNV(*gl, 7, GL_PROGRAM_RESIDENT_NV, &value);
    EXPECT_EQ(value, GL_TRUE);
    std::string text(pass_through.size(), ' ');
    GetProgramStringNV(*gl, 7, GL_PROGRAM_STRING_NV, reinterpret_cast<GLubyte*>(text.data()));
    EXPECT_EQ(text, pass_through);
    const GLuint names[] = {7};
    RequestResidentProgramsNV(*gl, 1, names);
    GLboolean resident[1] = {9};
    EXPECT_TRUE(AreProgramsResidentNV(*gl, 1, names, resident));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    BindProgramARB(*gl, GL_VERTEX_PROGRAM_NV, 7);
    EXPECT_EQ(integer(gl, GL_VERTEX_PROGRAM_BINDING_NV), 7);
    load(gl, GL_FRAGMENT_PROGRAM_NV, 8, "!!FP1.0 MOVR o[COLR], f[COL0]; END");
    BindProgramARB(*gl, GL_FRAGMENT_PROGRAM_NV, 8);
    EXPECT_EQ(integer(gl, GL_FRAGMENT_PROGRAM_BINDING_NV), 8);
    EXPECT_GE(integer(gl, GL_MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV), 64);
    EXPECT_EQ(integer(gl, GL_MAX_TRACK_MATRICES_NV), 8);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(NvPrograms, ErrorsAreReported) {
    CurrentContext gl;
    const auto expect = [&](GLenum error) { EXPECT_EQ(gl.error(), error); };
    load(gl, GL_VERTEX_PROGRAM_NV, 0, pass_through), expect(GL_INVALID_VALUE);
    load(gl, GL_FRAGMENT_PROGRAM_ARB, 1, pass_through), expect(GL_INVALID_ENUM);
    LoadProgramNV(*gl, GL_VERTEX_PROGRAM_NV, 1, -1, nullptr), expect(GL_INVALID_VALUE);
    load(gl, GL_VERTEX_PROGRAM_NV, 1, pass_through), expect(GL_NO_ERROR);
    load(gl, GL_FRAGMENT_PROGRAM_NV, 1, "!!FP1.0 MOVR o[COLR], f[COL0]; END"), expect(GL_INVALID_OPERATION);
    load(gl, GL_VERTEX_STATE_PROGRAM_NV, 1, "!!VSP1.0 MOV c[0], v[0]; END"), expect(GL_INVALID_OPERATION);
    load(gl, GL_VERTEX_PROGRAM_NV, 2, "!!VP1.0 MOV o[COL0], v[COL0]; END"), expect(GL_INVALID_OPERATION);
    EXPECT_EQ(integer(gl, GL_PROGRAM_ERROR_POSITION_NV), 33);  // of the whole: behind the text
    EXPECT_FALSE(IsProgramARB(*gl, 2));
    load(gl, GL_VERTEX_PROGRAM_NV, 2, "!!VP1.0 FOO R0, R1; END"), expect(GL_INVALID_OPERATION);
    EXPECT_EQ(integer(gl, GL_PROGRAM_ERROR_POSITION_NV), 8);
    EXPECT_NE(std::strstr(reinterpret_cast<const char*>(GetString(*gl, GL_PROGRAM_ERROR_STRING_NV)), "FOO"), nullptr);
    load(gl, GL_VERTEX_PROGRAM_NV, 2, "!!ARBvp1.0 MOV result.position, vertex.position; END");
    expect(GL_INVALID_OPERATION);
    ProgramStringARB(*gl, GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(pass_through.size()),
                     pass_through.data());
    expect(GL_INVALID_OPERATION);
    load(gl, GL_VERTEX_STATE_PROGRAM_NV, 3, "!!VSP1.0 MOV c[0], v[0]; END"), expect(GL_NO_ERROR);
    BindProgramARB(*gl, GL_VERTEX_PROGRAM_NV, 3), expect(GL_INVALID_OPERATION);
    BindProgramARB(*gl, GL_VERTEX_STATE_PROGRAM_NV, 3), expect(GL_INVALID_ENUM);
    GLfloat v[8] = {};
    GLdouble d[8] = {};
    ExecuteProgramNV(*gl, GL_VERTEX_PROGRAM_NV, 3, v), expect(GL_INVALID_ENUM);
    ExecuteProgramNV(*gl, GL_VERTEX_STATE_PROGRAM_NV, 99, v), expect(GL_INVALID_OPERATION);
    ExecuteProgramNV(*gl, GL_VERTEX_STATE_PROGRAM_NV, 1, v), expect(GL_INVALID_OPERATION);
    GenProgramsARB(*gl, -1, nullptr), expect(GL_INVALID_VALUE);
    DeleteProgramsARB(*gl, -1, nullptr), expect(GL_INVALID_VALUE);
    RequestResidentProgramsNV(*gl, -1, nullptr), expect(GL_INVALID_VALUE);
    const GLuint missing[] = {99};
    GLboolean resident[1];
    EXPECT_FALSE(AreProgramsResidentNV(*gl, 1, missing, resident));
    expect(GL_INVALID_VALUE);
    AreProgramsResidentNV(*gl, -1, nullptr, nullptr), expect(GL_INVALID_VALUE);
    GLint i = 0;
    GetProgramivNV(*gl, 99, GL_PROGRAM_TARGET_NV, &i), expect(GL_INVALID_OPERATION);
    GetProgramivNV(*gl, 1, GL_DEPTH, &i), expect(GL_INVALID_ENUM);
    GetProgramStringNV(*gl, 99, GL_PROGRAM_STRING_NV, nullptr), expect(GL_INVALID_OPERATION);
    GetProgramStringNV(*gl, 1, GL_DEPTH, nullptr), expect(GL_INVALID_ENUM);
    ProgramParameter4fNV(*gl, GL_FRAGMENT_PROGRAM_NV, 0, 0, 0, 0, 0), expect(GL_INVALID_ENUM);
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 256, 0, 0, 0, 0), expect(GL_INVALID_VALUE);
    ProgramParameters4fvNV(*gl, GL_VERTEX_PROGRAM_NV, 0, -1, v), expect(GL_INVALID_VALUE);
    ProgramParameters4dvNV(*gl, GL_VERTEX_PROGRAM_NV, 255, 2, d), expect(GL_INVALID_VALUE);
    GetProgramParameterfvNV(*gl, GL_VERTEX_PROGRAM_NV, 256, GL_PROGRAM_PARAMETER_NV, v), expect(GL_INVALID_VALUE);
    GetProgramParameterdvNV(*gl, GL_VERTEX_PROGRAM_NV, 0, GL_DEPTH, d), expect(GL_INVALID_ENUM);
    TrackMatrixNV(*gl, GL_FRAGMENT_PROGRAM_NV, 0, GL_NONE, GL_IDENTITY_NV), expect(GL_INVALID_ENUM);
    TrackMatrixNV(*gl, GL_VERTEX_PROGRAM_NV, 2, GL_MODELVIEW, GL_IDENTITY_NV), expect(GL_INVALID_VALUE);
    TrackMatrixNV(*gl, GL_VERTEX_PROGRAM_NV, 4, GL_DEPTH, GL_IDENTITY_NV), expect(GL_INVALID_ENUM);
    TrackMatrixNV(*gl, GL_VERTEX_PROGRAM_NV, 4, GL_MODELVIEW, GL_DEPTH), expect(GL_INVALID_ENUM);
    GetTrackMatrixivNV(*gl, GL_VERTEX_PROGRAM_NV, 2, GL_TRACK_MATRIX_NV, &i), expect(GL_INVALID_VALUE);
    GetTrackMatrixivNV(*gl, GL_VERTEX_PROGRAM_NV, 256, GL_TRACK_MATRIX_NV, &i), expect(GL_INVALID_VALUE);
    GetTrackMatrixivNV(*gl, GL_VERTEX_PROGRAM_NV, 4, GL_DEPTH, &i), expect(GL_INVALID_ENUM);
    const auto* name = reinterpret_cast<const GLubyte*>("fog");
    ProgramNamedParameter4fNV(*gl, 1, 3, name, 0, 0, 0, 0), expect(GL_INVALID_OPERATION);
    load(gl, GL_FRAGMENT_PROGRAM_NV, 5, "!!FP1.0 DECLARE fog; DEFINE foe = 1; MOVR o[COLR], fog; END");
    ProgramNamedParameter4fNV(*gl, 5, 0, name, 0, 0, 0, 0), expect(GL_INVALID_VALUE);
    ProgramNamedParameter4dvNV(*gl, 5, 2, name, d), expect(GL_INVALID_VALUE);
    GetProgramNamedParameterfvNV(*gl, 5, 3, reinterpret_cast<const GLubyte*>("foe"), v), expect(GL_INVALID_VALUE);
    VertexAttrib4f(*gl, 16, 0, 0, 0, 0), expect(GL_INVALID_VALUE);
    VertexAttribs4fvNV(*gl, 0, -1, v), expect(GL_INVALID_VALUE);
    VertexAttribPointerNV(*gl, 16, 4, GL_FLOAT, 0, v), expect(GL_INVALID_VALUE);
    VertexAttribPointerNV(*gl, 0, 5, GL_FLOAT, 0, v), expect(GL_INVALID_VALUE);
    VertexAttribPointerNV(*gl, 0, 4, GL_FLOAT, -1, v), expect(GL_INVALID_VALUE);
    VertexAttribPointerNV(*gl, 0, 3, GL_UNSIGNED_BYTE, 0, v), expect(GL_INVALID_OPERATION);
    VertexAttribPointerNV(*gl, 0, 4, GL_INT, 0, v), expect(GL_INVALID_ENUM);
    Enable(*gl, GL_FRAGMENT_PROGRAM_NV);
    Begin(*gl, GL_TRIANGLES), expect(GL_INVALID_OPERATION);
}

// ---- parameters

TEST(NvPrograms, ParametersAreThoseOfTheEnvironment) {
    CurrentContext gl;
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 5, 1, 2, 3, 4);
    const GLdouble two[8] = {5, 6, 7, 8, 9, 10, 11, 12};
    ProgramParameters4dvNV(*gl, GL_VERTEX_PROGRAM_NV, 254, 2, two);
    EXPECT_EQ(parameter(gl, 5), (Floats{1, 2, 3, 4}));
    EXPECT_EQ(parameter(gl, 255), (Floats{9, 10, 11, 12}));
    Floats value{};
    GetProgramEnvParameterfvARB(*gl, GL_VERTEX_PROGRAM_ARB, 254, value.data());
    EXPECT_EQ(value, (Floats{5, 6, 7, 8}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(NvPrograms, MatricesAreTracked) {
    CurrentContext gl;
    MatrixMode(*gl, GL_PROJECTION);
    Translatef(*gl, 0, 5, 0);
    MatrixMode(*gl, GL_MODELVIEW);
    Scalef(*gl, 2, 4, 8);
    TrackMatrixNV(*gl, GL_VERTEX_PROGRAM_NV, 4, GL_MODELVIEW_PROJECTION_NV, GL_IDENTITY_NV);
    TrackMatrixNV(*gl, GL_VERTEX_PROGRAM_NV, 8, GL_MODELVIEW, GL_INVERSE_TRANSPOSE_NV);
    TrackMatrixNV(*gl, GL_VERTEX_PROGRAM_NV, 12, GL_PROJECTION, GL_TRANSPOSE_NV);
    TrackMatrixNV(*gl, GL_VERTEX_PROGRAM_NV, 16, GL_MATRIX0_NV + 3, GL_INVERSE_NV);
    EXPECT_EQ(parameter(gl, 5), (Floats{0, 4, 0, 5}));
    EXPECT_EQ(parameter(gl, 10), (Floats{0, 0, 0.125f, 0}));
    EXPECT_EQ(parameter(gl, 15), (Floats{0, 5, 0, 1}));
    Scalef(*gl, 1, 2, 1);
    EXPECT_EQ(parameter(gl, 5), (Floats{0, 8, 0, 5}));
    MatrixMode(*gl, GL_MATRIX0_NV + 3);
    Scalef(*gl, 4, 1, 1);
    EXPECT_EQ(parameter(gl, 16), (Floats{0.25f, 0, 0, 0}));
    GLint value = 0;
    GetTrackMatrixivNV(*gl, GL_VERTEX_PROGRAM_NV, 8, GL_TRACK_MATRIX_NV, &value);
    EXPECT_EQ(value, GL_MODELVIEW);
    GetTrackMatrixivNV(*gl, GL_VERTEX_PROGRAM_NV, 8, GL_TRACK_MATRIX_TRANSFORM_NV, &value);
    EXPECT_EQ(value, GL_INVERSE_TRANSPOSE_NV);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 7, 0, 0, 0, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    load(gl, GL_VERTEX_STATE_PROGRAM_NV, 3, "!!VSP1.0 MOV c[7], v[0]; END");
    const GLfloat v[4] = {};
    ExecuteProgramNV(*gl, GL_VERTEX_STATE_PROGRAM_NV, 3, v);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    // No longer tracked, they keep what they had.
    TrackMatrixNV(*gl, GL_VERTEX_PROGRAM_NV, 4, GL_NONE, GL_IDENTITY_NV);
    MatrixMode(*gl, GL_MODELVIEW);
    LoadIdentity(*gl);
    EXPECT_EQ(parameter(gl, 5), (Floats{0, 8, 0, 5}));
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 5, 1, 1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(NvPrograms, WithoutResultsLoadAndDoNothing) {
    CurrentContext gl;
    load(gl, GL_VERTEX_STATE_PROGRAM_NV, 3, "!!VSP1.0 MOV R0, v[0]; END");
    const GLfloat v[4] = {1, 2, 3, 4};
    ExecuteProgramNV(*gl, GL_VERTEX_STATE_PROGRAM_NV, 3, v);
    load(gl, GL_FRAGMENT_PROGRAM_NV, 4, "!!FP1.0 MOVR R0, f[COL0]; END");
    BindProgramARB(*gl, GL_FRAGMENT_PROGRAM_NV, 4);
    Enable(*gl, GL_FRAGMENT_PROGRAM_NV);
    Rectf(*gl, -1, -1, 1, 1);
    Finish(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(NvPrograms, StateProgramsWriteParameters) {
    CurrentContext gl;
    load(gl, GL_VERTEX_STATE_PROGRAM_NV, 3, R"(!!VSP1.0
DP3 R0.x, c[4], c[4];
RSQ R0.x, R0.x;
MUL c[4].xyz, c[4], R0.x;
MOV c[95], v[0];
ARL A0.x, v[0].y;
MOV R1, c[A0.x + 10];
ADD c[6], R1, c[95];
END)");
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 4, 3, 0, 4, 9);
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 12, 100, 200, 300, 400);
    const GLfloat v[4] = {1, 2, 3, 4};
    ExecuteProgramNV(*gl, GL_VERTEX_STATE_PROGRAM_NV, 3, v);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const Floats normal = parameter(gl, 4);
    EXPECT_NEAR(normal[0], 0.6f, 1e-6f);
    EXPECT_NEAR(normal[2], 0.8f, 1e-6f);
    EXPECT_EQ(normal[3], 9);  // not in the mask
    EXPECT_EQ(parameter(gl, 95), (Floats{1, 2, 3, 4}));
    EXPECT_EQ(parameter(gl, 6), (Floats{101, 202, 303, 404}));
}

TEST(NvPrograms, NamedParametersBelongToTheirProgram) {
    CurrentContext gl;
    use(gl, GL_FRAGMENT_PROGRAM_NV, 1,
        "!!FP1.0 DECLARE first = {1, 0, 0, 1}; DECLARE second = {0, 0, 1, 0}; "
        "MOVR R0, first; ADDR o[COLR], R0, second; END");
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{255, 0, 255, 255}));
    const auto* name = reinterpret_cast<const GLubyte*>("second, and more");
    ProgramNamedParameter4fNV(*gl, 1, 6, name, 0, 1, 0, 0);
    GLdouble value[4] = {};
    GetProgramNamedParameterdvNV(*gl, 1, 6, name, value);
    EXPECT_EQ(value[1], 1);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{255, 255, 0, 255}));
    ProgramLocalParameter4fARB(*gl, GL_FRAGMENT_PROGRAM_NV, 63, 0, 0.2f, 0, 1);
    load(gl, GL_FRAGMENT_PROGRAM_NV, 1, "!!FP1.0 MOVR o[COLR], p[63]; END");
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 51, 0, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// ---- attributes

TEST(NvPrograms, AttributesShareTheirStorage) {
    CurrentContext gl;
    use(gl, GL_VERTEX_PROGRAM_NV, 1, pass_through);
    VertexAttrib4f(*gl, 3, 1, 0, 0, 1);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{255, 0, 0, 255}));
    Color4f(*gl, 0, 1, 0, 1);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 255, 0, 255}));
    Floats value{};
    GetVertexAttribfv(*gl, 3, GL_CURRENT_ATTRIB_NV, value.data());
    EXPECT_EQ(value, (Floats{0, 1, 0, 1}));
    const GLfloat attributes[8] = {0, 0, 1, 1, 0.5f, 0, 0, 1};
    VertexAttribs4fvNV(*gl, 3, 2, attributes);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    GetFloatv(*gl, GL_CURRENT_SECONDARY_COLOR, value.data());
    EXPECT_EQ(value[0], 0.5f);
    Begin(*gl, GL_QUADS);
    for (const auto& [x, y] : {std::pair{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}})
        VertexAttrib2f(*gl, 0, x, y);
    End(*gl);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 0, 255, 255}));
    // Attributes 6 and 7 have no conventional name.
    use(gl, GL_VERTEX_PROGRAM_NV, 2, "!!VP1.0 MOV o[HPOS], v[0]; MOV o[COL0], v[6]; END");
    VertexAttrib4f(*gl, 6, 1, 1, 0, 1);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{255, 255, 0, 255}));
}

TEST(NvPrograms, ArraysReplaceConventionalOnes) {
    CurrentContext gl;
    use(gl, GL_VERTEX_PROGRAM_NV, 1, pass_through);
    const GLfloat positions[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    GLubyte red[16], green[16];
    for (int i = 0; i < 16; ++i) {
        red[i] = i % 4 == 0 || i % 4 == 3 ? 255 : 0;
        green[i] = i % 4 == 1 || i % 4 == 3 ? 255 : 0;
    }
    VertexAttribPointerNV(*gl, 0, 2, GL_FLOAT, 0, positions);
    EnableClientState(*gl, GL_VERTEX_ATTRIB_ARRAY0_NV);
    ColorPointer(*gl, 4, GL_UNSIGNED_BYTE, 0, red);
    EnableClientState(*gl, GL_COLOR_ARRAY);
    DrawArrays(*gl, GL_QUADS, 0, 4);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{255, 0, 0, 255}));
    VertexAttribPointerNV(*gl, 3, 4, GL_UNSIGNED_BYTE, 0, green);
    EnableClientState(*gl, GL_VERTEX_ATTRIB_ARRAY3_NV);
    EXPECT_TRUE(IsEnabled(*gl, GL_VERTEX_ATTRIB_ARRAY3_NV));
    DrawArrays(*gl, GL_QUADS, 0, 4);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 255, 0, 255}));
    Begin(*gl, GL_QUADS);
    for (int i = 0; i < 4; ++i) ArrayElement(*gl, i);
    End(*gl);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 255, 0, 255}));
    // Without programs NV's enables are not heeded: the colour array is, and there is no position.
    Disable(*gl, GL_VERTEX_PROGRAM_NV);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    DrawArrays(*gl, GL_QUADS, 0, 4);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 0, 0, 0}));
    VertexPointer(*gl, 2, GL_FLOAT, 0, positions);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    DrawArrays(*gl, GL_QUADS, 0, 4);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(NvPrograms, EvaluatorsFeedAttributes) {
    CurrentContext gl;
    use(gl, GL_VERTEX_PROGRAM_NV, 1, pass_through);
    const GLfloat corners[] = {-1, -1, 0, 1, -1, 1, 0, 1, 1, -1, 0, 1, 1, 1, 0, 1};
    const GLfloat colors[] = {0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1};
    Map2f(*gl, GL_MAP2_VERTEX_ATTRIB0_4_NV, 0, 1, 8, 2, 0, 1, 4, 2, corners);
    Map2f(*gl, GL_MAP2_VERTEX_ATTRIB0_4_NV + 3, 0, 1, 8, 2, 0, 1, 4, 2, colors);
    Enable(*gl, GL_MAP2_VERTEX_ATTRIB0_4_NV);
    Enable(*gl, GL_MAP2_VERTEX_ATTRIB3_4_NV);
    MapGrid2f(*gl, 4, 0, 1, 4, 0, 1);
    EvalMesh2(*gl, GL_FILL, 0, 4, 0, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const Pixel low = gl.pixel(3, 3), right = gl.pixel(60, 3);
    EXPECT_LT(low[0], 40);
    EXPECT_GT(right[0], 215);
    EXPECT_LT(right[1], 40);
    GLfloat coefficients[16] = {};
    GetMapfv(*gl, GL_MAP2_VERTEX_ATTRIB3_4_NV, GL_COEFF, coefficients);
    EXPECT_EQ(coefficients[5], 1);
    // Attribute maps are for programs.
    Disable(*gl, GL_VERTEX_PROGRAM_NV);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    EvalMesh2(*gl, GL_FILL, 0, 4, 0, 4);
    EXPECT_EQ(gl.pixel(3, 3), (Pixel{0, 0, 0, 0}));
    const GLfloat curve[] = {-1, 0, 0, 1, 1, 0, 0, 1};
    Map1f(*gl, GL_MAP1_VERTEX_ATTRIB0_4_NV, 0, 1, 4, 2, curve);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

// ---- a picture by each dialect, as generators of the time wrote them

TEST(NvPictures, VertexProgram11KeepsThePosition) {
    CurrentContext gl;
    use(gl, GL_VERTEX_PROGRAM_NV, 1, R"(!!VP1.1
OPTION NV_position_invariant;
SUB R0, c[0], v[COL0];
ABS o[COL0], R0;
END)");
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 0, 0.2f, 0.2f, 1, 2);
    Color4f(*gl, 1, 0.2f, 0, 1);
    Translatef(*gl, 1, 0, 0);
    Rectf(*gl, -1, -1, 0, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(gl.pixel(40, 10), (Pixel{204, 0, 255, 255}));
}

TEST(NvPictures, ResultsBeginAsZeroZeroZeroOne) {
    CurrentContext gl;
    use(gl, GL_VERTEX_PROGRAM_NV, 1, "!!VP1.0 MOV o[HPOS].xy, v[OPOS]; MOV o[COL0].x, v[COL0]; END");
    Color4f(*gl, 1, 1, 1, 0.5f);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{255, 0, 0, 255}));
    RasterPos3f(*gl, 0, 0, 9);
    GLfloat color[4] = {};
    GetFloatv(*gl, GL_CURRENT_RASTER_COLOR, color);
    EXPECT_EQ(color[0], 1);
    EXPECT_EQ(color[3], 1);
    load(gl, GL_VERTEX_PROGRAM_NV, 1, "!!VP1.0 MOV o[HPOS], v[OPOS]; END");
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(NvPrograms, TextureTargetsMustAgree) {
    CurrentContext gl;
    use_arb(gl, GL_VERTEX_PROGRAM_ARB,
            "!!ARBvp1.0\nOPTION NV_vertex_program3;\nTEX result.color, vertex.texcoord[0], texture[0], 3D;\n"
            "MOV result.position, vertex.position;\nEND");
    const GLubyte texel[4] = {255, 0, 255, 255};
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    Begin(*gl, GL_TRIANGLES);
    End(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    Enable(*gl, GL_TEXTURE_2D);
    Begin(*gl, GL_TRIANGLES);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    Disable(*gl, GL_TEXTURE_2D);
    use_arb(gl, GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND");
    Begin(*gl, GL_TRIANGLES);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    ProgramEnvParameter4fARB(*gl, GL_FRAGMENT_PROGRAM_NV, 0, 0, 0, 0, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
}

TEST(NvPictures, VertexTexturesDisplace) {
    CurrentContext gl;
    use_arb(gl, GL_VERTEX_PROGRAM_ARB,
            "!!ARBvp1.0\nOPTION NV_vertex_program3;\nTEMP t;\nTXL t, vertex.texcoord[0], texture[0], 2D;\n"
            "MOV result.color, t;\nMAD result.position.xyz, t.x, {1, 0, 0, 0}, vertex.position;\n"
            "MOV result.position.w, 1;\nEND");
    const GLubyte texels[8] = {255, 0, 255, 255, 0, 255, 0, 255};
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    TexCoord2f(*gl, 0.25f, 0.5f);
    Rectf(*gl, -1, -1, 0, 1);  // moved to the right half
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(gl.pixel(40, 10), (Pixel{255, 0, 255, 255}));
    TexCoord2f(*gl, 0.75f, 0.5f);
    Rectf(*gl, -1, -1, 0, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{0, 255, 0, 255}));
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(NvPictures, VertexProgram20LoopsOverLights) {
    CurrentContext gl;
    use(gl, GL_VERTEX_PROGRAM_NV, 1, R"(!!VP2.0
# c[0].x lights, their colours from c[10]
DP4 o[HPOS].x, c[4], v[OPOS];
DP4 o[HPOS].y, c[5], v[OPOS];
DP4 o[HPOS].z, c[6], v[OPOS];
DP4 o[HPOS].w, c[7], v[OPOS];
MOV R0, c[1].xxxy;
MOV R1.x, c[1].x;
next:
ARL A0.x, R1.x;
ADD R0.xyz, R0, c[A0.x + 10];
ADD R1.x, R1.x, c[1].y;
SLTC CC.x, R1.x, c[0].x;
BRA next (GT.x);
MOV o[COL0], R0;
END)");
    TrackMatrixNV(*gl, GL_VERTEX_PROGRAM_NV, 4, GL_MODELVIEW_PROJECTION_NV, GL_IDENTITY_NV);
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 0, 3, 0, 0, 0);
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 1, 0, 1, 0, 0);
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 10, 0.2f, 0, 0, 0);
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 11, 0.2f, 0.4f, 0, 0);
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 12, 0, 0, 0.6f, 0);
    ProgramParameter4fNV(*gl, GL_VERTEX_PROGRAM_NV, 13, 1, 1, 1, 0);
    Scalef(*gl, 0.5f, 1, 1);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(4, 10), (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(gl.pixel(32, 10), (Pixel{102, 102, 153, 255}));
}

TEST(NvPictures, FragmentProgram10SplitsTheScreen) {
    CurrentContext gl;
    use(gl, GL_FRAGMENT_PROGRAM_NV, 1, R"(!!FP1.0
# Parameters
DECLARE edge = {32, 0, 0, 0};
DEFINE low = {1.0, 0.25, 0.0, 1.0};
SUBRC RC.x, f[WPOS], edge.x;
MOVH H0, f[COL0];
MOVH H0 (LT.x), low;
SLTRC RC.y, f[WPOS], {8}.x;
KIL NE.y;
MULX_SAT H0.xyz, H0, {0.8, 0.8, 0.8};
MOVH o[COLH], H0;
END)");
    Color4f(*gl, 0, 0, 1, 1);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 4), (Pixel{0, 0, 0, 0}));
    EXPECT_EQ(gl.pixel(10, 20), (Pixel{204, 51, 0, 255}));
    EXPECT_EQ(gl.pixel(40, 20), (Pixel{0, 0, 204, 255}));
}

TEST(NvPictures, FragmentProgram20Loops) {
    CurrentContext gl;
    use(gl, GL_FRAGMENT_PROGRAM_NV, 1, R"(!!FP2.0
DECLARE turns = {4, 0, 1, 0};
MOVR R0, {0, 0, 0, 1};
REP turns;
  ADDR R0.x, R0, {0.1}.x;
  SGTRC HC.x, R0, {0.25}.x;
  BRK (NE.x);
ENDREP;
IF EQ.x;
  MOVR R0.y, {1}.x;
ELSE;
  DIVR R0.z, f[COL0], {2}.x;
ENDIF;
MOVR o[COLR], R0;
END)");
    Color4f(*gl, 0, 0, 0.4f, 1);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(10, 10), (Pixel{76, 0, 51, 255}));
}

TEST(NvPictures, OptionsOfArbPrograms) {
    CurrentContext gl;
    use_arb(gl, GL_VERTEX_PROGRAM_ARB, R"(!!ARBvp1.0
OPTION NV_vertex_program3;
PARAM c[2] = { { 0, 1, 0.5 },
		program.env[1] };
TEMP R0;
TEMP RC;
ADDRESS A0;
SLTC RC.x, vertex.position, c[0];
MOV R0, c[0].xxxy;
MOV R0.x(NE.x), c[0].y;
BRA BB1 (NE.x);
MOV R0.y, c[0];
BB1:
MOV_SAT result.color, R0;
MOV result.position, vertex.position;
END)");
    use_arb(gl, GL_FRAGMENT_PROGRAM_ARB, R"(!!ARBfp1.0
OPTION NV_fragment_program2;
PARAM c[1] = { { 1, 0, 0.5 } };
TEMP R0;
TEMP RC;
TEMP HC;
OUTPUT oCol = result.color;
MOVR  R0, fragment.color.primary;
SGTRC HC.x, fragment.position, c[0].x;
IF    NE.x;
NRMR  R0.xyz, R0;
ENDIF;
MOVR  oCol, R0;
END)");
    Begin(*gl, GL_TRIANGLES);
    for (const auto& [x, y] :
         {std::pair{-1.0f, -1.0f}, {0.0f, -1.0f}, {-1.0f, 3.0f}, {0.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 3.0f}})
        Vertex2f(*gl, x, y);
    End(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    // Red at the left edge, green from the middle on; NRM leaves vectors of length one.
    EXPECT_GE(gl.pixel(1, 2)[0], 254);
    EXPECT_LE(gl.pixel(1, 2)[1], 16);
    EXPECT_EQ(gl.pixel(62, 10), (Pixel{0, 255, 0, 255}));
}

}  // namespace
}  // namespace glapi

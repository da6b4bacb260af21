// Geometry and tessellation programs, layered rendering and transform feedback through the API.
#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::CurrentContext;
using testing::green;
using testing::load;
using testing::nothing;
using testing::Pixel;
using testing::red;
using testing::white;

const std::string vertex_text =
    "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\nEND\n";

// A square of half the window's side around each point.
const std::string squares_text =
    "!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 4;\n"
    "MOV result.color, vertex[0].color;\n"
    "ADD result.position, vertex[0].position, {-0.5, -0.5, 0, 0};\nEMIT;\n"
    "MOV result.color, vertex[0].color;\nADD result.position, vertex[0].position, {0.5, -0.5, 0, 0};\nEMIT;\n"
    "MOV result.color, vertex[0].color;\nADD result.position, vertex[0].position, {-0.5, 0.5, 0, 0};\nEMIT;\n"
    "MOV result.color, vertex[0].color;\nADD result.position, vertex[0].position, {0.5, 0.5, 0, 0};\nEMIT;\n"
    "END\n";

void point(CurrentContext& gl, float x, float y) {
    Begin(*gl, GL_POINTS);
    Vertex2f(*gl, x, y);
    End(*gl);
}

int count_pixels(const CurrentContext& gl, Pixel wanted) {
    int count = 0;
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) count += gl.pixel(x, y) == wanted;
    return count;
}

TEST(GeometryPrograms, MakeSquaresOfPoints) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    load(gl, GL_GEOMETRY_PROGRAM_NV, squares_text);
    Color3f(*gl, 1, 0, 0);
    point(gl, -0.5f, -0.5f);
    EXPECT_EQ(gl.pixel(1, 1), red);
    EXPECT_EQ(gl.pixel(31, 31), red);
    EXPECT_EQ(count_pixels(gl, red), 32 * 32);
    // What the application draws must be what the program takes.
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    EXPECT_EQ(count_pixels(gl, red), 32 * 32);
    Disable(*gl, GL_GEOMETRY_PROGRAM_NV);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(count_pixels(gl, red), 64 * 64);
}

TEST(GeometryPrograms, WorkBehindFixedFunctionVertices) {
    CurrentContext gl;
    load(gl, GL_GEOMETRY_PROGRAM_NV, squares_text);
    Color3f(*gl, 0, 1, 0);
    Translatef(*gl, 0.5f, 0.5f, 0);
    point(gl, 0, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(33, 33), green);
    EXPECT_EQ(count_pixels(gl, green), 32 * 32);
}

TEST(GeometryPrograms, VertexLimit) {
    CurrentContext gl;
    load(gl, GL_GEOMETRY_PROGRAM_NV, squares_text);
    GLint limit = 0;
    GetProgramivARB(*gl, GL_GEOMETRY_PROGRAM_NV, GL_GEOMETRY_VERTICES_OUT_EXT, &limit);
    EXPECT_EQ(limit, 4);
    ProgramVertexLimitNV(*gl, GL_GEOMETRY_PROGRAM_NV, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    ProgramVertexLimitNV(*gl, GL_VERTEX_PROGRAM_ARB, 3);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    // Three of the four vertices: half of the square.
    ProgramVertexLimitNV(*gl, GL_GEOMETRY_PROGRAM_NV, 3);
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    Color3f(*gl, 1, 0, 0);
    point(gl, 0, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_NEAR(count_pixels(gl, red), 16 * 32, 32);
}

// All six faces of a cube map by one draw: the instances of a geometry program each take one.
TEST(GeometryPrograms, CubeMapInOnePass) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    load(gl, GL_GEOMETRY_PROGRAM_NV,
         "!!NVgp5.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\nINVOCATIONS 6;\n"
         "PARAM colors[6] = { program.local[0..5] };\nTEMP face;\nINT TEMP number;\nMOV.S number.x, "
         "primitive.invocation;\n"
         "MOV face, colors[number.x];\n"
         "MOV.S result.layer.x, number.x;\nMOV result.color, face;\nMOV result.position, vertex[0].position;\nEMIT;\n"
         "MOV.S result.layer.x, number.x;\nMOV result.color, face;\nMOV result.position, vertex[1].position;\nEMIT;\n"
         "MOV.S result.layer.x, number.x;\nMOV result.color, face;\nMOV result.position, vertex[2].position;\nEMIT;\n"
         "END\n");
    for (GLuint face = 0; face < 6; ++face)
        ProgramLocalParameter4fARB(*gl, GL_GEOMETRY_PROGRAM_NV, face, static_cast<float>(face) / 5, 1,
                                   face % 2 ? 1.f : 0.f, 1);
    GLuint texture = 0, framebuffer = 0;
    GenTextures(*gl, 1, &texture);
    BindTexture(*gl, GL_TEXTURE_CUBE_MAP, texture);
    for (GLenum face = 0; face < 6; ++face)
        TexImage2D(*gl, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   nullptr);
    TexParameteri(*gl, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    FramebufferTexture(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
    ASSERT_EQ(CheckFramebufferStatus(*gl, GL_FRAMEBUFFER), GLenum{GL_FRAMEBUFFER_COMPLETE});
    Viewport(*gl, 0, 0, 16, 16);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    Begin(*gl, GL_TRIANGLES);
    Vertex2f(*gl, -1, -1), Vertex2f(*gl, 3, -1), Vertex2f(*gl, -1, 3);
    End(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    for (GLenum face = 0; face < 6; ++face) {
        std::array<uint8_t, 16 * 16 * 4> pixels{};
        GetTexImage(*gl, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        for (const size_t at : {size_t{0}, size_t{4 * (8 * 16 + 5)}, size_t{4 * 255}})
            EXPECT_EQ((Pixel{pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]}),
                      (Pixel{static_cast<uint8_t>(face * 51), 255, static_cast<uint8_t>(face % 2 ? 255 : 0), 255}))
                << "face " << face;
    }
}

// ---- tessellation

const std::string evaluation_text =
    "!!NVtep5.0\nTESS_MODE QUADS;\nTESS_SPACING EQUAL;\nTESS_VERTEX_ORDER CCW;\nTEMP a, b;\n"
    "LRP a, vertex.tesscoord.x, vertex[1].position, vertex[0].position;\n"
    "LRP b, vertex.tesscoord.x, vertex[2].position, vertex[3].position;\n"
    "LRP result.position, vertex.tesscoord.y, b, a;\nMOV result.color, vertex[0].color;\nEND\n";

void patch(CurrentContext& gl, float side) {
    Begin(*gl, GL_PATCHES);
    Vertex2f(*gl, -side, -side), Vertex2f(*gl, side, -side), Vertex2f(*gl, side, side), Vertex2f(*gl, -side, side);
    End(*gl);
}

TEST(TessellationPrograms, CoverAPatchOnce) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    load(gl, GL_TESS_EVALUATION_PROGRAM_NV, evaluation_text);
    PatchParameteri(*gl, GL_PATCH_VERTICES, 4);
    const float outer[4] = {3, 5, 2, 7}, inner[2] = {4, 6};
    PatchParameterfv(*gl, GL_PATCH_DEFAULT_OUTER_LEVEL, outer);
    PatchParameterfv(*gl, GL_PATCH_DEFAULT_INNER_LEVEL, inner);
    // Twice drawn would be twice as bright.
    Enable(*gl, GL_BLEND);
    BlendFunc(*gl, GL_ONE, GL_ONE);
    Color4f(*gl, 0.2f, 0, 0, 0.2f);
    patch(gl, 0.5f);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(count_pixels(gl, Pixel{51, 0, 0, 51}), 32 * 32);
    EXPECT_EQ(count_pixels(gl, nothing), 64 * 64 - 32 * 32);
    // Patches and only they go with tessellation programs.
    point(gl, 0, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    // Without an evaluation program their vertices are points (NV_gpu_shader5).
    Disable(*gl, GL_TESS_EVALUATION_PROGRAM_NV);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    patch(gl, 0.5f);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(count_pixels(gl, Pixel{51, 0, 0, 51}), 4);
}

// A geometry program takes patches as a control program made them, with what is the patch's own.
TEST(TessellationPrograms, PatchesGoToTheGeometryProgram) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    load(gl, GL_TESS_CONTROL_PROGRAM_NV,
         "!!NVtcp5.0\nVERTICES_OUT 2;\nATTRIB p = vertex.position;\nINT TEMP n;\n"
         "MOV.S n.x, primitive.invocation.x;\nMOV result.position, p[n.x];\nMOV result.patch.attrib[1], {0.2, 0.4, "
         "0.6, 0.8};\n"
         "MOV result.patch.tessouter[2], 5;\nEND\n");
    load(gl, GL_GEOMETRY_PROGRAM_NV,
         "!!NVgp5.0\nPRIMITIVE_IN PATCHES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 2;\nTEMP c;\n"
         "MUL c, primitive.patch.attrib[1], {1, 1, 1, 0};\nMUL c.w, primitive.tessouter[2].x, 0.1;\n"
         "MOV result.position, vertex[0].position;\nMOV result.color, c;\nEMIT;\n"
         "MOV result.position, vertex[1].position;\nMOV result.color, c;\nEMIT;\nEND\n");
    PatchParameteri(*gl, GL_PATCH_VERTICES, 4);
    patch(gl, 0.5f);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(count_pixels(gl, Pixel{51, 102, 153, 128}), 2);
    EXPECT_EQ(count_pixels(gl, nothing), 64 * 64 - 2);
}

TEST(TessellationPrograms, ControlProgramsMoveVerticesAndSetLevels) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    load(gl, GL_TESS_CONTROL_PROGRAM_NV,
         "!!NVtcp5.0\nVERTICES_OUT 4;\nATTRIB corners = vertex.position;\nATTRIB colors = vertex.color;\nINT TEMP "
         "i;\nMOV.S i.x, primitive.invocation;\n"
         "MUL result.position, corners[i.x], {2, 2, 1, 1};\n"
         "MOV result.color, colors[i.x];\n"
         "MOV result.patch.tessouter[0], 2;\nMOV result.patch.tessouter[1], program.local[0].x;\n"
         "MOV result.patch.tessouter[2], 2;\nMOV result.patch.tessouter[3], 2;\n"
         "MOV result.patch.tessinner[0], 2;\nMOV result.patch.tessinner[1], 2;\nEND\n");
    load(gl, GL_TESS_EVALUATION_PROGRAM_NV, evaluation_text);
    PatchParameteri(*gl, GL_PATCH_VERTICES, 4);
    ProgramLocalParameter4fARB(*gl, GL_TESS_CONTROL_PROGRAM_NV, 0, 3, 0, 0, 0);
    Color3f(*gl, 0, 1, 0);
    patch(gl, 0.25f);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(count_pixels(gl, green), 32 * 32);
    // An outer level of zero throws the patch away.
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    ProgramLocalParameter4fARB(*gl, GL_TESS_CONTROL_PROGRAM_NV, 0, 0, 0, 0, 0);
    patch(gl, 0.25f);
    EXPECT_EQ(count_pixels(gl, green), 0);
}

TEST(TessellationPrograms, PatchParametersAreChecked) {
    CurrentContext gl;
    PatchParameteri(*gl, GL_PATCH_VERTICES, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    PatchParameteri(*gl, GL_PATCH_VERTICES, 33);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    PatchParameteri(*gl, GL_PATCH_DEFAULT_INNER_LEVEL, 3);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_ENUM});
    GLint vertices = 0;
    GetIntegerv(*gl, GL_PATCH_VERTICES, &vertices);
    EXPECT_EQ(vertices, 3);
}

// ---- transform feedback

class Capture : public testing::CurrentContext {
  public:
    GLuint make_buffer(GLsizeiptr size) {
        GLuint name = 0;
        GenBuffers(*context, 1, &name);
        BindBuffer(*context, GL_TRANSFORM_FEEDBACK_BUFFER, name);
        const std::vector<float> filled(static_cast<size_t>(size) / 4, -9);
        BufferData(*context, GL_TRANSFORM_FEEDBACK_BUFFER, size, filled.data(), GL_DYNAMIC_READ);
        return name;
    }
    std::vector<float> contents(GLuint name, size_t floats) {
        std::vector<float> values(floats);
        BindBuffer(*context, GL_TRANSFORM_FEEDBACK_BUFFER, name);
        GetBufferSubData(*context, GL_TRANSFORM_FEEDBACK_BUFFER, 0, static_cast<GLsizeiptr>(4 * floats), values.data());
        return values;
    }
    GLuint query_result(GLuint query) {
        GLuint value = 0;
        GetQueryObjectuiv(*context, query, GL_QUERY_RESULT, &value);
        return value;
    }
};

TEST(TransformFeedback, CapturesCountsAndOverflows) {
    Capture gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    const GLuint buffer = gl.make_buffer(2 * 6 * 4);  // two vertices
    const GLint attribs[] = {GL_POSITION, 4, 0, GL_PRIMARY_COLOR, 2, 0};
    TransformFeedbackAttribsNV(*gl, 2, attribs, GL_INTERLEAVED_ATTRIBS);
    BindBufferBase(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    GLuint queries[3] = {};
    GenQueries(*gl, 3, queries);
    BeginQuery(*gl, GL_PRIMITIVES_GENERATED, queries[0]);
    BeginQuery(*gl, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, queries[1]);
    BeginTransformFeedback(*gl, GL_POINTS);
    // While it is active what is captured stays, and so does the kind of primitives.
    TransformFeedbackAttribsNV(*gl, 2, attribs, GL_INTERLEAVED_ATTRIBS);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    Color3f(*gl, 0.25f, 0.5f, 1);
    point(gl, 0.5f, -0.5f);
    PauseTransformFeedback(*gl);
    point(gl, 0.75f, 0.75f);
    ResumeTransformFeedback(*gl);
    point(gl, 0.125f, 0);
    point(gl, 0.25f, 0);  // finds no room
    EndTransformFeedback(*gl);
    EndQuery(*gl, GL_PRIMITIVES_GENERATED);
    EndQuery(*gl, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.contents(buffer, 12),
              (std::vector<float>{0.5f, -0.5f, 0, 1, 0.25f, 0.5f, 0.125f, 0, 0, 1, 0.25f, 0.5f}));
    EXPECT_EQ(gl.query_result(queries[0]), 4u);
    EXPECT_EQ(gl.query_result(queries[1]), 2u);
}

TEST(TransformFeedback, DrawsWhatItHasCaptured) {
    Capture gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    GLuint object = 0;
    GenTransformFeedbacks(*gl, 1, &object);
    BindTransformFeedback(*gl, GL_TRANSFORM_FEEDBACK, object);
    const GLuint buffer = gl.make_buffer(64 * 16);
    const GLint attribs[] = {GL_POSITION, 4, 0};
    TransformFeedbackAttribsNV(*gl, 1, attribs, GL_INTERLEAVED_ATTRIBS);
    BindBufferBase(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    Enable(*gl, GL_RASTERIZER_DISCARD);
    BeginTransformFeedback(*gl, GL_TRIANGLES);
    Rectf(*gl, -0.5f, -0.5f, 0.5f, 0.5f);  // a quad comes as two triangles
    EndTransformFeedback(*gl);
    Disable(*gl, GL_RASTERIZER_DISCARD);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(count_pixels(gl, nothing), 64 * 64);
    BindBuffer(*gl, GL_ARRAY_BUFFER, buffer);
    VertexPointer(*gl, 4, GL_FLOAT, 16, nullptr);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    DrawTransformFeedback(*gl, GL_TRIANGLES, object);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(count_pixels(gl, white), 32 * 32);
    DrawTransformFeedback(*gl, GL_TRIANGLES, 1234);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

// Particles sorted by their place: each of four streams gets a quarter of them.
TEST(TransformFeedback, FourStreamsOfAGeometryProgram) {
    Capture gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    load(gl, GL_GEOMETRY_PROGRAM_NV,
         "!!NVgp5.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 2;\nTEMP n;\nINT TEMP s;\n"
         "MUL n.x, vertex[0].position.x, 4;\nFLR.S s.x, n.x;\n"
         "MOV result.position, vertex[0].position;\nMOV result.color, vertex[0].color;\nEMITS s.x;\nEND\n");
    GLuint buffers[4] = {}, queries[4] = {};
    GenQueries(*gl, 4, queries);
    const GLint attribs[] = {
        GL_POSITION,           1, 0, GL_NEXT_BUFFER_NV, 0, 0, GL_PRIMARY_COLOR,         1, 0, GL_NEXT_BUFFER_NV, 0, 0,
        GL_SECONDARY_COLOR_NV, 1, 0, GL_NEXT_BUFFER_NV, 0, 0, GL_BACK_PRIMARY_COLOR_NV, 1, 0};
    const GLint streams[4] = {0, 1, 2, 3};
    TransformFeedbackStreamAttribsNV(*gl, 7, attribs, 4, streams, GL_INTERLEAVED_ATTRIBS);
    ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    for (GLuint i = 0; i < 4; ++i) {
        buffers[i] = gl.make_buffer(i == 3 ? 8 : 64 * 4);
        BindBufferBase(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i]);
        BeginQueryIndexed(*gl, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, i, queries[i]);
    }
    BeginTransformFeedback(*gl, GL_POINTS);
    Begin(*gl, GL_POINTS);
    for (int i = 0; i < 64; ++i) {
        const float x = static_cast<float>(i * 37 % 64) / 64;
        Color3f(*gl, x, 0, 0);
        Vertex2f(*gl, x, 0);
    }
    End(*gl);
    EndTransformFeedback(*gl);
    for (GLuint i = 0; i < 4; ++i) EndQueryIndexed(*gl, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, i);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const GLuint expected[4] = {16, 16, 16, 2};
    for (GLuint i = 0; i < 4; ++i) EXPECT_EQ(gl.query_result(queries[i]), expected[i]) << "stream " << i;
    const std::vector<float> first = gl.contents(buffers[0], 17), second = gl.contents(buffers[1], 17);
    for (size_t i = 0; i < 16; ++i) {
        EXPECT_LT(first[i], 0.25f);
        EXPECT_GE(second[i], 0.25f);
        EXPECT_LT(second[i], 0.5f);
    }
    EXPECT_EQ(first[16], -9);
    EXPECT_EQ(second[16], -9);
}

TEST(TransformFeedback, SeparateBuffersAndWhatIsRecorded) {
    Capture gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    const GLint attribs[] = {GL_POSITION, 3, 0, GL_PRIMARY_COLOR, 1, 0};
    TransformFeedbackAttribsNV(*gl, 2, attribs, GL_SEPARATE_ATTRIBS);
    GLint count = 0, record[3] = {};
    GetIntegerv(*gl, GL_TRANSFORM_FEEDBACK_ATTRIBS_NV, &count);
    EXPECT_EQ(count, 2);
    GetIntegeri_v(*gl, GL_TRANSFORM_FEEDBACK_RECORD_NV, 1, record);
    EXPECT_EQ(record[0], GL_PRIMARY_COLOR);
    EXPECT_EQ(record[1], 1);
    EXPECT_EQ(record[2], 0);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    GetIntegeri_v(*gl, GL_TRANSFORM_FEEDBACK_RECORD_NV, 2, record);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    const GLuint positions = gl.make_buffer(64), colors = gl.make_buffer(64);
    BindBufferBase(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, positions);
    BindBufferRange(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 1, colors, 8, 4);
    GLuint queries[2] = {};
    GenQueries(*gl, 2, queries);
    BeginQuery(*gl, GL_TRANSFORM_FEEDBACK_OVERFLOW, queries[0]);
    BeginTransformFeedback(*gl, GL_POINTS);
    Color3f(*gl, 0.5f, 0, 0);
    point(gl, 0.25f, 0.75f);
    EndQuery(*gl, GL_TRANSFORM_FEEDBACK_OVERFLOW);
    BeginQueryIndexed(*gl, GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW, 0, queries[1]);
    point(gl, 0.5f, 0.5f);  // finds no room in the second buffer, so it is written to neither
    EndQueryIndexed(*gl, GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW, 0);
    EndTransformFeedback(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.contents(positions, 4), (std::vector<float>{0.25f, 0.75f, 0, -9}));
    EXPECT_EQ(gl.contents(colors, 4), (std::vector<float>{-9, -9, 0.5f, -9}));
    EXPECT_EQ(gl.query_result(queries[0]), 0u);
    EXPECT_EQ(gl.query_result(queries[1]), 1u);
}

// The instances of a geometry program draw to four viewports, each with its scissor and its depths.
TEST(GeometryPrograms, FourViewports) {
    CurrentContext gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    load(gl, GL_GEOMETRY_PROGRAM_NV,
         "!!NVgp5.0\nOPTION ARB_viewport_array;\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\n"
         "VERTICES_OUT 3;\nINVOCATIONS 4;\nINT TEMP i;\nATTRIB p = vertex.position;\nMOV.S i.x, 0;\nREP.S 3;\n"
         "MOV.S result.viewport.x, primitive.invocation.x;\nMOV result.color, vertex[0].color;\n"
         "MOV result.position, p[i.x];\nEMIT;\nADD.S i.x, i.x, 1;\nENDREP;\nEND\n");
    const GLfloat viewports[16] = {0, 0, 32, 32, 32, 0, 32, 32, 0, 32, 32, 32, 32, 32, 32, 32};
    ViewportArrayv(*gl, 0, 4, viewports);
    ScissorIndexed(*gl, 2, 8, 40, 16, 16);
    Enablei(*gl, GL_SCISSOR_TEST, 2);
    DepthRangeIndexed(*gl, 3, 1, 1);
    GLfloat read[4] = {};
    GetFloati_v(*gl, GL_VIEWPORT, 1, read);
    EXPECT_EQ(read[0], 32);
    GLdouble depths[2] = {};
    GetDoublei_v(*gl, GL_DEPTH_RANGE, 3, depths);
    EXPECT_EQ(depths[0], 1);
    // What is drawn passes in front of the depth 0.75 only, so the fourth viewport stays empty.
    ClearDepth(*gl, 0.75);
    Clear(*gl, GL_DEPTH_BUFFER_BIT);
    Enable(*gl, GL_DEPTH_TEST);
    Color3f(*gl, 1, 0, 0);
    Begin(*gl, GL_TRIANGLES);
    Vertex2f(*gl, -1, -1);
    Vertex2f(*gl, 3, -1);
    Vertex2f(*gl, -1, 3);
    End(*gl);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) {
            const bool inside = y < 32 || (x >= 8 && x < 24 && y >= 40 && y < 56);
            ASSERT_EQ(gl.pixel(x, y), inside ? red : nothing) << x << ',' << y;
        }
}

// NV_geometry_shader_passthrough: what passes through can't be captured, nor its number of vertices changed.
TEST(GeometryPrograms, PassPrimitivesThrough) {
    Capture gl;
    load(gl, GL_VERTEX_PROGRAM_ARB, vertex_text);
    load(gl, GL_GEOMETRY_PROGRAM_NV,
         "!!NVgp5.0\nOPTION NV_geometry_program_passthrough;\nPRIMITIVE_IN POINTS;\nPASSTHROUGH result.position;\n"
         "MOV result.color, {0, 1, 0, 1};\nEND\n");
    Color3f(*gl, 1, 0, 0);
    point(gl, 0.015625f, 0.015625f);
    EXPECT_EQ(gl.pixel(32, 32), green);
    EXPECT_EQ(count_pixels(gl, green), 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    ProgramVertexLimitNV(*gl, GL_GEOMETRY_PROGRAM_NV, 3);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    const GLuint buffer = gl.make_buffer(64);
    const GLint attribs[] = {GL_POSITION, 4, 0};
    TransformFeedbackAttribsNV(*gl, 1, attribs, GL_INTERLEAVED_ATTRIBS);
    BindBufferBase(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    BeginTransformFeedback(*gl, GL_POINTS);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    Disable(*gl, GL_GEOMETRY_PROGRAM_NV);
    BeginTransformFeedback(*gl, GL_POINTS);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    Enable(*gl, GL_GEOMETRY_PROGRAM_NV);
    point(gl, 0, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    PauseTransformFeedback(*gl);
    point(gl, 0, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    ResumeTransformFeedback(*gl);
    EndTransformFeedback(*gl);
    // Pixels of rectangles don't come from geometry.
    const GLubyte white[4] = {255, 255, 255, 255};
    WindowPos2i(*gl, 3, 3);
    DrawPixels(*gl, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, white);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(3, 3)[0], 255);
}

TEST(DualSourceBlending, FactorsAreTheSecondColour) {
    CurrentContext gl;
    load(gl, GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp5.0\nOPTION ARB_blend_func_extended;\nMOV result.color.primary, {1, 0, 1, 1};\n"
         "MOV result.color.secondary, {0, 1, 0.2, 1};\nEND\n");
    ClearColor(*gl, 0, 1, 1, 1);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    Enable(*gl, GL_BLEND);
    BlendFunc(*gl, GL_ONE_MINUS_SRC1_COLOR, GL_SRC1_COLOR);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.pixel(20, 20), (Pixel{255, 255, 255, 255}));
    BlendFunc(*gl, GL_SRC1_ALPHA, GL_ONE_MINUS_SRC1_ALPHA);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.pixel(20, 20), (Pixel{255, 0, 255, 255}));
}

TEST(DualSourceBlending, OneDrawBufferOnly) {
    CurrentContext gl;
    GLuint textures[2] = {}, framebuffer = 0;
    GenTextures(*gl, 2, textures);
    GenFramebuffers(*gl, 1, &framebuffer);
    BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
    for (GLenum i = 0; i < 2; ++i) {
        BindTexture(*gl, GL_TEXTURE_2D, textures[i]);
        TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        FramebufferTexture2D(*gl, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_TEXTURE_2D, textures[i], 0);
    }
    BindTexture(*gl, GL_TEXTURE_2D, 0);
    const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    DrawBuffers(*gl, 2, both);
    BlendFunc(*gl, GL_ONE, GL_SRC1_COLOR);
    ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    DrawBuffers(*gl, 1, both);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

}  // namespace
}  // namespace glapi

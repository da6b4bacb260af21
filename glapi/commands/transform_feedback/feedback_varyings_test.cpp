// Transform feedback of GLSL programs: what lies in the buffers, what the programs tell of it, what is refused.
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <map>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct FeedbackVaryings : testing::ShaderFixture {
    GLuint capturing(const std::string& vertex, const std::vector<const char*>& names, GLenum mode, bool right = true) {
        const GLuint program = CreateProgram(*gl);
        AttachShader(*gl, program, compile(GL_VERTEX_SHADER, vertex));
        TransformFeedbackVaryings(*gl, program, static_cast<GLsizei>(names.size()), names.data(), mode);
        relink(program, right);
        return program;
    }
    void make_buffers(int count) {
        GLuint names[4] = {};
        GenBuffers(*gl, count, names);
        for (int n = 0; n < count; n++) {
            buffers[n] = names[n];
            BindBuffer(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, names[n]);
            const std::vector<float> marks(64, -1.0f);
            BufferData(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 256, marks.data(), GL_STREAM_READ);
            BindBufferBase(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, static_cast<GLuint>(n), names[n]);
        }
    }
    void draw_points(GLuint program, GLsizei count) {
        UseProgram(*gl, program);
        BeginTransformFeedback(*gl, GL_POINTS);
        DrawArrays(*gl, GL_POINTS, 0, count);
        EndTransformFeedback(*gl);
        expect(GL_NO_ERROR);
    }
    std::vector<float> content(int buffer, size_t count) {
        std::vector<float> values(count);
        BindBuffer(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, buffers[buffer]);
        GetBufferSubData(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, static_cast<GLsizeiptr>(4 * count), values.data());
        return values;
    }
    GLuint buffers[4] = {};
};

constexpr const char* several =
    "#version 150\n"
    "struct S { vec2 a; float b[2]; };\n"
    "out vec3 v; out mat2 m; out S s[2]; out float unread; flat out int whole;\n"
    "void main() {\n"
    "  float n = float(gl_VertexID);\n"
    "  gl_Position = vec4(n, 0, 0, 1); gl_PointSize = 3.0 + n; v = vec3(1, 2, 3) + n; m = mat2(4, 5, 6, 7);\n"
    "  s[0].a = vec2(10, 11); s[1].a = vec2(20, 21); s[0].b[0] = 12; s[0].b[1] = 13; s[1].b[0] = 22; s[1].b[1] = 23;\n"
    "  unread = 9; whole = 5;\n"
    "}\n";

TEST_F(FeedbackVaryings, Interleaved) {
    const GLuint program =
        capturing(several, {"v", "s[1].b", "gl_Position", "m", "s[0].a", "gl_PointSize"}, GL_INTERLEAVED_ATTRIBS);
    make_buffers(1);
    draw_points(program, 2);
    const std::vector<float> wanted = {1, 2, 3,  22, 23, 0, 0, 0, 1, 4, 5, 6, 7,  10, 11, 3, 2,
                                       3, 4, 22, 23, 1,  0, 0, 1, 4, 5, 6, 7, 10, 11, 4,  -1};
    EXPECT_EQ(content(0, wanted.size()), wanted);
    EXPECT_EQ(property(program, GL_TRANSFORM_FEEDBACK_VARYINGS), 6);
    EXPECT_EQ(property(program, GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH), 13);
    EXPECT_EQ(property(program, GL_TRANSFORM_FEEDBACK_BUFFER_MODE), GL_INTERLEAVED_ATTRIBS);
    char name[32] = "";
    GLsizei size = 0;
    GLenum type = 0;
    GetTransformFeedbackVarying(*gl, program, 1, sizeof name, nullptr, &size, &type, name);
    EXPECT_STREQ(name, "s[1].b");
    EXPECT_EQ(size, 2);
    EXPECT_EQ(type, GLenum{GL_FLOAT});
    GetTransformFeedbackVarying(*gl, program, 6, sizeof name, nullptr, &size, &type, name);
    expect(GL_INVALID_VALUE);
}

TEST_F(FeedbackVaryings, Separate) {
    const GLuint program = capturing(several, {"m", "unread", "s[1].b[1]"}, GL_SEPARATE_ATTRIBS);
    make_buffers(3);
    draw_points(program, 2);
    EXPECT_EQ(content(0, 9), (std::vector<float>{4, 5, 6, 7, 4, 5, 6, 7, -1}));
    EXPECT_EQ(content(1, 3), (std::vector<float>{9, 9, -1}));
    EXPECT_EQ(content(2, 3), (std::vector<float>{23, 23, -1}));
}

// ARB_transform_feedback3: several buffers, and room that stays as it is.
TEST_F(FeedbackVaryings, BuffersAndGaps) {
    const GLuint program =
        capturing(several, {"unread", "gl_SkipComponents2", "s[0].a", "gl_NextBuffer", "gl_SkipComponents1", "v"},
                  GL_INTERLEAVED_ATTRIBS);
    make_buffers(2);
    draw_points(program, 2);
    EXPECT_EQ(content(0, 10), (std::vector<float>{9, -1, -1, 10, 11, 9, -1, -1, 10, 11}));
    EXPECT_EQ(content(1, 8), (std::vector<float>{-1, 1, 2, 3, -1, 2, 3, 4}));
}

// Results whose spelling in assembly has shorter forms.
TEST_F(FeedbackVaryings, ColorsAndCoordinates) {
    const GLuint program = capturing(
        "#version 120\nvoid main() { gl_Position = vec4(0); gl_FrontColor = vec4(1, 2, 3, 4); gl_BackColor = vec4(5);\n"
        "gl_FrontSecondaryColor = vec4(6); gl_BackSecondaryColor = vec4(7); gl_TexCoord[0] = vec4(8);\n"
        "gl_TexCoord[1] = vec4(9); gl_FogFragCoord = 10.0; }\n",
        {"gl_FrontColor", "gl_BackColor", "gl_FrontSecondaryColor", "gl_BackSecondaryColor", "gl_TexCoord[0]",
         "gl_TexCoord[1]", "gl_FogFragCoord"},
        GL_INTERLEAVED_ATTRIBS);
    make_buffers(1);
    draw_points(program, 1);
    EXPECT_EQ(content(0, 26),
              (std::vector<float>{1, 2, 3, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 9, 10, -1}));
}

TEST_F(FeedbackVaryings, ByLayout) {
    const GLuint program = capturing(
        "#version 440\n"
        "layout(xfb_buffer = 1, xfb_stride = 20) out;\n"
        "layout(xfb_buffer = 1, xfb_offset = 4) out vec2 a; layout(xfb_buffer = 0, xfb_offset = 8) out float b;\n"
        "void main() { gl_Position = vec4(0); a = vec2(1, 2); b = 3.0; }\n",
        {}, GL_INTERLEAVED_ATTRIBS);
    make_buffers(2);
    draw_points(program, 2);
    EXPECT_EQ(content(0, 6), (std::vector<float>{-1, -1, 3, -1, -1, 3}));
    EXPECT_EQ(content(1, 10), (std::vector<float>{-1, 1, 2, -1, -1, -1, 1, 2, -1, -1}));
}

// A declared stride takes no buffer where nothing is captured.
TEST_F(FeedbackVaryings, StridesWithoutCaptures) {
    const GLuint program = capturing(
        "#version 440\n"
        "layout(xfb_buffer = 1, xfb_stride = 64) out; layout(xfb_buffer = 0, xfb_offset = 0) out float a;\n"
        "void main() { gl_Position = vec4(0); a = 3.0; }\n",
        {}, GL_INTERLEAVED_ATTRIBS);
    make_buffers(1);
    draw_points(program, 2);
    EXPECT_EQ(content(0, 3), (std::vector<float>{3, 3, -1}));
    make_buffers(2);
    draw_points(program, 2);
    EXPECT_EQ(content(0, 3), (std::vector<float>{3, 3, -1}));
    EXPECT_EQ(content(1, 2), (std::vector<float>{-1, -1}));
}

TEST_F(FeedbackVaryings, ClipDistances) {
    const GLuint program = capturing(
        "#version 130\nout float gl_ClipDistance[3];\n"
        "void main() { gl_Position = vec4(0); gl_ClipDistance[0] = 1; gl_ClipDistance[1] = 2; gl_ClipDistance[2] = 3; "
        "}\n",
        {"gl_ClipDistance"}, GL_INTERLEAVED_ATTRIBS);
    make_buffers(1);
    draw_points(program, 1);
    EXPECT_EQ(content(0, 4), (std::vector<float>{1, 2, 3, -1}));
}

// Captured triangles begin or end with their provoking vertex (GL 4.6 §13.3).
TEST_F(FeedbackVaryings, TrianglesKeepTheirProvokingVertex) {
    struct Row {
        GLenum mode, convention;
        std::vector<float> captured;
    };
    const Row rows[] = {{GL_TRIANGLE_STRIP, GL_LAST_VERTEX_CONVENTION, {0, 1, 2, 2, 1, 3, -1}},
                        {GL_TRIANGLE_STRIP, GL_FIRST_VERTEX_CONVENTION, {0, 1, 2, 1, 3, 2, -1}},
                        {GL_TRIANGLE_FAN, GL_LAST_VERTEX_CONVENTION, {0, 1, 2, 0, 2, 3, -1}},
                        {GL_TRIANGLE_FAN, GL_FIRST_VERTEX_CONVENTION, {1, 2, 0, 2, 3, 0, -1}},
                        {GL_POLYGON, GL_LAST_VERTEX_CONVENTION, {1, 2, 0, 2, 3, 0, -1}}};
    const GLuint program =
        capturing("#version 130\nout float n;\nvoid main() { gl_Position = vec4(0); n = float(gl_VertexID); }\n", {"n"},
                  GL_INTERLEAVED_ATTRIBS);
    UseProgram(*gl, program);
    for (const Row& row : rows) {
        make_buffers(1);
        ProvokingVertex(*gl, row.convention);
        BeginTransformFeedback(*gl, GL_TRIANGLES);
        DrawArrays(*gl, row.mode, 0, 4);
        EndTransformFeedback(*gl);
        expect(GL_NO_ERROR);
        EXPECT_EQ(content(0, row.captured.size()), row.captured) << row.mode << ' ' << row.convention;
    }
}

// Rectangles of pixels are fragments, too.
TEST_F(FeedbackVaryings, DiscardedPixels) {
    const GLubyte red[] = {255, 0, 0, 255};
    RasterPos2f(*gl, 0, 0);
    Enable(*gl, GL_RASTERIZER_DISCARD);
    DrawPixels(*gl, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, red);
    EXPECT_EQ(gl.pixel(32, 32)[0], 0);
    Disable(*gl, GL_RASTERIZER_DISCARD);
    DrawPixels(*gl, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, red);
    EXPECT_EQ(gl.pixel(32, 32)[0], 255);
}

TEST_F(FeedbackVaryings, Mistakes) {
    capturing(several, {"nothing"}, GL_INTERLEAVED_ATTRIBS, false);
    capturing(several, {"v", "v"}, GL_INTERLEAVED_ATTRIBS, false);
    capturing(several, {"s[1].b", "s[1].b[0]"}, GL_INTERLEAVED_ATTRIBS, false);
    capturing(several, {"s"}, GL_INTERLEAVED_ATTRIBS, false);
    capturing(several, {"s[2].a"}, GL_INTERLEAVED_ATTRIBS, false);
    const GLuint program = capturing(several, {"v"}, GL_INTERLEAVED_ATTRIBS);
    const char* const next[] = {"v", "gl_NextBuffer"};
    TransformFeedbackVaryings(*gl, program, 2, next, GL_SEPARATE_ATTRIBS);
    expect(GL_INVALID_OPERATION);
    TransformFeedbackVaryings(*gl, program, 5, next, GL_SEPARATE_ATTRIBS);
    expect(GL_INVALID_VALUE);
    const char* const nameless[] = {"v", nullptr};
    TransformFeedbackVaryings(*gl, program, 2, nameless, GL_INTERLEAVED_ATTRIBS);
    expect(GL_INVALID_VALUE);
    TransformFeedbackVaryings(*gl, program, 2, nullptr, GL_INTERLEAVED_ATTRIBS);
    expect(GL_INVALID_VALUE);
    EXPECT_EQ(GetUniformLocation(*gl, program, nullptr), -1);
    TransformFeedbackVaryings(*gl, program, 1, next, GL_POINTS);
    expect(GL_INVALID_ENUM);
    UseProgram(*gl, program);
    BeginTransformFeedback(*gl, GL_POINTS);
    expect(GL_INVALID_OPERATION);  // no buffer
    make_buffers(1);
    BeginTransformFeedback(*gl, GL_POINTS);
    expect(GL_NO_ERROR);
    const GLuint other = capturing(several, {}, GL_INTERLEAVED_ATTRIBS);
    UseProgram(*gl, other);
    expect(GL_INVALID_OPERATION);
    LinkProgram(*gl, program);
    expect(GL_INVALID_OPERATION);
    PauseTransformFeedback(*gl);
    UseProgram(*gl, other);
    expect(GL_NO_ERROR);
    ResumeTransformFeedback(*gl);
    expect(GL_INVALID_OPERATION);
    EndTransformFeedback(*gl);
    LinkProgram(*gl, program);
    expect(GL_NO_ERROR);
    BeginTransformFeedback(*gl, GL_POINTS);  // `other` captures nothing
    expect(GL_INVALID_OPERATION);
}

// layout(xfb_offset) of members of blocks with and without an instance, and of a block.
TEST_F(FeedbackVaryings, BlocksByLayout) {
    const GLuint program = capturing(
        "#version 440\n"
        "out first { layout(xfb_offset = 0) float a; vec3 unseen; layout(xfb_offset = 4) vec2 b; } instance;\n"
        "layout(xfb_buffer = 1, xfb_offset = 0) out second { float c; vec2 d; };\n"
        "void main() {\n"
        "  gl_Position = vec4(0, 0, 0, 1); instance.a = 1.0; instance.unseen = vec3(9); instance.b = vec2(2, 3);\n"
        "  c = 4.0; d = vec2(5, 6);\n"
        "}\n",
        {}, GL_INTERLEAVED_ATTRIBS);
    make_buffers(2);
    draw_points(program, 1);
    EXPECT_EQ(content(0, 4), (std::vector<float>{1, 2, 3, -1}));
    EXPECT_EQ(content(1, 4), (std::vector<float>{4, 5, 6, -1}));
    GLint count = 0;
    GetProgramInterfaceiv(*gl, program, GL_TRANSFORM_FEEDBACK_VARYING, GL_ACTIVE_RESOURCES, &count);
    EXPECT_EQ(count, 4);
    EXPECT_NE(GetProgramResourceIndex(*gl, program, GL_TRANSFORM_FEEDBACK_VARYING, "first.b"), GL_INVALID_INDEX);
}

// ---- NV_transform_feedback's way

constexpr const char* varyings_vertex =
    "#version 120\n"
    "varying vec3 read; varying float list[3]; varying vec2 unread;\n"
    "void main() {\n"
    "  gl_Position = gl_Vertex; gl_FrontColor = vec4(0.5); read = vec3(1, 2, 3); unread = vec2(8, 9);\n"
    "  list[0] = 4.0; list[1] = 5.0; list[2] = 6.0;\n"
    "}\n";
constexpr const char* varyings_fragment =
    "#version 120\n"
    "varying vec3 read; varying float list[3];\n"
    "void main() { gl_FragColor = vec4(read, list[0] + list[1] + list[2]); }\n";

TEST_F(FeedbackVaryings, ActiveVaryingsAreThoseThatAreRead) {
    const GLuint program = link(varyings_vertex, varyings_fragment);
    struct Known {
        GLsizei size;
        GLenum type;
        bool operator==(const Known&) const = default;
    };
    const auto list = [&] {
        std::map<std::string, Known> known;
        const GLint count = property(program, GL_ACTIVE_VARYINGS_NV);
        size_t longest = 0;
        for (GLint n = 0; n < count; ++n) {
            char name[32] = "";
            GLsizei length = 0, size = 0;
            GLenum type = 0;
            GetActiveVaryingNV(*gl, program, static_cast<GLuint>(n), sizeof name, &length, &size, &type, name);
            EXPECT_EQ(static_cast<size_t>(length), std::strlen(name));
            longest = std::max(longest, std::strlen(name) + 1);
            known[name] = {size, type};
        }
        EXPECT_EQ(static_cast<size_t>(property(program, GL_ACTIVE_VARYING_MAX_LENGTH_NV)), longest);
        return known;
    };
    const auto before = list();
    EXPECT_EQ(before.size(), 4u);
    EXPECT_EQ(before.at("read"), (Known{1, GL_FLOAT_VEC3}));
    EXPECT_EQ(before.at("list"), (Known{3, GL_FLOAT}));
    EXPECT_EQ(before.at("gl_Position"), (Known{1, GL_FLOAT_VEC4}));
    EXPECT_EQ(before.at("gl_FrontColor"), (Known{1, GL_FLOAT_VEC4}));
    EXPECT_EQ(GetVaryingLocationNV(*gl, program, "unread"), -1);
    ActiveVaryingNV(*gl, program, "unread");
    ActiveVaryingNV(*gl, program, "nothing of that name");
    EXPECT_EQ(list(), before) << "until the next link";
    relink(program);
    auto after = list();
    EXPECT_EQ(after.at("unread"), (Known{1, GL_FLOAT_VEC2}));
    after.erase("unread");
    EXPECT_EQ(after, before);
    EXPECT_GE(GetVaryingLocationNV(*gl, program, "unread"), 0);
    expect(GL_NO_ERROR);
}

TEST_F(FeedbackVaryings, LocationsAreCapturedAtOnce) {
    const GLuint program = CreateProgram(*gl);
    ActiveVaryingNV(*gl, program, "unread");
    AttachShader(*gl, program, compile(GL_VERTEX_SHADER, varyings_vertex));
    AttachShader(*gl, program, compile(GL_FRAGMENT_SHADER, varyings_fragment));
    relink(program);
    const auto at = [&](const char* name) { return GetVaryingLocationNV(*gl, program, name); };
    std::vector<GLint> locations{at("unread"), at("list[1]"), at("gl_FrontColor"), at("list")};
    TransformFeedbackVaryingsNV(*gl, program, 4, locations.data(), GL_INTERLEAVED_ATTRIBS), expect(GL_NO_ERROR);
    EXPECT_EQ(property(program, GL_TRANSFORM_FEEDBACK_VARYINGS), 4);
    EXPECT_EQ(property(program, GL_TRANSFORM_FEEDBACK_BUFFER_MODE), GL_INTERLEAVED_ATTRIBS);
    GLint location = -2;
    GetTransformFeedbackVaryingNV(*gl, program, 1, &location);
    EXPECT_EQ(location, locations[1]);
    GetTransformFeedbackVaryingNV(*gl, program, 4, &location), expect(GL_INVALID_VALUE);
    make_buffers(3);
    draw_points(program, 1);
    const std::vector<float> wanted = {8, 9, 5, 0.5f, 0.5f, 0.5f, 0.5f, 4, 5, 6, -1};
    EXPECT_EQ(content(0, wanted.size()), wanted);
    // Others, without a link.
    locations = {at("read"), at("list[2]"), at("unread")};
    TransformFeedbackVaryingsNV(*gl, program, 3, locations.data(), GL_SEPARATE_ATTRIBS);
    EXPECT_EQ(property(program, GL_TRANSFORM_FEEDBACK_BUFFER_MODE), GL_SEPARATE_ATTRIBS);
    make_buffers(3);
    draw_points(program, 2);
    EXPECT_EQ(content(0, 7), (std::vector<float>{1, 2, 3, 1, 2, 3, -1}));
    EXPECT_EQ(content(1, 3), (std::vector<float>{6, 6, -1}));
    EXPECT_EQ(content(2, 5), (std::vector<float>{8, 9, 8, 9, -1}));
    // A link forgets it; what EXT_transform_feedback chose has locations, too.
    const char* const name = "read";
    TransformFeedbackVaryings(*gl, program, 1, &name, GL_INTERLEAVED_ATTRIBS);
    EXPECT_EQ(property(program, GL_TRANSFORM_FEEDBACK_VARYINGS), 3);
    UseProgram(*gl, 0);
    relink(program);
    EXPECT_EQ(property(program, GL_TRANSFORM_FEEDBACK_VARYINGS), 1);
    GetTransformFeedbackVaryingNV(*gl, program, 0, &location);
    EXPECT_EQ(location, at("read"));
    expect(GL_NO_ERROR);
}

TEST_F(FeedbackVaryings, LocationsAreChecked) {
    const GLuint program = link(varyings_vertex, varyings_fragment), unlinked = CreateProgram(*gl);
    const GLuint shader = compile(GL_VERTEX_SHADER, varyings_vertex);
    const GLint read = GetVaryingLocationNV(*gl, program, "read");
    const GLint pair[] = {read, read}, wrong[] = {read, 999}, negative[] = {-1};
    char name[8];
    GLsizei size;
    GLenum type;
    GLint location = 0;
    for (const GLuint other : {unlinked, shader, 999u}) {
        TransformFeedbackVaryingsNV(*gl, other, 1, &read, GL_INTERLEAVED_ATTRIBS), expect(GL_INVALID_OPERATION);
        EXPECT_EQ(GetVaryingLocationNV(*gl, other, "read"), -1);
        expect(GL_INVALID_OPERATION);
        GetTransformFeedbackVaryingNV(*gl, other, 0, &location), expect(GL_INVALID_OPERATION);
    }
    for (const GLuint other : {shader, 999u}) {
        ActiveVaryingNV(*gl, other, "read"), expect(GL_INVALID_OPERATION);
        GetActiveVaryingNV(*gl, other, 0, 8, nullptr, &size, &type, name), expect(GL_INVALID_OPERATION);
    }
    GetActiveVaryingNV(*gl, program, 99, 8, nullptr, &size, &type, name), expect(GL_INVALID_VALUE);
    GetActiveVaryingNV(*gl, unlinked, 0, 8, nullptr, &size, &type, name), expect(GL_INVALID_VALUE);
    GetActiveVaryingNV(*gl, program, 0, -1, nullptr, &size, &type, name), expect(GL_INVALID_VALUE);
    TransformFeedbackVaryingsNV(*gl, program, -1, &read, GL_INTERLEAVED_ATTRIBS), expect(GL_INVALID_VALUE);
    TransformFeedbackVaryingsNV(*gl, program, 1, &read, GL_FLOAT), expect(GL_INVALID_ENUM);
    TransformFeedbackVaryingsNV(*gl, program, 2, pair, GL_INTERLEAVED_ATTRIBS), expect(GL_INVALID_OPERATION);
    TransformFeedbackVaryingsNV(*gl, program, 2, wrong, GL_INTERLEAVED_ATTRIBS), expect(GL_INVALID_OPERATION);
    TransformFeedbackVaryingsNV(*gl, program, 1, negative, GL_INTERLEAVED_ATTRIBS), expect(GL_INVALID_OPERATION);
    TransformFeedbackVaryingsNV(*gl, program, 5, pair, GL_SEPARATE_ATTRIBS), expect(GL_INVALID_VALUE);
    EXPECT_EQ(property(program, GL_TRANSFORM_FEEDBACK_VARYINGS), 0);
    TransformFeedbackVaryingsNV(*gl, program, 1, &read, GL_INTERLEAVED_ATTRIBS), expect(GL_NO_ERROR);
    make_buffers(1);
    UseProgram(*gl, program);
    BeginTransformFeedback(*gl, GL_POINTS);
    TransformFeedbackVaryingsNV(*gl, program, 1, &read, GL_INTERLEAVED_ATTRIBS), expect(GL_INVALID_OPERATION);
    EndTransformFeedback(*gl);
}

}  // namespace
}  // namespace glapi

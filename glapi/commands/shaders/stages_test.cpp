// Geometry, tessellation and compute shaders: what is drawn with them, what programs tell of them, their errors.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::Pixel;

struct ShaderStages : testing::ShaderFixture {};

const std::string plain_fragment = "#version 150\nin vec4 color;\nout vec4 result;\nvoid main() { result = color; }\n";

// A triangle becomes a strip that covers the window; its vertices are read by a run-time index, in a block and alone.
TEST_F(ShaderStages, GeometryReadsVerticesAndEmitsOthers) {
    const GLuint program = link({
        {GL_VERTEX_SHADER,
         "#version 150\nin vec4 place;\nout Corner { float weight; vec2 pair[2]; } corner;\nout float alone;\n"
         "void main() { gl_Position = place; corner.weight = place.x; corner.pair[1] = place.yx; alone = place.y; }\n"},
        {GL_GEOMETRY_SHADER,
         "#version 150\nlayout(triangles) in;\nlayout(triangle_strip, max_vertices = 4) out;\n"
         "in Corner { float weight; vec2 pair[2]; } corner[];\nin float alone[3];\nout vec4 color;\n"
         "void main() {\n"
         "  float weights = 0.0, pairs = 0.0, alones = 0.0, places = 0.0;\n"
         "  for (int i = 0; i < corner.length(); i++) {\n"
         "    weights += corner[i].weight; pairs += corner[i].pair[i / 4 + 1].x; alones += alone[i];\n"
         "    places += gl_in[i].gl_Position.x;\n"
         "  }\n"
         "  for (int i = 0; i < 4; i++) {\n"
         "    gl_Position = vec4(i % 2 * 2 - 1, i / 2 * 2 - 1, 0, 1);\n"
         "    color = vec4(weights, pairs, alones, places);\n"
         "    EmitVertex();\n"
         "  }\n"
         "}\n"},
        {GL_FRAGMENT_SHADER, plain_fragment},
    });
    UseProgram(*gl, program);
    draw(GL_TRIANGLES, {{0.1f, 0.3f}, {0.2f, 0.1f}, {0.3f, 0.1f}});
    expect(GL_NO_ERROR);
    expect_pixel(2, 2, 0.6f, 0.5f, 0.5f, 0.6f);
    expect_pixel(61, 61, 0.6f, 0.5f, 0.5f, 0.6f);
    EXPECT_EQ(property(program, GL_GEOMETRY_VERTICES_OUT), 4);
    EXPECT_EQ(property(program, GL_GEOMETRY_INPUT_TYPE), GL_TRIANGLES);
    EXPECT_EQ(property(program, GL_GEOMETRY_OUTPUT_TYPE), GL_TRIANGLE_STRIP);
    property(program, GL_TESS_GEN_MODE);
    expect(GL_INVALID_OPERATION);
    draw(GL_POINTS, {{0, 0}});
    expect(GL_INVALID_OPERATION);
}

TEST_F(ShaderStages, ControlAndEvaluationShareAPatch) {
    const GLuint program = link({
        {GL_VERTEX_SHADER, "#version 400\nin vec4 place;\nvoid main() { gl_Position = place; }\n"},
        {GL_TESS_CONTROL_SHADER,
         "#version 400\nlayout(vertices = 4) out;\nout vec2 grown[];\npatch out vec3 shade[2];\n"
         "void main() {\n"
         "  grown[gl_InvocationID] = gl_in[gl_InvocationID].gl_Position.xy * 2.0;\n"
         "  gl_out[gl_InvocationID].gl_Position = gl_in[0].gl_Position;\n"
         "  barrier();\n"
         "  if (gl_InvocationID == 1) {\n"
         "    shade[1] = vec3(grown[2].x, gl_PatchVerticesIn * 0.1, -grown[0].y);\n"
         "    gl_TessLevelOuter = float[4](1.0, 2.0, 3.0, 4.0);\n"
         "    gl_TessLevelInner = float[2](2.0, 3.0);\n"
         "  }\n"
         "}\n"},
        {GL_TESS_EVALUATION_SHADER,
         "#version 400\nlayout(quads, equal_spacing) in;\nin vec2 grown[];\npatch in vec3 shade[2];\nout vec4 color;\n"
         "void main() {\n"
         "  vec2 low = mix(grown[0], grown[1], gl_TessCoord.x), high = mix(grown[3], grown[2], gl_TessCoord.x);\n"
         "  gl_Position = vec4(mix(low, high, gl_TessCoord.y), 0.0, 1.0);\n"
         "  color = vec4(shade[1], gl_TessLevelOuter[3] / 8.0 + gl_in[3].gl_Position.x * 0.5);\n"
         "}\n"},
        {GL_FRAGMENT_SHADER, plain_fragment},
    });
    UseProgram(*gl, program);
    PatchParameteri(*gl, GL_PATCH_VERTICES, 4);
    draw(GL_PATCHES, {{-0.25f, -0.25f}, {0.25f, -0.25f}, {0.25f, 0.25f}, {-0.25f, 0.25f}});
    expect(GL_NO_ERROR);
    expect_pixel(32, 32, 0.5f, 0.4f, 0.5f, 0.375f);
    expect_pixel(18, 45, 0.5f, 0.4f, 0.5f, 0.375f);
    expect_pixel(10, 32, 0, 0, 0, 0);
    EXPECT_EQ(property(program, GL_TESS_CONTROL_OUTPUT_VERTICES), 4);
    EXPECT_EQ(property(program, GL_TESS_GEN_MODE), GL_QUADS);
    EXPECT_EQ(property(program, GL_TESS_GEN_SPACING), GL_EQUAL);
    EXPECT_EQ(property(program, GL_TESS_GEN_VERTEX_ORDER), GL_CCW);
    draw(GL_TRIANGLES, {{0, 0}, {1, 0}, {0, 1}});
    expect(GL_INVALID_OPERATION);
}

TEST_F(ShaderStages, LocationsAndComponentsMatch) {
    const GLuint program = link({
        {GL_VERTEX_SHADER,
         "#version 440\nlayout(location = 3) out vec2 a;\nlayout(location = 3, component = 3) out float b;\n"
         "layout(location = 1) out Block { vec4 c[2]; layout(location = 7, component = 1) float d; } block;\n"
         "layout(location = 0) in vec4 place;\n"
         "void main() { gl_Position = place; a = vec2(0.2, 0.4); b = 0.6; block.c[1] = vec4(0.8); block.d = 1.0; }\n"},
        {GL_FRAGMENT_SHADER,
         "#version 440\nlayout(location = 3) in vec2 x;\nlayout(location = 3, component = 3) in float y;\n"
         "layout(location = 1) in Block { vec4 c[2]; layout(location = 7, component = 1) float d; } block;\n"
         "out vec4 result;\nvoid main() { result = vec4(x.y, y, block.c[1].x, block.d); }\n"},
    });
    UseProgram(*gl, program);
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_NO_ERROR);
    expect_pixel(32, 32, 0.4f, 0.6f, 0.8f, 1);
}

// Arrays that share registers, and 64-bit vectors, which take two registers each.
TEST_F(ShaderStages, ArraysShareLocations) {
    const GLuint program = link({
        {GL_VERTEX_SHADER,
         "#version 440\nlayout(location = 0) out vec3 a[3];\nlayout(location = 0, component = 3) out float b[3];\n"
         "layout(location = 4) flat out dvec3 c[2];\nlayout(location = 5, component = 2) flat out double d;\n"
         "layout(location = 0) in vec4 place;\n"
         "void main() {\n"
         "  gl_Position = place; d = 1.0LF;\n"
         "  for (int i = 0; i < 3; i++) { a[i] = vec3(0.1 * i); b[i] = 0.2 + 0.2 * i; }\n"
         "  for (int i = 0; i < 2; i++) c[i] = dvec3(i, i + 0.25LF, i + 0.5LF);\n"
         "}\n"},
        {GL_FRAGMENT_SHADER,
         "#version 440\nlayout(location = 0) in vec3 a[3];\nlayout(location = 0, component = 3) in float b[3];\n"
         "layout(location = 4) flat in dvec3 c[2];\nlayout(location = 5, component = 2) flat in double d;\n"
         "uniform int n = 1;\nout vec4 result;\n"
         "void main() { result = vec4(a[n].z, b[n + 1], c[n].z - c[n].x, d * 0.5); }\n"},
    });
    UseProgram(*gl, program);
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_NO_ERROR);
    expect_pixel(32, 32, 0.1f, 0.6f, 0.5f, 0.5f);
}

// Both words of a constant, through a register of 64 bits and back.
TEST_F(ShaderStages, PackedDoubles) {
    const GLuint program = link({
        {GL_VERTEX_SHADER,
         "#version 400\nin vec4 place;\nflat out double d;\n"
         "void main() { gl_Position = place; d = packDouble2x32(uvec2(0u, 0x3fe00000u)); }\n"},
        {GL_FRAGMENT_SHADER,
         "#version 400\nflat in double d;\nout vec4 result;\n"
         "void main() { result = vec4(d, unpackDouble2x32(d) == uvec2(0u, 0x3fe00000u) ? 1.0 : 0.0, 0.0, 1.0); }\n"},
    });
    UseProgram(*gl, program);
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_NO_ERROR);
    expect_pixel(32, 32, 0.5f, 1, 0, 1);
}

// Before there were layouts: ARB_geometry_shader4.
TEST_F(ShaderStages, GeometryAsProgramParametersSay) {
    const Sources sources{
        {GL_VERTEX_SHADER,
         "#version 120\nattribute vec4 place;\nvarying vec2 pair;\n"
         "void main() { gl_Position = place; pair = place.xy; }\n"},
        {GL_GEOMETRY_SHADER,
         "#version 120\n#extension GL_ARB_geometry_shader4 : require\n"
         "varying in vec2 pair[gl_VerticesIn];\nvarying out vec4 color;\n"
         "void main() {\n"
         "  for (int i = 0; i < 4; i++) {\n"
         "    gl_Position = vec4(float(i) - 2.0 * floor(float(i) / 2.0), floor(float(i) / 2.0), 0.5, 1.0) * 2.0 - "
         "1.0;\n"
         "    const float quarters = float(gl_VerticesIn);\n"
         "    color = vec4(pair[1], gl_PositionIn[0].x, quarters * 0.25);\n"
         "    EmitVertex();\n"
         "  }\n"
         "}\n"},
        {GL_FRAGMENT_SHADER, "#version 120\nvarying vec4 color;\nvoid main() { gl_FragColor = color; }\n"},
    };
    const GLuint program = link(sources, false);
    expect_log(program, "GEOMETRY_VERTICES_OUT_ARB is 0");
    ProgramParameteri(*gl, program, GL_GEOMETRY_VERTICES_OUT_ARB, 4);
    ProgramParameteri(*gl, program, GL_GEOMETRY_INPUT_TYPE_ARB, GL_LINES);
    expect(GL_NO_ERROR);
    EXPECT_EQ(property(program, GL_GEOMETRY_VERTICES_OUT_ARB), 4);
    EXPECT_EQ(property(program, GL_GEOMETRY_OUTPUT_TYPE_ARB), GL_TRIANGLE_STRIP);
    ProgramParameteri(*gl, program, GL_GEOMETRY_INPUT_TYPE_ARB, GL_LINE_STRIP);
    expect(GL_INVALID_VALUE);
    ProgramParameteri(*gl, program, GL_GEOMETRY_VERTICES_OUT_ARB, -1);
    expect(GL_INVALID_VALUE);
    LinkProgram(*gl, program);
    UseProgram(*gl, program);
    draw(GL_LINES, {{0.25f, 0.5f}, {0.75f, 1.0f}});
    expect(GL_NO_ERROR);
    expect_pixel(5, 60, 0.75f, 1, 0.25f, 0.5f);
    // Four components of each vertex count, and not those of gl_Position, which is no varying variable.
    GLint most = 0;
    GetIntegerv(*gl, GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, &most);
    ProgramParameteri(*gl, program, GL_GEOMETRY_VERTICES_OUT_ARB, most / 4 + 1);
    LinkProgram(*gl, program);
    EXPECT_EQ(property(program, GL_LINK_STATUS), GL_FALSE);
    ProgramParameteri(*gl, program, GL_GEOMETRY_VERTICES_OUT_ARB, most / 4);
    LinkProgram(*gl, program);
    EXPECT_EQ(property(program, GL_LINK_STATUS), GL_TRUE);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    UseProgram(*gl, program);
    draw(GL_LINES, {{0.25f, 0.5f}, {0.75f, 1.0f}});
    expect(GL_NO_ERROR);
    expect_pixel(5, 60, 0.75f, 1, 0.25f, 0.5f);
}

TEST_F(ShaderStages, WhatTheLinkerRefuses) {
    const std::string vertex = "#version 150\nout vec4 color;\nvoid main() { gl_Position = color = vec4(1); }\n";
    const std::string points = "layout(points) in;\nlayout(points, max_vertices = 1) out;\n";
    const std::string geometry =
        "#version 150\n" + points + "in vec4 color[];\nvoid main() { gl_Position = color[0]; EmitVertex(); }\n";
    expect_log(link({{GL_GEOMETRY_SHADER, geometry}}, false), "needs a vertex shader");
    expect_log(link({{GL_VERTEX_SHADER, vertex},
                     {GL_GEOMETRY_SHADER, "#version 150\nlayout(points) in;\nlayout(points) out;\nvoid main() {}\n"}},
                    false),
               "how many vertices they emit");
    expect_log(link({{GL_VERTEX_SHADER, vertex},
                     {GL_GEOMETRY_SHADER, geometry},
                     {GL_GEOMETRY_SHADER, "#version 150\nlayout(lines) in;\nvoid f() {}\n"}},
                    false),
               "different input primitives");
    expect_log(link({{GL_VERTEX_SHADER, vertex},
                     {GL_GEOMETRY_SHADER,
                      "#version 150\n" + points + "in vec3 color[];\nvoid main() { gl_Position.xyz = color[0]; }\n"}},
                    false),
               "color is vec4");
    expect_log(link({{GL_VERTEX_SHADER, vertex},
                     {GL_FRAGMENT_SHADER,
                      "#version 150\nflat in vec4 color;\nout vec4 result;\n"
                      "void main() { result = color; }\n"}},
                    false),
               "interpolated in different ways");
    expect_log(link({{GL_VERTEX_SHADER, "#version 150\nout Block { float a; } one;\nvoid main() { one.a = 1.0; }\n"},
                     {GL_FRAGMENT_SHADER,
                      "#version 150\nin Block { float a; float b; } two;\nout vec4 result;\n"
                      "void main() { result = vec4(two.a); }\n"}},
                    false),
               "the block Block has other members");
    expect_log(link({{GL_COMPUTE_SHADER, "#version 430\nvoid main() {}\n"}}, false), "the size of the work group");
}

// A primitive goes where one cull distance is below zero at all its vertices: of a quad at all four.
TEST_F(ShaderStages, CullDistancesDropWholePrimitives) {
    const GLuint program = link({
        {GL_VERTEX_SHADER,
         "#version 450 compatibility\nout float gl_CullDistance[2];\nuniform vec4 distances[2];\n"
         "void main() { gl_Position = gl_Vertex;\n"
         "  gl_CullDistance[0] = distances[0][gl_VertexID]; gl_CullDistance[1] = distances[1][gl_VertexID]; }\n"},
        {GL_FRAGMENT_SHADER,
         "#version 450 compatibility\nin float gl_CullDistance[2];\n"
         "void main() { gl_FragColor = vec4(0.0, 1.0, gl_CullDistance[1] * 0.5, 1.0); }\n"},
    });
    UseProgram(*gl, program);
    const GLint place = GetUniformLocation(*gl, program, "distances");
    GLuint buffer = 0;
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_ARRAY_BUFFER, buffer);
    const float corners[] = {-1, -1, 1, -1, 1, 1, -1, 1};
    BufferData(*gl, GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    VertexPointer(*gl, 2, GL_FLOAT, 0, nullptr);
    EnableClientState(*gl, GL_VERTEX_ARRAY);
    const auto drawn = [&](GLenum mode, GLsizei count, const std::array<float, 8>& distances) {
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        Uniform4fv(*gl, place, 2, distances.data());
        DrawArrays(*gl, mode, 0, count);
        expect(GL_NO_ERROR);
        return gl.pixel(40, 24);
    };
    const Pixel none{0, 0, 0, 0};
    EXPECT_EQ(drawn(GL_TRIANGLES, 3, {-1, -1, -1, 1, 1, 1, 1, 1}), none);
    EXPECT_EQ(drawn(GL_TRIANGLES, 3, {1, 1, 1, 1, -1, -1, -1, 1}), none);
    // Each vertex is outside of one half-space only.
    EXPECT_NE(drawn(GL_TRIANGLES, 3, {-1, -1, 1, 1, 1, 1, -1, 1}), none);
    // On the plane is inside; and distances are interpolated.
    const Pixel seen = drawn(GL_TRIANGLES, 3, {0, -1, -1, 1, 1, 1, 1, 1});
    EXPECT_EQ(seen[1], 255);
    EXPECT_NEAR(seen[2], 128, 1);
    EXPECT_NE(drawn(GL_QUADS, 4, {-1, -1, -1, 1, 1, 1, 1, 1}), none);
    EXPECT_EQ(drawn(GL_QUADS, 4, {-1, -1, -1, -1, 1, 1, 1, 1}), none);
    EXPECT_EQ(drawn(GL_LINES, 2, {-1, -1, 1, 1, 1, 1, 1, 1}), none);
}

TEST_F(ShaderStages, ClipAndCullDistancesHaveALimitTogether) {
    const GLuint program = link({{GL_VERTEX_SHADER,
                                  "#version 450\nout float gl_CullDistance[5];\nout float gl_ClipDistance[4];\n"
                                  "void main() { gl_Position = vec4(0); }\n"}},
                                false);
    expect_log(program, "9 elements together, more than 8");
    GLint limit = 0;
    GetIntegerv(*gl, GL_MAX_COMBINED_CLIP_AND_CULL_DISTANCES, &limit);
    EXPECT_EQ(limit, 8);
}

// gl_ClipVertex is captured as it was written, and clips none the less.
TEST_F(ShaderStages, ClipVertexIsCaptured) {
    const GLuint program = CreateProgram(*gl);
    const GLuint shader = CreateShader(*gl, GL_VERTEX_SHADER);
    const GLchar* const text =
        "#version 120\nvoid main() { gl_Position = gl_Vertex; gl_ClipVertex = gl_Vertex * 3.0; gl_FrontColor = "
        "vec4(1.0); }\n";
    ShaderSource(*gl, shader, 1, &text, nullptr);
    CompileShader(*gl, shader);
    AttachShader(*gl, program, shader);
    const GLchar* const captured[] = {"gl_ClipVertex"};
    TransformFeedbackVaryings(*gl, program, 1, captured, GL_INTERLEAVED_ATTRIBS);
    LinkProgram(*gl, program);
    ASSERT_EQ(property(program, GL_LINK_STATUS), GL_TRUE) << program_log(program);
    UseProgram(*gl, program);
    GLuint buffer = 0;
    GenBuffers(*gl, 1, &buffer);
    BindBufferBase(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    BufferData(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 16, nullptr, GL_DYNAMIC_READ);
    const GLdouble right[] = {1, 0, 0, 0};
    ClipPlane(*gl, GL_CLIP_PLANE0, right);
    Enable(*gl, GL_CLIP_PLANE0);
    for (const float x : {0.25f, -0.25f}) {
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        BeginTransformFeedback(*gl, GL_POINTS);
        draw(GL_POINTS, {{x, 0.5f}});
        EndTransformFeedback(*gl);
        std::array<float, 4> values{};
        GetBufferSubData(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof values, values.data());
        EXPECT_EQ(values, (std::array<float, 4>{3 * x, 1.5f, 0, 3}));
        EXPECT_EQ(gl.pixel(static_cast<int>(32 + 32 * x), 48)[0], x > 0 ? 255 : 0);
    }
    expect(GL_NO_ERROR);
}

// `smooth` says more than glShadeModel(), which says how colours without a word are interpolated.
TEST_F(ShaderStages, SmoothColorsDontFollowTheShadeModel) {
    const auto color_at = [&](const std::string& word) {
        UseProgram(*gl,
                   link({{GL_FRAGMENT_SHADER,
                          "#version 130\n" + word + "in vec4 gl_Color;\nvoid main() { gl_FragColor = gl_Color; }\n"}}));
        ShadeModel(*gl, GL_FLAT);
        Begin(*gl, GL_QUADS);
        for (const float x : {-1.0f, 1.0f}) {
            Color3f(*gl, (x + 1) / 2, 0, 0);
            Vertex2f(*gl, x, -x);
            Vertex2f(*gl, x, x);
        }
        End(*gl);
        expect(GL_NO_ERROR);
        return gl.pixel(16, 32)[0];
    };
    EXPECT_EQ(color_at(""), 255);
    EXPECT_NEAR(color_at("smooth "), 255 * 16.5 / 64, 1);
    EXPECT_EQ(color_at("flat "), 255);
}

}  // namespace
}  // namespace glapi

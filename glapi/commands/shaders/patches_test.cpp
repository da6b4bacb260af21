// Patches that no evaluation shader takes (NV_gpu_shader5): geometry shaders for them, points of their vertices, and
// transform feedback of whole patches.
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

struct Patches : testing::ShaderFixture {
    GLuint link(const Sources& sources, const std::vector<const GLchar*>& captured = {}, bool right = true) {
        const GLuint program = CreateProgram(*gl);
        for (const auto& [type, source] : sources)
            AttachShader(*gl, program,
                         compile(type, "#version 400\n#extension GL_NV_gpu_shader5 : require\n" + source));
        if (!captured.empty())
            TransformFeedbackVaryings(*gl, program, static_cast<GLsizei>(captured.size()), captured.data(),
                                      GL_INTERLEAVED_ATTRIBS);
        relink(program, right);
        return program;
    }
    int count_drawn() {
        int drawn = 0;
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x) drawn += gl.pixel(x, y) != Pixel{};
        return drawn;
    }
};

const std::string patch_vertex = "in vec4 place;\nvoid main() { gl_Position = place; }\n";
const std::string patch_fragment = "in vec4 color;\nout vec4 result;\nvoid main() { result = color; }\n";
// Draws a patch as the box between its first vertex and its last.
const std::string box_geometry =
    "layout(patches) in;\nlayout(triangle_strip, max_vertices = 4) out;\n"
    "patch in vec3 shade[2];\nout vec4 color;\n"
    "void main() {\n"
    "  vec2 low = gl_in[0].gl_Position.xy, high = gl_in[gl_PatchVerticesIn - 1].gl_Position.xy;\n"
    "  for (int i = 0; i < 4; i++) {\n"
    "    gl_Position = vec4(mix(low, high, vec2(i & 1, i >> 1)), 0, 1);\n"
    "    color = vec4(gl_PatchVerticesIn / 8.0, gl_TessLevelOuter[1] / 8.0, gl_TessLevelInner[1] / 8.0, shade[1].y);\n"
    "    EmitVertex();\n"
    "  }\n"
    "}\n";

TEST_F(Patches, OfTheApplicationGoToTheGeometryShader) {
    std::string geometry = box_geometry;
    geometry.replace(geometry.find("patch in vec3 shade[2];\n"), 24, "");
    geometry.replace(geometry.find("shade[1].y"), 10, "1.0");
    const GLuint program =
        link({{GL_VERTEX_SHADER, patch_vertex}, {GL_GEOMETRY_SHADER, geometry}, {GL_FRAGMENT_SHADER, patch_fragment}});
    GLint type = 0;
    GetProgramiv(*gl, program, GL_GEOMETRY_INPUT_TYPE, &type);
    EXPECT_EQ(type, GL_PATCHES);
    UseProgram(*gl, program);
    const float outer[4] = {1, 6, 3, 4}, inner[2] = {2, 3};
    PatchParameterfv(*gl, GL_PATCH_DEFAULT_OUTER_LEVEL, outer);
    PatchParameterfv(*gl, GL_PATCH_DEFAULT_INNER_LEVEL, inner);
    PatchParameteri(*gl, GL_PATCH_VERTICES, 3);
    // The last patch lacks a vertex.
    draw(GL_PATCHES, {{-0.5f, -0.5f}, {9, 9}, {-0.25f, -0.25f}, {0, 0}, {9, 9}, {0.5f, 0.25f}, {-1, 0}, {0, 1}});
    expect(GL_NO_ERROR);
    expect_pixel(17, 17, 3 / 8.0f, 6 / 8.0f, 3 / 8.0f, 1);
    expect_pixel(47, 39, 3 / 8.0f, 6 / 8.0f, 3 / 8.0f, 1);
    EXPECT_EQ(count_drawn(), 8 * 8 + 16 * 8);
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    PatchParameteri(*gl, GL_PATCH_VERTICES, 5);
    draw(GL_PATCHES, {{-0.5f, -0.5f}, {9, 9}, {9, 9}, {9, 9}, {-0.25f, -0.25f}});
    expect_pixel(17, 17, 5 / 8.0f, 6 / 8.0f, 3 / 8.0f, 1);
    draw(GL_TRIANGLES, {{0, 0}, {1, 0}, {0, 1}});
    expect(GL_INVALID_OPERATION);
}

TEST_F(Patches, OfTheControlShaderGoToTheGeometryShader) {
    const GLuint program = link({
        {GL_VERTEX_SHADER, patch_vertex},
        {GL_TESS_CONTROL_SHADER,
         "layout(vertices = 2) out;\npatch out vec3 shade[2];\n"
         "void main() {\n"
         "  gl_out[gl_InvocationID].gl_Position = gl_in[2 - gl_InvocationID].gl_Position;\n"
         "  shade[1] = vec3(gl_PrimitiveID * 0.25 + 0.25);\n"
         "  gl_TessLevelOuter = float[4](0.0, 2.0, 3.0, 4.0);\n"
         "  gl_TessLevelInner = float[2](2.0, 9.0);\n"
         "}\n"},
        {GL_GEOMETRY_SHADER, box_geometry},
        {GL_FRAGMENT_SHADER, patch_fragment},
    });
    UseProgram(*gl, program);
    PatchParameteri(*gl, GL_PATCH_VERTICES, 3);
    draw(GL_PATCHES, {{9, 9}, {0, 0}, {-0.5f, -0.5f}, {9, 9}, {1, 1}, {0.5f, 0.5f}});
    expect(GL_NO_ERROR);
    // Neither clamped nor rounded; an outer level of zero discards nothing.
    expect_pixel(17, 17, 2 / 8.0f, 2 / 8.0f, 1, 0.25f);
    expect_pixel(63, 63, 2 / 8.0f, 2 / 8.0f, 1, 0.5f);
    EXPECT_EQ(count_drawn(), 2 * 16 * 16);
}

TEST_F(Patches, AreDrawnAsPoints) {
    const std::string fragment =
        "flat in vec2 shade;\nout vec4 result;\n"
        "void main() { result = vec4(shade, gl_PrimitiveID * 0.5 + 0.25, 1.0); }\n";
    UseProgram(*gl, link({{GL_VERTEX_SHADER,
                           "in vec4 place;\nflat out vec2 shade;\n"
                           "void main() { gl_Position = place; shade = place.xy; }\n"},
                          {GL_FRAGMENT_SHADER, fragment}}));
    PatchParameteri(*gl, GL_PATCH_VERTICES, 2);
    GLuint query = 0;
    GenQueries(*gl, 1, &query);
    BeginQuery(*gl, GL_PRIMITIVES_GENERATED, query);
    draw(GL_PATCHES, {{0.5f, 0}, {0, 0.5f}, {0.25f, 0.25f}, {0.75f, 0.25f}, {-0.5f, -0.5f}});
    EndQuery(*gl, GL_PRIMITIVES_GENERATED);
    expect(GL_NO_ERROR);
    GLuint patches = 0;
    GetQueryObjectuiv(*gl, query, GL_QUERY_RESULT, &patches);
    EXPECT_EQ(patches, 2u);
    EXPECT_EQ(count_drawn(), 4);
    expect_pixel(48, 32, 0.5f, 0, 0.25f, 1);
    expect_pixel(32, 48, 0, 0.5f, 0.25f, 1);
    expect_pixel(40, 40, 0.25f, 0.25f, 0.75f, 1);
    expect_pixel(56, 40, 0.75f, 0.25f, 0.75f, 1);
    // Patches that a control shader makes, as large as it says.
    Clear(*gl, GL_COLOR_BUFFER_BIT);
    Enable(*gl, GL_PROGRAM_POINT_SIZE);
    UseProgram(*gl, link({{GL_VERTEX_SHADER, patch_vertex},
                          {GL_TESS_CONTROL_SHADER,
                           "layout(vertices = 3) out;\nflat out vec2 shade[];\nvoid main() {\n"
                           "  gl_out[gl_InvocationID].gl_Position = vec4(gl_InvocationID * 0.5 - 0.5, 0.0, 0.0, 1.0);\n"
                           "  gl_out[gl_InvocationID].gl_PointSize = 2.0 * (gl_InvocationID + 1);\n"
                           "  shade[gl_InvocationID] = gl_in[1].gl_Position.xy;\n}\n"},
                          {GL_FRAGMENT_SHADER, fragment}}));
    draw(GL_PATCHES, {{0, 0}, {0.5f, 0.25f}});
    expect(GL_NO_ERROR);
    EXPECT_EQ(count_drawn(), 4 + 16 + 36);
    expect_pixel(15, 31, 0.5f, 0.25f, 0.25f, 1);
    expect_pixel(50, 34, 0.5f, 0.25f, 0.25f, 1);
}

struct CapturedPatches : Patches {
    void make_buffer(GLsizeiptr floats) {
        GLuint buffer = 0;
        GenBuffers(*gl, 1, &buffer);
        BindBufferBase(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
        const std::vector<float> nothing(static_cast<size_t>(floats), -1.0f);
        BufferData(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 4 * floats, nothing.data(), GL_DYNAMIC_READ);
    }
    std::vector<float> content(size_t floats) {
        std::vector<float> values(floats);
        GetBufferSubData(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, static_cast<GLsizeiptr>(4 * floats), values.data());
        return values;
    }
};

TEST_F(CapturedPatches, AreWholeOrNotThere) {
    UseProgram(*gl, link({{GL_VERTEX_SHADER,
                           "in vec4 place;\nout vec2 half_;\n"
                           "void main() { gl_Position = place; half_ = place.xy * 0.5; }\n"}},
                         {"half_"}));
    PatchParameteri(*gl, GL_PATCH_VERTICES, 4);
    make_buffer(14);  // a patch, and three vertices more
    GLuint queries[2] = {};
    GenQueries(*gl, 2, queries);
    BeginQuery(*gl, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, queries[0]);
    BeginQuery(*gl, GL_PRIMITIVES_GENERATED, queries[1]);
    BeginTransformFeedback(*gl, GL_PATCHES);
    draw(GL_PATCHES, {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}, {11, 12}, {13, 14}, {15, 16}, {17, 18}});
    expect(GL_NO_ERROR);
    draw(GL_POINTS, {{0, 0}});
    expect(GL_INVALID_OPERATION);
    EndTransformFeedback(*gl);
    EndQuery(*gl, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    EndQuery(*gl, GL_PRIMITIVES_GENERATED);
    EXPECT_EQ(content(14), (std::vector<float>{0.5f, 1, 1.5f, 2, 2.5f, 3, 3.5f, 4, -1, -1, -1, -1, -1, -1}));
    for (size_t n = 0; n < 2; ++n) {
        GLuint patches = 0;
        GetQueryObjectuiv(*gl, queries[n], GL_QUERY_RESULT, &patches);
        EXPECT_EQ(patches, n + 1);
    }
    BeginTransformFeedback(*gl, GL_POINTS);
    draw(GL_PATCHES, {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
    expect(GL_INVALID_OPERATION);
    EndTransformFeedback(*gl);
    BeginTransformFeedback(*gl, GL_LINE_STRIP);
    expect(GL_INVALID_ENUM);
}

TEST_F(CapturedPatches, OfTheControlShader) {
    const Sources sources = {
        {GL_VERTEX_SHADER, patch_vertex},
        {GL_TESS_CONTROL_SHADER,
         "layout(vertices = 2) out;\nout Pair { float a; vec2 b; } pair[];\nout float alone[];\npatch out float "
         "whole;\n"
         "void main() {\n"
         "  gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position + vec4(10.0, 20.0, 0.0, 0.0);\n"
         "  pair[gl_InvocationID].b = vec2(gl_InvocationID, gl_PrimitiveID);\n"
         "  alone[gl_InvocationID] = gl_in[2].gl_Position.x;\n  whole = 1.0;\n}\n"}};
    UseProgram(*gl, link(sources, {"Pair.b", "gl_Position", "alone"}));
    PatchParameteri(*gl, GL_PATCH_VERTICES, 3);
    make_buffer(28);
    Enable(*gl, GL_RASTERIZER_DISCARD);
    BeginTransformFeedback(*gl, GL_PATCHES);
    draw(GL_PATCHES, {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}, {11, 12}});
    EndTransformFeedback(*gl);
    expect(GL_NO_ERROR);
    EXPECT_EQ(content(28), (std::vector<float>{0, 0, 11, 22, 0, 1, 5,  1, 0, 13, 24, 0, 1, 5,
                                               0, 1, 17, 28, 0, 1, 11, 1, 1, 19, 30, 0, 1, 11}));
    expect_log(link(sources, {"whole"}, false), "whole, which is no output");
}

TEST_F(Patches, QuantitiesOfPatchesNeedPatches) {
    for (const std::string use : {"gl_TessLevelInner[0]", "gl_TessLevelOuter[2]", "float(gl_PatchVerticesIn)"}) {
        expect_log(link({{GL_VERTEX_SHADER, patch_vertex},
                         {GL_GEOMETRY_SHADER,
                          "layout(triangles) in;\nlayout(points, max_vertices = 1) out;\n"
                          "void main() { gl_Position = vec4(" +
                              use + "); EmitVertex(); }\n"}},
                        {}, false),
                   "layout(patches) in;");
    }
}

// Texel offsets that are known when the shader runs.
TEST_F(Patches, OffsetsMayVary) {
    UseProgram(*gl,
               link({{GL_VERTEX_SHADER, patch_vertex},
                     {GL_FRAGMENT_SHADER,
                      "uniform sampler2D map;\nuniform ivec2 by;\nout vec4 result;\n"
                      "void main() {\n"
                      "  vec2 at = vec2(0.125);\n  ivec2 all[4] = ivec2[4](by, by * 2, by.yx, ivec2(0));\n"
                      "  result = vec4(textureOffset(map, at, by).x, texelFetchOffset(map, ivec2(0), 0, by).x,\n"
                      "    textureLodOffset(map, at, 0.0, by * 2).x, textureGatherOffsets(map, at, all).x);\n}\n"}}));
    std::array<GLubyte, 16> texels{};
    for (size_t n = 0; n < texels.size(); ++n) texels[n] = static_cast<GLubyte>(10 * n);
    PixelStorei(*gl, GL_UNPACK_ALIGNMENT, 1);
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_R8, 4, 4, 0, GL_RED, GL_UNSIGNED_BYTE, texels.data());
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    GLint program = 0;
    GetIntegerv(*gl, GL_CURRENT_PROGRAM, &program);
    const GLint location = GetUniformLocation(*gl, static_cast<GLuint>(program), "by");
    Uniform2i(*gl, location, 1, 0);
    draw(GL_QUADS, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    expect(GL_NO_ERROR);
    EXPECT_EQ(gl.pixel(5, 5), (Pixel{10, 10, 20, 10}));
    Uniform2i(*gl, location, 0, 1);
    draw(GL_QUADS, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    EXPECT_EQ(gl.pixel(5, 5), (Pixel{40, 40, 80, 40}));
}

TEST_F(Patches, BitsOfDoubles) {
    UseProgram(*gl,
               link({{GL_VERTEX_SHADER, patch_vertex},
                     {GL_FRAGMENT_SHADER,
                      "uniform double d;\nout vec4 result;\nvoid main() {\n"
                      "  uint64_t u = doubleBitsToUint64(d);\n  int64_t i = doubleBitsToInt64(-d);\n"
                      "  result = vec4(u == 0x3fe0000000000000UL, i < 0L, uint64BitsToDouble(u >> 1UL << 1UL) == d,"
                      " int64BitsToDouble(i) == -d);\n}\n"}}));
    GLint program = 0;
    GetIntegerv(*gl, GL_CURRENT_PROGRAM, &program);
    Uniform1d(*gl, GetUniformLocation(*gl, static_cast<GLuint>(program), "d"), 0.5);
    draw(GL_QUADS, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    EXPECT_EQ(gl.pixel(5, 5), (Pixel{255, 255, 255, 255}));
}

}  // namespace
}  // namespace glapi

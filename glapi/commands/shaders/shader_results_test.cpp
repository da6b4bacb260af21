// What shaders compute and what programs tell of themselves, where implementations differ and applications notice.
#include <gtest/gtest.h>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::plain_vertex;

struct ShaderResults : testing::ShaderFixture {
    // Green where the expression holds. `before`: declarations.
    void expect_true(const std::string& version, const std::string& before, const std::string& expression) {
        const GLuint program =
            link(plain_vertex, "#version " + version + '\n' + before + "void main() {\n  gl_FragColor = " + expression +
                                   " ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1);\n}\n");
        SCOPED_TRACE(expression);
        expect_color(draw(program), 0, 1, 0, 1);
    }
    GLuint texture(GLenum target, GLenum format, GLsizei width, GLsizei height, const std::vector<float>& texels) {
        GLuint name = 0;
        GenTextures(*gl, 1, &name);
        BindTexture(*gl, target, name);
        TexImage2D(*gl, target, 0, GL_RGBA32F, width, height, 0, format, GL_FLOAT, texels.data());
        TexParameteri(*gl, target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        TexParameteri(*gl, target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        return name;
    }
    std::vector<std::string> active_uniforms(GLuint program) {
        std::vector<std::string> names;
        for (GLint n = 0; n < property(program, GL_ACTIVE_UNIFORMS); n++) {
            char name[64] = "";
            GLint size = 0;
            GLenum type = 0;
            GetActiveUniform(*gl, program, static_cast<GLuint>(n), sizeof name, nullptr, &size, &type, name);
            names.push_back(std::string(name) + " " + std::to_string(size));
        }
        std::ranges::sort(names);
        return names;
    }
};

// min() and max() of a number and a NaN are the number, whichever comes first.
TEST_F(ShaderResults, ExtremesOfNaNs) {
    const std::string values = "uniform float zero; uniform float three = 3.0;\n";
    for (const char* const function : {"min", "max"}) {
        const std::string name(function);
        expect_true("130", values, name + "(three, zero / zero) == 3.0");
        expect_true("130", values, name + "(zero / zero, three) == 3.0");
        expect_true("130", values,
                    name + "(vec2(zero / zero, 5.0), vec2(3.0)) == vec2(3.0, " + (name == "min" ? "3.0)" : "5.0)"));
        expect_true("130", values, name + "(2.0, zero / zero) == 2.0");
        expect_true("130", values, name + "(zero / zero, 2.0) == 2.0");
    }
    expect_true("130", values, "clamp(zero / zero, 1.0, 2.0) == 1.0");
}

// What has no normal number is a zero with its sign.
TEST_F(ShaderResults, LdexpUnderflow) {
    expect_true("400", "uniform float half_ = 0.5;\n", "floatBitsToInt(ldexp(-half_, -127)) == -2147483647 - 1");
    expect_true("400", "uniform double most = 1.7976931348623157e308lf;\n", "ldexp(most, -2100) == 0.0lf");
    expect_true("400", "uniform double most = 1.7976931348623157e308lf;\n", "ldexp(most, -1024) > 0.99lf");
}

TEST_F(ShaderResults, GathersReachFurtherThanTexels) {
    std::vector<float> texels(64 * 4);
    for (size_t n = 0; n < 64; n++) texels[4 * n] = static_cast<float>(n);
    texture(GL_TEXTURE_2D, GL_RGBA, 64, 1, texels);
    expect_true("400", "uniform sampler2D map;\n",
                "textureGatherOffset(map, vec2(1.0 / 64.0, 0.5), ivec2(31, 0)).xy == vec2(31, 32)");
}

// texelFetch() of rectangles has no level, whatever lies behind the coordinates.
TEST_F(ShaderResults, FetchesOfRectangles) {
    texture(GL_TEXTURE_RECTANGLE, GL_RGBA, 2, 1, {1, 2, 3, 4, 5, 6, 7, 8});
    expect_true("150 compatibility", "uniform sampler2DRect map; uniform ivec4 place = ivec4(1, 0, 7, 7);\n",
                "texelFetch(map, place.xy) == vec4(5, 6, 7, 8)");
}

TEST_F(ShaderResults, LevelsOfTextures) {
    texture(GL_TEXTURE_2D, GL_RGBA, 4, 4, std::vector<float>(64));
    GenerateMipmap(*gl, GL_TEXTURE_2D);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    expect_true("430 compatibility", "uniform sampler2D map;\n", "textureQueryLevels(map) == 3");
}

// What a draw reads is what the buffer held when it was called, also if its pixels are made later.
TEST_F(ShaderResults, BuffersOfTexturesChangeAfterTheDraw) {
    GLuint names[2] = {};
    GenTextures(*gl, 1, &names[0]);
    GenBuffers(*gl, 1, &names[1]);
    BindBuffer(*gl, GL_TEXTURE_BUFFER, names[1]);
    const float green[] = {0, 1, 0, 1}, blue[] = {0, 0, 1, 1};
    BufferData(*gl, GL_TEXTURE_BUFFER, sizeof green, green, GL_STATIC_DRAW);
    BindTexture(*gl, GL_TEXTURE_BUFFER, names[0]);
    TexBuffer(*gl, GL_TEXTURE_BUFFER, GL_RGBA32F, names[1]);
    const GLuint program = link(plain_vertex,
                                "#version 150 compatibility\nuniform samplerBuffer map;\n"
                                "void main() { gl_FragColor = texelFetch(map, 0); }\n");
    UseProgram(*gl, program);
    Rectf(*gl, -1, -1, 0, 1);
    BufferSubData(*gl, GL_TEXTURE_BUFFER, 0, sizeof blue, blue);
    Rectf(*gl, 0, -1, 1, 1);
    expect_color(gl.pixel(16, 32), 0, 1, 0, 1);
    expect_color(gl.pixel(48, 32), 0, 0, 1, 1);
}

// Functions of 1.30 that compare give a number whatever DEPTH_TEXTURE_MODE is.
TEST_F(ShaderResults, ComparisonsIgnoreTheDepthMode) {
    GLuint name = 0;
    GenTextures(*gl, 1, &name);
    BindTexture(*gl, GL_TEXTURE_2D, name);
    const float depth = 0.5f;
    TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    for (const GLint mode : {GL_LUMINANCE, GL_INTENSITY, GL_ALPHA, GL_RED}) {
        TexParameteri(*gl, GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, mode);
        expect_true("130", "uniform sampler2DShadow map;\n",
                    "texture(map, vec3(0.5, 0.5, 0.25)) == 1.0 && texture(map, vec3(0.5, 0.5, 0.75)) == 0.0");
    }
}

TEST_F(ShaderResults, PackedConstants) {
    expect_true("420 compatibility", "uniform uint wanted = 0x40003c00u;\n", "packHalf2x16(vec2(1.0, 2.0)) == wanted");
    expect_true("420 compatibility", "uniform uint wanted = 0xbc003c00u;\n", "packHalf2x16(vec2(1.0, -1.0)) == wanted");
}

TEST_F(ShaderResults, SampleCountOfAWindow) { expect_true("400 compatibility", "", "gl_NumSamples == 1"); }

// Several shaders may say a block's binding: all say the same, and one is enough.
TEST_F(ShaderResults, BindingsOfBlocks) {
    const auto vertex = [](const std::string& layout) {
        return "#version 420 compatibility\n" + layout +
               "uniform B { vec4 b; };\nvoid main() { gl_Position = gl_Vertex + b; }\n";
    };
    const auto fragment = [](const std::string& layout) {
        return "#version 420 compatibility\n" + layout + "uniform B { vec4 b; };\nvoid main() { gl_FragColor = b; }\n";
    };
    link(vertex("layout(binding = 1) "), fragment("layout(binding = 2) "), false);
    const GLuint program = link(vertex(""), fragment("layout(binding = 2) "));
    GLint binding = -1;
    GetActiveUniformBlockiv(*gl, program, 0, GL_UNIFORM_BLOCK_BINDING, &binding);
    EXPECT_EQ(binding, 2);
    compile(GL_FRAGMENT_SHADER, fragment("layout(binding = 84) "), false);
    compile(GL_FRAGMENT_SHADER, "#version 420\nlayout(binding = 95) uniform sampler2D s[2];\nvoid main() {}\n", false);
}

// Until 1.20 what fragment shaders read is written.
TEST_F(ShaderResults, VaryingsThatNobodyWrites) {
    const std::string vertex = "varying vec4 v;\nvoid main() { gl_Position = gl_Vertex; }\n";
    const std::string fragment = "varying vec4 v;\nvoid main() { gl_FragColor = v; }\n";
    link("#version 120\n" + vertex, "#version 120\n" + fragment, false);
    link("#version 130\n" + vertex, "#version 130\n" + fragment);
}

// Elements and members that no shader uses are not there for the application.
TEST_F(ShaderResults, ActivePartsOfUniforms) {
    const GLuint program = link(plain_vertex,
                                "#version 120\n"
                                "struct S { vec4 a; vec4 b[4]; };\n"
                                "uniform S s[3]; uniform vec4 list[50]; uniform vec4 all[5]; uniform int n;\n"
                                "void main() {\n"
                                "  gl_FragColor = s[1].a + s[2].b[1] + list[24] + list[3] + all[n] +\n"
                                "                 gl_LightSource[2].ambient;\n"
                                "}\n");
    const std::vector<std::string> wanted = {
        "all[0] 5", "gl_LightSource[2].ambient 1", "list[0] 25", "n 1", "s[1].a 1", "s[2].b[0] 2"};
    EXPECT_EQ(active_uniforms(program), wanted);
    EXPECT_EQ(GetUniformLocation(*gl, program, "s[0].a"), -1);
    EXPECT_EQ(GetUniformLocation(*gl, program, "list[30]"), -1);
    UseProgram(*gl, program);
    const std::vector<float> half(4 * 50, 0.125f);
    Uniform4fv(*gl, GetUniformLocation(*gl, program, "list"), 50, half.data());
    Uniform4fv(*gl, GetUniformLocation(*gl, program, "s[2].b[1]"), 1, half.data());
    Uniform4fv(*gl, GetUniformLocation(*gl, program, "s[1].a"), 1, half.data());
    Uniform4fv(*gl, GetUniformLocation(*gl, program, "all[4]"), 1, half.data());
    Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 4);
    const float black[] = {0, 0, 0, 0};
    Lightfv(*gl, GL_LIGHT2, GL_AMBIENT, black);
    expect_color(draw(program), 0.625f, 0.625f, 0.625f, 0.625f);
}

TEST_F(ShaderResults, ActiveAttributesAreNamedWithoutElements) {
    const GLuint program = link(
        "#version 150 compatibility\nin vec4 list[2];\n"
        "void main() { gl_Position = list[0] + list[1]; }\n",
        "void main() { gl_FragColor = vec4(1.0); }\n");
    char name[16] = "";
    GLint size = 0;
    GLenum type = 0;
    GetActiveAttrib(*gl, program, 0, sizeof name, nullptr, &size, &type, name);
    EXPECT_STREQ(name, "list");
    EXPECT_EQ(size, 2);
}

// gl_in is known by the name of its block, with the members that are used.
TEST_F(ShaderResults, MembersOfVertices) {
    const GLuint program = CreateProgram(*gl);
    ProgramParameteri(*gl, program, GL_PROGRAM_SEPARABLE, GL_TRUE);
    AttachShader(*gl, program,
                 compile(GL_GEOMETRY_SHADER,
                         "#version 410 compatibility\n"
                         "layout(triangles) in; layout(points, max_vertices = 1) out;\n"
                         "void main() { gl_Position = gl_in[1].gl_Position + gl_in[2].gl_Position; EmitVertex(); }\n"));
    relink(program);
    GLint count = 0;
    GetProgramInterfaceiv(*gl, program, GL_PROGRAM_INPUT, GL_ACTIVE_RESOURCES, &count);
    EXPECT_EQ(count, 1);
    EXPECT_EQ(GetProgramResourceIndex(*gl, program, GL_PROGRAM_INPUT, "gl_PerVertex.gl_Position"), 0u);
}

TEST_F(ShaderResults, SubroutinesInArraysOfArrays) {
    const GLuint program = link(plain_vertex,
                                "#version 430 compatibility\n"
                                "subroutine float channel();\n"
                                "subroutine uniform channel c[2][2];\n"
                                "subroutine(channel) float full() { return 1.0; }\n"
                                "subroutine(channel) float none() { return 0.0; }\n"
                                "void main() { gl_FragColor = vec4(c[0][0](), c[0][1](), c[1][0](), c[1][1]()); }\n");
    UseProgram(*gl, program);
    const GLuint full = GetSubroutineIndex(*gl, program, GL_FRAGMENT_SHADER, "full");
    std::vector<GLuint> chosen(4, GetSubroutineIndex(*gl, program, GL_FRAGMENT_SHADER, "none"));
    const GLint place = GetSubroutineUniformLocation(*gl, program, GL_FRAGMENT_SHADER, "c[1][0]");
    ASSERT_EQ(place, 2);
    chosen[2] = full;
    UniformSubroutinesuiv(*gl, GL_FRAGMENT_SHADER, 4, chosen.data());
    Rectf(*gl, -1, -1, 1, 1);
    expect(GL_NO_ERROR);
    expect_color(gl.pixel(32, 32), 0, 0, 1, 0);
}

// glRasterPos runs the vertex shader with all that draws give it.
TEST_F(ShaderResults, RasterPositionsReadBuffers) {
    const GLuint program = link(
        "#version 430 compatibility\n"
        "layout(binding = 1) uniform U { vec4 first; };\n"
        "layout(binding = 2) buffer S { vec4 second; };\n"
        "void main() { gl_Position = gl_Vertex + first + second; }\n",
        "void main() { gl_FragColor = vec4(1.0); }\n");
    GLuint buffers[2] = {};
    GenBuffers(*gl, 2, buffers);
    const float first[] = {0.5f, 0, 0, 0}, second[] = {0, -0.5f, 0, 0};
    BindBufferBase(*gl, GL_UNIFORM_BUFFER, 1, buffers[0]);
    BufferData(*gl, GL_UNIFORM_BUFFER, sizeof first, first, GL_STATIC_DRAW);
    BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, 2, buffers[1]);
    BufferData(*gl, GL_SHADER_STORAGE_BUFFER, sizeof second, second, GL_STATIC_DRAW);
    UseProgram(*gl, program);
    RasterPos2f(*gl, 0, 0);
    float position[4] = {};
    GetFloatv(*gl, GL_CURRENT_RASTER_POSITION, position);
    expect(GL_NO_ERROR);
    EXPECT_EQ(position[0], 48);
    EXPECT_EQ(position[1], 16);
}

}  // namespace
}  // namespace glapi

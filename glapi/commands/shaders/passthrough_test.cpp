// Geometry shaders that hand their vertices on (NV_geometry_shader_passthrough).
#include <gtest/gtest.h>
#include <string>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

const std::string vertex =
    "#version 450\nout Inputs { vec4 color; flat ivec2 pair[2]; double wide; } of_vertex;\nout float alone;\n"
    "void main() {\n  of_vertex.color = vec4(0, gl_VertexID == 99 ? 0 : 1, 0, 1);\n"
    "  of_vertex.pair = ivec2[2](ivec2(1, 2), ivec2(3, 4));\n  of_vertex.wide = 5.0lf;\n  alone = 6.0;\n"
    "  vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;\n  gl_Position = vec4(at, 0, 1);\n}\n";
const std::string extension = "#version 450\n#extension GL_NV_geometry_shader_passthrough : require\n";
const std::string pass_position = "layout(passthrough) in gl_PerVertex { vec4 gl_Position; } gl_in[];\n";
const std::string geometry =
    extension + "layout(triangles) in;\n" + pass_position +
    "layout(passthrough) in Inputs { vec4 color; flat ivec2 pair[2]; double wide; } of_vertex[];\n"
    "layout(passthrough) in float alone[];\nlayout(location = 0) out vec4 own;\n"
    "void main() { own = vec4(float(gl_PrimitiveIDIn), of_vertex[2].color.g, 7.0, 8.0); }\n";
const std::string fragment =
    "#version 450\nin Inputs { vec4 color; flat ivec2 pair[2]; flat double wide; };\nin float alone;\n"
    "layout(location = 0) in vec4 own;\nout vec4 result;\n"
    "void main() {\n  bool right = pair[0] == ivec2(1, 2) && pair[1] == ivec2(3, 4) && wide == 5.0lf && alone == 6.0 "
    "&&\n"
    "               own == vec4(0, 1, 7, 8);\n  result = right ? color : vec4(1, 0, 0, 1);\n}\n";

struct PassthroughShaders : testing::ShaderFixture {
    GLuint link_stages(const std::string& middle, bool right, bool separable = false) {
        const GLuint program = CreateProgram(*gl);
        std::string first = vertex;
        // Which separable programs have to (7.1 of the GLSL).
        if (separable) first.insert(first.find("void main"), "out gl_PerVertex { vec4 gl_Position; };\n");
        AttachShader(*gl, program, compile(GL_VERTEX_SHADER, first));
        AttachShader(*gl, program, compile(GL_GEOMETRY_SHADER, middle));
        AttachShader(*gl, program, compile(GL_FRAGMENT_SHADER, fragment));
        ProgramParameteri(*gl, program, GL_PROGRAM_SEPARABLE, separable);
        relink(program, right);
        return program;
    }
    void expect_refused(const std::string& middle, const std::string& part) {
        const GLuint program = link_stages(middle, false);
        EXPECT_NE(program_log(program).find(part), std::string::npos) << program_log(program);
    }
};

TEST_F(PassthroughShaders, HandVerticesOn) {
    const GLuint program = link_stages(geometry, true);
    UseProgram(*gl, program);
    DrawArrays(*gl, GL_TRIANGLES, 0, 3);
    expect(GL_NO_ERROR);
    EXPECT_EQ(gl.pixel(1, 1), (testing::Pixel{0, 255, 0, 255}));
    EXPECT_EQ(gl.pixel(62, 62), (testing::Pixel{0, 255, 0, 255}));
    EXPECT_EQ(property(program, GL_GEOMETRY_VERTICES_OUT), 3);
    EXPECT_EQ(property(program, GL_GEOMETRY_OUTPUT_TYPE), GL_TRIANGLE_STRIP);
    EXPECT_EQ(property(program, GL_GEOMETRY_INPUT_TYPE), GL_TRIANGLES);
}

TEST_F(PassthroughShaders, DeclareNothingOfWhatTheyEmit) {
    const auto with = [](const std::string& line) {
        std::string text = geometry;
        return text.insert(text.rfind("void main"), line + "\n");
    };
    expect_refused(with("layout(triangle_strip) out;"), "declare no output primitive");
    expect_refused(with("layout(max_vertices = 3) out;"), "declare no output primitive");
    expect_refused(with("layout(invocations = 2) in;"), "declare no output primitive");
    std::string emits = geometry;
    emits.insert(emits.rfind('}'), "EmitVertex(); ");
    expect_refused(emits, "EMIT");
    expect_refused(extension + "layout(lines_adjacency) in;\n" + pass_position + "void main() {}\n", "hand on points");
    // Between programs registers are known by locations.
    const GLuint program = link_stages(geometry, false, true);
    EXPECT_NE(program_log(program).find("has no location"), std::string::npos) << program_log(program);
}

TEST_F(PassthroughShaders, AreNotCaptured) {
    const GLuint program = link_stages(geometry, true);
    const GLchar* const name = "own";
    TransformFeedbackVaryings(*gl, program, 1, &name, GL_INTERLEAVED_ATTRIBS);
    relink(program, false);
    EXPECT_NE(program_log(program).find("hands on"), std::string::npos) << program_log(program);
}

}  // namespace
}  // namespace glapi

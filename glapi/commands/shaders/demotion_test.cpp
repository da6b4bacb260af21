// Fragment shaders that go on as helpers (EXT_demote_to_helper_invocation).
#include <gtest/gtest.h>
#include <string>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct Demotion : testing::ShaderFixture {
    // What the shader gives to a pixel of an even column; those of odd ones keep the clear colour.
    testing::Pixel draw_even(const std::string& body) {
        ClearColor(*gl, 0, 0, 0, 0);
        Clear(*gl, GL_COLOR_BUFFER_BIT);
        const GLuint program = link(testing::plain_vertex,
                                    "#version 330\n#extension GL_EXT_demote_to_helper_invocation : require\n"
                                    "out vec4 color;\nvoid main() {\nbool odd = (int(gl_FragCoord.x) & 1) != 0;\n" +
                                        body + "}\n");
        const testing::Pixel even = draw(program);
        EXPECT_EQ(gl.pixel(33, 32), (testing::Pixel{0, 0, 0, 0}));
        return even;
    }
};

TEST_F(Demotion, GoesOnForItsNeighbours) {
    EXPECT_EQ(draw_even("if (odd) demote;\nbool helper = helperInvocationEXT();\n"
                        "color = vec4(dFdx(float(helper)), float(helper), dFdx(gl_FragCoord.x), 1.0);\n"),
              (testing::Pixel{255, 0, 255, 255}));
}

TEST_F(Demotion, LeavesNoLoop) {
    EXPECT_EQ(draw_even("int n = 0;\nfor (int i = 0; i < 4; i++) {\n  if (i == 1 && odd) demote;\n  n++;\n}\n"
                        "color = vec4(dFdx(float(n)), float(n == 4), float(helperInvocationEXT()), 1.0);\n"),
              (testing::Pixel{0, 255, 0, 255}));
}

TEST_F(Demotion, IsOfFragmentShaders) {
    EXPECT_EQ(draw_even("if (odd) demote;\ncolor = vec4(1.0);\n"), (testing::Pixel{255, 255, 255, 255}));
    compile(GL_VERTEX_SHADER,
            "#version 330\n#extension GL_EXT_demote_to_helper_invocation : require\nvoid main() { demote; }\n", false);
}

}  // namespace
}  // namespace glapi

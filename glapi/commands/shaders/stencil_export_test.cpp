// Fragment shaders that choose the stencil test's reference value (ARB_shader_stencil_export).
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

constexpr int size = 8;

struct StencilExport : testing::ShaderFixture {
    // A framebuffer with a stencil buffer, filled with a value.
    void attach(GLint stencil) {
        GLuint names[2], framebuffer = 0;
        GenRenderbuffers(*gl, 2, names);
        GenFramebuffers(*gl, 1, &framebuffer);
        BindFramebuffer(*gl, GL_FRAMEBUFFER, framebuffer);
        const GLenum formats[] = {GL_RGBA8, GL_DEPTH24_STENCIL8},
                     places[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_STENCIL_ATTACHMENT};
        for (int n = 0; n < 2; n++) {
            BindRenderbuffer(*gl, GL_RENDERBUFFER, names[n]);
            RenderbufferStorage(*gl, GL_RENDERBUFFER, formats[n], size, size);
            FramebufferRenderbuffer(*gl, GL_FRAMEBUFFER, places[n], GL_RENDERBUFFER, names[n]);
        }
        Viewport(*gl, 0, 0, size, size);
        ClearStencil(*gl, stencil);
        Clear(*gl, GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
        Enable(*gl, GL_STENCIL_TEST);
        expect(GL_NO_ERROR);
    }
    void draw_all(const std::string& body, const std::string& head = "") {
        const GLuint program =
            link(testing::plain_vertex, "#version 130\n#extension GL_ARB_shader_stencil_export : require\n" + head +
                                            "out vec4 color;\nvoid main() {\n" + body + "}\n");
        UseProgram(*gl, program);
        Rectf(*gl, -1, -1, 1, 1);
        expect(GL_NO_ERROR);
    }
    std::vector<GLubyte> stencil() {
        std::vector<GLubyte> values(size * size);
        PixelStorei(*gl, GL_PACK_ALIGNMENT, 1);
        ReadPixels(*gl, 0, 0, size, size, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, values.data());
        expect(GL_NO_ERROR);
        return values;
    }
};

TEST_F(StencilExport, ReplacesByWhatTheShaderSays) {
    attach(7);
    StencilFunc(*gl, GL_ALWAYS, 99, 0xff);
    StencilMask(*gl, 0x0f);
    StencilOp(*gl, GL_KEEP, GL_KEEP, GL_REPLACE);
    // Higher bits do not count, and the mask holds for these values, too.
    draw_all("color = vec4(1.0);\ngl_FragStencilRefARB = 256 + 16 * int(gl_FragCoord.y) + int(gl_FragCoord.x);\n");
    const std::vector<GLubyte> got = stencil();
    for (int n = 0; n < size * size; n++) EXPECT_EQ(got[static_cast<size_t>(n)], n % size) << n;
}

TEST_F(StencilExport, IsComparedWithTheBuffer) {
    attach(4);
    StencilFunc(*gl, GL_LESS, 0, 0xff);
    StencilOp(*gl, GL_KEEP, GL_KEEP, GL_KEEP);
    draw_all("color = vec4(1.0, 0.0, 0.0, 1.0);\ngl_FragStencilRefARB = int(gl_FragCoord.x);\n");
    std::vector<GLubyte> colors(4 * size * size);
    ReadPixels(*gl, 0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, colors.data());
    for (size_t n = 0; n < size; n++) EXPECT_EQ(colors[4 * n], n < 4 ? 255 : 0) << n;
}

TEST_F(StencilExport, OfShadersWithoutColours) {
    attach(1);
    StencilFunc(*gl, GL_ALWAYS, 0, 0xff);
    StencilOp(*gl, GL_KEEP, GL_KEEP, GL_REPLACE);
    draw_all("if (gl_FragCoord.x > 4.0) discard;\ngl_FragStencilRefARB = 200;\n");
    const std::vector<GLubyte> got = stencil();
    for (size_t n = 0; n < size; n++) EXPECT_EQ(got[n], n < 4 ? 200 : 1) << n;
}

}  // namespace
}  // namespace glapi

// Where one texel ends and the next begins: rectangles whose texels' borders lie near pixels' centres, as Direct3D's do
// that are drawn through OpenGL (moved by 63/128 of a pixel, so that centres are 1/128 inside), and on them.
#include <cmath>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/version_context.h"

namespace glapi {
namespace {

using testing::CoreContext;

GLuint border_program() {
    const GLuint program = ::glCreateProgram();
    const std::pair<GLenum, const char*> stages[] = {
        {GL_VERTEX_SHADER,
         "#version 330\nuniform vec2 moved; in vec2 at, in_t; out vec2 t;"
         "void main() { gl_Position = vec4(at + moved, 0.0, 1.0); t = in_t; }"},
        {GL_FRAGMENT_SHADER,
         "#version 330\nuniform sampler2D s; in vec2 t; out vec4 c; void main() { c = texture(s, t); }"}};
    for (const auto& [type, text] : stages) {
        const GLuint shader = ::glCreateShader(type);
        ::glShaderSource(shader, 1, &text, nullptr);
        ::glCompileShader(shader);
        ::glAttachShader(program, shader);
    }
    ::glBindAttribLocation(program, 0, "at");
    ::glBindAttribLocation(program, 1, "in_t");
    ::glLinkProgram(program);
    return program;
}

// How many pixels don't show the texel that exact arithmetic finds.
int wrong_pixels(int width, int height, int texels, double moved, int repetitions) {
    GLuint names[2], framebuffer = 0, array = 0, buffer = 0;
    ::glGenTextures(2, names);
    ::glBindTexture(GL_TEXTURE_2D, names[0]);
    ::glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, width, height);
    ::glGenFramebuffers(1, &framebuffer);
    ::glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    ::glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, names[0], 0);
    ::glViewport(0, 0, width, height);
    std::vector<uint8_t> picture;
    for (int y = 0; y < texels; ++y)
        for (int x = 0; x < texels; ++x)
            for (int value : {x + 1, y + 1, 0, 255}) picture.push_back(static_cast<uint8_t>(value));
    ::glBindTexture(GL_TEXTURE_2D, names[1]);
    ::glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, texels, texels, 0, GL_RGBA, GL_UNSIGNED_BYTE, picture.data());
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    ::glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    const GLuint program = border_program();
    ::glUseProgram(program);
    ::glUniform2f(::glGetUniformLocation(program, "moved"), static_cast<float>(2 * moved / width),
                  static_cast<float>(2 * moved / height));
    const auto last = static_cast<float>(repetitions);
    const float corners[] = {-1, -1, 0, 0, 1, -1, last, 0, -1, 1, 0, last, 1, 1, last, last};
    ::glGenVertexArrays(1, &array);
    ::glBindVertexArray(array);
    ::glGenBuffers(1, &buffer);
    ::glBindBuffer(GL_ARRAY_BUFFER, buffer);
    ::glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    for (GLuint attribute : {0u, 1u}) {
        ::glVertexAttribPointer(attribute, 2, GL_FLOAT, GL_FALSE, 16, reinterpret_cast<void*>(size_t{attribute} * 8));
        ::glEnableVertexAttribArray(attribute);
    }
    ::glClear(GL_COLOR_BUFFER_BIT);
    ::glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    std::vector<uint8_t> pixels(static_cast<size_t>(width) * static_cast<size_t>(height) * 4);
    ::glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    EXPECT_EQ(::glGetError(), GLenum{GL_NO_ERROR});
    int wrong = 0, drawn = 0;
    const auto texel = [&](int pixel, int size) {
        const auto number = static_cast<int>(std::floor((pixel + 0.5 - moved) * repetitions * texels / size));
        return (number % texels + texels) % texels;
    };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const uint8_t* const pixel =
                &pixels[(static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)) * 4];
            if (pixel[3] == 0) continue;  // beside the rectangle
            ++drawn;
            wrong += pixel[0] != texel(x, width) + 1 || pixel[1] != texel(y, height) + 1;
        }
    EXPECT_GT(drawn, width * height * 9 / 10);
    return wrong;
}

TEST(TexelBorders, LieWhereExactArithmeticHasThem) {
    const CoreContext context(45);
    for (const double moved : {63.0 / 128, -63.0 / 128, 1.0 / 128})
        for (const int texels : {4, 8, 10, 50, 64})
            for (const int repetitions : {1, 3}) {
                SCOPED_TRACE(::testing::Message() << moved << ", " << texels << " texels, " << repetitions);
                EXPECT_EQ(wrong_pixels(400, 300, texels, moved, repetitions), 0);
                EXPECT_EQ(wrong_pixels(256, 192, texels, moved, repetitions), 0);
            }
}

// On a border itself the right texel is the one behind it; sizes whose reciprocals are exact leave no rounding to hide
// in.
TEST(TexelBorders, BelongToTheTexelBehindThem) {
    const CoreContext context(45);
    for (const int texels : {4, 16, 64})
        for (const int repetitions : {1, 2}) EXPECT_EQ(wrong_pixels(256, 128, texels, 0.5, repetitions), 0) << texels;
}

}  // namespace
}  // namespace glapi

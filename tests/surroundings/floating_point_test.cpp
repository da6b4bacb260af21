// What the application has chosen for the floating-point numbers of its thread: traps, rounding, denormals. It neither
// changes a picture nor notices what the library computes.
#include <array>
#include <cfenv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>
#include <vector>
#include <xmmintrin.h>

#include "support.h"

namespace surroundings {
namespace {

enum class Mode : uint8_t { Usual, ThreeTraps, AllTraps, Up, Down, Zero, Flush };
constexpr const char* mode_names[] = {"usual", "three traps", "all traps", "up", "down", "zero", "flush"};

void set_mode(Mode mode) {
    switch (mode) {
        case Mode::Usual: break;
        case Mode::ThreeTraps: feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW); break;
        case Mode::AllTraps: feenableexcept(FE_ALL_EXCEPT); break;
        case Mode::Up: fesetround(FE_UPWARD); break;
        case Mode::Down: fesetround(FE_DOWNWARD); break;
        case Mode::Zero: fesetround(FE_TOWARDZERO); break;
        case Mode::Flush: _mm_setcsr(_mm_getcsr() | 0x8040); break;
    }
}

using Numbers = std::vector<float>;

// Some of them are NaNs, infinite, denormal.
Numbers wild_numbers(size_t count) {
    Numbers numbers(count);
    for (size_t i = 0; i < count; ++i)
        numbers[i] = i % 17 == 0   ? NAN
                     : i % 13 == 0 ? INFINITY
                     : i % 11 == 0 ? 1e-40f
                     : i % 7 == 0  ? 1e30f
                                   : static_cast<float>(i) * 0.013f;
    return numbers;
}

// Computed before the mode is set.
struct Inputs {
    std::array<std::array<double, 4>, 60> vertices{};
    Numbers texels = wild_numbers(size_t{32} * 32 * 4);
    std::vector<double> thirds = std::vector<double>(16, 1.0 / 3);
    Inputs() {
        for (int i = 0; i < 60; ++i)
            vertices[static_cast<size_t>(i)] = {i % 3 - 1.1, i * 0.03, -i * 1.0, i == 5 ? 0 : 1.01};
    }
};

void draw_with_shaders(uint64_t& hash) {
    const GLuint program = make_program(
        "#version 330\nlayout(location = 0) in vec2 place; out vec2 at;\n"
        "void main() { at = place; gl_Position = vec4(place, 0.3333, 1.1); }\n",
        "#version 330\nin vec2 at; out vec4 color; uniform sampler2D image; const float third = 1.0 / 3.0 * 0.7;\n"
        "void main() { color = texture(image, at * 3.1) * third + vec4(inversesqrt(at.x), log2(at.yx), 1.0) * 1e-30; "
        "}\n");
    const Scene scene(2);
    for (int i = 0; i < 20; ++i) scene.draw();
    hash = hash * 31 + Scene::picture();
    glUseProgram(program);
    const double places[] = {-0.9, -0.95, 0.97, 0.3, -1.0 / 3, 1.7};
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexAttribPointer(0, 2, GL_DOUBLE, GL_FALSE, 0, places);
    for (int i = 0; i < 20; ++i) glDrawArrays(GL_TRIANGLES, 0, 3);
    hash = hash * 31 + Scene::picture();
}

// Degenerate matrices, lights, fog, colours.
void draw_without_shaders(const Inputs& inputs, uint64_t& hash) {
    glUseProgram(0);
    for (const GLenum what : {GL_LIGHTING, GL_LIGHT0, GL_FOG, GL_NORMALIZE, GL_DEPTH_TEST, GL_TEXTURE_GEN_S})
        glEnable(what);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glFrustum(-1, 1, -1, 1, 0.1, 1e30);
    glRotated(30.1, 1, 2, 3);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    glTranslated(0, 0, -3.3);
    glRotatef(33, 0, 0, 0);
    glLightf(GL_LIGHT0, GL_SPOT_CUTOFF, 30);
    glFogf(GL_FOG_START, 1);
    glFogf(GL_FOG_END, 1);
    for (int part = 0; part < 2; ++part) {
        if (part) glScalef(0, 0, 0);
        glBegin(GL_TRIANGLES);
        int i = 0;
        for (const auto& vertex : inputs.vertices) {
            glNormal3f(0, 0, part ? 0 : 0.3f);
            glTexCoord4d(1.1, 1, 0, 0);
            glColor4f(1e30f, 0.3f, -1, 1);
            glColor4ub(17, 33, static_cast<GLubyte>(i++), 255);
            glVertex4dv(vertex.data());
        }
        glEnd();
    }
    glMapGrid1d(10, 0, 1.0 / 3);
    const double points[] = {0, 0.1, 0, 1, 1, 0.3};
    glMap1d(GL_MAP1_VERTEX_3, 0, 1, 3, 2, points);
    glEnable(GL_MAP1_VERTEX_3);
    glEvalMesh1(GL_LINE, 0, 10);
    glWindowPos2d(0.3, 0.7);
    glPixelZoom(1.3f, 0.7f);
    glDrawPixels(8, 8, GL_RGBA, GL_FLOAT, inputs.texels.data());
    hash = hash * 31 + Scene::picture();
}

void use_images(const Inputs& inputs, uint64_t& hash) {
    Numbers result(inputs.texels.size());
    for (const GLint format : {GL_RGBA8, GL_RGBA16F, GL_R11F_G11F_B10F, GL_RGB9_E5, GL_RGB10_A2, GL_SRGB8_ALPHA8,
                               GL_RGBA16_SNORM, GL_COMPRESSED_RGBA_BPTC_UNORM, 0x83F0}) {
        glTexImage2D(GL_TEXTURE_2D, 0, format, 32, 32, 0, GL_RGBA, GL_FLOAT, inputs.texels.data());
        glGenerateMipmap(GL_TEXTURE_2D);
        glGetTexImage(GL_TEXTURE_2D, 1, GL_RGBA, GL_FLOAT, result.data());
        for (size_t i = 0; i < size_t{16} * 16 * 4; ++i) {
            uint32_t bits = 0;
            std::memcpy(&bits, &result[i], 4);
            hash = hash * 31 + bits;
        }
    }
    glReadPixels(0, 0, 32, 32, GL_RGBA, GL_FLOAT, result.data());
    glClearColor(0.3333f, 1e-40f, 0.7f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glBlitFramebuffer(0, 0, 50, 50, 3, 3, 70, 91, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 16, 16, 0);
    hash = hash * 31 + Scene::picture();
}

void use_values(const Inputs& inputs, uint64_t& hash) {
    glDepthRange(1.0 / 3, 0.9);
    glClearDepth(1.0 / 3);
    glBlendColor(1e-40f, 0.3f, 1e30f, 0.1f);
    glMultMatrixd(inputs.thirds.data());
    GLint numbers[16] = {};
    for (const GLenum what :
         {GL_BLEND_COLOR, GL_DEPTH_RANGE, GL_DEPTH_CLEAR_VALUE, GL_MODELVIEW_MATRIX, GL_CURRENT_COLOR}) {
        glGetIntegerv(what, numbers);
        for (const GLint number : numbers) hash = hash * 31 + static_cast<uint32_t>(number);
    }
    const GLuint program = make_compute_program(
        "#version 450\nlayout(local_size_x = 64) in; layout(std430, binding = 0) buffer B { float v[]; };\n"
        "void main() { v[gl_GlobalInvocationID.x] = 1.0 / (float(gl_LocalInvocationIndex) - 3.0) * 1e-20; }\n");
    glUseProgram(program);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, 4096, nullptr, GL_DYNAMIC_COPY);
    glDispatchCompute(16, 1, 1);
    uint32_t words[1024];
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof words, words);
    for (const uint32_t word : words) hash = hash * 31 + word;
}

struct Result {
    uint64_t hash = 0;
    bool unchanged = true;
};

// `all`: the library's first use, too, whose threads begin then.
Result draw_in(Mode mode, bool all) {
    Result result;
    const Inputs inputs;
    std::thread([&] {
        if (!all) make_client();
        std::feclearexcept(FE_ALL_EXCEPT);
        set_mode(mode);
        const auto unchanged = [&, control = _mm_getcsr()](const char* after) {
            if (_mm_getcsr() != control) std::fprintf(stderr, "after %s: %x, not %x\n", after, _mm_getcsr(), control);
            result.unchanged &= _mm_getcsr() == control;
            _mm_setcsr(control);
        };
        if (all) make_client();
        unchanged("context");
        draw_with_shaders(result.hash);
        unchanged("shaders");
        draw_without_shaders(inputs, result.hash);
        unchanged("fixed function");
        use_images(inputs, result.hash);
        unchanged("images");
        use_values(inputs, result.hash);
        unchanged("values");
        eglReleaseThread();
        unchanged("end");
    }).join();
    return result;
}

// mode, and whether the library's first use is in it, too
CLIENT(draws_in_a_mode) {
    const Result result = draw_in(static_cast<Mode>(std::stoi(arguments.at(0))), arguments.at(1) == "all");
    std::printf("%llx\n", static_cast<unsigned long long>(result.hash));
    require(result.unchanged, "the control word is as before");
}

void compare_modes(const char* engine) {
    uint64_t usual = 0;
    for (int number = 0; number < 7; ++number) {
        for (const char* const first : {"all", "not"}) {
            const Outcome outcome =
                run_client("draws_in_a_mode", {std::to_string(number), first},
                           {{"ASMGL_ENGINE", engine}, {"ASMGL_CACHE_DIR", "off"}, {"ASMGL_THREADS", "3"}});
            EXPECT_EQ(outcome.code, 0) << engine << ", " << mode_names[number] << ": " << describe(outcome);
            const uint64_t hash = std::strtoull(outcome.said.c_str(), nullptr, 16);
            if (usual == 0) usual = hash;
            EXPECT_EQ(hash, usual) << engine << ", " << mode_names[number];
        }
    }
}

TEST(FloatingPoint, PicturesAreTheSameInEveryMode) { compare_modes("auto"); }
TEST(FloatingPoint, PicturesAreTheSameInEveryModeUnderMachineCode) { compare_modes("jit"); }
TEST(FloatingPoint, PicturesAreTheSameInEveryModeUnderTheInterpreter) { compare_modes("interpreter"); }

}  // namespace
}  // namespace surroundings

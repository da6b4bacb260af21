// Samplers and counters, arrays of them and structures with them as arguments of functions: slices of arrays of arrays,
// chosen at run time or not, handed on from function to function, expanded and called.
#include <gtest/gtest.h>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct OpaqueArguments : testing::ShaderFixture {
    // How often each of the counters was counted for a pixel.
    std::vector<int> counted(const std::string& functions, const std::string& calls) {
        const GLuint program = link(testing::plain_vertex,
                                    "#version 430 compatibility\nlayout(binding = 0) uniform atomic_uint c[2][3];\n"
                                    "uniform int n;\n" +
                                        functions + "void main() { " + calls + " gl_FragColor = vec4(0, 1, 0, 1); }\n");
        const GLuint name = buffer(GL_ATOMIC_COUNTER_BUFFER, std::vector<uint32_t>(6, 0));
        BindBufferBase(*gl, GL_ATOMIC_COUNTER_BUFFER, 0, name);
        UseProgram(*gl, program);
        Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 1);
        draw(program);
        uint32_t counts[6] = {};
        GetBufferSubData(*gl, GL_ATOMIC_COUNTER_BUFFER, 0, sizeof counts, counts);
        std::vector<int> result;
        for (const uint32_t count : counts) result.push_back(static_cast<int>(count / 4096));
        return result;
    }
    // 1x1 textures of unit n that hold n / 16.
    void make_textures(int count) {
        for (int n = 0; n < count; n++) {
            GLuint name = 0;
            GenTextures(*gl, 1, &name);
            ActiveTexture(*gl, GL_TEXTURE0 + static_cast<GLenum>(n));
            BindTexture(*gl, GL_TEXTURE_2D, name);
            const float value[] = {static_cast<float>(n) / 16, 0, 0, 1};
            TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA32F, 1, 1, 0, GL_RGBA, GL_FLOAT, value);
            TexParameteri(*gl, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        }
    }
    void expect_textures(const std::string& declarations, const std::string& first, const std::string& second,
                         const std::string& third, int a, int b, int c, const std::string& array) {
        SCOPED_TRACE(declarations + first);
        const GLuint program = link(testing::plain_vertex, "#version 430 compatibility\nuniform int n;\n" +
                                                               declarations + "void main() { gl_FragColor = vec4(" +
                                                               first + ", " + second + ", " + third + ", 1); }\n");
        UseProgram(*gl, program);
        Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 1);
        for (int n = 0; n < 12; n++) {
            const size_t at = array.find('#'), at2 = array.find('#', at + 1);
            std::string name = array;
            const bool two = at2 != std::string::npos;
            if (two) name.replace(at2, 1, std::to_string(n % 3));
            name.replace(at, 1, std::to_string(two ? n / 3 : n));
            Uniform1i(*gl, GetUniformLocation(*gl, program, name.c_str()), n);
        }
        expect(GL_NO_ERROR);
        const auto value = [](int unit) { return static_cast<float>(unit) / 16; };
        expect_color(draw(program), value(a), value(b), value(c), 1);
    }
};

TEST_F(OpaqueArguments, SlicesOfCounters) {
    const std::string f = "uint f(atomic_uint a[3], int i) { return atomicCounterIncrement(a[i]); }\n";
    EXPECT_EQ(counted(f, "f(c[1], 2); f(c[0], 1); f(c[n], 0);"), (std::vector<int>{0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(counted(f, "f(c[n], n); f(c[n - 1], n + 1); f(c[0], n + 1);"), (std::vector<int>{0, 0, 2, 0, 1, 0}));
    const std::string nested =
        "uint f(atomic_uint a) { return atomicCounterIncrement(a); }\n"
        "uint g(atomic_uint a[3], int i) { return f(a[i]); }\n"
        "uint h(atomic_uint a[2][3], int i) { return g(a[i], i + 1); }\n";
    EXPECT_EQ(counted(nested, "h(c, 1); h(c, n - 1); g(c[n], 0);"), (std::vector<int>{0, 1, 0, 1, 0, 1}));
    // A function that ends early is called.
    const std::string early =
        "uint f(atomic_uint a[3], int i) { if (i > 5) return 0u;\n"
        "  uint b = atomicCounterIncrement(a[i]); if (b > 5u) return b; return 7u; }\n"
        "uint g(atomic_uint a[2][3], int i) { if (i > 5) return 0u; return f(a[i], 1); }\n";
    EXPECT_EQ(counted(early, "f(c[1], 2); f(c[n], 2); f(c[n - 1], 2); g(c, 0); g(c, n);"),
              (std::vector<int>{0, 1, 1, 0, 1, 2}));
}

TEST_F(OpaqueArguments, SlicesOfSamplers) {
    make_textures(12);
    const std::string s = "uniform sampler2D s[2][3];\n";
    const std::string f = "float f(sampler2D a[3], int i) { return texture(a[i], vec2(0)).x; }\n";
    expect_textures(s + f, "f(s[1], 2)", "f(s[n], 0)", "f(s[n - 1], n + 1)", 5, 3, 2, "s[#][#]");
    const std::string nested =
        "float f(sampler2D a) { return texture(a, vec2(0)).x; }\n"
        "float g(sampler2D a[3], int i) { return f(a[i]); }\n"
        "float h(sampler2D a[2][3], int i) { return g(a[i], i + 1); }\n";
    expect_textures(s + nested, "h(s, n)", "h(s, 0)", "g(s[n], n - 1)", 5, 1, 3, "s[#][#]");
    const std::string early =
        "float f(sampler2D a[3], int i) { if (i > 5) return 0.0; return texture(a[i], vec2(0)).x; }\n";
    expect_textures(s + early, "f(s[n], 2)", "f(s[n - 1], n)", "f(s[1], n)", 5, 1, 4, "s[#][#]");
}

TEST_F(OpaqueArguments, StructuresWithSamplers) {
    make_textures(12);
    const std::string s = "struct S { float k; sampler2D t[3]; }; uniform S s[4];\n";
    const std::string f =
        "float f(S a, int i) { return texture(a.t[i], vec2(0)).x + a.k; }\n"
        "float g(S a[4], int i) { return f(a[i], i); }\n"
        "float h(sampler2D a[3], int i) { return texture(a[i], vec2(0)).x; }\n";
    expect_textures(s + f, "f(s[2], 1)", "f(s[n], n + 1)", "g(s, n + 1)", 7, 5, 8, "s[#].t[#]");
    expect_textures(s + f, "h(s[n].t, n)", "g(s, n)", "h(s[0].t, n)", 4, 4, 1, "s[#].t[#]");
    const std::string early =
        "float h(S a, int i) { if (i > 5) return 0.0; return texture(a.t[i], vec2(0)).x + a.k; }\n";
    expect_textures(s + early, "h(s[n + 1], n)", "h(s[n], n + 1)", "h(s[3], 0)", 7, 5, 9, "s[#].t[#]");
}

}  // namespace
}  // namespace glapi

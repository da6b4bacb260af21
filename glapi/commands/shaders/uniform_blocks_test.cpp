// What GLSL has in memory, drawn with: uniform and storage blocks, atomic counters, images; and what programs say of
// them.
#include <cstring>
#include <gtest/gtest.h>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::Pixel;
using testing::plain_vertex;

struct Blocks : testing::ShaderFixture {
    template <class T>
    std::vector<T> read(GLenum target, GLuint name, size_t count) {
        std::vector<T> contents(count);
        BindBuffer(*gl, target, name);
        GetBufferSubData(*gl, target, 0, static_cast<GLsizeiptr>(count * sizeof(T)), contents.data());
        return contents;
    }
    void expect_values(const std::vector<float>& got, size_t at, const std::vector<float>& wanted) {
        for (size_t n = 0; n < wanted.size(); n++) EXPECT_EQ(got.at(at + n), wanted[n]) << "word " << at + n;
    }
    GLint uniform(GLuint program, const char* name, GLenum property) {
        GLuint index = 0;
        GLint value = -99;
        GetUniformIndices(*gl, program, 1, &name, &index);
        EXPECT_NE(index, GLuint{GL_INVALID_INDEX}) << name;
        GetActiveUniformsiv(*gl, program, 1, &index, property, &value);
        return value;
    }
};

constexpr const char* mixed_block =
    "#version 330 compatibility\n"
    "struct S { float a; vec2 b[2]; };\n"
    "layout(std140) uniform Mixed { float first; vec3 three; mat2 m; layout(row_major) mat3x2 rows; bool on; S s[2]; "
    "uint last; };\n";

TEST_F(Blocks, Std140) {
    const GLuint program = link(plain_vertex, std::string(mixed_block) +
                                                  "uniform int n;\n"
                                                  "void main() {\n"
                                                  "  vec2 column = rows[n];\n"
                                                  "  gl_FragColor = vec4(three.z + first, m[n - 1].y, column.y, on ? "
                                                  "s[n - 1].b[n - 1].x : float(last) / 255.0);\n}\n");
    // In vectors: first 0, three 1, m 2-3, rows 4-5 (two rows of three), on 6, s[0] 7-9, s[1] 10-12, last 13.
    std::vector<float> data(14 * 4, 0.0f);
    data[0] = 0.125f;
    data[6] = 0.5f;
    data[3 * 4 + 1] = 0.25f;
    data[5 * 4 + 2] = 0.75f;
    const uint32_t truth = 0xffffffff, last = 51;
    std::memcpy(&data[6 * 4], &truth, 4);
    data[12 * 4] = 0.375f;
    std::memcpy(&data[13 * 4], &last, 4);
    const GLuint name = buffer(GL_UNIFORM_BUFFER, data);
    BindBufferBase(*gl, GL_UNIFORM_BUFFER, 3, name);
    UniformBlockBinding(*gl, program, GetUniformBlockIndex(*gl, program, "Mixed"), 3);
    UseProgram(*gl, program);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 2);
    expect_color(draw(program), 0.625f, 0.25f, 0.75f, 0.375f);
    // A draw keeps what it was given.
    const uint32_t none = 0;
    BufferSubData(*gl, GL_UNIFORM_BUFFER, 6 * 16, 4, &none);
    expect_color(draw(program), 0.625f, 0.25f, 0.75f, 0.2f);
    GLint size = 0;
    GetActiveUniformBlockiv(*gl, program, 0, GL_UNIFORM_BLOCK_DATA_SIZE, &size);
    EXPECT_EQ(size, 14 * 16);
    EXPECT_EQ(uniform(program, "rows", GL_UNIFORM_OFFSET), 4 * 16);
    EXPECT_EQ(uniform(program, "rows", GL_UNIFORM_IS_ROW_MAJOR), 1);
    EXPECT_EQ(uniform(program, "rows", GL_UNIFORM_MATRIX_STRIDE), 16);
    EXPECT_EQ(uniform(program, "s[1].b", GL_UNIFORM_OFFSET), 11 * 16);
    EXPECT_EQ(uniform(program, "s[1].b[0]", GL_UNIFORM_ARRAY_STRIDE), 16);
    EXPECT_EQ(uniform(program, "s[1].b", GL_UNIFORM_SIZE), 2);
    EXPECT_EQ(uniform(program, "three", GL_UNIFORM_ARRAY_STRIDE), 0);
    EXPECT_EQ(uniform(program, "n", GL_UNIFORM_OFFSET), -1);
    EXPECT_EQ(uniform(program, "n", GL_UNIFORM_BLOCK_INDEX), -1);
    EXPECT_EQ(GetUniformLocation(*gl, program, "three"), -1);
    // Beyond the buffer everything is zero.
    BindBufferRange(*gl, GL_UNIFORM_BUFFER, 3, name, 0, 4 * 16);
    expect_color(draw(program), 0.625f, 0.25f, 0, 0);
}

// NV_uniform_buffer_unified_memory: blocks by address, whatever is bound.
TEST_F(Blocks, AreReadByAddress) {
    const GLuint program = link(plain_vertex,
                                "#version 330 compatibility\nlayout(std140) uniform Colors { vec4 first, second; };\n"
                                "void main() { gl_FragColor = first + second; }\n");
    UniformBlockBinding(*gl, program, GetUniformBlockIndex(*gl, program, "Colors"), 2);
    const GLuint bound = buffer(GL_UNIFORM_BUFFER, std::vector<float>(8, 0.5f));
    BindBufferBase(*gl, GL_UNIFORM_BUFFER, 2, bound);
    std::vector<float> data(12, 0.0f);
    data[4] = 0.25f;
    data[9] = 0.75f;
    const GLuint name = buffer(GL_UNIFORM_BUFFER, data);
    BindBuffer(*gl, GL_UNIFORM_BUFFER, name);
    MakeBufferResidentNV(*gl, GL_UNIFORM_BUFFER, GL_READ_ONLY);
    GLuint64EXT address = 0, told = 0;
    GetBufferParameterui64vNV(*gl, GL_UNIFORM_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &address);
    GLint length = -1;
    GetIntegeri_v(*gl, GL_UNIFORM_BUFFER_LENGTH_NV, 2, &length);
    EXPECT_EQ(length, 0);
    EXPECT_FALSE(IsEnabled(*gl, GL_UNIFORM_BUFFER_UNIFIED_NV));
    EnableClientState(*gl, GL_UNIFORM_BUFFER_UNIFIED_NV);
    EXPECT_TRUE(IsEnabled(*gl, GL_UNIFORM_BUFFER_UNIFIED_NV));
    UseProgram(*gl, program);
    expect_color(draw(program), 0, 0, 0, 0);
    BufferAddressRangeNV(*gl, GL_UNIFORM_BUFFER_ADDRESS_NV, 2, address + 16, 32);
    expect_color(draw(program), 0.25f, 0.75f, 0, 0);
    GetIntegeri_v(*gl, GL_UNIFORM_BUFFER_LENGTH_NV, 2, &length);
    GetIntegerui64i_vNV(*gl, GL_UNIFORM_BUFFER_ADDRESS_NV, 2, &told);
    EXPECT_EQ(length, 32);
    EXPECT_EQ(told, address + 16);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    // Beyond the range, and where nothing is resident, everything is zero.
    BufferAddressRangeNV(*gl, GL_UNIFORM_BUFFER_ADDRESS_NV, 2, address + 16, 16);
    expect_color(draw(program), 0.25f, 0, 0, 0);
    MakeBufferNonResidentNV(*gl, GL_UNIFORM_BUFFER);
    expect_color(draw(program), 0, 0, 0, 0);
    DisableClientState(*gl, GL_UNIFORM_BUFFER_UNIFIED_NV);
    expect_color(draw(program), 1, 1, 1, 1);
    BufferAddressRangeNV(*gl, GL_UNIFORM_BUFFER_ADDRESS_NV, 84, address, 16);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    BufferAddressRangeNV(*gl, GL_UNIFORM_BUFFER_ADDRESS_NV, 2, address + 8, 16);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    BufferAddressRangeNV(*gl, GL_UNIFORM_BUFFER_ADDRESS_NV, 2, address, -1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    GetIntegerui64i_vNV(*gl, GL_UNIFORM_BUFFER_ADDRESS_NV, 84, &told);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
}

TEST_F(Blocks, ArraysOfBlocksByIndex) {
    const GLuint program = link(
        "#version 400 compatibility\nlayout(std140) uniform Colors { vec4 color; } colors[3];\nout vec4 passed;\n"
        "void main() { gl_Position = gl_Vertex; passed = colors[1].color; }\n",
        "#version 400 compatibility\nlayout(std140) uniform Colors { vec4 color; } list[3];\nin vec4 passed;\n"
        "uniform int n;\nvoid main() { gl_FragColor = list[n].color + passed; }\n");
    for (GLuint n = 0; n < 3; n++) {
        std::vector<float> data(4, 0.0f);
        data[n] = 0.5f;
        BindBufferBase(*gl, GL_UNIFORM_BUFFER, 5 + n, buffer(GL_UNIFORM_BUFFER, data));
        const std::string element = "Colors[" + std::to_string(n) + "]";
        const GLuint index = GetUniformBlockIndex(*gl, program, element.c_str());
        EXPECT_EQ(index, n);
        UniformBlockBinding(*gl, program, index, 5 + n);
    }
    UseProgram(*gl, program);
    expect_color(draw(program), 0.5f, 0.5f, 0, 0);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 2);
    expect_color(draw(program), 0, 0.5f, 0.5f, 0);
    GLint value = 0;
    GetProgramiv(*gl, program, GL_ACTIVE_UNIFORM_BLOCKS, &value);
    EXPECT_EQ(value, 3);
    for (GLuint n = 0; n < 3; n++) {
        GetActiveUniformBlockiv(*gl, program, n, GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER, &value);
        EXPECT_EQ(value, n == 1);
        GetActiveUniformBlockiv(*gl, program, n, GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER, &value);
        EXPECT_EQ(value, 1);
    }
    GetActiveUniformBlockiv(*gl, program, 2, GL_UNIFORM_BLOCK_BINDING, &value);
    EXPECT_EQ(value, 7);
    char name[32] = "";
    GetActiveUniformBlockName(*gl, program, 2, sizeof name, nullptr, name);
    EXPECT_STREQ(name, "Colors[2]");
    EXPECT_EQ(uniform(program, "Colors.color", GL_UNIFORM_BLOCK_INDEX), 0);
    expect(GL_NO_ERROR);
    UniformBlockBinding(*gl, program, 3, 0);
    expect(GL_INVALID_VALUE);
    UniformBlockBinding(*gl, program, 0, 100000);
    expect(GL_INVALID_VALUE);
    GetActiveUniformBlockiv(*gl, program, 0, GL_UNIFORM_SIZE, &value);
    expect(GL_INVALID_ENUM);
}

TEST_F(Blocks, ThatDiffer) {
    const char* const vertex = "#version 140\nuniform B { float a; };\nvoid main() { gl_Position = vec4(a); }\n";
    EXPECT_NE(program_log(
                  link(vertex, "#version 140\nuniform B { vec2 a; };\nvoid main() { gl_FragColor = a.xyxy; }\n", false))
                  .find("the block B has different members"),
              std::string::npos);
    link(vertex, "#version 140\nuniform B { float a; } b;\nvoid main() { gl_FragColor = vec4(b.a); }\n", false);
    link(vertex, "#version 140\nlayout(std140) uniform B { float a; };\nvoid main() { gl_FragColor = vec4(a); }\n",
         false);
    link(vertex, "#version 140\nuniform float a;\nvoid main() { gl_FragColor = vec4(a); }\n", false);
}

constexpr const char* storage_fragment =
    "#version 430 compatibility\n"
    "struct S { vec3 a; float b; };\n"
    "layout(std430, binding = 2) buffer Store { uint count; bool flag; mat2x3 m; layout(row_major) mat2x3 r; S list[]; "
    "} store;\n"
    "layout(std430, binding = 4) readonly buffer Source { float values[]; };\n"
    "uniform int n;\n"
    "void main() {\n"
    "  if (atomicAdd(store.count, 1u) == 0u) {\n"
    "    store.flag = values.length() == 5;\n"
    "    store.m[n] = vec3(1, 2, 3);\n"
    "    store.r[n].yz = vec2(4, 5);\n"
    "    store.list[n].a[n] = values[n + 1];\n"
    "    store.list[n].b += 2.0;\n"
    "  }\n"
    "  gl_FragColor = vec4(store.list.length()) / 8.0;\n"
    "}\n";

TEST_F(Blocks, Storage) {
    const GLuint program = link(plain_vertex, storage_fragment);
    // count, flag, then at 16 m (two columns), at 48 r (three rows of two), at 80 elements of 16 bytes.
    const std::vector<float> zeros(20 + 3 * 4 + 1, 0.0f);
    const GLuint store = buffer(GL_SHADER_STORAGE_BUFFER, zeros);
    BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, 2, store);
    BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, 4,
                   buffer(GL_SHADER_STORAGE_BUFFER, std::vector<float>{0, 10, 20, 30, 40}));
    UseProgram(*gl, program);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 1);
    expect_color(draw(program), 0.375f, 0.375f, 0.375f, 0.375f);
    const std::vector<float> got = read<float>(GL_SHADER_STORAGE_BUFFER, store, zeros.size());
    uint32_t count = 0, flag = 0;
    std::memcpy(&count, &got[0], 4);
    std::memcpy(&flag, &got[1], 4);
    EXPECT_EQ(count, 64u * 64u);
    EXPECT_EQ(flag, 1u);
    expect_values(got, 4, {0, 0, 0, 0, 1, 2, 3, 0});
    expect_values(got, 12, {0, 0, 0, 4, 0, 5, 0, 0});
    expect_values(got, 20, {0, 0, 0, 0, 0, 20, 0, 2, 0, 0, 0, 0, 0});
}

TEST_F(Blocks, AtomicCounters) {
    const GLuint program =
        link(plain_vertex,
             "#version 420 compatibility\n"
             "layout(binding = 1, offset = 4) uniform atomic_uint up[2];\n"
             "layout(binding = 1) uniform atomic_uint down;\n"
             "uniform int n;\n"
             "void main() {\n"
             "  atomicCounterIncrement(up[n]);\n"
             "  uint after = atomicCounterDecrement(down);\n"
             "  gl_FragColor = vec4(after == 9999u ? 1.0 : 0.0, float(atomicCounter(up[0])), 0, 1);\n"
             "}\n");
    const GLuint name = buffer(GL_ATOMIC_COUNTER_BUFFER, std::vector<uint32_t>{7, 0, 0, 10000});
    BindBufferBase(*gl, GL_ATOMIC_COUNTER_BUFFER, 1, name);
    UseProgram(*gl, program);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 1);
    draw(program);
    EXPECT_EQ(read<uint32_t>(GL_ATOMIC_COUNTER_BUFFER, name, 4), (std::vector<uint32_t>{7, 0, 4096, 10000 - 4096}));
    EXPECT_EQ(uniform(program, "up", GL_UNIFORM_OFFSET), 4);
    EXPECT_EQ(uniform(program, "down", GL_UNIFORM_OFFSET), 12);
    EXPECT_EQ(uniform(program, "up", GL_UNIFORM_ATOMIC_COUNTER_BUFFER_INDEX), 0);
    EXPECT_EQ(uniform(program, "up", GL_UNIFORM_BLOCK_INDEX), -1);
    GLint value = 0;
    GetActiveAtomicCounterBufferiv(*gl, program, 0, GL_ATOMIC_COUNTER_BUFFER_DATA_SIZE, &value);
    EXPECT_EQ(value, 16);
    GetActiveAtomicCounterBufferiv(*gl, program, 0, GL_ATOMIC_COUNTER_BUFFER_BINDING, &value);
    EXPECT_EQ(value, 1);
    GetActiveAtomicCounterBufferiv(*gl, program, 0, GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS, &value);
    EXPECT_EQ(value, 2);
}

// Operations of 4.60, and those of before beside them.
TEST_F(Blocks, AtomicCounterOperations) {
    const GLuint program =
        link(plain_vertex,
             "#version 450 compatibility\n"
             "#extension GL_ARB_shader_atomic_counter_ops : enable\n"
             "layout(binding = 0) uniform atomic_uint a;\n"
             "layout(binding = 2) uniform atomic_uint b[3];\n"
             "uniform int n;\n"
             "uint add(atomic_uint counter, uint more) { return atomicCounterAddARB(counter, more); }\n"
             "void main() {\n"
             "  add(a, 3u);\n"
             "  atomicCounterIncrement(b[n]);\n"
             "  atomicCounterSubtractARB(b[2], 2u);\n"
             "  atomicCounterMaxARB(b[0], uint(gl_FragCoord.x));\n"
             "  gl_FragColor = vec4(atomicCounterDecrement(b[2]) == 0u ? 1.0 : 0.5);\n"
             "}\n");
    const GLuint one = buffer(GL_ATOMIC_COUNTER_BUFFER, std::vector<uint32_t>{1});
    const GLuint three = buffer(GL_ATOMIC_COUNTER_BUFFER, std::vector<uint32_t>{0, 5, 3 * 4096});
    BindBufferBase(*gl, GL_ATOMIC_COUNTER_BUFFER, 0, one);
    BindBufferBase(*gl, GL_ATOMIC_COUNTER_BUFFER, 2, three);
    UseProgram(*gl, program);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 1);
    draw(program);
    EXPECT_EQ(read<uint32_t>(GL_ATOMIC_COUNTER_BUFFER, one, 1)[0], 1 + 3 * 4096u);
    EXPECT_EQ(read<uint32_t>(GL_ATOMIC_COUNTER_BUFFER, three, 3), (std::vector<uint32_t>{63, 5 + 4096, 0}));
}

// The textures have one level, and the filter that textures begin with wants more: images don't.
TEST_F(Blocks, Images) {
    const GLuint program =
        link(plain_vertex,
             "#version 430 compatibility\n"
             "layout(r32ui) uniform uimage2D counts[2];\n"
             "layout(rgba8, binding = 3) uniform writeonly image2D colors;\n"
             "uniform int n;\n"
             "void main() {\n"
             "  ivec2 at = ivec2(gl_FragCoord.xy) / 32;\n"
             "  imageAtomicAdd(counts[n], at, 2u);\n"
             "  imageStore(colors, at, vec4(at, 0.5, 1));\n"
             "  gl_FragColor = vec4(imageSize(counts[1]), imageLoad(counts[0], at).x, 255) / 255.0;\n"
             "}\n");
    GLuint names[3] = {};
    GenTextures(*gl, 3, names);
    const std::vector<uint32_t> fives(4, 5);
    for (int n = 0; n < 3; n++) {
        BindTexture(*gl, GL_TEXTURE_2D, names[n]);
        if (n < 2)
            TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_R32UI, 2, 2, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, fives.data());
        else
            TexImage2D(*gl, GL_TEXTURE_2D, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        BindImageTexture(*gl, n == 2 ? 3u : 5u + static_cast<GLuint>(n), names[n], 0, GL_FALSE, 0, GL_READ_WRITE,
                         n == 2 ? GL_RGBA8 : GL_R32UI);
    }
    UseProgram(*gl, program);
    const GLint units[] = {5, 6};
    const GLint counts = GetUniformLocation(*gl, program, "counts");
    Uniform1iv(*gl, counts, 2, units);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 1);
    expect_color(draw(program), 2 / 255.0f, 2 / 255.0f, 5 / 255.0f, 1);
    GLint unit = 0;
    GetUniformiv(*gl, program, counts + 1, &unit);
    EXPECT_EQ(unit, 6);
    GetUniformiv(*gl, program, GetUniformLocation(*gl, program, "colors"), &unit);
    EXPECT_EQ(unit, 3);
    uint32_t sums[4] = {};
    BindTexture(*gl, GL_TEXTURE_2D, names[1]);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, sums);
    for (const uint32_t sum : sums) EXPECT_EQ(sum, 5 + 2 * 1024u);
    uint8_t texels[4][4] = {};
    BindTexture(*gl, GL_TEXTURE_2D, names[2]);
    GetTexImage(*gl, GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    EXPECT_EQ(texels[1][0], 255);
    EXPECT_EQ(texels[1][1], 0);
    EXPECT_EQ(texels[2][1], 255);
    EXPECT_NEAR(texels[2][2], 128, 1);
    Uniform1i(*gl, counts, 1000);
    expect(GL_INVALID_VALUE);
}

}  // namespace
}  // namespace glapi

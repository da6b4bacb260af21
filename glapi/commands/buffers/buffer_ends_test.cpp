// Vectors at the very end of what is bound of a buffer: their components are there, whatever a fourth one would be.
#include <cstring>
#include <gtest/gtest.h>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct EndRow {
    std::string members, value;  // `value` is a vector of `count` numbers; `n` is 1
    std::string number;          // type of a number in memory
    size_t offset;               // of the first number
    int count = 3;
    size_t stride = 0;  // between numbers; 0: they lie side by side
    bool uniform = true;
};
const EndRow end_rows[] = {
    {"vec3 v;", "v", "float", 0},
    {"ivec3 v;", "v", "int", 0},
    {"uvec3 v;", "v", "uint", 0},
    {"vec2 v;", "v", "float", 0, 2},
    {"vec4 w; vec3 v;", "v", "float", 16},
    {"vec3 v[3];", "v[2]", "float", 32},
    {"vec3 v[3];", "v[n + 1]", "float", 32},
    {"dvec3 v;", "v", "double", 0},
    {"dvec3 v[8];", "v[7]", "double", 224},
    {"dvec3 v[8];", "v[n + 6]", "double", 224},
    {"dvec2 w; dvec2 v;", "v", "double", 16, 2},
    {"mat3 m;", "m[2]", "float", 32},
    {"mat2x3 m;", "m[n]", "float", 16},
    {"dmat4x3 m;", "m[3]", "double", 96},
    {"layout(row_major) mat3 m;", "m[2]", "float", 8, 3, 16},
    {"struct_with_vector s;", "s.v", "float", 16},
    {"vec3 v;", "v.zyx.zyx", "float", 0},
    {"vec3 v[2];", "v[n].xyz", "float", 16},
    {"layout(offset = 24) vec2 w; layout(offset = 32) vec3 v;", "v", "float", 32},
    {"i16vec3 v;", "v", "int16_t", 0},
    {"u8vec3 v;", "v", "uint8_t", 0},
    {"f16vec3 v;", "v", "float16_t", 0},
    {"u16vec3 v[2];", "v[n]", "uint16_t", 8, 3, 0, false},
    {"i64vec3 v;", "v", "int64_t", 0},
};

struct BufferEnds : testing::ShaderFixture {
    static size_t bytes_of(const std::string& number) {
        return number == "double" || number == "int64_t"                              ? 8
               : number == "uint8_t"                                                  ? 1
               : number == "int16_t" || number == "uint16_t" || number == "float16_t" ? 2
                                                                                      : 4;
    }
    static void put(std::vector<std::byte>& to, size_t at, const std::string& number, int value) {
        const auto store = [&](auto bits) { std::memcpy(to.data() + at, &bits, sizeof bits); };
        if (number == "float") return store(static_cast<float>(value));
        if (number == "double") return store(static_cast<double>(value));
        if (number == "float16_t") {
            constexpr uint16_t halves[] = {0, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700, 0x4800, 0x4880};
            return store(halves[value]);
        }
        switch (bytes_of(number)) {
            case 1: return store(static_cast<uint8_t>(value));
            case 2: return store(static_cast<uint16_t>(value));
            case 8: return store(static_cast<int64_t>(value));
            default: return store(static_cast<uint32_t>(value));
        }
    }
    static std::string head() {
        return "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
               "#extension GL_ARB_gpu_shader_int64 : require\nlayout(local_size_x = 32) in;\n"
               "struct struct_with_vector { vec4 w; vec3 v; };\nuniform int n;\n";
    }
    void run(const std::string& text) {
        const GLuint program = link({{GL_COMPUTE_SHADER, text}});
        UseProgram(*gl, program);
        Uniform1i(*gl, GetUniformLocation(*gl, program, "n"), 1);
        DispatchCompute(*gl, 1, 1, 1);
        UseProgram(*gl, 0);
        expect(GL_NO_ERROR);
        DeleteProgram(*gl, program);
    }
    std::vector<std::byte> contents(GLuint name, size_t bytes) {
        std::vector<std::byte> result(bytes);
        BindBuffer(*gl, GL_COPY_READ_BUFFER, name);
        GetBufferSubData(*gl, GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(bytes), result.data());
        return result;
    }
};

size_t end_of(const EndRow& row) {
    const size_t each = BufferEnds::bytes_of(row.number);
    return row.offset + static_cast<size_t>(row.count - 1) * (row.stride ? row.stride : each) + each;
}

TEST_F(BufferEnds, AreRead) {
    for (const char* const layout : {"std140", "std430"})
        for (const char* const kind : {"uniform", "buffer"})
            for (const EndRow& row : end_rows) {
                if (kind[0] == 'u' && (layout[3] == '4' || !row.uniform)) continue;  // std430 is for storage blocks
                if (!row.uniform && layout[3] == '1') continue;                      // has other offsets
                const size_t end = end_of(row), each = bytes_of(row.number);
                // What lies behind the range is not read.
                std::vector<std::byte> given(end + 64, std::byte{0x55});
                for (int c = 0; c < row.count; c++)
                    put(given, row.offset + static_cast<size_t>(c) * (row.stride ? row.stride : each), row.number,
                        5 + c);
                const GLenum target = kind[0] == 'u' ? GL_UNIFORM_BUFFER : GL_SHADER_STORAGE_BUFFER;
                for (const bool exact : {false, true}) {
                    if (exact) given.resize(end);
                    const GLuint source = buffer(target, given);
                    BindBufferRange(*gl, target, 1, source, 0, static_cast<GLsizeiptr>(end));
                    const GLuint out = buffer(GL_SHADER_STORAGE_BUFFER, std::vector<uint32_t>(4 * 32));
                    BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, 0, out);
                    std::string text = head() + "layout(" + layout + ", binding = 1) " + kind + " Block { " +
                                       row.members +
                                       " };\nlayout(std430, binding = 0) buffer Out { uint values[]; };\n"
                                       "void main() {\n  uint id = gl_LocalInvocationIndex;\n";
                    for (int c = 0; c < row.count; c++)
                        text += "  values[id * 4u + " + std::to_string(c) + "u] = uint((" + row.value + ")[" +
                                std::to_string(c) + "]);\n";
                    run(text + "}\n");
                    const std::vector<std::byte> bytes = contents(out, 4 * 4 * 32);
                    for (size_t id = 0; id < 32; id += 31)
                        for (int c = 0; c < row.count; c++) {
                            uint32_t got = 0;
                            std::memcpy(&got, bytes.data() + 16 * id + 4 * static_cast<size_t>(c), 4);
                            EXPECT_EQ(got, static_cast<uint32_t>(5 + c))
                                << layout << ' ' << kind << ' ' << row.members << ' ' << row.value;
                        }
                    const GLuint names[] = {source, out};
                    DeleteBuffers(*gl, 2, names);
                }
            }
}

TEST_F(BufferEnds, AreWritten) {
    for (const char* const layout : {"std140", "std430"})
        for (const EndRow& row : end_rows) {
            if (row.value.find(".zyx") != std::string::npos) continue;
            if (!row.uniform && layout[3] == '1') continue;
            const size_t end = end_of(row), each = bytes_of(row.number);
            const std::vector<std::byte> given(end, std::byte{0x11});
            const GLuint target = buffer(GL_SHADER_STORAGE_BUFFER, given);
            BindBufferRange(*gl, GL_SHADER_STORAGE_BUFFER, 1, target, 0, static_cast<GLsizeiptr>(end));
            std::string vector = row.number == "float"       ? "vec"
                                 : row.number == "double"    ? "dvec"
                                 : row.number == "int"       ? "ivec"
                                 : row.number == "uint"      ? "uvec"
                                 : row.number == "int16_t"   ? "i16vec"
                                 : row.number == "uint16_t"  ? "u16vec"
                                 : row.number == "uint8_t"   ? "u8vec"
                                 : row.number == "float16_t" ? "f16vec"
                                                             : "i64vec";
            vector += std::to_string(row.count);
            run(head() + "layout(" + layout + ", binding = 1) buffer Block { " + row.members +
                " };\nvoid main() {\n  " + row.value + " = " + vector + "(" + vector.substr(0, vector.size() - 1) +
                (row.count == 2 ? "2" : "3") + (row.count == 2 ? "(5 * n, 6 * n)" : "(5 * n, 6 * n, 7 * n)") +
                ");\n}\n");
            std::vector<std::byte> expected = given;
            for (int c = 0; c < row.count; c++)
                put(expected, row.offset + static_cast<size_t>(c) * (row.stride ? row.stride : each), row.number,
                    5 + c);
            EXPECT_EQ(contents(target, end), expected) << layout << ' ' << row.members << ' ' << row.value;
            DeleteBuffers(*gl, 1, &target);
        }
}

}  // namespace
}  // namespace glapi

// Vertex attributes of 64 bits to the last bit: every type and number of components, every way in which they come, few
// vertices and many, drawn until compiled code has taken over; and as many of them as there can be.
//
// CMakeLists.txt runs these under the other engines, and with narrow registers, too.
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include "glapi/generated/entry_points.h"
#include "glapi/testing/shader_fixture.h"
#include "runtime/environment/environment.h"
#include "runtime/jit/tiers.h"

namespace glapi {
namespace {

using namespace commands;

struct WideType {
    const char* scalar;
    const char* vector;  // with a number behind it
    const char* unpack;
    GLenum type;
};
constexpr WideType wide_types[] = {{"double", "dvec", "unpackDouble2x32", GL_DOUBLE},
                                   {"int64_t", "i64vec", "unpackInt2x32", GL_INT64_NV},
                                   {"uint64_t", "u64vec", "unpackUint2x32", GL_UNSIGNED_INT64_NV}};
constexpr GLuint wide_location = 3;
const std::string wide_head =
    "#version 460 compatibility\n#extension GL_ARB_gpu_shader_int64 : require\n"
    "#extension GL_NV_gpu_shader5 : enable\n";

class WideInputs : public testing::ShaderFixture {
  protected:
    // A program whose output `seen`, an array of so many uvec2, is captured.
    void use(const std::string& vertex, int outputs) {
        const GLuint program = CreateProgram(*gl);
        AttachShader(*gl, program, compile(GL_VERTEX_SHADER, vertex));
        const char* const name = "seen";
        TransformFeedbackVaryings(*gl, program, 1, &name, GL_INTERLEAVED_ATTRIBS);
        relink(program);
        UseProgram(*gl, program);
        Enable(*gl, GL_RASTERIZER_DISCARD);
        outputs_ = static_cast<size_t>(outputs);
    }

    // All that a draw of so many vertices captures: the first time, and when it has been drawn often.
    template <class Draw>
    void expect_captured(const std::vector<uint64_t>& expected, const Draw& draw) {
        const int times = runtime::environment().engine == runtime::EngineSetting::Auto ? 3 : 1;
        for (int time = 0; time < times; ++time) {
            const GLuint capture = buffer(GL_TRANSFORM_FEEDBACK_BUFFER, std::vector<uint64_t>(expected.size()));
            BindBufferBase(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, capture);
            BeginTransformFeedback(*gl, GL_POINTS);
            draw();
            EndTransformFeedback(*gl);
            std::vector<uint64_t> got(expected.size());
            GetBufferSubData(*gl, GL_TRANSFORM_FEEDBACK_BUFFER, 0, static_cast<GLsizeiptr>(got.size() * 8), got.data());
            DeleteBuffers(*gl, 1, &capture);
            ASSERT_EQ(gl.error(), GLenum{GL_NO_ERROR});
            for (size_t n = 0; n < expected.size(); ++n)
                ASSERT_EQ(got[n], expected[n]) << "vertex " << n / outputs_ << ", output " << n % outputs_ << " of "
                                               << expected.size() / outputs_ << " vertices, time " << time;
            if (times == 1) return;
            for (int n = 0; n < 30; ++n) draw();
            Finish(*gl);
            runtime::jit::finish_compiling();
        }
    }

    static std::string program_for(const WideType& type, int components) {
        std::string text = wide_head + "layout(location = " + std::to_string(wide_location) + ") in " +
                           (components == 1 ? type.scalar : type.vector + std::to_string(components)) +
                           " wide;\nflat out uvec2 seen[" + std::to_string(components) + "];\nvoid main() {\n";
        for (int c = 0; c < components; ++c)
            text += "    seen[" + std::to_string(c) + "] = uvec2(" + type.unpack + "(wide" +
                    (components == 1 ? "" : std::string(".") + "xyzw"[c]) + "));\n";
        return text + "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n}\n";
    }

    std::vector<uint64_t> numbers(size_t count) {
        std::vector<uint64_t> result(count);
        // Doubles are numbers, whose low words count.
        for (uint64_t& bits : result) bits = (random_() & 0xbfffffffffffffff) | 0x2000000000000000;
        return result;
    }
    // By entry points, which lists record.
    void set_current(const WideType& type, const uint64_t* bits, int components) {
        GLdouble doubles[4];
        GLint64EXT whole[4];
        std::memcpy(doubles, bits, 8 * static_cast<size_t>(components));
        std::memcpy(whole, bits, 8 * static_cast<size_t>(components));
        using Doubles = void (*)(GLuint, const GLdouble*);
        using Integers = void (*)(GLuint, const GLint64EXT*);
        using Unsigned = void (*)(GLuint, const GLuint64EXT*);
        constexpr Doubles set_doubles[] = {::glVertexAttribL1dv, ::glVertexAttribL2dv, ::glVertexAttribL3dv,
                                           ::glVertexAttribL4dv};
        constexpr Integers set_integers[] = {::glVertexAttribL1i64vNV, ::glVertexAttribL2i64vNV,
                                             ::glVertexAttribL3i64vNV, ::glVertexAttribL4i64vNV};
        constexpr Unsigned set_unsigned[] = {::glVertexAttribL1ui64vNV, ::glVertexAttribL2ui64vNV,
                                             ::glVertexAttribL3ui64vNV, ::glVertexAttribL4ui64vNV};
        if (type.type == GL_DOUBLE)
            set_doubles[components - 1](wide_location, doubles);
        else if (type.type == GL_INT64_NV)
            set_integers[components - 1](wide_location, whole);
        else
            set_unsigned[components - 1](wide_location, bits);
    }

    void expect_arrays(const WideType& type, int components);
    void expect_values(const WideType& type, int components);

    std::mt19937_64 random_{7};
    size_t outputs_ = 1;
};

// Arrays: one after the other, interleaved with something else, by indices, for instances.
void WideInputs::expect_arrays(const WideType& type, int components) {
    const auto each = static_cast<size_t>(components);
    for (const size_t count : {size_t{3}, size_t{70}, size_t{9000}})
        for (const size_t between : {size_t{0}, size_t{1}, size_t{5}}) {  // words
            SCOPED_TRACE(std::to_string(count) + " vertices, " + std::to_string(between) + " words between them");
            const std::vector<uint64_t> bits = numbers(each * count);
            const size_t stride = 8 * each + 4 * between;
            std::vector<std::byte> memory(4 * between + stride * count);
            std::vector<GLuint> indices;
            std::vector<uint64_t> chosen, of_instances;
            for (size_t n = 0; n < count; ++n) {
                std::memcpy(memory.data() + 4 * between + n * stride, bits.data() + n * each, 8 * each);
                indices.push_back(static_cast<GLuint>(random_() % count));
                const auto from = bits.begin() + static_cast<ptrdiff_t>(indices.back() * each);
                chosen.insert(chosen.end(), from, from + components);
            }
            buffer(GL_ARRAY_BUFFER, memory);
            VertexAttribLPointer(*gl, wide_location, components, type.type, static_cast<GLsizei>(stride),
                                 reinterpret_cast<void*>(4 * between));
            EnableVertexAttribArray(*gl, wide_location);
            const auto vertices = static_cast<GLsizei>(count);
            expect_captured(bits, [&] { DrawArrays(*gl, GL_POINTS, 0, vertices); });
            expect_captured(chosen, [&] { DrawElements(*gl, GL_POINTS, vertices, GL_UNSIGNED_INT, indices.data()); });
            VertexAttribDivisor(*gl, wide_location, 2);
            for (size_t instance = 0; instance < 3; ++instance)
                for (size_t n = 0; n < count; ++n)
                    for (size_t c = 0; c < each; ++c) of_instances.push_back(bits[instance / 2 * each + c]);
            expect_captured(of_instances, [&] { DrawArraysInstanced(*gl, GL_POINTS, 0, vertices, 3); });
            VertexAttribDivisor(*gl, wide_location, 0);
            DisableVertexAttribArray(*gl, wide_location);
        }
}

// Values: the current one of an array that isn't enabled, one for each vertex between Begin and End, of lists.
void WideInputs::expect_values(const WideType& type, int components) {
    const auto each = static_cast<size_t>(components);
    for (const size_t count : {size_t{3}, size_t{70}, size_t{3000}}) {
        SCOPED_TRACE(std::to_string(count) + " vertices");
        const std::vector<uint64_t> bits = numbers(each * count);
        std::vector<uint64_t> same;
        for (size_t n = 0; n < each * count; ++n) same.push_back(bits[n % each]);
        set_current(type, bits.data(), components);
        expect_captured(same, [&] { DrawArrays(*gl, GL_POINTS, 0, static_cast<GLsizei>(count)); });
        const auto give = [&] {
            ::glBegin(GL_POINTS);
            for (size_t n = 0; n < count; ++n) {
                set_current(type, bits.data() + n * each, components);
                ::glVertex2f(0, 0);
            }
            ::glEnd();
        };
        expect_captured(bits, give);
        ::glNewList(1, GL_COMPILE);
        give();
        ::glEndList();
        expect_captured(bits, [&] { ::glCallList(1); });
    }
}

TEST_F(WideInputs, EveryTypeInEveryWay) {
    for (const WideType& type : wide_types)
        for (int components = 1; components <= 4; ++components) {
            SCOPED_TRACE(std::string(type.scalar) + " × " + std::to_string(components));
            use(program_for(type, components), components);
            expect_arrays(type, components);
            expect_values(type, components);
            if (HasFatalFailure()) return;
        }
}

// Layouts count components of 32 bits: the second of two numbers begins at component 2.
TEST_F(WideInputs, TwoAtOneLocation) {
    for (const WideType& type : wide_types) {
        SCOPED_TRACE(type.scalar);
        const std::string location = "layout(location = " + std::to_string(wide_location), scalar = type.scalar,
                          unpack = type.unpack;
        use(wide_head + location + ", component = 2) in " + scalar + " second;\n" + location + ") in " + scalar +
                " first;\nflat out uvec2 seen[2];\nvoid main() {\n    seen[0] = uvec2(" + unpack +
                "(first));\n    seen[1] = uvec2(" + unpack +
                "(second));\n    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n}\n",
            2);
        expect_arrays(type, 2);
        if (HasFatalFailure()) return;
    }
}

// Sixteen of two registers each, and the numbers of the vertex and the draw.
TEST_F(WideInputs, AsManyAsThereAreAndNumbers) {
    constexpr size_t count = 500, components = 4;
    for (const bool matrices : {false, true}) {
        std::string text = wide_head;
        if (matrices)
            for (int n = 0; n < 8; ++n)
                text += "layout(location = " + std::to_string(2 * n) + ") in dmat2x4 m" + std::to_string(n) + ";\n";
        else
            for (int n = 0; n < 16; ++n)
                text += "layout(location = " + std::to_string(n) + ") in dvec4 a" + std::to_string(n) + ";\n";
        text += "flat out uvec2 seen[20];\nvoid main() {\n";
        for (int n = 0; n < 16; ++n) {
            const std::string value =
                matrices ? "m" + std::to_string(n / 2) + "[" + std::to_string(n % 2) + "]" : "a" + std::to_string(n);
            text += "    seen[" + std::to_string(n) + "] = unpackDouble2x32(" + value + "[" + std::to_string(n % 4) +
                    "]);\n";
        }
        text +=
            "    seen[16] = uvec2(gl_VertexID, gl_InstanceID);\n    seen[17] = uvec2(gl_BaseVertex, gl_BaseInstance);\n"
            "    seen[18] = uvec2(gl_DrawID, 77);\n    seen[19] = unpackDouble2x32(" +
            std::string(matrices ? "m7[1]" : "a15") + "[0]);\n    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n}\n";
        use(text, 20);
        const std::vector<uint64_t> bits = numbers(16 * components * (count + 2));
        buffer(GL_ARRAY_BUFFER, bits);
        for (GLuint n = 0; n < 16; ++n) {
            VertexAttribLPointer(*gl, n, components, GL_DOUBLE, 16 * components * 8,
                                 reinterpret_cast<void*>(n * components * 8));
            EnableVertexAttribArray(*gl, n);
        }
        std::vector<uint64_t> expected;
        for (uint64_t instance = 0; instance < 2; ++instance)
            for (uint64_t vertex = 2; vertex < count + 2; ++vertex) {
                const uint64_t* const of_vertex = bits.data() + vertex * 16 * components;
                for (size_t n = 0; n < 16; ++n) expected.push_back(of_vertex[n * components + n % 4]);
                expected.insert(expected.end(), {vertex | instance << 32, uint64_t{3} << 32, uint64_t{77} << 32,
                                                 of_vertex[15 * components]});
            }
        // Draws without indices have no base vertex.
        expect_captured(expected, [&] { DrawArraysInstancedBaseInstance(*gl, GL_POINTS, 2, count, 2, 3); });
    }
}

}  // namespace
}  // namespace glapi

// NV_bindless_multi_draw_indirect: draws whose commands name the addresses of their arrays.
#include <gtest/gtest.h>
#include <vector>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

struct BindlessDraws : testing::ShaderFixture {
    struct Pointer {
        GLuint index, reserved;
        GLuint64 address, length;
    };
    struct ArraysCommand {
        GLuint count, instances, first, base_instance;
        Pointer vertices;
    };
    struct ElementsCommand {
        GLuint count, instances, first, base_vertex, base_instance, reserved;
        Pointer indices, vertices;
    };
    void SetUp() override {
        const GLuint program = link(
            "#version 330\n#extension GL_ARB_shader_draw_parameters : require\nlayout(location = 0) in vec2 at;\n"
            "flat out int id;\nvoid main() { gl_Position = vec4(at, 0, 1); id = gl_DrawIDARB; }\n",
            "#version 330\nflat in int id;\nout vec4 color;\n"
            "void main() { color = id == 0 ? vec4(0, 1, 0, 1) : vec4(0, 0, 1, 1); }\n");
        UseProgram(*gl, program);
        EnableVertexAttribArray(*gl, 0);
        VertexAttribFormatNV(*gl, 0, 2, GL_FLOAT, GL_FALSE, 8);
        // A triangle for each half of the window.
        left = resident(std::vector<float>{-1, -1, 0, -1, 0, 1, -1, -1, 0, 1, -1, 1});
        right = resident(std::vector<float>{0, -1, 1, -1, 1, 1, 0, -1, 1, 1, 0, 1});
    }
    template <class T>
    Pointer resident(const std::vector<T>& contents) {
        buffer(GL_ARRAY_BUFFER, contents);
        Pointer pointer{0, 0, 0, contents.size() * sizeof(T)};
        MakeBufferResidentNV(*gl, GL_ARRAY_BUFFER, GL_READ_ONLY);
        GetBufferParameterui64vNV(*gl, GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &pointer.address);
        BindBuffer(*gl, GL_ARRAY_BUFFER, 0);
        return pointer;
    }
    void expect_halves() {
        expect(GL_NO_ERROR);
        EXPECT_EQ(gl.pixel(16, 32), (testing::Pixel{0, 255, 0, 255}));
        EXPECT_EQ(gl.pixel(48, 32), (testing::Pixel{0, 0, 255, 255}));
        Clear(*gl, GL_COLOR_BUFFER_BIT);
    }

    Pointer left{}, right{};
};

TEST_F(BindlessDraws, CommandsNameTheirArrays) {
    const ArraysCommand draws[] = {{6, 1, 0, 0, left}, {6, 1, 0, 0, right}, {6, 0, 0, 0, {99, 0, 0, 0}}};
    MultiDrawArraysIndirectBindlessNV(*gl, GL_TRIANGLES, draws, 3, 0, 1);
    expect(GL_INVALID_OPERATION);
    EnableClientState(*gl, GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV);
    BufferAddressRangeNV(*gl, GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV, 0, 4711, 5);
    MultiDrawArraysIndirectBindlessNV(*gl, GL_TRIANGLES, draws, 3, 0, 1);
    expect_halves();
    GLuint64 address = 0;
    GetIntegerui64i_vNV(*gl, GL_VERTEX_ATTRIB_ARRAY_ADDRESS_NV, 0, &address);
    EXPECT_EQ(address, 4711u);
    buffer(GL_DRAW_INDIRECT_BUFFER, std::vector<ArraysCommand>(draws, draws + 2));
    MultiDrawArraysIndirectBindlessNV(*gl, GL_TRIANGLES, nullptr, 2, sizeof(ArraysCommand), 1);
    expect_halves();
    buffer(GL_PARAMETER_BUFFER, std::vector<GLuint>{7, 2});
    MultiDrawArraysIndirectBindlessCountNV(*gl, GL_TRIANGLES, nullptr, 4, 2, 0, 1);
    expect_halves();
    MultiDrawArraysIndirectBindlessNV(*gl, GL_TRIANGLES, nullptr, 3, 0, 1);
    expect(GL_INVALID_OPERATION);
    MultiDrawArraysIndirectBindlessNV(*gl, GL_TRIANGLES, nullptr, -1, 0, 1);
    expect(GL_INVALID_VALUE);
    MultiDrawArraysIndirectBindlessNV(*gl, GL_TRIANGLES, nullptr, 1, 4, 1);
    expect(GL_INVALID_VALUE);
}

TEST_F(BindlessDraws, RecordsNameTheirIndices) {
    const Pointer indices = resident(std::vector<GLuint>{9, 0, 1, 2, 3, 4, 5});
    const ElementsCommand draws[] = {{6, 1, 1, 0, 0, 0, indices, left}, {6, 1, 1, 0, 0, 0, indices, right}};
    EnableClientState(*gl, GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV);
    MultiDrawElementsIndirectBindlessNV(*gl, GL_TRIANGLES, GL_UNSIGNED_INT, draws, 2, 0, 1);
    expect(GL_INVALID_OPERATION);
    EnableClientState(*gl, GL_ELEMENT_ARRAY_UNIFIED_NV);
    MultiDrawElementsIndirectBindlessNV(*gl, GL_TRIANGLES, GL_UNSIGNED_INT, draws, 2, 0, 1);
    expect_halves();
}

// The first vertex of an indirect draw is a number without a sign.
TEST_F(BindlessDraws, FirstVerticesMayBeLarge) {
    const GLuint program = link(
        "#version 330\nflat out uint id;\nvoid main() { id = uint(gl_VertexID); gl_Position = vec4(0, 0, 0, 1); }\n",
        "#version 330\nflat in uint id;\nout vec4 color;\n"
        "void main() { color = id == 0xfffffff0u ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }\n");
    UseProgram(*gl, program);
    DisableVertexAttribArray(*gl, 0);
    const GLuint command[] = {1, 1, 0xfffffff0u, 0};
    PointSize(*gl, 8);
    DrawArraysIndirect(*gl, GL_POINTS, command);
    expect(GL_NO_ERROR);
    EXPECT_EQ(gl.pixel(32, 32), (testing::Pixel{0, 255, 0, 255}));
}

// Samplers of two types that share a unit are a mistake only where both are used.
TEST_F(BindlessDraws, UnusedElementsOfSamplersContestNothing) {
    const GLuint program = link("#version 330\nvoid main() { gl_Position = vec4(0, 0, 0, 1); }\n",
                                "#version 330\nuniform sampler2D a[2];\nuniform sampler3D b[2];\nout vec4 color;\n"
                                "void main() { color = texture(a[1], vec2(0)) + texture(b[1], vec3(0)); }\n");
    UseProgram(*gl, program);
    DisableVertexAttribArray(*gl, 0);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "a[1]"), 1);
    DrawArrays(*gl, GL_POINTS, 0, 1);
    expect(GL_NO_ERROR);
    Uniform1i(*gl, GetUniformLocation(*gl, program, "b[1]"), 1);
    DrawArrays(*gl, GL_POINTS, 0, 1);
    expect(GL_INVALID_OPERATION);
}

}  // namespace
}  // namespace glapi

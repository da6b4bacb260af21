// Buffers that programs reach by number: parameter buffers, shader storage buffers, atomic counters.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;
using testing::blue;
using testing::green;
using testing::Pixel;

struct IndexedBuffersTest : testing::ProgramFixture {
    GLuint make_buffer(const std::vector<uint32_t>& words) {
        GLuint name = 0;
        GenBuffers(context(), 1, &name);
        BindBuffer(context(), GL_COPY_WRITE_BUFFER, name);
        BufferData(context(), GL_COPY_WRITE_BUFFER, static_cast<GLsizeiptr>(4 * words.size()), words.data(),
                   GL_DYNAMIC_COPY);
        expect(GL_NO_ERROR);
        return name;
    }
    std::vector<uint32_t> words_of(GLuint name, size_t count) {
        std::vector<uint32_t> words(count);
        BindBuffer(context(), GL_COPY_READ_BUFFER, name);
        GetBufferSubData(context(), GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(4 * count), words.data());
        expect(GL_NO_ERROR);
        return words;
    }
    GLint number(GLenum token) {
        GLint value = -1;
        GetIntegerv(context(), token, &value);
        expect(GL_NO_ERROR);
        return value;
    }
    GLint number(GLenum token, GLuint index) {
        GLint value = -1;
        GetIntegeri_v(context(), token, index, &value);
        expect(GL_NO_ERROR);
        return value;
    }
};

constexpr uint32_t one = 0x3f800000;

TEST_F(IndexedBuffersTest, ParametersReachPrograms) {
    const GLuint name = make_buffer({one, 0, 0, one, 0, one, 0, one});
    BindBufferBase(context(), GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 3, name), expect(GL_NO_ERROR);
    EXPECT_EQ(number(GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV), GLint(name));
    EXPECT_EQ(number(GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 3), GLint(name));
    EXPECT_EQ(number(GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 2), 0);
    EXPECT_EQ(number(GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 3), 0);

    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp4.0\nBUFFER4 colors[] = { program.buffer[3] };\nMOV.F result.color, colors[1];\nEND\n");
    square();
    EXPECT_EQ(gl_->pixel(9, 9), green);
    load(GL_FRAGMENT_PROGRAM_ARB,
         "!!NVfp5.0\nCBUFFER colors[] = { program.buffer[3] };\nTEMP t;\nLDC.F32X4 t, colors[16];\nMOV.F result.color, "
         "t;\nEND\n");
    Clear(context(), GL_COLOR_BUFFER_BIT);
    square();
    EXPECT_EQ(gl_->pixel(9, 9), green);

    // The draw before keeps what was there.
    const GLfloat words[3] = {0, 0, 1};
    square();
    ProgramBufferParametersfvNV(context(), GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 3, 4, 3, words);
    expect(GL_NO_ERROR);
    EXPECT_EQ(gl_->pixel(9, 9), green);
    square();
    EXPECT_EQ(gl_->pixel(9, 9), blue);
    const GLuint bits[3] = {0, one, 0};
    ProgramBufferParametersIuivNV(context(), GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 3, 4, 3, bits);
    square();
    EXPECT_EQ(gl_->pixel(9, 9), green);
    const GLint numbers[2] = {7, -8};
    ProgramBufferParametersIivNV(context(), GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 3, 0, 2, numbers);
    EXPECT_EQ(words_of(name, 2), (std::vector<uint32_t>{7, 0xfffffff8}));

    // A range ends where it says.
    BindBufferRange(context(), GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 3, name, 0, 16);
    square();
    EXPECT_NE(gl_->pixel(9, 9), green);
    DeleteBuffers(context(), 1, &name);
    EXPECT_EQ(number(GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 3), 0);
    square();
    expect(GL_NO_ERROR);
}

TEST_F(IndexedBuffersTest, EachStageHasParametersOfItsOwn) {
    const GLuint name = make_buffer({0, one, 0, one}), other = make_buffer({0, 0, one, one});
    BindBufferBase(context(), GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, 0, name);
    BindBufferBase(context(), GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 0, other);
    load(GL_VERTEX_PROGRAM_ARB,
         "!!NVvp4.0\nBUFFER4 colors[] = { program.buffer[0] };\nMOV result.position, vertex.position;\nMOV "
         "result.color, colors[0];\nEND\n");
    square();
    EXPECT_EQ(gl_->pixel(9, 9), green);
}

TEST_F(IndexedBuffersTest, StorageIsLoadedStoredAndChanged) {
    const GLuint in = make_buffer({1, 2, 3, 4, 50, 60, 70, 80}), out = make_buffer(std::vector<uint32_t>(16));
    BindBufferRange(context(), GL_SHADER_STORAGE_BUFFER, 2, in, 16, 16);
    BindBufferBase(context(), GL_SHADER_STORAGE_BUFFER, 4, out);
    expect(GL_NO_ERROR);
    EXPECT_EQ(number(GL_SHADER_STORAGE_BUFFER_BINDING), GLint(out));
    EXPECT_EQ(number(GL_SHADER_STORAGE_BUFFER_BINDING, 2), GLint(in));
    EXPECT_EQ(number(GL_SHADER_STORAGE_BUFFER_START, 2), 16);
    EXPECT_EQ(number(GL_SHADER_STORAGE_BUFFER_SIZE, 2), 16);
    load(GL_FRAGMENT_PROGRAM_ARB, R"(!!NVfp5.0
OPTION NV_shader_storage_buffer;
STORAGE in[] = { program.storage[2] };
STORAGE out[] = { program.storage[4] };
TEMP t, i;
LDB.U32X4 t, in[0];
STB.U32X2 t.yzyz, out[8];
ATOMB.ADD.U32 t.x, {1}.x, out[0];
MOV.U i.x, {16}.x;
ATOMB.MAX.U32 t.x, t.w, out[i.x + 4];
LDB.U32 t, in[16];
STB.U32 t, out[24];
MOV.F result.color, {0, 1, 0, 1};
END
)");
    square();
    const auto words = words_of(out, 8);
    EXPECT_EQ(words, (std::vector<uint32_t>{64 * 64, 0, 60, 70, 0, 80, 0, 0})) << "beyond its range is nothing";
    EXPECT_EQ(gl_->pixel(1, 1), green);
}

TEST_F(IndexedBuffersTest, CountersCount) {
    const GLuint name = make_buffer({10, 1000, 5, 0});
    BindBufferRange(context(), GL_ATOMIC_COUNTER_BUFFER, 1, name, 4, 12);
    expect(GL_NO_ERROR);
    EXPECT_EQ(number(GL_ATOMIC_COUNTER_BUFFER_BINDING, 1), GLint(name));
    EXPECT_EQ(number(GL_ATOMIC_COUNTER_BUFFER_START, 1), 4);
    load(GL_FRAGMENT_PROGRAM_ARB, R"(!!NVfp5.0
OPTION NV_shader_atomic_counters;
COUNTER tally[3] = { program.counter[1][0..2] };
TEMP t, f;
ATOMCTR.INCR t.x, tally[0];
ATOMCTR.DECR t.y, tally[2];
CVT.F32.U32 f.x, t.x;
MOV.F result.color, {0, 1, 0, 1};
END
)");
    square();
    const auto words = words_of(name, 4);
    EXPECT_EQ(words, (std::vector<uint32_t>{10, 1000 + 4096, 5, 0u - 4096}));
}

TEST_F(IndexedBuffersTest, CommandsHaveErrors) {
    const GLuint name = make_buffer({1, 2, 3, 4});
    const GLenum parameters = GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV;
    const GLfloat values[8] = {};
    BindBufferBase(context(), parameters, 99, name), expect(GL_INVALID_VALUE);
    BindBufferRange(context(), parameters, 0, name, 0, 0), expect(GL_INVALID_VALUE);
    BindBufferRange(context(), parameters, 0, name, 0, 6), expect(GL_INVALID_VALUE);
    BindBufferRange(context(), parameters, 0, name, 4, 8), expect(GL_INVALID_VALUE);
    BindBufferOffsetEXT(context(), parameters, 0, name, 2), expect(GL_INVALID_VALUE);
    BindBufferOffsetEXT(context(), parameters, 0, name, 4), expect(GL_INVALID_VALUE);
    EXPECT_EQ(number(parameters, 0), 0);
    ProgramBufferParametersfvNV(context(), parameters, 0, 0, 1, values), expect(GL_INVALID_OPERATION);
    BindBufferOffsetEXT(context(), parameters, 0, name, 0), expect(GL_NO_ERROR);
    ProgramBufferParametersfvNV(context(), parameters, 0, 1, 4, values), expect(GL_INVALID_VALUE);
    ProgramBufferParametersfvNV(context(), parameters, 0, 0xffffffff, 2, values), expect(GL_INVALID_VALUE);
    ProgramBufferParametersfvNV(context(), parameters, 0, 0, -1, values), expect(GL_INVALID_VALUE);
    ProgramBufferParametersfvNV(context(), parameters, 99, 0, 1, values), expect(GL_INVALID_VALUE);
    ProgramBufferParametersfvNV(context(), GL_SHADER_STORAGE_BUFFER, 0, 0, 1, values), expect(GL_INVALID_ENUM);
    BindBufferRange(context(), GL_SHADER_STORAGE_BUFFER, 0, name, 4, 8), expect(GL_INVALID_VALUE);
    BindBufferBase(context(), GL_SHADER_STORAGE_BUFFER, 99, name), expect(GL_INVALID_VALUE);
    BindBufferRange(context(), GL_ATOMIC_COUNTER_BUFFER, 0, name, 2, 8), expect(GL_INVALID_VALUE);
    BindBufferRange(context(), GL_ATOMIC_COUNTER_BUFFER, 0, name, 4, -8), expect(GL_INVALID_VALUE);
    BindBufferBase(context(), GL_ATOMIC_COUNTER_BUFFER, 99, name), expect(GL_INVALID_VALUE);
    BindBufferBase(context(), GL_ARRAY_BUFFER, 0, name), expect(GL_INVALID_ENUM);
    GLint value = 0;
    GetIntegeri_v(context(), parameters, 99, &value), expect(GL_INVALID_VALUE);
    for (const GLenum target : {GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB}) {
        GetProgramivARB(context(), target, GL_MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV, &value);
        EXPECT_GE(value, 8);
        GetProgramivARB(context(), target, GL_MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV, &value);
        EXPECT_GE(value, 4096);
    }
    expect(GL_NO_ERROR);
}

// Offsets are refused without a buffer, too.
TEST_F(IndexedBuffersTest, OffsetsOfNoBuffer) {
    for (const GLenum target :
         {GL_SHADER_STORAGE_BUFFER, GL_UNIFORM_BUFFER, GL_ATOMIC_COUNTER_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER}) {
        BindBufferRange(context(), target, 0, 0, 3, 0), expect(GL_INVALID_VALUE);
        BindBufferRange(context(), target, 0, 0, -64, 0), expect(GL_INVALID_VALUE);
        BindBufferRange(context(), target, 0, 0, 0, 0), expect(GL_NO_ERROR);
        BindBufferRange(context(), target, 0, 0, 256, -3), expect(GL_NO_ERROR);
    }
}

// GL 4.6 §6.1: deleting a buffer resets all its bindings in the context.
TEST_F(IndexedBuffersTest, DeletedBuffersLeaveTransformFeedback) {
    const GLuint name = make_buffer({1, 2, 3, 4}), other = make_buffer({5, 6});
    BindBufferBase(context(), GL_TRANSFORM_FEEDBACK_BUFFER, 0, name);
    BindBufferBase(context(), GL_TRANSFORM_FEEDBACK_BUFFER, 1, other);
    BindBufferRange(context(), GL_TRANSFORM_FEEDBACK_BUFFER, 3, name, 4, 8);
    EXPECT_EQ(number(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING), GLint(name));
    EXPECT_EQ(number(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 3), GLint(name));
    DeleteBuffers(context(), 1, &name);
    EXPECT_EQ(number(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING), 0);
    EXPECT_EQ(number(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0), 0);
    EXPECT_EQ(number(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 1), GLint(other));
    EXPECT_EQ(number(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 3), 0);
    GLint64 size = -1;
    GetInteger64i_v(context(), GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 3, &size);
    EXPECT_EQ(size, 0);
    expect(GL_NO_ERROR);
}

}  // namespace
}  // namespace glapi

// Compute programs through the API.
#include <array>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <vector>

#include "glapi/testing/program_fixture.h"

namespace glapi {
namespace {

using namespace commands;

class Compute : public testing::CurrentContext {
  public:
    void load(const std::string& text) { testing::load(*this, GL_COMPUTE_PROGRAM_NV, text); }
    // A resident buffer whose address is in local parameter 0.
    void make_output(size_t words) {
        GenBuffers(*context, 1, &output_);
        BindBuffer(*context, GL_ARRAY_BUFFER, output_);
        const std::vector<uint32_t> zeros(words);
        BufferData(*context, GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(4 * words), zeros.data(), GL_DYNAMIC_READ);
        MakeBufferResidentNV(*context, GL_ARRAY_BUFFER, GL_READ_WRITE);
        GLuint64EXT address = 0;
        GetBufferParameterui64vNV(*context, GL_ARRAY_BUFFER, GL_BUFFER_GPU_ADDRESS_NV, &address);
        ProgramLocalParameterI4uiNV(*context, GL_COMPUTE_PROGRAM_NV, 0, static_cast<GLuint>(address),
                                    static_cast<GLuint>(address >> 32), 0, 0);
        ASSERT_EQ(error(), GLenum{GL_NO_ERROR});
        words_ = words;
    }
    std::vector<uint32_t> results() {
        std::vector<uint32_t> values(words_);
        BindBuffer(*context, GL_ARRAY_BUFFER, output_);
        GetBufferSubData(*context, GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(4 * words_), values.data());
        return values;
    }

  private:
    GLuint output_ = 0;
    size_t words_ = 0;
};

// Where invocation n of the whole dispatch writes: the address in local parameter 0 plus 4 n.
const std::string to_output =
    "PK64.U at.x, program.local[0];\nCVT.U64.U32 offset.x, n.x;\nMAD.U64 at.x, offset.x, 4, at.x;\n";
const std::string head = "!!NVcp5.0\nLONG TEMP at, offset;\nUINT TEMP n, r;\n";

TEST(ComputePrograms, EachInvocationKnowsItsPlace) {
    Compute gl;
    gl.load(head +
            "GROUP_SIZE 5 3 2;\n"
            // Global number: ((z · height) + y) · width + x.
            "MUL.U r.xyz, invocation.groupcount, invocation.groupsize;\n"
            "MAD.U n.x, invocation.globalid.z, r.y, invocation.globalid.y;\n"
            "MAD.U n.x, n.x, r.x, invocation.globalid.x;\n" +
            to_output +
            // Local index, group, checked against its parts.
            "MAD.U r.x, invocation.localid.z, 3, invocation.localid.y;\nMAD.U r.x, r.x, 5, invocation.localid.x;\n"
            "SUB.U r.x, r.x, invocation.localindex.x;\n"
            "MAD.U r.y, invocation.groupid.z, 100, invocation.groupid.y;\n"
            "MAD.U r.y, r.y, 100, invocation.groupid.x;\nMAD.U r.x, r.x, 1000000, r.y;\nADD.U r.x, r.x, 1;\n"
            "STORE.U32 r.x, at.x;\nEND\n");
    gl.make_output(10 * 9 * 8);
    DispatchCompute(*gl, 2, 3, 4);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const std::vector<uint32_t> results = gl.results();
    for (uint32_t z = 0; z < 8; ++z)
        for (uint32_t y = 0; y < 9; ++y)
            for (uint32_t x = 0; x < 10; ++x)
                ASSERT_EQ(results[(z * 9 + y) * 10 + x], z / 2 * 10000 + y / 3 * 100 + x / 5 + 1)
                    << x << ' ' << y << ' ' << z;
}

// Prefix sums in shared memory: wrong without barriers between several groups of lanes.
TEST(ComputePrograms, SharedMemoryAndBarriers) {
    Compute gl;
    std::string text =
        head +
        "GROUP_SIZE 256;\nSHARED_MEMORY 2048;\nSHARED both[] = { program.sharedmem };\nUINT TEMP i, q;\nINT TEMP d;\n"
        "MOV.U n.x, invocation.globalid.x;\n" +
        to_output +
        "MUL.U i.x, invocation.localindex.x, 4;\nMOV.S d.w, invocation.localindex.x;\nMOV.U r.x, n.x;\nSTS.U32 r.x, "
        "both[i.x];\nBAR;\n";
    for (int distance = 1, from = 0; distance < 256; distance *= 2, from ^= 1024)
        text += "LDS.U32 r.x, both[i.x + " + std::to_string(from) + "];\nSUB.S.CC d.x, d.w, " +
                std::to_string(distance) + ";\nMUL.S d.y, d.x, 4;\nIF GE.x;\nLDS.U32 q.x, both[d.y + " +
                std::to_string(from) + "];\nADD.U r.x, r.x, q.x;\nENDIF;\nSTS.U32 r.x, both[i.x + " +
                std::to_string(from ^ 1024) + "];\nBAR;\n";
    gl.load(text + "STORE.U32 r.x, at.x;\nEND\n");
    gl.make_output(1024);
    DispatchCompute(*gl, 4, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    const std::vector<uint32_t> results = gl.results();
    for (uint32_t group = 0; group < 4; ++group) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 256; ++i) {
            sum += group * 256 + i;
            ASSERT_EQ(results[group * 256 + i], sum) << "group " << group << " invocation " << i;
        }
    }
}

// Nobody has to wait for a dispatch again: what is drawn after it is none of the buffers' business.
TEST(ComputePrograms, LeaveNothingToWaitFor) {
    Compute gl;
    gl.load(head + "GROUP_SIZE 4;\nMOV.U n.x, invocation.globalid.x;\n" + to_output + "STORE.U32 {7}.x, at.x;\nEND\n");
    gl.make_output(8);
    DispatchCompute(*gl, 2, 1, 1);
    Color3f(*gl, 0, 1, 0);
    Rectf(*gl, -1, -1, 1, 1);
    EXPECT_EQ(gl.results(), std::vector<uint32_t>(8, 7));
    EXPECT_EQ(gl.window->back->row(3)[13], std::byte{0}) << "the draw is still to come";
    EXPECT_EQ(gl.pixel(3, 3)[1], 255);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(ComputePrograms, AtomicsOfAllGroupsAddUp) {
    Compute gl;
    gl.load(head +
            "GROUP_SIZE 128;\nPK64.U at.x, program.local[0];\nMOV.U r.x, 1;\nATOM.ADD.U32 r.y, r.x, at.x;\nEND\n");
    gl.make_output(1);
    DispatchCompute(*gl, 25, 10, 3);
    EXPECT_EQ(gl.results()[0], 128u * 25 * 10 * 3);
    DispatchCompute(*gl, 25, 0, 3);
    EXPECT_EQ(gl.results()[0], 128u * 25 * 10 * 3);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
}

TEST(ComputePrograms, IndirectAndVariableSizes) {
    Compute gl;
    const std::string count = "PK64.U at.x, program.local[0];\nMOV.U r.x, 1;\nATOM.ADD.U32 r.y, r.x, at.x;\nEND\n";
    gl.load(head + "GROUP_SIZE 16;\n" + count);
    gl.make_output(1);
    const GLuint groups[4] = {9, 2, 3, 1};
    GLuint buffer = 0;
    DispatchComputeIndirect(*gl, 0);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    GenBuffers(*gl, 1, &buffer);
    BindBuffer(*gl, GL_DISPATCH_INDIRECT_BUFFER, buffer);
    BufferData(*gl, GL_DISPATCH_INDIRECT_BUFFER, sizeof groups, groups, GL_STATIC_DRAW);
    DispatchComputeIndirect(*gl, 4);
    EXPECT_EQ(gl.results()[0], 96u);
    DispatchComputeIndirect(*gl, 2);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    DispatchComputeIndirect(*gl, 8);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    DispatchComputeGroupSizeARB(*gl, 1, 1, 1, 4, 4, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    DispatchCompute(*gl, 65536, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});

    gl.load("!!NVcp5.0\nOPTION ARB_compute_variable_group_size;\nLONG TEMP at;\nUINT TEMP r;\n" + count);
    gl.make_output(1);
    DispatchCompute(*gl, 1, 1, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
    DispatchComputeGroupSizeARB(*gl, 2, 1, 1, 0, 4, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    DispatchComputeGroupSizeARB(*gl, 2, 1, 1, 1024, 2, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_VALUE});
    DispatchComputeGroupSizeARB(*gl, 2, 1, 1, 7, 5, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR});
    EXPECT_EQ(gl.results()[0], 70u);

    Disable(*gl, GL_COMPUTE_PROGRAM_NV);
    DispatchComputeGroupSizeARB(*gl, 2, 1, 1, 7, 5, 1);
    EXPECT_EQ(gl.error(), GLenum{GL_INVALID_OPERATION});
}

}  // namespace
}  // namespace glapi

// Built-in functions of groups of invocations, against plain code and against programs that use the instructions.
#include <bit>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "glapi/testing/shader_fixture.h"

namespace glapi {
namespace {

using namespace commands;

constexpr uint32_t threads = 32;

struct GroupFunctions : testing::ShaderFixture {
    GLuint output = 0;

    void clear_output(size_t words) {
        if (!output) GenBuffers(*gl, 1, &output);
        BindBuffer(*gl, GL_SHADER_STORAGE_BUFFER, output);
        const std::vector<uint32_t> zeros(words);
        BufferData(*gl, GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(4 * words), zeros.data(), GL_STATIC_READ);
        BindBufferBase(*gl, GL_SHADER_STORAGE_BUFFER, 0, output);
    }
    std::vector<uint32_t> words(size_t count) {
        std::vector<uint32_t> result(count);
        BindBuffer(*gl, GL_SHADER_STORAGE_BUFFER, output);
        GetBufferSubData(*gl, GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizeiptr>(4 * count), result.data());
        return result;
    }
    // What a compute shader with one group of `size` invocations leaves in values[]; `body` has id.
    std::vector<uint32_t> run(const std::string& extensions, const std::string& body, size_t count,
                              uint32_t size = threads) {
        clear_output(count);
        const GLuint program = CreateProgram(*gl);
        AttachShader(
            *gl, program,
            compile(GL_COMPUTE_SHADER, "#version 430\n" + extensions + "layout(local_size_x = " + std::to_string(size) +
                                           ") in;\nlayout(std430, binding = 0) buffer Out { uint values[]; };\n"
                                           "void main() {\n  uint id = gl_LocalInvocationIndex;\n" +
                                           body + "}\n"));
        relink(program);
        UseProgram(*gl, program);
        DispatchCompute(*gl, 1, 1, 1);
        UseProgram(*gl, 0);
        expect(GL_NO_ERROR);
        return words(count);
    }
    // The same of an assembly program.
    std::vector<uint32_t> run_assembly(const std::string& body, size_t count) {
        clear_output(count);
        const std::string text =
            "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nOPTION NV_shader_thread_shuffle;\nGROUP_SIZE 32;\n"
            "STORAGE values[] = { program.storage[0] };\nUINT TEMP at, x, r, i, m;\n" +
            body + "END\n";
        GLuint name = 0;
        GenProgramsARB(*gl, 1, &name);
        BindProgramARB(*gl, GL_COMPUTE_PROGRAM_NV, name);
        ProgramStringARB(*gl, GL_COMPUTE_PROGRAM_NV, GL_PROGRAM_FORMAT_ASCII_ARB, static_cast<GLsizei>(text.size()),
                         text.data());
        EXPECT_EQ(gl.error(), GLenum{GL_NO_ERROR}) << text << GetString(*gl, GL_PROGRAM_ERROR_STRING_ARB);
        Enable(*gl, GL_COMPUTE_PROGRAM_NV);
        DispatchCompute(*gl, 1, 1, 1);
        Disable(*gl, GL_COMPUTE_PROGRAM_NV);
        expect(GL_NO_ERROR);
        return words(count);
    }
};

// ARB_shader_clock, EXT_shader_realtime_clock: time goes on, both forms of it tell the same, and it stands between what
// is before and behind.
TEST_F(GroupFunctions, TheClockGoesOn) {
    struct Row {
        std::string extension, words, whole;
    };
    const Row rows[] = {{"GL_ARB_shader_clock", "clock2x32ARB()", "clockARB()"},
                        {"GL_EXT_shader_realtime_clock", "clockRealtime2x32EXT()", "clockRealtimeEXT()"}};
    for (const Row& row : rows) {
        const std::vector<uint32_t> got =
            run("#extension " + row.extension + " : require\n#extension GL_ARB_gpu_shader_int64 : require\n",
                "  uvec2 first = " + row.words + ";\n  float sum = 0.0;\n" +
                    "  for (uint n = 0u; n < 100u + id; n++) sum += sqrt(float(n));\n  uint64_t last = " + row.whole +
                    ";\n  uint64_t begun = packUint2x32(first);\n" +
                    "  values[id] = uint(last > begun) + 2u * uint(last - begun < 10000000000ul) + 4u * uint(begun != "
                    "0ul) + 8u * uint(sum > 1.0);\n",
                threads);
        EXPECT_EQ(got, std::vector<uint32_t>(threads, 15)) << row.extension;
    }
}

TEST_F(GroupFunctions, ShufflesAreTheInstructions) {
    struct Row {
        std::string function, opcode;
        uint32_t clamp;
        uint32_t (*other)(uint32_t id, uint32_t index, uint32_t segment);
    };
    const Row rows[] = {
        {"shuffleUpNV", "SHFUP", 0, [](uint32_t id, uint32_t index, uint32_t) { return id - index; }},
        {"shuffleDownNV", "SHFDOWN", 31, [](uint32_t id, uint32_t index, uint32_t) { return id + index; }},
        {"shuffleXorNV", "SHFXOR", 31, [](uint32_t id, uint32_t index, uint32_t) { return id ^ index; }},
        {"shuffleNV", "SHFIDX", 31, [](uint32_t, uint32_t index, uint32_t segment) { return segment + index; }},
    };
    for (const Row& row : rows)
        for (const uint32_t width : {2u, 8u, 32u})
            for (const uint32_t index : {0u, 1u, 5u}) {
                // Exclusive-or reaches into segments below, as the instruction does; the index is modulo the segment
                // there.
                if (index >= width) continue;
                const std::string arguments = std::to_string(index) + "u, " + std::to_string(width) + "u";
                const auto got = run("#extension GL_NV_shader_thread_shuffle : require\n",
                                     "  bool valid;\n  uint r = " + row.function + "(id * 7u + 3u, " + arguments +
                                         ", valid);\n  values[id * 2u] = r;\n  values[id * 2u + 1u] = uint(valid);\n",
                                     2 * threads);
                const auto instruction = run_assembly(
                    "MUL.U at.x, invocation.localindex.x, 8;\nMAD.U x.x, invocation.localindex.x, 7, 3;\n"
                    "MOV.U i.x, " +
                        std::to_string(index) + ";\nMOV.U m.x, " + std::to_string((threads - width) << 8 | row.clamp) +
                        ";\n" + row.opcode +
                        ".U r, x.x, i.x, m.x;\nAND.U r.x, r.x, 1;\n"
                        "STB.U32 r.y, values[at.x];\nSTB.U32 r.x, values[at.x + 4];\n",
                    2 * threads);
                EXPECT_EQ(got, instruction) << row.function << ' ' << arguments;
                for (uint32_t id = 0; id < threads; id++) {
                    const uint32_t segment = id & ~(width - 1), other = row.other(id, index, segment);
                    const bool valid = other >= segment && other < segment + width;
                    ASSERT_EQ(got[2 * id + 1], uint32_t{valid}) << row.function << ' ' << arguments << " of " << id;
                    ASSERT_EQ(got[2 * id], (valid ? other : id) * 7 + 3) << row.function << ' ' << arguments;
                }
            }
}

TEST_F(GroupFunctions, ShufflesTakeAllTypes) {
    const auto got = run("#extension GL_NV_shader_thread_shuffle : require\n",
                         "  vec3 f = shuffleXorNV(vec3(id, id + 100u, id + 200u), 1u, 32u);\n"
                         "  ivec2 i = shuffleDownNV(ivec2(-int(id), id), 2u, 32u);\n"
                         "  bvec2 b = shuffleNV(bvec2(id == 3u, id != 3u), 3u, 32u);\n"
                         "  values[id * 4u] = uint(f.x + f.y + f.z);\n  values[id * 4u + 1u] = uint(i.y - i.x);\n"
                         "  values[id * 4u + 2u] = uint(b.x) + 2u * uint(b.y);\n"
                         "  values[id * 4u + 3u] = shuffleNV(id, 9u, 8u);\n",
                         4 * threads);
    for (uint32_t id = 0; id < threads; id++) {
        const uint32_t down = id + 2 < threads ? id + 2 : id;
        EXPECT_EQ(got[4 * id], 3 * (id ^ 1) + 300);
        EXPECT_EQ(got[4 * id + 1], 2 * down);
        EXPECT_EQ(got[4 * id + 2], 1u);
        EXPECT_EQ(got[4 * id + 3], id);  // beyond the segment: the own value
    }
}

TEST_F(GroupFunctions, VotesAndBallots) {
    const auto got =
        run("#extension GL_NV_shader_thread_group : require\n#extension GL_ARB_shader_ballot : require\n"
            "#extension GL_ARB_gpu_shader_int64 : require\n#extension GL_ARB_shader_group_vote : require\n",
            "  uint v[9];\n  v[0] = 0u;\n"
            "  if (id >= 4u) {\n"
            "    v[0] = activeThreadsNV();\n    v[1] = ballotThreadNV((id & 1u) != 0u);\n"
            "    v[2] = uint(ballotARB(id < 8u));\n    v[3] = readInvocationARB(id * 3u, 7u);\n"
            "    v[4] = readFirstInvocationARB(id * 3u);\n"
            "    v[5] = uint(anyInvocationARB(id == 9u)) + 2u * uint(allInvocationsARB(id != 2u)) + "
            "4u * uint(allInvocationsEqualARB(id < 8u)) + 8u * uint(anyInvocationARB(id == 2u));\n"
            "  }\n"
            "  v[6] = uint(gl_SubGroupLtMaskARB) ^ gl_ThreadLtMaskNV ^ uint(gl_SubGroupGeMaskARB >> 32);\n"
            "  v[7] = gl_SubGroupInvocationARB * 100u + gl_SubGroupSizeARB;\n  v[8] = gl_ThreadGeMaskNV;\n"
            "  for (uint n = 0u; n < 9u; n++) values[id * 9u + n] = v[n];\n",
            9 * threads);
    for (uint32_t id = 0; id < threads; id++) {
        const auto at = [&](uint32_t n) { return got[id * 9 + n]; };
        if (id >= 4) {
            EXPECT_EQ(at(0), 0xfffffff0u);
            EXPECT_EQ(at(1), 0xaaaaaaa0u);
            EXPECT_EQ(at(2), 0xf0u);
            EXPECT_EQ(at(3), 21u);
            EXPECT_EQ(at(4), 12u);
            EXPECT_EQ(at(5), 3u);
        } else {
            EXPECT_EQ(at(0), 0u);
        }
        EXPECT_EQ(at(6), 0u);
        EXPECT_EQ(at(7), id * 100 + 32);
        EXPECT_EQ(at(8), ~0u << id);
    }
}

// Sums and the like among the invocations that take part, with and without some of them.
TEST_F(GroupFunctions, SubgroupArithmetic) {
    struct Operation {
        std::string name, type;
        uint32_t first;
        std::function<uint32_t(uint32_t, uint32_t)> next;
    };
    const auto float_of = [](uint32_t bits) { return std::bit_cast<float>(bits); };
    const Operation operations[] = {
        {"Add", "uint", 0, [](uint32_t a, uint32_t b) { return a + b; }},
        {"Mul", "uint", 1, [](uint32_t a, uint32_t b) { return a * b; }},
        {"Min", "uint", ~0u, [](uint32_t a, uint32_t b) { return std::min(a, b); }},
        {"Max", "uint", 0, [](uint32_t a, uint32_t b) { return std::max(a, b); }},
        {"And", "uint", ~0u, [](uint32_t a, uint32_t b) { return a & b; }},
        {"Or", "uint", 0, [](uint32_t a, uint32_t b) { return a | b; }},
        {"Xor", "uint", 0, [](uint32_t a, uint32_t b) { return a ^ b; }},
        {"Add", "float", 0, [&](uint32_t a, uint32_t b) { return std::bit_cast<uint32_t>(float_of(a) + float_of(b)); }},
        {"Min", "float", 0x7f800000, [&](uint32_t a, uint32_t b) { return float_of(b) < float_of(a) ? b : a; }},
    };
    for (const uint32_t taking_part : {~0u, 0x5a0ff0f1u})
        for (const Operation& operation : operations) {
            const bool is_float = operation.type == "float";
            const std::string bits = is_float ? "floatBitsToUint" : "";
            const auto value = [&](uint32_t id) {
                const uint32_t number = (id * 2654435761u >> 7 & 1023) | 1;
                return is_float ? std::bit_cast<uint32_t>(static_cast<float>(number)) : number;
            };
            std::string body = "  " + operation.type + " x = " + operation.type +
                               "((id * 2654435761u >> 7 & 1023u) | 1u);\n  if ((" + std::to_string(taking_part) +
                               "u >> id & 1u) != 0u) {\n";
            const std::string calls[] = {
                "subgroup" + operation.name + "(x)", "subgroupInclusive" + operation.name + "(x)",
                "subgroupExclusive" + operation.name + "(x)", "subgroupClustered" + operation.name + "(x, 8u)"};
            for (size_t n = 0; n < 4; n++)
                body += "    values[id * 4u + " + std::to_string(n) + "u] = " + bits + "(" + calls[n] + ");\n";
            const auto got =
                run("#extension GL_KHR_shader_subgroup_arithmetic : require\n"
                    "#extension GL_KHR_shader_subgroup_clustered : require\n",
                    body + "  }\n", 4 * threads);
            for (uint32_t id = 0; id < threads; id++) {
                if (!(taking_part >> id & 1)) continue;
                const auto fold = [&](const std::function<bool(uint32_t)>& counts) {
                    uint32_t result = operation.first;
                    for (uint32_t other = 0; other < threads; other++)
                        if ((taking_part >> other & 1) && counts(other)) result = operation.next(result, value(other));
                    return result;
                };
                const std::string where = operation.name + " of " + operation.type + " at " + std::to_string(id);
                EXPECT_EQ(got[4 * id], fold([](uint32_t) { return true; })) << where;
                EXPECT_EQ(got[4 * id + 1], fold([&](uint32_t other) { return other <= id; })) << where;
                EXPECT_EQ(got[4 * id + 2], fold([&](uint32_t other) { return other < id; })) << where;
                EXPECT_EQ(got[4 * id + 3], fold([&](uint32_t other) { return other / 8 == id / 8; })) << where;
            }
        }
}

TEST_F(GroupFunctions, SubgroupsOfALargerGroup) {
    const auto got =
        run("#extension GL_KHR_shader_subgroup_basic : require\n#extension GL_KHR_shader_subgroup_ballot : require\n"
            "#extension GL_KHR_shader_subgroup_vote : require\n#extension GL_KHR_shader_subgroup_shuffle : require\n"
            "#extension GL_KHR_shader_subgroup_shuffle_relative : require\n#extension GL_KHR_shader_subgroup_quad : "
            "require\n",
            "  uint v[8];\n  v[0] = gl_SubgroupID * 100u + gl_NumSubgroups;\n  v[1] = gl_SubgroupInvocationID;\n"
            "  v[2] = uint(subgroupElect());\n  uvec4 ballot = subgroupBallot((id & 1u) != 0u);\n"
            "  v[3] = subgroupBallotBitCount(ballot) + 100u * subgroupBallotFindLSB(ballot) + ballot.y;\n"
            "  v[4] = subgroupShuffle(id, 3u) + subgroupShuffleXor(id, 4u) + subgroupBroadcast(id, 5u);\n"
            "  v[5] = uint(subgroupAllEqual(gl_SubgroupID)) + 2u * uint(subgroupAllEqual(id)) + 4u * "
            "uint(subgroupInverseBallot(ballot)) + 8u * subgroupBallotExclusiveBitCount(ballot);\n"
            "  v[6] = subgroupQuadBroadcast(id, 2u) * 1000u + subgroupQuadSwapDiagonal(id);\n"
            "  v[7] = uint(double(subgroupQuadSwapHorizontal(double(id) + 0.5)) * 2.0) + gl_SubgroupEqMask.y;\n"
            "  for (uint n = 0u; n < 8u; n++) values[id * 8u + n] = v[n];\n",
            8 * 96, 96);
    for (uint32_t id = 0; id < 96; id++) {
        const auto at = [&](uint32_t n) { return got[id * 8 + n]; };
        const uint32_t first = id & ~31u;
        EXPECT_EQ(at(0), id / 32 * 100 + 3);
        EXPECT_EQ(at(1), id % 32);
        EXPECT_EQ(at(2), uint32_t{id % 32 == 0});
        EXPECT_EQ(at(3), 116u);
        EXPECT_EQ(at(4), first + 3 + (id ^ 4) + first + 5);
        EXPECT_EQ(at(5), 1 + (id & 1 ? 4 : 0) + 8 * (id % 32 / 2));
        EXPECT_EQ(at(6), ((id & ~3u) | 2) * 1000 + (id ^ 3));
        EXPECT_EQ(at(7), 2 * (id ^ 1) + 1);
    }
}

// Bits of a ballot beyond the subgroup's size count nowhere.
TEST_F(GroupFunctions, BallotsEndWithTheSubgroup) {
    const auto got = run("#extension GL_KHR_shader_subgroup_ballot : require\n",
                         "  uvec4 b = uvec4(id == 0u ? 0u : 0x00ff0010u, 0xffffffffu, 7u, 0x80000000u);\n"
                         "  values[id * 5u] = subgroupBallotBitCount(b);\n"
                         "  values[id * 5u + 1u] = subgroupBallotInclusiveBitCount(b);\n"
                         "  values[id * 5u + 2u] = subgroupBallotExclusiveBitCount(b);\n"
                         "  values[id * 5u + 3u] = subgroupBallotFindLSB(b);\n"
                         "  values[id * 5u + 4u] = subgroupBallotFindMSB(b);\n",
                         5 * threads);
    for (uint32_t id = 1; id < threads; id++) {
        const uint32_t below = 0x00ff0010u & ((1u << id) - 1), to = 0x00ff0010u & ((2u << id) - 1);
        EXPECT_EQ(got[5 * id], 9u);
        EXPECT_EQ(got[5 * id + 1], static_cast<uint32_t>(std::popcount(to)));
        EXPECT_EQ(got[5 * id + 2], static_cast<uint32_t>(std::popcount(below)));
        EXPECT_EQ(got[5 * id + 3], 4u);
        EXPECT_EQ(got[5 * id + 4], 23u);
    }
    for (uint32_t n = 0; n < 3; n++) EXPECT_EQ(got[n], 0u);
}

// NV_shader_subgroup_partitioned: those with one value are a subset.
TEST_F(GroupFunctions, Partitions) {
    const auto got = run("#extension GL_NV_shader_subgroup_partitioned : require\n",
                         "  if (id != 9u) {\n    uvec4 b = subgroupPartitionNV(vec2(id % 3u, 1.0));\n"
                         "    values[id * 4u] = b.x;\n    values[id * 4u + 1u] = subgroupPartitionedAddNV(id, b);\n"
                         "    values[id * 4u + 2u] = subgroupPartitionedInclusiveMaxNV(id, b);\n"
                         "    values[id * 4u + 3u] = subgroupPartitionedExclusiveXorNV(id, b);\n  }\n",
                         4 * threads);
    for (uint32_t id = 0; id < threads; id++) {
        if (id == 9) continue;
        uint32_t ballot = 0, sum = 0, before = 0;
        for (uint32_t other = 0; other < threads; other++) {
            if (other == 9 || other % 3 != id % 3) continue;
            ballot |= 1u << other;
            sum += other;
            if (other < id) before ^= other;
        }
        EXPECT_EQ(got[4 * id], ballot);
        EXPECT_EQ(got[4 * id + 1], sum);
        EXPECT_EQ(got[4 * id + 2], id);
        EXPECT_EQ(got[4 * id + 3], before);
    }
}

TEST_F(GroupFunctions, LimitsOfSubgroups) {
    GLint value = 0;
    GetIntegerv(*gl, GL_SUBGROUP_SIZE_KHR, &value);
    EXPECT_EQ(value, 32);
    GetIntegerv(*gl, GL_SUBGROUP_SUPPORTED_FEATURES_KHR, &value);
    EXPECT_EQ(value, 0x1ff);
    GetIntegerv(*gl, GL_SUBGROUP_SUPPORTED_STAGES_KHR, &value);
    EXPECT_EQ(value & GL_COMPUTE_SHADER_BIT, GL_COMPUTE_SHADER_BIT);
    GLboolean quads = GL_FALSE;
    GetBooleanv(*gl, GL_SUBGROUP_QUAD_ALL_STAGES_KHR, &quads);
    EXPECT_EQ(quads, GL_TRUE);
}

}  // namespace
}  // namespace glapi

// Programs of the stages between vertices and fragments: inputs per vertex, patches, emission, barriers.
#include <gtest/gtest.h>

#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

size_t attribute_of(const arbasm::Program& program, arbasm::BindingKind kind, int index = 0) {
    for (size_t i = 0; i < program.attributes.size(); i++)
        if (program.attributes[i].binding.kind == kind && program.attributes[i].binding.index == index &&
            !program.attributes[i].binding.of_output)
            return i;
    ADD_FAILURE() << "no such attribute";
    return 0;
}
size_t result_of(const arbasm::Program& program, arbasm::BindingKind kind, int index = 0) {
    for (size_t i = 0; i < program.results.size(); i++)
        if (program.results[i].kind == kind && program.results[i].index == index) return i;
    ADD_FAILURE() << "no such result";
    return 0;
}

struct StageRun {
    std::shared_ptr<const arbasm::Program> program;
    std::vector<LaneVector> attributes, results;
    EmittedVertices emitted;
    Group group;

    StageRun(const std::string& text, int vertices) : program(parse_program(text)) {
        if (!program) return;
        attributes.resize(program->attributes.size() * static_cast<size_t>(vertices));
        results.resize(program->results.size());
        group.vertex_count = vertices;
        group.attributes = attributes.data();
        group.results = results.data();
        // x of each per-vertex attribute: 100·vertex + lane.
        for (size_t v = 0; v < static_cast<size_t>(vertices); v++)
            for (size_t a = 0; a < program->attributes.size(); a++)
                for (int lane = 0; lane < group_lanes; lane++)
                    attributes[v * program->attributes.size() + a].component[0].lane[lane] =
                        bits_of(static_cast<float>(100 * v) + static_cast<float>(lane));
    }
    void set(arbasm::BindingKind kind, int lane, uint32_t value) {
        attributes[attribute_of(*program, kind)].component[0].lane[lane] = value;
    }
    void run(SimdLevel level) {
        if (!program) return;
        emitted.start(static_cast<uint32_t>(std::max(program->vertices_out, 1)),
                      static_cast<uint32_t>(program->results.size() * 4));
        group.emitted = &emitted;
        routine_at(program, level)->run({}, group);
    }
    float result(arbasm::BindingKind kind, int index, int lane) const {
        return float_of(results[result_of(*program, kind, index)].component[0].lane[lane]);
    }
};

TEST(Stages, ControlProgramsReadInputsAndEachOthersOutputs) {
    for (const SimdLevel level : simd_levels()) {
        StageRun run(
            "!!NVtcp5.0\n"
            "VERTICES_OUT 4;\n"
            "ATTRIB in = vertex.attrib[1];\n"
            "ATTRIB out = vertex.out.attrib[2];\n"
            "INT TEMP i;\nTEMP r;\n"
            "MOV.S i.x, primitive.invocation.x;\n"
            "MOV result.attrib[2], in[i.x];\n"
            "ADD.S i.y, i.x, 1;\n"
            "AND.S i.y, i.y, 3;\n"
            "ADD r, out[i.y], vertex.out[0].attrib[2];\n"
            "MOV result.attrib[3], r;\n"
            "MOV result.attrib[4], vertex[2].attrib[1];\n"
            "MOV.S.CC i.z, i.x;\n"
            "IF EQ.z;\nMOV result.patch.attrib[5], in[3];\nENDIF;\n"
            "MOV result.attrib[5], primitive.out.patch.attrib[5];\n"
            "END\n",
            5);
        if (!run.program) return;
        run.group.patch_threads = 4;
        for (int lane = 0; lane < group_lanes; lane++)
            run.set(arbasm::BindingKind::Invocation, lane, static_cast<uint32_t>(lane % 4));
        run.run(level);
        for (int lane = 0; lane < group_lanes; lane++) {
            const int thread = lane % 4, first = lane - thread, next = (thread + 1) % 4;
            const auto kind = arbasm::BindingKind::GenericAttrib;
            EXPECT_EQ(run.result(kind, 2, lane), static_cast<float>(100 * thread + lane));
            EXPECT_EQ(run.result(kind, 3, lane), static_cast<float>(100 * next + first + next + first));
            EXPECT_EQ(run.result(kind, 4, lane), static_cast<float>(200 + lane));
            EXPECT_EQ(run.result(kind, 5, lane), static_cast<float>(300 + first));
            EXPECT_EQ(run.result(arbasm::BindingKind::PatchAttrib, 5, lane), static_cast<float>(300 + first));
        }
    }
}

TEST(Stages, VertexNumbersBeyondThePrimitiveAreHarmless) {
    for (const SimdLevel level : simd_levels()) {
        StageRun run(
            "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n"
            "ATTRIB a = vertex.attrib[0];\nINT TEMP i;\n"
            "MOV.S i, {1000000, -1000000, 1, 0};\n"
            "MOV result.attrib[0], a[i.x];\nMOV result.attrib[1], a[i.y];\nMOV result.attrib[2], a[i.z];\n"
            "END\n",
            3);
        run.run(level);
        if (!run.program) return;
        EXPECT_EQ(run.result(arbasm::BindingKind::GenericAttrib, 0, 3), 203);
        EXPECT_EQ(run.result(arbasm::BindingKind::GenericAttrib, 1, 3), 3);
        EXPECT_EQ(run.result(arbasm::BindingKind::GenericAttrib, 2, 3), 103);
    }
}

TEST(Stages, LanesEmitOnTheirOwn) {
    for (const SimdLevel level : simd_levels()) {
        StageRun run(
            "!!NVgp5.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT LINE_STRIP;\nVERTICES_OUT 5;\n"
            "INT TEMP n;\nTEMP r;\n"
            "MOV.S n.x, primitive.id.x;\nMOV r, vertex[0].position;\n"
            "REP.S n.x;\n"
            "MOV result.position, r;\nEMIT;\nADD r.x, r.x, 0.5;\nENDPRIM;\nENDREP;\nEND\n",
            1);
        if (!run.program) return;
        for (int lane = 0; lane < group_lanes; lane++)
            run.set(arbasm::BindingKind::PrimitiveId, lane, static_cast<uint32_t>(lane % 8));
        run.group.active = 0x0fffffff;
        run.run(level);
        for (int lane = 0; lane < group_lanes; lane++) {
            // Never more than VERTICES_OUT says.
            const auto count = lane < 28 ? static_cast<uint32_t>(std::min(lane % 8, 5)) : 0;
            ASSERT_EQ(run.emitted.count(lane), count) << lane;
            for (uint32_t i = 0; i < count; i++) {
                EXPECT_EQ(float_of(run.emitted.vertex(lane, i)[0]),
                          static_cast<float>(lane) + 0.5f * static_cast<float>(i));
                EXPECT_TRUE(run.emitted.ends_strip(lane, i));
                EXPECT_EQ(run.emitted.stream(lane, i), 0);
            }
        }
    }
}

TEST(Stages, EmitsToStreams) {
    StageRun run(
        "!!NVgp5.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 8;\n"
        "MOV result.position, vertex[0].position;\n"
        "EMITS 2;\nEMITS 0;\nEMITS 3;\nEND\n",
        1);
    run.run(simd_levels().back());
    ASSERT_TRUE(run.program);
    ASSERT_EQ(run.emitted.count(5), 3u);
    EXPECT_EQ(run.emitted.stream(5, 0), 2);
    EXPECT_EQ(run.emitted.stream(5, 1), 0);
    EXPECT_EQ(run.emitted.stream(5, 2), 3);
}

}  // namespace
}  // namespace runtime

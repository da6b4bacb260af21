#include "machines/tegra/codegen/vertex/generate.h"

#include <gtest/gtest.h>

#include "arbasm/assembler.h"
#include "machines/tegra/emulator/vertex_emulator.h"

namespace machines::tegra {
namespace {

using namespace arbasm;

GeneratedVertex generated(const std::string& text) {
    const ParseResult parsed = parse(text);
    EXPECT_TRUE(parsed.program) << (parsed.errors.empty() ? "" : parsed.errors[0].message);
    return parsed.program ? generate_vertex(*parsed.program) : GeneratedVertex{};
}
std::string arb(const std::string& body) {
    return "!!ARBvp1.0\n" + body + "MOV result.position, vertex.position;\nEND\n";
}
std::string errors(const std::string& text) {
    std::string all;
    for (const Diagnostic& error : generated(text).errors)
        all +=
            std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ": " + error.message + "\n";
    return all;
}

TEST(TegraVertexCode, HalvesRunTogether) {
    // A reciprocal beside a multiplication, and a MOV in the scalar half.
    const GeneratedVertex g =
        generated(arb("TEMP a, b;\nRCP a.x, vertex.normal.x;\nMUL b, vertex.normal, vertex.normal;\n"
                      "MUL result.texcoord[0], b, a.x;\nADD result.color, b, a.x;\n"));
    ASSERT_TRUE(g.errors.empty());
    EXPECT_EQ(g.operations, 5);
    EXPECT_EQ(g.code.instructions.size(), 4u) << disassemble(g.code);
    EXPECT_EQ(g.code.instructions[0].vector_operation, vector_MUL);
    EXPECT_EQ(g.code.instructions[0].scalar_operation, scalar_RCP);
    EXPECT_EQ(complaint(g.code), "");
}

TEST(TegraVertexCode, OneConstantForAnInstruction) {
    const GeneratedVertex g =
        generated(arb("ADD result.texcoord[0], program.local[0], program.local[1];\n"
                      "MAD result.texcoord[1], program.local[0], program.local[0].x, vertex.normal;\n"));
    ASSERT_TRUE(g.errors.empty());
    EXPECT_EQ(g.operations, 4);  // the first takes a MOV before it
    EXPECT_EQ(g.constants.size(), 2u);
}

TEST(TegraVertexCode, PositionInvariance) {
    const GeneratedVertex g =
        generated("!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n");
    ASSERT_TRUE(g.errors.empty());
    ASSERT_EQ(g.constants.size(), 4u);
    for (int row = 0; row < 4; row++) EXPECT_EQ(g.constants[static_cast<size_t>(row)].binding.row, row);
    EXPECT_LE(g.code.instructions.size(), 5u);
    EXPECT_TRUE(g.code.instructions.back().end);
    // User-defined clipping belongs to it.
    const auto program = parse("!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n");
    const GeneratedVertex clipped = generate_vertex(*program.program, 0x21);
    ASSERT_TRUE(clipped.errors.empty());
    int distances = 0;
    for (const auto& e : clipped.exports)
        if (e.binding.kind == BindingKind::Clip) distances |= 1 << e.binding.index;
    EXPECT_EQ(distances, 0x21);
    EXPECT_EQ(clipped.constants.size(), 10u);
}

TEST(TegraVertexCode, EveryReasonIsTold) {
    EXPECT_EQ(errors("!!NVvp5.0\nOPTION NV_viewport_array2;\nMOV result.position, vertex.position;\n"
                     "  MOV result.layer.x, 1;\nEND\n"),
              "4:3: MOV cannot be expressed on Tegra: this result has no meaning there\n");
    EXPECT_EQ(errors("!!NVvp4.0\nTEMP t;\nIF GT.x;\nMOV t, vertex.position;\nENDIF;\nADD.S t, t, t;\n"
                     "TEX t, t, texture[0], 2D;\nCEIL t, t;\nMOV.SSAT t, t;\nMOV t.x, vertex.id.x;\nDIV t, t, t.x;\n"
                     "MOV result.position, t;\nEND\n"),
              "3:1: IF cannot be expressed on Tegra: the only flow is BRA, CAL and RET\n"
              "5:1: ENDIF cannot be expressed on Tegra: the only flow is BRA, CAL and RET\n"
              "6:1: ADD cannot be expressed on Tegra: it computes with 32-bit floats only\n"
              "7:1: TEX cannot be expressed on Tegra: vertices have no textures\n"
              "8:1: CEIL cannot be expressed on Tegra: the vertex unit has no such operation\n"
              "9:1: MOV cannot be expressed on Tegra: results are clamped to 0 and 1 only\n"
              "10:1: MOV cannot be expressed on Tegra: the vertex unit does not know numbers of vertices, instances "
              "and draws\n"
              "11:1: DIV cannot be expressed on Tegra: the vertex unit has no such operation\n");
    const std::string two = "!!VP2.0\nARL A0, c[0];\nARL A1.xy, c[0];\nMOV o[HPOS], c[0];\nEND\n";
    EXPECT_EQ(errors(two),
              "3:1: ARL cannot be expressed on Tegra: there is one address register, of four components\n");
    EXPECT_TRUE(generated(two).code.instructions.empty());
}

TEST(TegraVertexCode, ResourcesAreCounted) {
    std::string many = "TEMP ";
    for (int i = 0; i < 40; i++) many += (i ? ", t" : "t") + std::to_string(i);
    many += ";\n";
    for (int i = 0; i < 40; i++) many += "MUL t" + std::to_string(i) + ", vertex.normal, vertex.color;\n";
    for (int i = 0; i < 39; i++)
        many += "ADD t" + std::to_string(i + 1) + ", t" + std::to_string(i) + ", t" + std::to_string(i + 1) + ";\n";
    EXPECT_EQ(errors(arb(many + "MOV result.color, t39;\n")),
              "83:1: the program cannot be expressed on Tegra: 40 registers hold values at once, and there are 32\n");
    std::string long_one = "TEMP t;\nMOV t, vertex.normal;\n";
    for (int i = 0; i < 300; i++) long_one += "MUL t, t, t;\n";
    EXPECT_EQ(
        errors(arb(long_one + "MOV result.color, t;\n")),
        "305:1: the program cannot be expressed on Tegra: it takes 302 instructions, and there is room for 256\n");
}

TEST(TegraVertexCode, VaryingsAreLinkedByTheirRank) {
    const GeneratedVertex g = generated(
        arb("MOV result.texcoord[1], vertex.texcoord[1];\nMOV result.color, vertex.color;\nMOV result.fogcoord, "
            "vertex.fogcoord;\n"));
    ASSERT_TRUE(g.errors.empty());
    const auto binding = [](BindingKind kind, int16_t index = 0) {
        Binding b;
        b.kind = kind;
        b.index = index;
        return b;
    };
    const LinkPlan plan = link(g, {{binding(BindingKind::Color), 0}, {binding(BindingKind::Texcoord, 1), 2, true}});
    ASSERT_EQ(plan.error, "");
    EXPECT_EQ(plan.rows, 3u);
    ASSERT_EQ(plan.instructions.size(), 2u);
    uint32_t texcoord = 0, color = 0;
    for (const auto& e : g.exports) {
        if (e.binding.kind == BindingKind::Texcoord) texcoord = e.number;
        if (e.binding.kind == BindingKind::Color) color = e.number;
    }
    EXPECT_EQ(plan.exports, 1u | 1u << texcoord | 1u << color);
    EXPECT_EQ(plan.instructions[0].source, export_rank(plan.exports, color));
    EXPECT_EQ(plan.instructions[1].source, export_rank(plan.exports, texcoord));
    EXPECT_TRUE(plan.instructions[1].z_flat);
    // Several results in one row, and the other face's colour.
    const GeneratedVertex sides = generated(
        "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.clip[1].x, vertex.normal.x;\n"
        "MOV result.clip[2].x, vertex.normal.y;\nMOV result.color.back, vertex.color;\n"
        "MOV result.pointsize.x, vertex.normal.z;\nEND\n");
    ASSERT_TRUE(sides.errors.empty());
    EXPECT_TRUE(sides.sizes_points);
    EXPECT_FALSE(g.sizes_points);
    Binding back = binding(BindingKind::Color);
    back.back = true;
    const LinkPlan both = link(
        sides, {{binding(BindingKind::Clip, 1), 0, false, 1}, {binding(BindingKind::Clip, 2), 0, false, 2}, {back, 1}});
    EXPECT_EQ(both.error, "");
    ASSERT_EQ(both.instructions.size(), 3u);
    EXPECT_EQ(both.exports, 15u);  // not the size
    EXPECT_EQ(disassemble(both.instructions[0]), "LINK fp20, NOP, NOP, NOP, tram0.yxzw, export1");
    EXPECT_EQ(disassemble(both.instructions[1]), "LINK fp20, NOP, NOP, NOP, tram0.zyxw, export2");
    EXPECT_EQ(disassemble(both.instructions[2]), "LINK fp20, fp20, fp20, fp20, tram1.xyzw, export3");
    // Not written: an export of its own; nothing read: one idle instruction.
    const LinkPlan other = link(g, {{binding(BindingKind::Texcoord, 5), 0}});
    EXPECT_EQ(other.error, "");
    EXPECT_EQ(__builtin_popcount(other.exports), 2);
    const LinkPlan nothing = link(g, {});
    ASSERT_EQ(nothing.instructions.size(), 1u);
    EXPECT_EQ(encode(nothing.instructions[0]), (LinkWords{0, 0}));
    EXPECT_EQ(export_rank(0x81, 7), 1u);
}

TEST(TegraVertexEmulator, FlowConditionsAndStacks) {
    const AssembledVertex assembled = assemble_vertex(R"(
.constants [1].x = 0.1; [1].y = 0.5; [2].x = 0.3; [2].z = 0.4; [3].x = 2.0;
.asm
EXEC(export[0]=vector) MOVv r63.xyzw, a[0].xyzw MOVs r0.xyzw, c[1].xyzw;
EXEC(cs)(cwr)(cr=0) SLTv r63.xyzw, r0.xyzw, c[2].xyzw;
EXEC(export[7]=vector)(cc)(cr=0)(gt)(p.xyzw) MOVv r63.xyzw, c[1].yyyy;
EXEC ARLv A0.xy**, c[3].xxxx;
EXEC PUSHAv;
EXEC(lt)(eq)(gt) CALs 8;
EXEC(export[2]=vector) POPAv MOVs r3.xyzw, c[1].xyzw;
EXEC_END(export[A0.x+1]=vector) MOVv r63.xyzw, c[A0.x+1].xyzw;
EXEC ARLv A0.xy**, c[2].xxxx;
EXEC(eq)(lt)(gt) RETs;
)");
    ASSERT_EQ(assembled.error, "");
    std::array<Float4, vertex_constants> constants{};
    for (const auto& [index, value] : assembled.code.constants) constants[index] = value;
    VertexRun run;
    run.attributes[0] = {1, 2, 3, 4};
    ASSERT_EQ(run_vertex(assembled.code.instructions, constants, run), "");
    EXPECT_EQ(run.exports[0], (Float4{1, 2, 3, 4}));
    // 0.1 < 0.3, 0.5 not, 0 < 0.4, 0 not: what did not pass keeps its default.
    EXPECT_EQ(run.exports[7], (Float4{0.5f, 0, 0.5f, 1}));
    EXPECT_EQ(run.exports[3], (Float4{2, 0, 0, 0}));
    EXPECT_EQ(run.instructions, 10u);
}

TEST(TegraVertexEmulator, FaultsInsteadOfChance) {
    std::array<Float4, vertex_constants> constants{};
    const auto fault = [&](const char* text) {
        const AssembledVertex assembled = assemble_vertex(text);
        EXPECT_EQ(assembled.error, "");
        VertexRun run;
        return run_vertex(assembled.code.instructions, constants, run);
    };
    EXPECT_EQ(fault("EXEC MOVv r0.xy**, c[0]; EXEC MOVv r1, r0.xyxz;"),
              "vertex instruction 1: r0 is read before it is written");
    EXPECT_EQ(fault("EXEC MOVv r0.xy**, c[0]; EXEC MOVv r1, r0.xyxy;"), "");
    EXPECT_EQ(fault("EXEC(eq) BRAs 0; EXEC NOPv;"), "vertex instruction 0: the program does not end");
    EXPECT_EQ(fault("EXEC(eq) CALs 0; EXEC NOPv;"), "vertex instruction 0: CAL goes deeper than 8");
    EXPECT_EQ(fault("EXEC POPAv;"), "vertex instruction 0: POPA restores what nothing saved");
    EXPECT_EQ(fault("EXEC(cs) MOVv r0, c[0];"),
              "vertex instruction 0: one of the two bits that update the condition is set");
    EXPECT_EQ(fault("EXEC TXLv r0, c[0];"), "vertex instruction 0: TXL has no meaning that is known");
}

}  // namespace
}  // namespace machines::tegra

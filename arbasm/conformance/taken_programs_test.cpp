// What is taken beyond the letter of the specifications, what programs inherit, and how much they may use.
#include <gtest/gtest.h>
#include <string>

#include "arbasm/assembler.h"

namespace arbasm {
namespace {

std::shared_ptr<const Program> must_parse(std::string_view text) {
    const ParseResult result = parse(text);
    EXPECT_NE(result.program, nullptr) << text << "\n" << (result.errors.empty() ? "" : format(result.errors[0], text));
    if (!result.program) return std::make_shared<Program>();
    const std::string printed = print(*result.program);
    const ParseResult again = parse(printed);
    EXPECT_NE(again.program, nullptr) << printed << "\n"
                                      << (again.errors.empty() ? "" : format(again.errors[0], printed));
    EXPECT_TRUE(again.program && *again.program == *result.program) << printed;
    return result.program;
}

struct Taken {
    std::string_view remark;  // empty: there is none
    std::string_view program;
};
constexpr Taken taken[] = {
    {"the very first characters", " !!ARBfp1.0 MOV result.color, fragment.color; END"},
    {"the very first characters", "\r\n\t\f\v !!ARBvp1.0\nMOV result.position, vertex.position; END"},
    {"the very first characters", "\n\n!!NVfp5.0 MOV result.color, fragment.color; END"},
    {"", " # they have comments before their header\n !!FP1.0 MOV o[COLR], f[COL0]; END"},
    {"", "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; EMIT; END"},
    {"must be positive", "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 0; EMIT; END"},
    {"in no specification", "!!ARBvp1.0 MOV result.position, state.light[1].spot.cutoff.x; END"},
    {"at least one parameter", "!!VSP1.0 MOV R0, v[0]; END"},
    {"must write o[COLR]", "!!FP1.0 MOVR R0, f[COL0]; END"},
    {"must write o[COLR]", "!!FP2.0 MOVR R0, f[COL0]; END"},
    // NV_vertex_program3, "Dependencies on ARB_fragment_program_shadow".
    {"",
     "!!ARBvp1.0 OPTION NV_vertex_program3; OPTION ARB_fragment_program_shadow; MOV result.position, vertex.position; "
     "TEX result.color, vertex.texcoord, texture[0], SHADOW2D; END"},
    // Words of the grammars of vertex programs only.
    {"", "!!FP1.0 DECLARE v; DECLARE c = {1, 2, 3, 4}; ADDR R0, v, f[COL0]; ADDR o[COLR], c, R0; END"},
    {"", "!!FP1.0 DEFINE A0 = 2.5; DEFINE HPOS = {1, 2}; MULR R0, A0, f[COL0]; ADDR o[COLR], R0, HPOS; END"},
};

TEST(TakenPrograms, LoadWithARemark) {
    for (const Taken& row : taken) {
        must_parse(row.program);
        const ParseResult result = parse(row.program);
        if (row.remark.empty()) {
            EXPECT_TRUE(result.remarks.empty()) << row.program;
            continue;
        }
        ASSERT_EQ(result.remarks.size(), 1u) << row.program;
        EXPECT_NE(result.remarks[0].message.find(row.remark), std::string::npos) << result.remarks[0].message;
        EXPECT_NE(format(result.remarks[0], row.program, "f", "warning").find(": warning: "), std::string::npos);
    }
}

TEST(TakenPrograms, StillHaveRightHeaders) {
    for (const std::string_view text :
         {" x!!ARBfp1.0 MOV result.color, fragment.color; END", "# a comment\n!!ARBfp1.0 MOV result.color, 1; END",
          "!! ARBfp1.0 MOV result.color, fragment.color; END", "\xef\xbb\xbf!!ARBfp1.0 MOV result.color, 1; END"})
        EXPECT_EQ(parse(text).program, nullptr) << text;
    // Errors are where they are in the whole text.
    const ParseResult result = parse("\n  !!ARBfp1.0\nMOV result.color, nothing;\nEND");
    ASSERT_EQ(result.errors.size(), 1u);
    EXPECT_EQ(result.errors[0].where.line, 3u);
    EXPECT_EQ(result.errors[0].where.offset, 32u);
}

// ---- interpolation (2.X.3.1 of NV_fragment_program4)

const Attribute& attribute_of(const Program& program, size_t instruction) {
    const Operand& operand = program.instructions[instruction].operands[0];
    const Variable& variable = program.variables[static_cast<size_t>(operand.variable)];
    return program.attributes[static_cast<size_t>(variable.register_of(operand.element))];
}

TEST(Interpolation, BindingsInheritIt) {
    const auto program = must_parse(
        "!!NVfp5.0\nFLAT ATTRIB a[] = { fragment.attrib[0..1] };\nNOPERSPECTIVE CENTROID ATTRIB t = "
        "fragment.texcoord[2];\n"
        "TEMP r;\n"
        "MOV r, fragment.attrib[0];\nMOV r, fragment.attrib[2];\nMOV r, fragment.texcoord[2];\n"
        "MOV r, fragment.attrib[3];\nMOV r, fragment.color;\nMOV r, fragment.color.secondary;\n"
        "SAMPLE ATTRIB late = fragment.attrib[3];\nFLAT ATTRIB first = fragment.color;\n"
        "FLAT ATTRIB second = fragment.color.secondary;\n"
        "MOV result.color, r;\nEND");
    ASSERT_EQ(program->instructions.size(), 7u);
    const std::pair<Interpolation, SampleLocation> expected[] = {
        {Interpolation::Flat, SampleLocation::Pixel},
        {Interpolation::Perspective, SampleLocation::Pixel},
        {Interpolation::NoPerspective, SampleLocation::Centroid},
        {Interpolation::Perspective, SampleLocation::Sample},
        {Interpolation::Flat, SampleLocation::Pixel},
        {Interpolation::Flat, SampleLocation::Pixel}};
    for (size_t i = 0; i < std::size(expected); ++i) {
        EXPECT_EQ(attribute_of(*program, i).interpolation, expected[i].first) << i;
        EXPECT_EQ(attribute_of(*program, i).sample_location, expected[i].second) << i;
    }
}

TEST(Interpolation, ContradictionsAreErrors) {
    for (const std::string_view text :
         {"!!NVfp4.0 FLAT ATTRIB a = fragment.attrib[0]; CENTROID ATTRIB b = fragment.attrib[0]; "
          "MOV result.color, fragment.attrib[0]; END",
          "!!NVfp4.0 FLAT ATTRIB a[] = { fragment.attrib[0..1] }; ATTRIB b = fragment.attrib[1]; "
          "MOV result.color, fragment.attrib[1]; END",
          // The secondary colour has no declaration: it would be smooth, and the primary flat.
          "!!NVfp4.0 FLAT ATTRIB a = fragment.color; ADD result.color, a, fragment.color.secondary; END"})
        EXPECT_EQ(parse(text).program, nullptr) << text;
}

// ---- components of attributes and results

std::string lines(int count, const std::string& before, const std::string& after) {
    std::string text;
    for (int n = 0; n < count; ++n) text += before + "[" + std::to_string(n) + "]" + after + "\n";
    return text;
}

TEST(Components, OnlyVaryingsFillTheLimit) {
    const std::string write = "MOV result.attrib";
    const std::string vertex =
        "!!NVvp5.0\nMOV result.position, vertex.position; MOV result.pointsize, vertex.position;\n"
        "MOV result.clip[7].x, vertex.position.x;\n" +
        lines(32, write, ", vertex.position;");
    const std::string geometry =
        "!!NVgp5.0\nPRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;\n"
        "MOV result.position, vertex[0].position; MOV.S result.layer.x, primitive.id;\n" +
        lines(32, write, ", vertex[0].attrib[0];") + lines(32, "ADD result.attrib[0], vertex[0].attrib", ", 0;");
    const std::string control = "!!NVtcp5.0\nVERTICES_OUT 3;\nMOV result.position, vertex[0].position;\n" +
                                lines(31, write, ", vertex[0].attrib[0];") +
                                lines(4, "MOV result.patch.tessouter", ".x, 1;") +
                                lines(2, "MOV result.patch.tessinner", ".x, 1;") +
                                lines(30, "MOV result.patch.attrib", ", vertex[0].attrib[0];");
    const std::string evaluation =
        "!!NVtep5.0\nTESS_MODE QUADS;\nMOV result.position, vertex.tesscoord;\n"
        "ADD result.position, vertex[0].position, primitive.tessouter[0];\n" +
        lines(31, "ADD result.attrib[0], vertex[0].attrib", ", 0;");
    for (const std::string& text : {vertex, geometry, control, evaluation}) {
        must_parse(text + "END");
        const ParseResult refused = parse(text + lines(8, "MOV result.texcoord", ", 1;") + "END");
        const bool writes_few = text == evaluation;
        EXPECT_EQ(refused.program != nullptr, writes_few) << text;
    }
    EXPECT_EQ(must_parse(vertex + "END")->resources.result_components, 128);
    EXPECT_EQ(must_parse(geometry + "END")->resources.written_components, 128 + 4 + 1);
}

TEST(Components, AreCountedAsInstructionsReadThem) {
    const auto read = [](const std::string& instruction) {
        return must_parse(
                   "!!NVgp5.0\nPRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; TEMP t; LONG TEMP l;\n" +
                   instruction + "\nMOV result.position, t; EMIT; END")
            ->resources.attribute_components;
    };
    EXPECT_EQ(read("ADD.F t.x, t, vertex[0].attrib[3];"), 1);
    EXPECT_EQ(read("ADD.F t.x, t, vertex[0].attrib[3].zzzz;"), 1);
    EXPECT_EQ(read("ADD.F t.xy, t, vertex[0].attrib[3].wwww;"), 1);
    EXPECT_EQ(read("ADD.F t.yw, vertex[0].attrib[3], vertex[0].attrib[4];"), 4);
    EXPECT_EQ(read("ADD.F t.y, vertex[0].attrib[3], vertex[0].attrib[3].x;"), 2);
    EXPECT_EQ(read("DP3 t.x, t, vertex[0].attrib[3];"), 3);
    EXPECT_EQ(read("DP4 t.x, t, vertex[0].attrib[3];"), 4);
    EXPECT_EQ(read("RCP t, vertex[0].attrib[3].w;"), 1);
    EXPECT_EQ(read("CVT.S32.F32 t.xy, vertex[0].attrib[3];"), 2);
    EXPECT_EQ(read("TXF t.x, vertex[0].attrib[3], texture[0], 2D;"), 4);
    EXPECT_EQ(read("MOV t, vertex[0].position;"), 0);
    // 128 scalars.
    std::string text;
    for (int n = 0; n < 32; ++n)
        for (const char c : {'x', 'y', 'z', 'w'})
            text += std::string("ADD t.") + c + ", t, vertex[0].attrib[" + std::to_string(n) + "];\n";
    EXPECT_EQ(read(text), 128);
}

}  // namespace
}  // namespace arbasm

#include "machines/tegra/isa/vertex_instruction.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

#include "machines/tegra/assembly/linker.h"
#include "machines/tegra/assembly/vertex_code.h"

namespace machines::tegra {
namespace {

size_t random_words() {
    const char* const given = std::getenv("ASMGL_RANDOM_INSTRUCTIONS");
    return given ? std::strtoul(given, nullptr, 10) : 20000;
}

struct Row {
    VertexWords words;
    const char* text;
};
// What NVIDIA's driver wrote, and what other assemblers make of these texts.
const Row rows[] = {
    {{0x401F9C6C, 0x0040000D, 0x8106C083, 0x6041FF80},
     "EXEC(export[0]=vector)(lt)(eq)(gt)(idle=bc) MOVv r63.xyzw, a[0].xyzw NOPs;"},
    {{0x401F9C6C, 0x0040010D, 0x8106C083, 0x6041FF9D},
     "EXEC_END(export[7]=vector)(lt)(eq)(gt)(idle=bc) MOVv r63.xyzw, a[1].xyzw NOPs;"},
    {{0x001F9C6C, 0x0000000D, 0x8106C083, 0x60401FFD}, "EXEC_END(lt)(eq)(gt)(idle=abc) NOPv NOPs;"},
    {{0x401F806C, 0x01C0000D, 0x8106C0C3, 0x60010000}, "EXEC(export[0]=vector) DP4v r63.x***, a[0].xyzw, c[0].xyzw;"},
    {{0x401F9C6C, 0x01C0000D, 0x8106C0C3, 0x60411F80},
     "EXEC(export[0]=vector)(lt)(eq)(gt)(idle=c) DP4v r63.x***, a[0].xyzw, c[0].xyzw NOPs;"},
    {{0x0022806D, 0x1080C0B1, 0x828000DF, 0xE125A37E},
     "EXEC MULv r5.xy*w, -abs(r1.yzxw), c[A0.y+12].xxxx RCPs r6.**z*, r2.wwww;"},
    {{0x0001806C, 0x00C0920D, 0x8106C023, 0x6061E07C}, "EXEC ADDv r3.xyzw, a[2].xyzw, -c[9].xyzw;"},
    {{0x0000006C, 0x034D302A, 0x8186C003, 0x6001007C}, "EXEC ARLv A0.x***, c[211].yyyy;"},
    {{0x221FC06C, 0x02C0200D, 0x8086C0C3, 0x6001E07C}, "EXEC(cs)(cwr)(cr=1) SLTv r63.xyzw, r0.xyzw, c[2].xyzw;"},
    {{0x02003000, 0x0100000D, 0x8286C243, 0x61A1E07C}, "EXEC(cc)(cr=1)(gt)(p.xxxx) MADv r0.xyzw, r1, r2, r3;"},
    {{0x00000800, 0x4800000D, 0x8006C001, 0x20001FFC}, "EXEC(eq)(p.xxxx) BRAs 9;"},
    {{0x00001C6C, 0x5800000D, 0x8006C019, 0x00001FFC}, "EXEC(lt)(eq)(gt) CALs 200;"},
    {{0x0400006C, 0x7000000D, 0x8006C000, 0x00BE1F9C}, "EXEC(saturate)(export[7]=scalar) EX2s r63.xyzw, r1.xxxx;"},
};

TEST(TegraVertexUnit, KnownWords) {
    for (const Row& row : rows) {
        const AssembledInstruction assembled = assemble_vertex_instruction(row.text);
        ASSERT_EQ(assembled.error, "") << row.text;
        EXPECT_EQ(encode(assembled.instruction), row.words) << row.text;
        const DecodedVertex decoded = decode(row.words);
        EXPECT_EQ(decoded.error, "") << row.text;
        EXPECT_EQ(decoded.instruction, assembled.instruction) << row.text;
        EXPECT_EQ(assemble_vertex_instruction(disassemble(decoded.instruction)).instruction, decoded.instruction);
    }
}

// Whatever the table allows, by the rules of complaint().
VertexInstruction random_instruction(std::mt19937& random) {
    const auto pick = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
    VertexInstruction instruction;
    do instruction.vector_operation = pick(32);
    while (vector_operation(instruction.vector_operation).name.empty());
    do instruction.scalar_operation = pick(32);
    while (scalar_operation(instruction.scalar_operation).name.empty());
    if (is_flow(instruction) && (operands_read(instruction) & operand_c)) instruction.scalar_operation = scalar_NOP;
    const auto temporary = [&] { return pick(8) ? pick(32) : no_temporary; };
    const auto result = [&](const VertexOperation& operation, uint32_t& number, uint32_t& mask) {
        number = operation.result == VertexResult::address ? 0 : temporary();
        mask = operation.result == VertexResult::address || operation.result == VertexResult::value ? pick(16) : 0;
    };
    result(vector_operation(instruction.vector_operation), instruction.vector_temporary, instruction.vector_mask);
    result(scalar_operation(instruction.scalar_operation), instruction.scalar_temporary, instruction.scalar_mask);
    for (const VertexOperandMembers& operand : vertex_operands) {
        if (!(operands_read(instruction) & operand.bit)) {
            instruction.*operand.type = pick(2) ? operand_attribute : operand_none;
            if (operand.bit == operand_c && is_flow(instruction)) instruction.c_swizzle = pick(256);
            continue;
        }
        instruction.*operand.type = 1 + pick(3);
        if (instruction.*operand.type == operand_temporary) instruction.*operand.temporary = pick(32);
        instruction.*operand.swizzle = pick(256);
        instruction.*operand.negate = pick(2);
        instruction.*operand.absolute = pick(2);
    }
    if (reads(instruction, operand_attribute)) {
        instruction.attribute = pick(16);
        instruction.attribute_relative = pick(2);
    }
    if (reads(instruction, operand_constant)) {
        instruction.constant_relative = pick(2);
        instruction.constant = pick(instruction.constant_relative ? 1024 : 256);
    }
    if (pick(2)) {
        instruction.export_index = pick(16);
        instruction.export_relative = pick(2);
    }
    instruction.export_vector = pick(2);
    if (instruction.attribute_relative || instruction.constant_relative || instruction.export_relative)
        instruction.address_component = pick(4);
    for (uint32_t VertexInstruction::*flag :
         {&VertexInstruction::end, &VertexInstruction::pass_less, &VertexInstruction::pass_equal,
          &VertexInstruction::pass_greater, &VertexInstruction::condition_test, &VertexInstruction::condition_set,
          &VertexInstruction::condition_write, &VertexInstruction::condition_register, &VertexInstruction::saturate})
        instruction.*flag = pick(2);
    instruction.condition_swizzle = pick(256);
    return instruction;
}

TEST(TegraVertexUnit, RandomInstructionsThereAndBack) {
    std::mt19937 random(1);
    for (size_t i = 0; i < random_words(); i++) {
        const VertexInstruction instruction = random_instruction(random);
        ASSERT_EQ(complaint(instruction), "");
        const VertexWords words = encode(instruction);
        const DecodedVertex decoded = decode(words);
        ASSERT_EQ(decoded.error, "");
        ASSERT_EQ(decoded.instruction, instruction);
        const std::string text = disassemble(instruction);
        const AssembledInstruction assembled = assemble_vertex_instruction(text);
        ASSERT_EQ(assembled.error, "") << text;
        ASSERT_EQ(assembled.instruction, instruction) << text;
        // One bit changed: another legal instruction, or one that comes back as words.
        VertexWords changed = words;
        const uint32_t bit = static_cast<uint32_t>(random() % 128);
        changed[bit / 32] ^= 1u << bit % 32;
        const DecodedVertex other = decode(changed);
        ASSERT_EQ(encode(other.instruction), changed);
        ASSERT_EQ(assemble_vertex_instruction(disassemble(other.instruction)).instruction, other.instruction);
    }
}

TEST(TegraVertexUnit, RandomInstructionsOfAnyBitsComeBack) {
    std::mt19937 random(3);
    size_t by_name = 0;
    for (size_t i = 0; i < random_words(); i++) {
        VertexWords words = encode(random_instruction(random));
        for (uint32_t& word : words) word = random() % 2 ? static_cast<uint32_t>(random()) : word;
        const VertexInstruction instruction = decode(words).instruction;
        ASSERT_EQ(encode(instruction), words);
        const std::string text = disassemble(instruction);
        by_name += text.starts_with("EXEC");
        ASSERT_EQ(assemble_vertex_instruction(text).instruction, instruction) << text;
    }
    EXPECT_LT(by_name, random_words());
}

TEST(TegraVertexText, WhatIsNotLegalIsWords) {
    VertexInstruction instruction = assemble_vertex_instruction("EXEC MOVv r1, r2;").instruction;
    instruction.a_temporary = 40;
    const std::string text = disassemble(instruction);
    EXPECT_TRUE(text.starts_with(".word 0x")) << text;
    EXPECT_NE(text.find("// operand A is temporary 40: there are 32"), std::string::npos) << text;
    const AssembledVertex assembled = assemble_vertex("EXEC MOVv r0, a[0];\n  " + text + "EXEC_END NOPv;");
    ASSERT_EQ(assembled.error, "");
    ASSERT_EQ(assembled.code.instructions.size(), 3u);
    EXPECT_EQ(assembled.code.instructions[1], instruction);
    ASSERT_EQ(assembled.remarks.size(), 1u);
    EXPECT_EQ(assembled.remarks[0].line, 2);
    EXPECT_EQ(assembled.remarks[0].column, 3);
    EXPECT_EQ(assembled.remarks[0].message, "operand A is temporary 40: there are 32");
    EXPECT_NE(complaint(assembled.code), "");
    EXPECT_EQ(lack_of_room(assembled.code), "");
    // Bit 120 has a name.
    instruction = VertexInstruction{};
    instruction.bit_120 = 1;
    EXPECT_TRUE(disassemble(instruction).starts_with("EXEC(lt)(eq)(gt)(bit120)")) << disassemble(instruction);
}

TEST(TegraVertexText, LenientWhereStrictRefuses) {
    const char* const text = "EXEC MOVv r0.xyzw, u.xyzw;\nEXEC(eq) BRAs 9;";
    const AssembledVertex strict = assemble_vertex(text), lenient = assemble_vertex(text, Manner::Lenient);
    EXPECT_EQ(strict.error, "operand A is read and has no type");
    EXPECT_EQ(strict.line, 1);
    EXPECT_EQ(strict.column, 1);
    ASSERT_EQ(lenient.error, "");
    ASSERT_EQ(lenient.remarks.size(), 2u);
    EXPECT_EQ(lenient.remarks[0].message, strict.error);
    EXPECT_EQ(lenient.remarks[1].message, "instruction 1: target 9 is behind the last instruction");
    EXPECT_EQ(lenient.remarks[1].line, 2);
    EXPECT_EQ(lenient.code.instructions[0].a_type, operand_none);
}

// What the grate project's assembler has no words for stands in comments, and its other habits are kept.
TEST(TegraVertexText, AsTheGrateProjectReadsIt) {
    VertexInstruction instruction = assemble_vertex_instruction(rows[0].text).instruction;
    EXPECT_EQ(disassemble(instruction),
              "EXEC(export[0]=vector)(lt)(eq)(gt) /*! idle=bc */\n\tMOVv r63.xyzw, a[0].xyzw\n\tNOPs\n;\n");
    EXPECT_EQ(assemble_vertex_instruction(disassemble(instruction)).instruction, instruction);
    // Capitals do not matter.
    EXPECT_EQ(assemble_vertex_instruction("exec movV R1.XYZW, A[0].WZYX;").instruction,
              assemble_vertex_instruction("EXEC MOVv r1.xyzw, a[0].wzyx;").instruction);
    EXPECT_EQ(assemble_vertex_instruction("EXEC PUSHAv;").instruction.vector_temporary, 0u);
    VertexCode code;
    code.instructions = {instruction};
    code.constants[3] = {1e-20f, 0.1f, -2, 0};
    const std::string text = disassemble(code);
    EXPECT_NE(text.find("[3].x = 0x1e3ce508;\n\t[3].y = 0.1;\n\t[3].z = -2.0;\n\t[3].w = 0.0;"), std::string::npos)
        << text;
    EXPECT_NE(text.find("/*! no end */"), std::string::npos) << text;
    const AssembledVertex again = assemble_vertex(text);
    EXPECT_EQ(again.error, "");
    EXPECT_TRUE(again.code == code);
}

TEST(TegraVertexUnit, RefusesWithTheReason) {
    const auto refused = [](auto change) {
        VertexInstruction instruction;
        change(instruction);
        std::string reason = complaint(instruction);
        EXPECT_EQ(decode(encode(instruction)).error, reason);
        return reason;
    };
    EXPECT_EQ(refused([](auto& i) { i.vector_operation = 28; }), "vector operation 28 is not defined");
    EXPECT_EQ(refused([](auto& i) { i.scalar_operation = 8; }), "scalar operation 8 is not defined");
    EXPECT_EQ(refused([](auto& i) { i.vector_temporary = 32; }), "the vector half writes temporary 32: there are 32");
    EXPECT_EQ(refused([](auto& i) { i.scalar_mask = 1; }), "NOP of the scalar half has a write mask");
    EXPECT_EQ(refused([](auto& i) {
                  i.vector_operation = vector_ARL;
                  i.a_type = operand_constant;
                  i.vector_temporary = 3;
              }),
              "ARL writes A0: its temporary must be 0");
    EXPECT_EQ(refused([](auto& i) {
                  i.vector_operation = vector_MAD;
                  i.scalar_operation = scalar_BRA;
              }),
              "MAD reads operand C, which holds the target of BRA");
    EXPECT_EQ(refused([](auto& i) {
                  i.vector_operation = vector_MOV;
                  i.a_type = operand_none;
              }),
              "operand A is read and has no type");
    EXPECT_EQ(refused([](auto& i) {
                  i.vector_operation = vector_MOV;
                  i.a_type = operand_temporary;
                  i.a_temporary = 40;
              }),
              "operand A is temporary 40: there are 32");
    EXPECT_EQ(refused([](auto& i) {
                  i.vector_operation = vector_MOV;
                  i.a_temporary = 4;
              }),
              "operand A is no temporary, and has one's number");
    EXPECT_EQ(refused([](auto& i) { i.b_negate = 1; }), "operand B is not read, and is not left alone");
    EXPECT_EQ(refused([](auto& i) { i.attribute = 1; }), "an attribute is chosen, and no operand reads it");
    EXPECT_EQ(refused([](auto& i) { i.constant = 1; }), "a constant is chosen, and no operand reads it");
    EXPECT_EQ(refused([](auto& i) {
                  i.vector_operation = vector_MOV;
                  i.a_type = operand_constant;
                  i.constant = 256;
              }),
              "constant 256: there are 256");
    EXPECT_EQ(refused([](auto& i) { i.attribute_relative = 1; }),
              "the attribute's number is relative, and no operand reads one");
    EXPECT_EQ(refused([](auto& i) { i.constant_relative = 1; }),
              "the constant's number is relative, and no operand reads one");
    EXPECT_EQ(refused([](auto& i) { i.export_index = 16; }), "export 16: there are 16");
    EXPECT_EQ(refused([](auto& i) { i.export_relative = 1; }),
              "the export's number is relative, and nothing is exported");
    EXPECT_EQ(refused([](auto& i) { i.address_component = 2; }),
              "a component of A0 is chosen, and nothing is relative to it");
    VertexWords words = encode(VertexInstruction{});
    words[0] |= 1u << 24;
    EXPECT_EQ(decode(words).error, "bit 120 is reserved");
    words = encode(VertexInstruction{});
    words[0] |= 1u << 31;
    EXPECT_EQ(decode(words).error, "bit 127 is reserved");
}

TEST(TegraVertexText, Programs) {
    const char* const text = R"(.attributes
	[0] = "position"; // where
	[1] = "color";
.exports
	[0] = "gl_Position";
	[7] = "vcolor";
.uniforms
	[100] = "matrix";
.constants
	[1].x = 0.1f;
	[1].y = -3;
	[2].z = 0x7f800000;
.asm
EXEC(export[0]=vector)
	MOVv r63.xyzw, a[0].xyzw
	MOVs r0.xyzw, c[1].xyzw /* both
	halves */
;
EXEC(export[31]=vector)(cs)(cwr)(cr=0) SLTv r63.xyzw, r0.xyzw, c[2].xyzw;
EXEC(export[7]=vector)(cc)(cr=0)(gt)(p.xyzw) MOVv r63.xyzw, neg(abs(c[A0.z + 1].yyyy));
)";
    const AssembledVertex assembled = assemble_vertex(text);
    ASSERT_EQ(assembled.error, "");
    const VertexCode& code = assembled.code;
    ASSERT_EQ(code.instructions.size(), 3u);
    EXPECT_TRUE(code.instructions.back().end);
    EXPECT_EQ(attributes_of(code), 3u);
    EXPECT_EQ(exports_of(code), 0x81u);
    EXPECT_EQ(code.constants.at(1)[0], 0.1f);
    EXPECT_EQ(code.constants.at(1)[1], -3.0f);
    EXPECT_GT(code.constants.at(2)[2], 1e38f);
    const AssembledVertex again = assemble_vertex(disassemble(code));
    ASSERT_EQ(again.error, "") << disassemble(code);
    EXPECT_TRUE(again.code == code);
    VertexCode decoded;
    EXPECT_EQ(decode(encode(code), decoded), "");
    EXPECT_EQ(decoded.instructions, code.instructions);
}

TEST(TegraVertexText, Errors) {
    const auto error = [](const char* text) {
        const AssembledVertex assembled = assemble_vertex(text);
        EXPECT_TRUE(assembled.code.instructions.empty());
        return std::to_string(assembled.line) + ": " + assembled.error;
    };
    EXPECT_EQ(error(""), "1: there is no instruction");
    EXPECT_EQ(error(".asm\nMOVv r0, r1;"), "2: EXEC or EXEC_END is missing before \"MOVv\"");
    EXPECT_EQ(error("EXEC MOV r0, r1;"), "1: \"MOV\" is no operation");
    EXPECT_EQ(error("EXEC MOVv r0, r1\nMOVv r0, r1;"), "2: an instruction has one operation of each half");
    EXPECT_EQ(error("EXEC MADv r0, r1, r2, r3 RCPs r1.x, r4.xxxx;"),
              "1: both halves read operand C, and it must be the same");
    EXPECT_EQ(error("EXEC ADDv r0, c[1], c[2];"), "1: an instruction has one constant only");
    EXPECT_EQ(error("EXEC ADDv r0, a[1], a[A0.x+1];"), "1: an instruction has one attribute only");
    EXPECT_EQ(error("EXEC ADDv r0, a[A0.y+1], c[A0.x+1];"), "1: an instruction has one component of A0 only");
    EXPECT_EQ(error("EXEC MOVv r32, r1;"), "1: there is no register r32");
    EXPECT_EQ(error("EXEC MOVv r0.xz*y, r1;"), "1: \"xz*y\" is no write mask");
    EXPECT_EQ(error("EXEC MOVv r0, r1.xy;"), "1: \"xy\" is no swizzle of four components");
    EXPECT_EQ(error("EXEC MOVv r0, a[16];"), "1: attribute 16: there are 16");
    EXPECT_EQ(error("EXEC BRAs 2;"), "1: instruction 0: target 2 is behind the last instruction");
    EXPECT_EQ(error("EXEC(export[16]=vector) NOPv;"), "1: export 16: there are 16");
    EXPECT_EQ(error("EXEC(shiny) NOPv;"), "1: \"shiny\" is no flag of an instruction");
    EXPECT_EQ(error("EXEC MOVv r0, r1"), "1: the end is no operation");
    EXPECT_EQ(error(".nothing"), "1: there is no section .nothing");
    EXPECT_EQ(error(".constants [1].x = zero;"), "1: \"zero\" is no number");
}

struct LinkRow {
    LinkWords words;
    const char* text;
};
const LinkRow link_rows[] = {
    {{0x00000008, 0x0000FECD}, "LINK fp20, fp20, fp20, fp20, tram0.yxzw, export1"},
    {{0x00000008, 0x000032DC}, "LINK fp20, fp20, NOP, NOP, tram0.xyzw, export1"},
    {{0x00000621, 0x00048E3D}, "LINK fp20, NOP, fp20(dis), fx10.h, tram3.ywzx, export4 (z)"},
    {{0x00211E78, 0x00003294}, "LINK fx10.l(cw), fx10.h(cl), NOP, NOP, tram15.xyzw, export15"},
    {{0x00000001, 0x0000F210}, "LINK NOP, NOP, NOP, fp20, tram0.xyzw, export0 (z)"},
};

TEST(TegraLinker, KnownWords) {
    for (const LinkRow& row : link_rows) {
        const AssembledLinker assembled = assemble_linker(row.text);
        ASSERT_EQ(assembled.error, "") << row.text;
        ASSERT_EQ(assembled.instructions.size(), 1u);
        EXPECT_EQ(encode(assembled.instructions[0]), row.words) << row.text;
        const DecodedLink decoded = decode(row.words);
        EXPECT_EQ(decoded.error, "");
        EXPECT_EQ(disassemble(decoded.instruction), row.text);
    }
}

TEST(TegraLinker, RandomInstructionsThereAndBack) {
    std::mt19937 random(2);
    for (size_t i = 0; i < random_words(); i++) {
        const LinkWords legal{0x33337e79, 0x000fffff},
            words{static_cast<uint32_t>(random()) & legal[0], static_cast<uint32_t>(random()) & legal[1]};
        const DecodedLink decoded = decode(words);
        ASSERT_EQ(decoded.error, "");
        ASSERT_EQ(encode(decoded.instruction), words);
        const AssembledLinker assembled = assemble_linker(disassemble(decoded.instruction));
        ASSERT_EQ(assembled.error, "");
        ASSERT_EQ(assembled.instructions, std::vector{decoded.instruction});
        LinkWords wrong = words;
        const uint32_t bit = static_cast<uint32_t>(random() % 64);
        wrong[bit / 32] |= 1u << bit % 32;
        ASSERT_EQ(decode(wrong).error.empty(), !(wrong[bit / 32] & ~legal[bit / 32]));
    }
    EXPECT_EQ(decode(LinkWords{2, 0}).error, "word 0 has reserved bit 1 set");
}

TEST(TegraLinker, Errors) {
    EXPECT_EQ(assemble_linker("LINK fp20").error, "\",\" is missing before the end");
    EXPECT_EQ(assemble_linker("LINK fx10, NOP").error, "\".\" is missing before \",\"");
    EXPECT_EQ(assemble_linker("LINK NOP, NOP, NOP, NOP, tram64.xyzw, export1").error,
              "\"tram64\": numbers are 0 to 63");
    EXPECT_EQ(assemble_linker("LINK NOP, NOP, NOP, NOP, tram1.xyz, export1").error,
              "\"xyz\" is no swizzle of four components");
}

}  // namespace
}  // namespace machines::tegra

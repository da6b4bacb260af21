#include "machines/tegra/isa/fragment_instructions.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

#include "machines/tegra/assembly/fragment_code.h"
#include "machines/tegra/isa/numbers.h"

namespace machines::tegra {
namespace {

// Words that NVIDIA's driver and the grate project's assembler make of a text.
struct Known {
    std::string_view unit, text;
    uint32_t first, second;
};
constexpr Known known[] = {
    {"MFU", "sfu: rcp r4 mul0: bar, sfu, bar0 mul1: bar, sfu, bar1 ipl: t0.fp20, t0.fp20, t0.fp20, t0.fp20", 0x104e51ba,
     0x00408102},
    {"MFU", "sfu: rcp r4 mul0: bar, sfu, bar0 mul1: bar, sfu, bar1 ipl: t0.fp20, sat(t2.fx10), NOP, sat(NOP)",
     0x104e51ba, 0x00200a82},
    {"MFU", "sfu: precos r1", 0x06c00000, 0},
    {"MFU", "sfu: cos r1 mul0: r0, r0, r3", 0x05c00430, 0},
    {"MFU", "sfu: rcp r3 mul0: r0, r0, sfu mul1: r1, r1, sfu", 0x0c6d0ca0, 0},
    {"TEX", "tex r2, r3, tex0, r0, r1, r2", 0x00000420, 0},
    {"TEX", "txb r0, r1, tex3, r2, r3, r0, r1", 0x00001413, 0},
    {"DW", "store rt1, r2, r3", 0x00028005, 0},
    {"DW", "store rt1, r0, r1", 0x00020005, 0},
    {"DW", "store stencil", 0x00020409, 0},
    {"PSEQ", "0x0081000A", 0x0081000a, 0},
    {"ALU", "MAD r3.*h, r3, #1, #0", 0x0001c0c0, 0x3f41f200},
    {"ALU", "MAD r3.l*, r2, #1, #0", 0x0001a080, 0x3f41f200},
    {"ALU", "NOP", 0x000f87c8, 0x3e41f200},
    {"ALU", "MAD lp.lh, #1, #0, #0", 0x000fe7e8, 0x3e41f200},
    {"ALU", "MAD lp.lh, #1, #0, #0", 0x000fe7e8, 0x3e41f200},
    {"ALU", "MAD r2.l*, r0.h, imm0, -imm1.h (x2)(sat)", 0x03012028, 0x3801da80},
    {"ALU", "CSEL lp.lh, -u6.h, r3.h, #1", 0xc00fe9aa, 0x0741fa00},
    {"ALU", "MAX r3.lh, abs(r1)*2, #1, -u31, rB", 0x8001e045, 0x3f43f084},
    {"ALU", "MAD cr0, -r2.l, #1, u0, #1 (gt)", 0x00a0008a, 0x3f420000},
    {"ALU", "MAD cr5, r2.h-1, alu1, #0 (ge)", 0x00e160b8, 0x3201f200},
    {"ALU", "MUL r4.lh, r0, r1, r2, rC (other)", 0x28026000, 0x02002024},
    {"ALU", "MIN g3.*h, posx, #1, posy (this)", 0x5009d200, 0x3f449000},
    {"ALU", "MAD kill, cr0, cr5, #0", 0x00267008, 0x8541f200},
    {"ALU", "CSEL kill, r0, #1, pface", 0xc0266000, 0x3f44b000},
    {"ALU", "MAD r4.lh, r0, u0, #0 (this)", 0x10026000, 0x4001f200},
    {"ALU", "MAD lp.lh, r1, u1, #0 (other)", 0x200fe040, 0x4201f200},
    {"ALU", "MAD lp.lh, r2, u2, #0 (other)", 0x200fe080, 0x4401f200},
    {"ALU", "MAD lp.lh, r3, u3, #0", 0x000fe0c0, 0x4601f200},
};

TEST(FragmentUnits, KnownTextsGiveKnownWords) {
    for (const Known& row : known) {
        std::string text = ".asm EXEC ";
        const bool alu = row.unit == "ALU", uses_constants = row.text.find("imm") != std::string_view::npos;
        text += std::string(row.unit) + ": " + (alu ? "ALU0: " : "") + std::string(row.text);
        if (uses_constants) text += " ALU3: imm0 = 0.5";
        const AssembledFragment assembled = assemble_fragment(text + " ;");
        ASSERT_EQ(assembled.error, "") << row.text;
        const FragmentWords words = encode(assembled.code);
        uint32_t first = 0, second = 0;
        if (row.unit == "MFU") {
            first = words.mfu[0];
            second = words.mfu[1];
        } else if (alu) {
            first = words.alu[0];
            second = words.alu[1];
        } else {
            first = row.unit == "TEX" ? words.tex[0] : row.unit == "DW" ? words.dw[0] : words.pseq[0];
        }
        EXPECT_EQ(first, row.first) << row.text;
        EXPECT_EQ(second, row.second) << row.text;
        FragmentCode decoded;
        ASSERT_EQ(decode(words, 1, decoded), "") << row.text;
        EXPECT_EQ(decoded.execs, assembled.code.execs);
        const AssembledFragment again = assemble_fragment(disassemble(assembled.code));
        EXPECT_EQ(again.error, "") << disassemble(assembled.code);
        EXPECT_EQ(again.code, assembled.code) << disassemble(assembled.code);
    }
}

TEST(FragmentUnits, ScheduleAndConstants) {
    Schedule schedule;
    EXPECT_EQ(decode(0x9, schedule), "");
    EXPECT_EQ(schedule.count, 1u);
    EXPECT_EQ(schedule.address, 2u);
    EXPECT_EQ(encode(schedule), 0x9u);
    EXPECT_EQ(decode(0x1, schedule), "");
    EXPECT_EQ(schedule.address, 0u);
    const AssembledFragment assembled = assemble_fragment(
        ".asm EXEC ALU: ALU0: MAD r0.lh, imm0, imm1.l, imm1.h ALU1: MAD r1.lh, imm2, #1, #0 "
        "ALU3: imm0 = 0.5, imm1.l = 1.0, imm1.h = -0.1875, imm2 = 8192.0 ;");
    ASSERT_EQ(assembled.error, "");
    const FragmentWords words = encode(assembled.code);
    EXPECT_EQ(words.alu[6], 0x003c0000u);
    EXPECT_EQ(words.alu[7], 0x58000f41u >> 0);
    EXPECT_EQ(words.alu_schedule[0], 1u);
}

int random_count() {
    const char* const wanted = std::getenv("ASMGL_RANDOM_INSTRUCTIONS");
    return wanted ? std::atoi(wanted) : 3000;
}

// Legal by rejection of single fields: a random value, or the one before, whichever keeps the word legal.
template <class Word>
Word random_word(std::mt19937& random, Word word) {
    for (int round = 0; round < 2; round++)
        for (const FieldOf<Word>& field : fields<Word>()) {
            const Word before = word;
            word.*field.member = static_cast<uint32_t>(random() & ((uint64_t{1} << field.width) - 1));
            if (!complaint(word).empty()) word = before;
        }
    return word;
}

template <class Word>
void there_and_back(Word start, const char* unit) {
    std::mt19937 random(7);
    uint64_t changed = 0;
    for (int n = 0; n < random_count(); n++) {
        Word word = random_word(random, start);
        if constexpr (std::is_same_v<Word, Tex>) word.enable |= static_cast<uint32_t>(random() & 1);
        ASSERT_EQ(complaint(word), "") << unit;
        changed += !(word == start);
        const uint64_t bits = encode(word);
        Word again;
        ASSERT_EQ(decode(bits, again), "") << unit;
        ASSERT_EQ(again, word) << unit;
        FragmentCode code;
        Exec& exec = code.execs.emplace_back();
        if constexpr (std::is_same_v<Word, Mfu>) exec.mfu.push_back(word);
        if constexpr (std::is_same_v<Word, Tex>) exec.tex = word;
        if constexpr (std::is_same_v<Word, Dw>) exec.dw = word;
        if constexpr (std::is_same_v<Word, Pseq>) exec.pseq = word;
        const AssembledFragment read = assemble_fragment(disassemble(code));
        ASSERT_EQ(read.error, "") << disassemble(code);
        ASSERT_EQ(read.code, code) << disassemble(code);
        // With any bit changed, legal or not, it is a word that comes back.
        Word other;
        const uint64_t flipped = bits ^ (uint64_t{1} << random() % (std::is_same_v<Word, Mfu> ? 64 : 32));
        decode(flipped, other);
        ASSERT_EQ(encode(other), flipped);
        if constexpr (std::is_same_v<Word, Mfu>) exec.mfu[0] = other;
        if constexpr (std::is_same_v<Word, Tex>) exec.tex = other;
        if constexpr (std::is_same_v<Word, Dw>) exec.dw = other;
        if constexpr (std::is_same_v<Word, Pseq>) exec.pseq = other;
        const AssembledFragment again_read = assemble_fragment(disassemble(code));
        ASSERT_EQ(again_read.error, "") << disassemble(code);
        ASSERT_EQ(again_read.code, code) << disassemble(code);
        ASSERT_EQ(again_read.remarks.empty(), complaint(code).empty()) << disassemble(code);
        start = word;
    }
    EXPECT_GT(changed, static_cast<uint64_t>(random_count()) / 2);
}

Pseq enabled_pseq() {
    Pseq word;
    word.enable = word.load = 1;
    return word;
}
Tex enabled_tex() {
    Tex word;
    word.enable = 1;
    return word;
}
Dw enabled_dw() {
    Dw word;
    word.enable = word.store = 1;
    return word;
}

TEST(RandomInstructions, PseqTexDwAndMfuComeBack) {
    there_and_back(enabled_pseq(), "PSEQ");
    there_and_back(enabled_tex(), "TEX");
    there_and_back(enabled_dw(), "DW");
    there_and_back(Mfu{}, "MFU");
}

TEST(RandomInstructions, SchedulesComeBack) {
    uint64_t legal = 0;
    for (uint64_t bits = 0; bits < 1024; bits++) {
        Schedule word;
        if (!decode(bits, word).empty()) continue;
        legal++;
        EXPECT_EQ(encode(word), bits);
    }
    EXPECT_EQ(legal, 1 + 64 + 63 + 62u);
}

TEST(RandomInstructions, PacketsComeBack) {
    std::mt19937 random(8);
    Packet packet;
    uint64_t with_constants = 0, with_text = 0;
    for (int n = 0; n < random_count(); n++) {
        for (Alu& slot : packet.slots) slot = random_word(random, random() % 8 ? slot : alu_nop());
        // Constants where they are read, and only what is read.
        packet.has_constants = false;
        for (size_t i = 0; i < 3; i++) packet.has_constants |= reads_constants(packet.slots[i]);
        packet.constants = {};
        if (packet.has_constants) {
            with_constants++;
            packet.slots[3] = alu_nop();
            for (uint32_t* value : {&packet.constants.value0, &packet.constants.value1, &packet.constants.value2})
                *value = static_cast<uint32_t>(random()) & fp20_mask;
        } else {
            while (reads_constants(packet.slots[3])) packet.slots[3] = random_word(random, alu_nop());
        }
        ASSERT_EQ(complaint(packet), "");
        const PacketWords words = encode_packet(packet);
        Packet again;
        ASSERT_EQ(decode_packet(words, again), "");
        ASSERT_EQ(again, packet);
        FragmentCode code;
        code.execs.emplace_back().alu.push_back(packet);
        const AssembledFragment read = assemble_fragment(disassemble(code));
        ASSERT_EQ(read.error, "") << disassemble(code);
        ASSERT_EQ(read.code, code) << disassemble(code);
        with_text++;
    }
    EXPECT_GT(with_constants, 0u);
    EXPECT_EQ(with_text, static_cast<uint64_t>(random_count()));
}

// Whole EXECs of any bits.
TEST(RandomInstructions, ProgramsOfAnyBitsComeBack) {
    std::mt19937 random(9);
    const auto any = [&] { return static_cast<uint32_t>(random()); };
    for (int n = 0; n < random_count() / 4; n++) {
        FragmentWords words;
        words.pseq = {random() % 2 ? any() : 0};
        words.tex = {random() % 2 ? any() : 0};
        words.dw = {random() % 2 ? any() : 0};
        words.alu_complement = {random() % 8 ? 0 : any()};
        words.mfu_schedule = {random() % 2 ? 1 : random() % 4 ? 0 : any() << 8 | 1};
        words.alu_schedule = {random() % 4 ? 1 : random() % 4 ? 0 : any() & ~3u};
        if (words.mfu_schedule[0] & 3) words.mfu = {any(), any()};
        if (words.alu_schedule[0] & 3)
            for (size_t slot = 0; slot < 4; slot++) {
                const uint64_t bits = random() % 2 ? encode(alu_nop()) : random() * (random() | 1);
                words.alu.push_back(static_cast<uint32_t>(bits >> 32));
                words.alu.push_back(static_cast<uint32_t>(bits));
            }
        FragmentCode code;
        ASSERT_EQ(decode(words, 1, code), "");
        ASSERT_EQ(encode(code), words);
        const std::string text = disassemble(code);
        const AssembledFragment read = assemble_fragment(text);
        ASSERT_EQ(read.error, "") << text;
        ASSERT_EQ(encode(read.code), words) << text;
    }
}

TEST(FragmentText, WhatIsNotLegalIsBitsWithARemark) {
    const char* const text =
        ".asm\nEXEC\n\tTEX:\t0x00000440 // bits\n\tALU:\n\t\tALU0:\t0x000012A8, 0x3E41F200\n\tDW:\t0x00000005\n;\n";
    const AssembledFragment assembled = assemble_fragment(text);
    ASSERT_EQ(assembled.error, "");
    ASSERT_EQ(assembled.remarks.size(), 3u);
    EXPECT_EQ(assembled.remarks[0].message, "bits 0x40 have no known meaning");
    EXPECT_EQ(assembled.remarks[0].line, 3);
    EXPECT_EQ(assembled.remarks[0].column, 7);
    EXPECT_EQ(assembled.remarks[1].message, "operand A reads register 74, whose contents are not known");
    EXPECT_EQ(assembled.remarks[2].message, "a store without bit 17");
    EXPECT_NE(disassemble(assembled.code).find("0x00000440 // bits 0x40 have no known meaning"), std::string::npos);
    Alu kill = alu_nop();
    kill.target = register_kill;
    kill.write_low = 0;
    EXPECT_EQ(disassemble(kill), "0x002647E8, 0x3E41F200 // kill is written with both bits") << disassemble(kill);
    Alu coverage = alu_nop();
    coverage.a_register = register_coverage;
    EXPECT_NE(disassemble(coverage).find("// operand A reads register 74"), std::string::npos);
    EXPECT_EQ(disassemble(written_nop()), "NOP");
}

TEST(FragmentText, LenientWhereStrictRefuses) {
    const char* const text = ".asm EXEC MFU: mul0: dst2, src8, r0 ALU: ALU1: MAD r1.lh, posx.l, #1, #0 ;";
    EXPECT_EQ(assemble_fragment(text).error, "mul0_source0 can't be 8");
    EXPECT_EQ(assemble_fragment(text).column, 16);
    const AssembledFragment lenient =
        assemble_fragment(".asm EXEC MFU: mul0: dst2, src8, r0 ALU: ALU1: MAD cr1, cr1, cr2, cr3 ;", Manner::Lenient);
    ASSERT_EQ(lenient.error, "");
    ASSERT_EQ(lenient.remarks.size(), 2u);
    EXPECT_EQ(lenient.remarks[1].message, "more than two operands are condition registers");
    EXPECT_EQ(lenient.code.execs[0].mfu[0].mul0_source0, 8u);
}

// Constants that are read are written, zero too, as the grate project's assembler reads them.
TEST(FragmentText, ConstantsAreWrittenAsTheyAreRead) {
    const auto constants = [](const char* operands, const char* given) {
        const std::string text = std::string(".asm EXEC ALU: ALU0: MAD r0.lh, ") + operands + " ALU3: " + given + ";";
        const AssembledFragment read = assemble_fragment(text);
        EXPECT_EQ(read.error, "");
        const std::string written = disassemble(read.code);
        const size_t at = written.find("ALU3:\t");
        return at == std::string::npos ? written : written.substr(at + 6, written.find('\n', at) - at - 6);
    };
    EXPECT_EQ(constants("imm0, #1, imm1", "imm0 = 0.0, imm1 = 0.0"), "imm0 = 0.0, imm1 = 0.0");
    EXPECT_EQ(constants("imm0.l, #1, #0", "imm0.l = 0.0"), "imm0.l = 0.0");
    EXPECT_EQ(constants("imm0, #1, #0", "imm0 = 0x7e000"), "imm0.l = 0.0, imm0.h = 1.96875");
    EXPECT_EQ(constants("imm0, #1, imm0.h", "imm0 = 0.5"), "imm0.l = 0.0, imm0.h = 0.9375");
    EXPECT_EQ(constants("imm2, #1, #0", "imm0 = 0xfffff, imm2 = 2.5"),
              "imm0.l = -0.00390625, imm0.h = -0.00390625, imm2 = 2.5");
}

template <class Word>
std::string refusal(uint64_t bits) {
    Word word;
    return decode(bits, word);
}

TEST(FragmentUnits, WhatIsNotLegalIsRefusedWithTheReason) {
    EXPECT_EQ(refusal<Pseq>(0x0081000b), "bits 0x1 have no known meaning");
    EXPECT_EQ(refusal<Pseq>(0x00810002), "a load without bit 3");
    EXPECT_EQ(refusal<Pseq>(0x00010000), "fields of a load that is not enabled");
    EXPECT_EQ(refusal<Tex>(0x00000423 | 1 << 6), "bits 0x40 have no known meaning");
    EXPECT_EQ(refusal<Tex>(0x3), "fields of a lookup that is not enabled");
    EXPECT_EQ(refusal<Dw>(0x5), "a store without bit 17");
    EXPECT_EQ(refusal<Dw>(0x00020405), "the stencil is written to target 2");
    EXPECT_EQ(refusal<Dw>(0x00028409), "a stencil has no source registers");
    EXPECT_EQ(refusal<Mfu>(uint64_t{12} << 54), "sfu_op can't be 12");
    EXPECT_EQ(refusal<Mfu>(uint64_t{1} << 54 | uint64_t{5} << 58), "sfu_register can't be 5");
    EXPECT_EQ(refusal<Mfu>(uint64_t{2} << 40), "mul0_target can't be 2");
    EXPECT_EQ(refusal<Mfu>(uint64_t{4} << 40 | uint64_t{8} << 32), "mul0_source0 can't be 8");
    EXPECT_EQ(refusal<Mfu>(6), "var0_op can't be 3");
    EXPECT_EQ(refusal<Mfu>(8), "the row of a varying that is not fetched");
    EXPECT_EQ(refusal<Mfu>(uint64_t{1} << 32), "sources of a product that goes nowhere");
    EXPECT_EQ(refusal<Mfu>(uint64_t{1} << 28), "bits 0x10000000 have no known meaning");
    EXPECT_EQ(refusal<Schedule>(0x4), "an address of no instructions");
    EXPECT_EQ(refusal<Schedule>(63 << 2 | 2), "instructions beyond the 64 of the pool");
    EXPECT_EQ(refusal<Schedule>(0x100), "bits 0x100 have no known meaning");
    EXPECT_EQ(refusal<Constants>(1), "bits 0x1 have no known meaning");
    Alu word = alu_nop();
    const auto reason = [&](auto change) {
        Alu changed = word;
        change(changed);
        return refusal<Alu>(encode(changed));
    };
    EXPECT_EQ(reason([](Alu& w) { w.a_register = register_coverage; }),
              "operand A reads register 74, whose contents are not known");
    EXPECT_EQ(reason([](Alu& w) { w.b_register = 100; }), "operand B reads register 100, which there is not");
    EXPECT_EQ(reason([](Alu& w) { w.c_register = register_kill; }), "operand C reads register 76, which there is not");
    EXPECT_EQ(reason([](Alu& w) { w.c_fixed = 0; }), "operand C reads a register of halves as one number");
    EXPECT_EQ(reason([](Alu& w) { w.a_register = 0, w.a_fixed = 0; }),
              "operand A reads the high half of a 20-bit number");
    EXPECT_EQ(reason([](Alu& w) { w.c_register = 0, w.c_fixed = 0, w.c_high = 0, w.c_minus_one = 1; }), "");
    EXPECT_EQ(reason([](Alu& w) { w.b_register = register_face; }), "operand B reads half of a position or face");
    EXPECT_EQ(reason([](Alu& w) { w.a_register = w.b_register = w.c_register = register_condition0; }),
              "more than two operands are condition registers");
    EXPECT_EQ(reason([](Alu& w) { w.d_high = 1; }), "fields of operand D, which is not enabled");
    EXPECT_EQ(reason([](Alu& w) { w.d_enable = w.d_high = 1; }), "operand D reads the high half of a 20-bit number");
    EXPECT_EQ(reason([](Alu& w) { w.no_addition = 1, w.opcode = alu_min, w.write_low = 0; }),
              "only MAD can be without its addition");
    EXPECT_EQ(reason([](Alu& w) { w.target = register_alu0; }), "register 24 can't be written");
    EXPECT_EQ(reason([](Alu& w) { w.target = register_uniform0 + 8; }), "register 40 can't be written");
    EXPECT_EQ(reason([](Alu& w) { w.target = register_condition0, w.write_low = 0; }),
              "a condition register is written with both bits or none");
    EXPECT_EQ(reason([](Alu& w) { w.target = register_kill, w.write_low = 0; }), "kill is written with both bits");
    Packet packet;
    packet.slots[3].b_register = register_constant0;
    EXPECT_EQ(complaint(packet), "ALU3 reads constants that would take its place");
}

TEST(FragmentUnits, MistakesInTextAreToldByLine) {
    const struct {
        const char *text, *error;
        int line;
    } rows[] = {
        {"alu_buffer_size = 5", "a number of rows of 0…4 is missing", 1},
        {".asm\nEXEC\n\tTEX: tex r1, r2, tex0, r0, r1, r2\n;", "results begin with r0, r1 or with r2, r3", 3},
        {".asm\nEXEC ALU: ALU0: MAD r16.lh, r0, r0, r0 ;", "registers end with r15", 2},
        {".asm\nEXEC\nALU: ALU0: MAD r0.lh, r0, r0 ;", "',' is missing", 3},
        {".asm EXEC MFU: sfu: rcp r5 ;", "a register r0…r4 is missing", 1},
        {".asm EXEC ALU: ALU0: MAD r0.lh, r0, r0, r0 (x3) ;", "a modifier of the result is missing", 1},
        {".asm EXEC ALU: ALU3: MAD r0.lh, imm0, r0, r0 ;", "ALU3: ALU3 reads constants", 1},
        {".asm EXEC MFU: sfu: rcp r0 MFU: sfu: rcp r1 MFU: sfu: rcp r2 MFU: sfu: rcp r3 ;",
         "an EXEC has more than three MFU instructions", 1},
        {"what", "a section is missing", 1},
        {".uniforms [3] = \"name;\n", "a name in quotes is missing", 1},
    };
    for (const auto& row : rows) {
        const AssembledFragment assembled = assemble_fragment(row.text);
        if (std::string_view(row.error).starts_with("ALU3: "))
            EXPECT_NE(assembled.error, "") << row.text;
        else
            EXPECT_EQ(assembled.error, row.error) << row.text;
        EXPECT_EQ(assembled.line, row.line) << row.text;
    }
}

}  // namespace
}  // namespace machines::tegra

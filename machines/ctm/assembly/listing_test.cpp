#include "machines/ctm/assembly/listing.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <random>

namespace machines::ctm {
namespace {

using namespace arbasm;

std::string listing_errors_of(const std::string& text) {
    std::string errors;
    for (const Diagnostic& error : assemble(text).errors) errors += format(error, text, "l.ctm");
    return errors;
}

TEST(Listing, DirectivesAndLabels) {
    const Listing listing = assemble(
        "; everything that there is\n"
        ".position r3\n.constant c5 0.25 -0 1e30 0x7fc00000\n.count i2 12 1 -1\n.texture c9 2\n.texture c10 3 "
        "compares\n\n"
        "start: 0: FC flow_op=REP int_addr=2 jump_addr=behind\t# a loop\n"
        "  ALU alpha_wmask=1 alpha_op=EX2 alpha.a=src0.0\n"
        "FC flow_op=ENDREP int_addr=2 jump_func=0xff jump_any=1 jump_addr=start\n"
        "behind:\n9: .word 0x5 0x08020080 134348928 0 0 0x0\n");
    ASSERT_TRUE(listing.errors.empty()) << listing.errors[0].message;
    EXPECT_EQ(listing.position_register, 3u);
    EXPECT_EQ(listing.literals, (std::vector<Literal>{{5, {0x3e800000, 0x80000000, 0x7149f2ca, 0x7fc00000}}}));
    EXPECT_EQ(listing.integers, (std::vector<Literal>{{2, {0xff010c, 0, 0, 0}}}));
    EXPECT_EQ(listing.textures, (std::vector<TextureConstants>{{2, 9, false}, {3, 10, true}}));
    ASSERT_EQ(listing.slots.size(), 4u);
    EXPECT_EQ(listing.slots[0].jump_addr, 3);
    EXPECT_EQ(listing.slots[2].jump_addr, 0);
    EXPECT_EQ(listing.slots[3].type, Output);
    const Object object = object_of(listing);
    EXPECT_EQ(object.position_register, 3u);
    EXPECT_TRUE(object.full_flow_control);
    EXPECT_EQ(object.integer_constants, (std::vector<uint32_t>{2}));
    EXPECT_EQ(disassemble(object),
              ".position r3\n.constant c5 0.25 -0 1e+30 0x7fc00000\n.count i2 12 1 -1\n"
              ".texture c9 2\n.texture c10 3 compares\n"
              "0: FC flow_op=REP jump_func=0x00 int_addr=2 jump_addr=3\n"
              "1: ALU alpha_wmask=1 alpha_op=EX2 alpha.a=src0.0\n"
              "2: FC flow_op=ENDREP jump_any=1 jump_func=0xff int_addr=2 jump_addr=0\n"
              "3: OUT tex_sem_wait=1\n");
    EXPECT_EQ(object_of(assemble(disassemble(object))), object);
}

TEST(Listing, ErrorsHaveTheirPlace) {
    EXPECT_EQ(listing_errors_of("ALU\nALU  rgb_op=FOO\n"),
              "l.ctm:2:13: error: \"FOO\" is no rgb_op: one of MAD, DP3, DP4, D2A, MIN, MAX, 6, CND, CMP, FRC, SOP, "
              "MDH, MDV, 13, 14, 15\nALU  rgb_op=FOO\n            ^\n");
    EXPECT_EQ(listing_errors_of("MUL r0, r1"),
              "l.ctm:1:1: error: \"MUL\" is none of ALU, OUT, TEX and FC\nMUL r0, r1\n^\n");
    EXPECT_EQ(listing_errors_of("ALU tex_op=LD"),
              "l.ctm:1:5: error: \"tex_op\" is no field of ALU\nALU tex_op=LD\n    ^\n");
    EXPECT_EQ(listing_errors_of("TEX src=r128.rgba tex_sem_acquire=1 wait"),
              "l.ctm:1:9: error: \"r128.rgba\" is no register with four channels of rgba, as r4.rgrr\n"
              "TEX src=r128.rgba tex_sem_acquire=1 wait\n        ^\n"
              "l.ctm:1:37: error: \"wait\" should be name=value\n"
              "TEX src=r128.rgba tex_sem_acquire=1 wait\n                                    ^\n");
    EXPECT_EQ(listing_errors_of("1: TEX tex_sem_acquire=1"),
              "l.ctm:1:4: error: tex_sem_acquire needs tex_sem_wait\n1: TEX tex_sem_acquire=1\n   ^\n");
    EXPECT_EQ(listing_errors_of("OUT last=1 last=1"),
              "l.ctm:1:12: error: \"last\" stands here twice\nOUT last=1 last=1\n           ^\n");
    EXPECT_EQ(listing_errors_of("FC jump_addr=nowhere\nOUT"),
              "l.ctm:1:14: error: there is no label \"nowhere\"\nFC jump_addr=nowhere\n             ^\n");
    EXPECT_EQ(listing_errors_of("a: OUT\na: OUT"), "l.ctm:2:1: error: \"a\" is a label already\na: OUT\n^\n");
    EXPECT_EQ(listing_errors_of("OUT\n.word 1 2 3"), "l.ctm:2:1: error: .word needs six numbers\n.word 1 2 3\n^\n");
    EXPECT_EQ(listing_errors_of(".constant c256 0 0 0 0"),
              "l.ctm:1:11: error: \"c256\" is none of c0 to c255\n.constant c256 0 0 0 0\n          ^\n");
    EXPECT_EQ(listing_errors_of(".count i0 256"),
              "l.ctm:1:11: error: turns and starts are 0 to 255\n.count i0 256\n          ^\n");
    EXPECT_EQ(listing_errors_of(".texture c252 0 compares"),
              "l.ctm:1:10: error: \"c252\" is none of c0 to c251\n.texture c252 0 compares\n         ^\n");
    EXPECT_EQ(listing_errors_of(".text"),
              "l.ctm:1:1: error: \".text\" is none of .word, .constant, .count, .texture and .position\n.text\n^\n");
    EXPECT_EQ(listing_errors_of(" # nothing\n"), "l.ctm:1:1: error: there are no instructions\n # nothing\n^\n");
    std::string long_one, many;
    for (int i = 0; i < 513; i++) long_one += "OUT\n";
    for (int i = 0; i < 30; i++) many += "NO\n";
    EXPECT_EQ(listing_errors_of(long_one), "l.ctm:513:1: error: a program has at most 512 instructions\nOUT\n^\n");
    EXPECT_EQ(assemble(many).errors.size(), 20u);
    EXPECT_TRUE(assemble(many).slots.empty());
}

TEST(Listing, WhatIsNotLegalIsWords) {
    EXPECT_EQ(disassemble(Words{2, 1, 0, 0, 0, 0}),
              ".word 0x00000002 0x00000001 0x00000000 0x00000000 0x00000000 0x00000000"
              "  # word 1 has reserved bit 0 set for FC; else: FC flow_op=JUMP jump_func=0x00");
    EXPECT_EQ(disassemble(Words{3, 1u << 25, 0, 0, 0, 0}),
              ".word 0x00000003 0x02000000 0x00000000 0x00000000 0x00000000 0x00000000"
              "  # tex_sem_acquire needs tex_sem_wait; else: TEX tex_op=NOP tex_sem_acquire=1");
}

// Programs of any words, as many of them legal as not, come back from their text. ASMGL_RANDOM_INSTRUCTIONS=n: n words.
TEST(Listing, RandomProgramsThereAndBack) {
    const char* wanted = std::getenv("ASMGL_RANDOM_INSTRUCTIONS");
    const int count = wanted ? std::atoi(wanted) : 20000;
    std::mt19937 random(4);
    int legal = 0, done = 0;
    while (done < count) {
        std::vector<Words> code(1 + random() % 64);
        for (Words& words : code) {
            Slot slot;
            slot.type = random() & 3;
            for (const FieldInfo& field : field_table())
                if ((field.kinds & kind_bit(slot.type)) && field.member != &Slot::type && random() % 3 == 0)
                    slot.*field.member = static_cast<uint16_t>(random() % (field.largest + 1u));
            words = encode(slot);
            if (random() % 8 == 0) words[random() % 6] = static_cast<uint32_t>(random());
            legal += decode(words).error.empty();
            done++;
        }
        const Object object = make_object(code, random() % temporary_count);
        const std::string text = disassemble(object);
        const Listing listing = assemble(text);
        ASSERT_TRUE(listing.errors.empty()) << format(listing.errors[0], text);
        ASSERT_EQ(listing.code, code) << text;
        ASSERT_EQ(object_of(listing), object) << text;
    }
    EXPECT_GT(legal, done / 10);
    EXPECT_LT(legal, done);
}

// What the fuzzer began with and found: nothing misbehaves, and what is read is written as the same.
TEST(Listing, CorpusIsReplayed) {
    int files = 0, read_ones = 0;
    for (const auto& entry : std::filesystem::directory_iterator(CTM_LISTINGS)) {
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const Listing listing = assemble(text);
        files++;
        for (const Diagnostic& error : listing.errors) EXPECT_NE(format(error, text), "");
        if (!listing.errors.empty()) continue;
        read_ones++;
        const Object object = object_of(listing);
        EXPECT_EQ(object_of(assemble(disassemble(object))), object) << entry.path();
        EXPECT_EQ(read_object(write_object(object)).object, object) << entry.path();
    }
    EXPECT_GE(files, 3);
    EXPECT_GE(read_ones, 1);
}

}  // namespace
}  // namespace machines::ctm

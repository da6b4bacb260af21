#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

#include "machines/ctm/assembly/listing.h"

namespace machines::ctm {
namespace {

struct KnownSlot {
    const char* what;
    Words words;
};
const KnownSlot known_slots[] = {
#define CTM_ENCODING(what, ...) {what, {__VA_ARGS__}},
#include "machines/ctm/isa/encodings_test.inc"
#undef CTM_ENCODING
};

TEST(Instruction, WorkedEncodings) {
    EXPECT_EQ(std::size(known_slots), 33u);
    for (const KnownSlot& row : known_slots) {
        const Decoded decoded = decode(row.words);
        EXPECT_EQ(decoded.error, "") << row.what;
        EXPECT_EQ(encode(decoded.slot), row.words) << row.what;
        const Listing assembled = assemble(disassemble(decoded.slot));
        ASSERT_TRUE(assembled.errors.empty()) << row.what << "\n" << disassemble(decoded.slot);
        ASSERT_EQ(assembled.slots.size(), 1u);
        EXPECT_EQ(encode(assembled.slots[0]), row.words) << disassemble(decoded.slot);
    }
}

TEST(Instruction, TextOfWorkedEncodings) {
    EXPECT_EQ(
        disassemble(decode(known_slots[13].words).slot),
        "OUT tex_sem_wait=1 rgb_omask=rgb alpha_omask=1 rgb_srcp_op=sub alpha_srcp_op=sub alpha_op=MAD rgb_op=MAD "
        "rgb.src0=r1 rgb.src1=r2 rgb.src2=r0 alpha.src0=r1 alpha.src1=r2 rgb.a=src2.rrr rgb.b=srcp.rgb "
        "rgb.c=src0.rgb alpha.a=src2.r alpha.b=srcp.a alpha.c=src0.a");
    EXPECT_EQ(
        disassemble(decode(known_slots[20].words).slot),
        "TEX tex_sem_wait=1 alu_wait=1 rgb_wmask=rgb alpha_wmask=1 tex_id=3 tex_op=LD tex_sem_acquire=1 unscaled=1 "
        "src=r4.rgrr dst=r6.rgba");
    // The RGB unit is idle, and says nothing.
    EXPECT_EQ(disassemble(decode(known_slots[10].words).slot),
              "ALU alpha_wmask=1 alpha_op=MAD rgb.src2=c3 alpha.src0=r0 alpha.src1=1.625 "
              "alpha.a=src0.a alpha.b=src1.a alpha.c=src2.r");
}

std::string text_of(const char* line) {
    const Listing listing = assemble(line);
    return listing.errors.empty() ? disassemble(listing.slots.at(0)) : format(listing.errors[0], line);
}

// What is read stands in the text, even where its fields are all 0.
TEST(Instruction, TextShowsWhatIsRead) {
    EXPECT_EQ(text_of("ALU rgb_wmask=r rgb.src0=r0"),
              "ALU rgb_wmask=r rgb_op=MAD rgb.src0=r0 rgb.a=src0.rrr rgb.b=src0.rrr rgb.c=src0.rrr");
    EXPECT_EQ(text_of("ALU alpha_wmask=1 alpha_op=RCP alpha.src0=r1 alpha.a=src0.r"),
              "ALU alpha_wmask=1 alpha_op=RCP alpha.src0=r1 alpha.a=src0.r");
    // The fourth product of DP4 takes the alpha unit's operands.
    EXPECT_EQ(text_of("ALU rgb_wmask=r rgb_op=DP4 alpha.a=src0.r"),
              "ALU rgb_wmask=r rgb_op=DP4 rgb.a=src0.rrr rgb.b=src0.rrr alpha.a=src0.r alpha.b=src0.r");
    EXPECT_EQ(text_of("OUT"), "OUT");
    EXPECT_EQ(text_of("TEX tex_op=LD rgb_wmask=r"), "TEX rgb_wmask=r tex_id=0 tex_op=LD src=r0.rrrr dst=r0.rrrr");
    EXPECT_EQ(text_of("TEX tex_op=KILL rgb_wmask=rgb alpha_wmask=1 src=r4"),
              "TEX rgb_wmask=rgb alpha_wmask=1 tex_op=KILL src=r4");
    EXPECT_EQ(text_of("TEX"), "TEX tex_op=NOP");
    EXPECT_EQ(text_of("FC"), "FC flow_op=JUMP jump_func=0x00");
    EXPECT_EQ(text_of("FC flow_op=REP"), "FC flow_op=REP jump_func=0x00 int_addr=0 jump_addr=0");
    EXPECT_EQ(text_of("FC jump_func=0x55"), "FC flow_op=JUMP jump_func=0x55 bool_addr=0 jump_addr=0");
}

// Sets one field to `value` in an instruction of a kind that has it, and whatever else that needs.
Slot with_field(const FieldInfo& field, uint16_t type, uint16_t value) {
    Slot slot;
    if (kind_bit(type) == kind_alu) slot = empty_alu(static_cast<Kind>(type));
    slot.type = type;
    if (kind_bit(type) == kind_tex && field.word == 3) slot.tex_op = tex_dxdy;
    if (field.member == &Slot::tex_sem_acquire) slot.tex_sem_wait = 1;
    if (field.member == &Slot::rgb_omod) slot.rgb_op = rgb_min;
    if (field.member == &Slot::alpha_omod) slot.alpha_op = alpha_min;
    if (field.name.ends_with("_rel") && kind_bit(type) == kind_alu)
        for (const AddressMembers& a : address_members) slot.*a.address = 3;
    slot.*field.member = value;
    return slot;
}

TEST(Instruction, EachFieldsExtremes) {
    for (uint16_t type = 0; type < 4; type++)
        for (const FieldInfo& field : field_table()) {
            if (!(field.kinds & kind_bit(type)) || field.member == &Slot::type) continue;
            uint32_t legal = 0;
            for (uint32_t value = 0; value < 1u << field.width; value++) {
                const Slot slot = with_field(field, type, static_cast<uint16_t>(value));
                const Words words = encode(slot);
                EXPECT_EQ((words[field.word] >> field.lowest_bit) & ((1u << field.width) - 1), value) << field.name;
                const Decoded decoded = decode(words);
                if (value > field.largest) {
                    EXPECT_NE(decoded.error, "") << field.name << " " << value;
                }
                EXPECT_EQ(decoded.error, complaint(slot)) << field.name;
                if (!decoded.error.empty()) continue;
                legal++;
                EXPECT_EQ(decoded.slot, slot) << field.name;
                const Listing assembled = assemble(disassemble(slot));
                ASSERT_TRUE(assembled.errors.empty()) << disassemble(slot);
                EXPECT_EQ(assembled.slots.at(0), slot) << disassemble(slot);
            }
            EXPECT_GE(legal, 1u) << field.name;
        }
}

TEST(Instruction, FieldsDontOverlap) {
    for (uint8_t kind : {kind_alu, kind_tex, kind_flow}) {
        Words used{};
        for (const FieldInfo& field : field_table()) {
            if (!(field.kinds & kind)) continue;
            const uint32_t bits = ((1u << field.width) - 1) << field.lowest_bit;
            EXPECT_EQ(used[field.word] & bits, 0u) << field.name;
            used[field.word] |= bits;
        }
        // Every bit of an ALU instruction means something.
        if (kind == kind_alu) {
            for (size_t i = 0; i < 6; i++) EXPECT_EQ(used[i], 0xffffffffu) << i;
        }
    }
}

TEST(Instruction, RandomInstructionsThereAndBack) {
    const char* wanted = std::getenv("ASMGL_RANDOM_INSTRUCTIONS");
    const int count = wanted ? std::atoi(wanted) : 20000;
    std::mt19937 random(1);
    int refused = 0;
    for (int done = 0; done < count;) {
        Slot slot;
        const auto type = static_cast<uint16_t>(random() & 3);
        for (const FieldInfo& field : field_table())
            if ((field.kinds & kind_bit(type)) && !(kind_bit(type) == kind_tex && field.word == 3))
                slot.*field.member = static_cast<uint16_t>(random() % (field.largest + 1u));
        slot.type = type;
        if (slot.tex_op == tex_dxdy) slot.dx_addr = random() & 127, slot.dy_t_swiz = random() & 3;
        if (!complaint(slot).empty()) {
            EXPECT_EQ(decode(encode(slot)).error, complaint(slot));
            refused++;
            continue;
        }
        done++;
        const Decoded decoded = decode(encode(slot));
        ASSERT_EQ(decoded.error, "");
        ASSERT_EQ(decoded.slot, slot);
        const std::string text = disassemble(slot);
        const Listing assembled = assemble(text);
        ASSERT_TRUE(assembled.errors.empty()) << text;
        ASSERT_EQ(assembled.slots.at(0), slot) << text;
    }
    EXPECT_GT(refused, 0);
}

TEST(Instruction, RandomWordsAreReadOrRefused) {
    std::mt19937 random(2);
    for (int i = 0; i < 50000; i++) {
        Words words;
        for (uint32_t& word : words) word = static_cast<uint32_t>(random() & (i % 2 ? random() : ~0u));
        const Decoded decoded = decode(words);
        if (decoded.error.empty()) {
            ASSERT_EQ(encode(decoded.slot), words);
        }
    }
}

TEST(Instruction, RefusedWithTheReason) {
    EXPECT_EQ(decode({2, 1, 0, 0, 0, 0}).error, "word 1 has reserved bit 0 set for FC");
    EXPECT_EQ(decode({0, 0, 0, 0, 0, 6}).error, "rgb_op has the reserved value 6");
    EXPECT_EQ(decode({0, 0, 0, 0, 0, 10}).error, "SOP needs a transcendental operation in the alpha unit");
    EXPECT_EQ(decode({3, 1u << 25, 0, 0, 0, 0}).error, "tex_sem_acquire needs tex_sem_wait");
    EXPECT_EQ(decode({3, 7u << 22, 0, 0, 0, 0}).error, "tex_op has the undefined value 7");
    EXPECT_EQ(decode({2 | 1 << 3, 0, 0, 0, 0, 0}).error, "FC has one predicate: rgb_pred_sel=rgba is illegal");
    EXPECT_EQ(decode({1, 0, 0, 1u << 31, 0, 0}).error, "OUT cannot update the ALU result");
}

TEST(Instruction, InlineConstants) {
    EXPECT_EQ(inline_value(48), 0.5f);
    EXPECT_EQ(inline_value(61), 1.625f);
    EXPECT_EQ(inline_value(127), 480.0f);
    for (uint16_t code = 0; code < 128; code++) EXPECT_EQ(inline_code(inline_value(code)), code);
    EXPECT_FALSE(inline_code(0.3f));
    EXPECT_FALSE(inline_code(-0.0f));
    EXPECT_FALSE(inline_code(-1.0f));
}

}  // namespace
}  // namespace machines::ctm

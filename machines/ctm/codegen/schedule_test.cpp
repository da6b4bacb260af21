// How good the code is: slots of programs as applications have them, against the best schedules known.
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "arbasm/assembler.h"
#include "machines/ctm/assembly/listing.h"
#include "machines/ctm/codegen/generate.h"
#include "machines/ctm/emulator/array.h"

namespace machines::ctm {
namespace {

using namespace arbasm;

constexpr double allowed = 1.15;

struct Representative {
    const char* name;
    int best;
    const char* text;
};
const Representative representatives[] = {
#define REPRESENTATIVE(name, best, text) {#name, best, text},
#include "machines/ctm/codegen/representative_programs.inc"
#undef REPRESENTATIVE
};

// Made by hand: inputs are the attributes in the order of their first use from 15 downwards, and texture units.
struct Handmade {
    const char* name;
    std::map<uint32_t, Element> constants;
    const char* text;
};
const Handmade handmade[] = {
#include "machines/ctm/codegen/handmade_schedules.inc"
};

std::string listing(const std::vector<Slot>& slots) {
    std::string text;
    for (const Slot& slot : slots) text += disassemble(slot) + "\n";
    return text;
}

Generated code_of(const Representative& row, size_t* instructions = nullptr) {
    const ParseResult parsed = parse("!!ARBfp1.0\n" + std::string(row.text) + "END\n");
    EXPECT_TRUE(parsed.program) << row.name << ": " << (parsed.errors.empty() ? "" : parsed.errors[0].message);
    if (!parsed.program) return {};
    if (instructions) *instructions += parsed.program->instructions.size();
    // The schedules known are of angles that need no reduction.
    return generate(*parsed.program, {.small_angles = true});
}

TEST(Schedule, NearTheBestKnown) {
    size_t slots = 0, instructions = 0;
    for (const Representative& row : representatives) {
        const Generated generated = code_of(row, &instructions);
        ASSERT_TRUE(generated.errors.empty()) << row.name << ": " << generated.errors[0].message;
        const size_t count = generated.slots.size() - generated.attributes.size();
        slots += count;
        RecordProperty(row.name, static_cast<int>(count));
        EXPECT_LE(static_cast<double>(count), allowed * row.best)
            << row.name << ": " << count << " slots, best known " << row.best << "\n"
            << listing(generated.slots);
        EXPECT_GE(count, static_cast<size_t>(row.best)) << row.name << " is better than the best known";
    }
    EXPECT_EQ(std::size(representatives), 20u);
    EXPECT_LE(slots, instructions);
}

Fault run(const std::vector<Slot>& code, const std::array<Element, float_constant_count>& floats,
          std::vector<Element>& values) {
    constexpr uint32_t width = 32, height = 8, bytes = width * height * 16;
    Memory memory;
    memory.base = 1 << 20;
    memory.bytes.resize(32 * bytes);
    Dispatch dispatch;
    const auto surface = [&](uint32_t n) {
        return Surface{memory.base + n * bytes, width, height, Linear, FLOAT32_4, true};
    };
    for (uint32_t i = 0; i < input_count; i++) {
        dispatch.inputs[i] = surface(8 + i);
        for (uint32_t n = 0; n < width * height; n++) {
            Element value;
            for (uint32_t c = 0; c < 4; c++)
                value[c] = static_cast<float>((n * 37 + i * 11 + c * 53) % 97) / 96.0f + 0.01f;
            write_element(FLOAT32_4, value, 15, memory.at(surface(8 + i).base + n * 16, 16));
        }
    }
    dispatch.outputs[0] = surface(0);
    dispatch.floats = floats;
    dispatch.code = code;
    dispatch.domain = {0, 0, width - 1, height - 1};
    const RunResult result = run_array(dispatch, memory, 1);
    for (uint32_t n = 0; n < width * height; n++)
        values.push_back(read_element(FLOAT32_4, memory.at(surface(0).base + n * 16, 16)));
    return result.fault;
}

std::vector<Element> results_of(const std::vector<Slot>& code,
                                const std::array<Element, float_constant_count>& floats) {
    std::vector<Element> values;
    EXPECT_EQ(print_fault(run(code, floats, values), code), "") << listing(code);
    return values;
}

// The machine stops where an idle slot or a wait for lookups is missing; none is there that it would not miss.
TEST(Schedule, NothingWaitsInVain) {
    int idle = 0, waits = 0;
    for (const Representative& row : representatives) {
        const Generated generated = code_of(row);
        for (size_t i = 0; i < generated.slots.size(); i++) {
            std::vector<Slot> code = generated.slots;
            std::vector<Element> values;
            if (code[i].nop) {
                idle++;
                code[i].nop = 0;
                EXPECT_NE(run(code, {}, values).reason, "") << row.name << " " << i << "\n" << listing(generated.slots);
            } else if (code[i].tex_sem_wait && !code[i].tex_sem_acquire && i + 1 < code.size()) {
                waits++;
                code[i].tex_sem_wait = 0;
                EXPECT_NE(run(code, {}, values).reason, "") << row.name << " " << i << "\n" << listing(generated.slots);
            }
        }
    }
    EXPECT_GT(idle, 0);
    EXPECT_GT(waits, 10);
}

// Lookups into the channels of one register have nothing to do with each other: one semaphore serves all.
TEST(Schedule, LookupsOfOneRegistersChannels) {
    const Generated generated =
        code_of({"channels", 0,
                 "TEMP t, c;\nMOV c, fragment.texcoord[0];\nTEX t.x, c, texture[0], 2D;\nTEX t.y, c, texture[1], 2D;\n"
                 "TEX t.z, c, texture[2], 2D;\nMOV t.w, fragment.color.x;\nMOV result.color, t;\n"});
    ASSERT_TRUE(generated.errors.empty());
    int acquires = 0, lookups = 0;
    for (const Slot& slot : generated.slots) {
        acquires += slot.type == Texture && slot.tex_sem_acquire && slot.tex_id < 3;
        lookups += slot.type == Texture && slot.tex_id < 3;
    }
    EXPECT_EQ(lookups, 3);
    EXPECT_EQ(acquires, 1) << listing(generated.slots);
}

// OUTPUT comes late: nothing that it need not wait for comes behind it.
TEST(Schedule, OutputsAreLast) {
    for (const char* text : {"TEMP t;\nMOV result.color.w, fragment.color.w;\nMUL t, fragment.texcoord[0], "
                             "fragment.texcoord[1];\nMUL t, t, t;\nDP3 result.color.xyz, t, fragment.color;\n"}) {
        const Generated generated = code_of({"late", 0, text});
        ASSERT_TRUE(generated.errors.empty());
        size_t first = 0;
        while (generated.slots[first].type != Output) first++;
        for (size_t i = first; i < generated.slots.size(); i++)
            EXPECT_EQ(generated.slots[i].type, Output) << listing(generated.slots);
    }
}

// The schedules made by hand compute what the program says, in as many slots as the table says.
TEST(Schedule, HandmadeOnesAreRight) {
    EXPECT_EQ(std::size(handmade), 5u);
    for (const Handmade& hand : handmade) {
        const Listing assembled = assemble(hand.text);
        ASSERT_TRUE(assembled.errors.empty()) << hand.name << "\n" << format(assembled.errors.at(0), hand.text);
        const Representative* row = nullptr;
        for (const Representative& r : representatives)
            if (std::string_view(r.name) == hand.name) row = &r;
        ASSERT_TRUE(row) << hand.name;
        const Generated generated = code_of(*row);
        EXPECT_EQ(assembled.slots.size() - generated.attributes.size(), static_cast<size_t>(row->best)) << hand.name;
        std::array<Element, float_constant_count> floats{}, own{};
        for (const Literal& literal : generated.object.literals)
            for (size_t c = 0; c < 4; c++) floats[literal.index][c] = std::bit_cast<float>(literal.bits[c]);
        for (const auto& [index, value] : hand.constants) own[index] = value;
        const auto wanted = results_of(generated.slots, floats), got = results_of(assembled.slots, own);
        for (size_t n = 0; n < wanted.size(); n++)
            for (size_t c = 0; c < 4; c++)
                ASSERT_NEAR(got[n][c], wanted[n][c], 1e-4f * std::max(1.0f, std::fabs(wanted[n][c])))
                    << hand.name << " element " << n << " component " << c;
    }
}

}  // namespace
}  // namespace machines::ctm

// The columns of opcodes.def that optimisers and engines rely on, held against one another, and where an operation
// computes numbers against what it computes.
#include "ir/opcode_traits.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "ir/components_read.h"
#include "ir/optimize/evaluate.h"

namespace arbasm {
namespace {

template <class Check>
void for_each_row(Check check) {
    for (int n = 0; n < opcode_count; ++n) {
        const auto opcode = static_cast<Opcode>(n);
        SCOPED_TRACE(spelling(opcode));
        check(opcode, opcode_info(opcode));
    }
}

TEST(OpcodeTraits, FlowHasARoleAndNothingElseHas) {
    for_each_row([](Opcode, const OpcodeInfo& info) {
        EXPECT_EQ(info.category == OpcodeCategory::Flow, info.traits.flow != FlowRole::None);
        const bool goes_to_label = info.traits.flow == FlowRole::Call || info.traits.flow == FlowRole::Jump;
        EXPECT_EQ(info.has_label, goes_to_label);
    });
}

TEST(OpcodeTraits, MemoryOperandsNameAFile) {
    for_each_row([](Opcode, const OpcodeInfo& info) {
        bool names = false;
        for (const OperandShape& shape : info.operands) names |= shape.kind == 'b';
        EXPECT_EQ(names, info.traits.memory != RegisterFile::None);
    });
}

TEST(OpcodeTraits, WhatReachesMemorySaysHow) {
    for_each_row([](Opcode, const OpcodeInfo& info) {
        const auto has = [&info](Trait trait) { return info.traits.has(trait); };
        const bool reaches = info.category == OpcodeCategory::Memory || info.category == OpcodeCategory::Image;
        const bool only_writes = info.result.kind == 0;
        EXPECT_TRUE(reaches || !(has(Trait::Writes) || has(Trait::Stored) || has(Trait::Formatted)));
        EXPECT_EQ(has(Trait::Writes), reaches && (only_writes || has(Trait::Atomic)));
        EXPECT_TRUE(has(Trait::Stored) || !has(Trait::Coherent));
        // All but the counters, whose words have a type, and what asks for the size of an image.
        const bool is_query = info.has_image && info.operand_count == 0;
        EXPECT_EQ(has(Trait::Stored), reaches && !is_query && info.traits.memory != RegisterFile::Counter);
    });
}

TEST(OpcodeTraits, TexturesSayWhatTheyLookUp) {
    for_each_row([](Opcode, const OpcodeInfo& info) {
        const auto has = [&info](Trait trait) { return info.traits.has(trait); };
        EXPECT_TRUE(!has(Trait::Lookup) || info.has_texture || info.has_image);
        EXPECT_TRUE(has(Trait::Lookup) || !(has(Trait::Gathers) || has(Trait::Level) || has(Trait::LodClamp)));
    });
}

// ---- what is computed

// An instruction of 32 bits that writes `mask` and reads vectors of temporaries in order.
Instruction operation(Opcode opcode, DataType type, uint8_t mask) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.type = type;
    instruction.result.write_mask = mask;
    instruction.operand_count = opcode_info(opcode).operand_count;
    for (size_t n = 0; n < instruction.operand_count; ++n) {
        instruction.operands[n].scalar = opcode_info(opcode).operands[n].kind == 's';
        instruction.operands[n].swizzle = {0, 1, 2, 3};
    }
    return instruction;
}

Program program() {
    Program made;
    made.stage = Stage::Fragment;
    made.instruction_set = InstructionSet::Nv50;
    return made;
}

// Numbers of all sizes, in both readings of their bits.
class Numbers {
  public:
    uint32_t next(DataType type) {
        if (type == DataType::F32) return std::bit_cast<uint32_t>(std::ldexp(unit_(random_), exponent_(random_)));
        const auto bits = static_cast<uint32_t>(random_());
        return bits >> (random_() % 32);
    }
    OperandWords operands(DataType type) {
        OperandWords words;
        for (auto& operand : words)
            for (uint32_t& word : operand) word = next(type);
        return words;
    }

  private:
    std::mt19937 random_{7};
    std::uniform_real_distribution<float> unit_{-1.0f, 1.0f};
    std::uniform_int_distribution<int> exponent_{-4, 6};
};

template <class Check>
void for_each_operation(Check check) {
    const Program made = program();
    for_each_row([&](Opcode opcode, const OpcodeInfo&) {
        for (const DataType type : {DataType::F32, DataType::S32, DataType::U32})
            if (can_be_evaluated(made, operation(opcode, type, 0xf))) check(made, opcode, type);
    });
}

TEST(OpcodeTraits, ComponentsThatAreNotReadDoNotMatter) {
    Numbers numbers;
    int unread = 0;
    for_each_operation([&](const Program& made, Opcode opcode, DataType type) {
        for (uint8_t mask = 1; mask <= 0xf; ++mask) {
            const Instruction instruction = operation(opcode, type, mask);
            OperandWords words = numbers.operands(type), changed = words;
            const OperandWords others = numbers.operands(type);
            for (int n = 0; n < instruction.operand_count; ++n) {
                const auto at = static_cast<size_t>(n);
                // All four components of a scalar are the one.
                if (instruction.operands[at].scalar) {
                    words[at].fill(words[at][0]);
                    changed[at] = words[at];
                    continue;
                }
                for (size_t c = 0; c < 4; ++c)
                    if (!(components_read(instruction, n) >> c & 1)) {
                        changed[at][c] = others[at][c];
                        ++unread;
                    }
            }
            const Evaluated before = evaluate(made, instruction, words), after = evaluate(made, instruction, changed);
            for (size_t c = 0; c < 4; ++c)
                if (mask >> c & 1) {
                    EXPECT_EQ(before.words[c], after.words[c]) << "component " << c;
                }
        }
    });
    EXPECT_GT(unread, 1000);
}

TEST(OpcodeTraits, SignlessOperationsGiveTheSameBits) {
    Numbers numbers;
    const Program made = program();
    for_each_row([&](Opcode opcode, const OpcodeInfo& info) {
        const Instruction as_signed = operation(opcode, DataType::S32, 0xf),
                          as_unsigned = operation(opcode, DataType::U32, 0xf);
        if (!can_be_evaluated(made, as_signed) || !can_be_evaluated(made, as_unsigned)) return;
        bool same = true;
        for (int turn = 0; turn < 300; ++turn) {
            const OperandWords words = numbers.operands(DataType::U32);
            same &= evaluate(made, as_signed, words).words == evaluate(made, as_unsigned, words).words;
        }
        EXPECT_TRUE(same || !info.traits.has(Trait::Signless));
    });
}

TEST(OpcodeTraits, MovesGiveTheirOperand) {
    Numbers numbers;
    for_each_operation([&](const Program& made, Opcode opcode, DataType type) {
        if (!has_trait(opcode, Trait::Moves)) return;
        const OperandWords words = numbers.operands(type);
        EXPECT_EQ(evaluate(made, operation(opcode, type, 0xf), words).words, words[0]);
    });
}

TEST(OpcodeTraits, CarryIsOfSums) {
    Numbers numbers;
    for_each_operation([&](const Program& made, Opcode opcode, DataType type) {
        if (type == DataType::F32) return;
        bool carries = false;
        for (int turn = 0; turn < 300; ++turn)
            for (const ConditionFlags& flags :
                 evaluate(made, operation(opcode, type, 0xf), numbers.operands(type)).flags)
                carries |= flags.carry;
        EXPECT_EQ(carries, has_trait(opcode, Trait::Carry));
    });
}

// Passes may not compute for one thread what depends on others.
TEST(OpcodeTraits, WhatSeesLanesIsNotEvaluated) {
    const Program made = program();
    for_each_row([&](Opcode opcode, const OpcodeInfo& info) {
        if (info.traits.has(Trait::SeesLanes)) {
            EXPECT_FALSE(can_be_evaluated(made, operation(opcode, default_type(opcode), 0xf)));
        }
    });
}

}  // namespace
}  // namespace arbasm

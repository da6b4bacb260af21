// Programs made by chance are accepted, and print as text that reads back as the same program. ASMGL_RANDOM_PROGRAMS
// sets how many there are.
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <string>

#include "arbasm/assembler.h"
#include "arbasm/testing/frame.h"
#include "arbasm/testing/random_program.h"

namespace arbasm {
namespace {

int how_many(int usual) {
    const char* wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    return wanted != nullptr ? std::atoi(wanted) : usual;
}

TEST(RandomPrograms, ReadBackAsWritten) {
    const int count = how_many(6000);
    int failures = 0;
    std::array<int, opcode_count> seen{};
    for (int seed = 0; seed < count && failures < 10; ++seed) {
        const std::string text = random_program(static_cast<uint64_t>(seed));
        const ParseResult result = parse(text);
        if (!result.program) {
            ADD_FAILURE() << "seed " << seed << ": " << format(result.errors[0], text) << text;
            ++failures;
            continue;
        }
        for (const Instruction& instruction : result.program->instructions)
            ++seen[static_cast<size_t>(instruction.opcode)];
        const std::string printed = print(*result.program);
        const ParseResult again = parse(printed);
        if (!again.program) {
            ADD_FAILURE() << "seed " << seed << ", printed: " << format(again.errors[0], printed) << printed;
            ++failures;
        } else if (!(*again.program == *result.program) || print(*again.program) != printed) {
            ADD_FAILURE() << "seed " << seed << " reads back as another program:\n"
                          << text << "\nprinted:\n"
                          << printed;
            ++failures;
        }
    }
    if (failures > 0 || count < 5000) return;
    // What the generator has no way to write.
    for (int n = 0; n < opcode_count; ++n) {
        const auto opcode = static_cast<Opcode>(n);
        if (is_left_out(opcode)) continue;
        EXPECT_GT(seen[static_cast<size_t>(n)], 0) << spelling(opcode) << " was never written";
    }
}

TEST(RandomPrograms, AreTheSameForTheSameSeed) {
    EXPECT_EQ(random_program(17), random_program(17));
    EXPECT_NE(random_program(17), random_program(18));
}

TEST(RandomPrograms, HoldWhatIsRequested) {
    RandomProgram settings;
    settings.header = "!!NVfp5.0";
    settings.options = settings.flow = settings.textures = settings.memory = settings.cross_lane = settings.wide =
        false;
    settings.integers = false;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        const std::string text = random_program(seed, settings);
        const ParseResult result = parse(text);
        ASSERT_NE(result.program, nullptr) << format(result.errors[0], text) << text;
        for (const Instruction& instruction : result.program->instructions) {
            const OpcodeInfo& info = opcode_info(instruction.opcode);
            EXPECT_TRUE(info.category == OpcodeCategory::Arithmetic || instruction.opcode == Opcode::Kil)
                << info.spelling;
            EXPECT_TRUE(instruction.type == DataType::F32 || instruction.type == DataType::F16) << info.spelling;
        }
    }
}

}  // namespace
}  // namespace arbasm

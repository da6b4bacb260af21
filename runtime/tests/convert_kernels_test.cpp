// Conversions between all types, on every CPU's vectors and by compiled code, against the exact one of single numbers.
#include <random>

#include "ir/semantics/convert_number.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

using arbasm::DataType;
using arbasm::Rounding;
using arbasm::Saturation;

struct Named {
    DataType type;
    const char* name;
};
constexpr Named types[] = {{DataType::F32, "F32"}, {DataType::S32, "S32"}, {DataType::U32, "U32"},
                           {DataType::F64, "F64"}, {DataType::S64, "S64"}, {DataType::U64, "U64"},
                           {DataType::F16, "F16"}, {DataType::S16, "S16"}, {DataType::U16, "U16"},
                           {DataType::S8, "S8"},   {DataType::U8, "U8"}};
constexpr std::pair<Rounding, const char*> roundings[] = {{Rounding::Default, ""},
                                                          {Rounding::Round, ".ROUND"},
                                                          {Rounding::Ceil, ".CEIL"},
                                                          {Rounding::Floor, ".FLR"},
                                                          {Rounding::Trunc, ".TRUNC"}};

// Numbers at which something changes, as bits of each type, and random ones of every size.
std::vector<uint64_t> numbers_of(DataType type, std::mt19937_64& random) {
    std::vector<uint64_t> result;
    const bool wide = arbasm::bit_count_of(type) == 64;
    if (type == DataType::F16) {
        for (uint64_t exponent = 0; exponent < 32; ++exponent)
            for (const uint64_t fraction : {0, 1, 2, 511, 512, 513, 1022, 1023})
                for (const uint64_t sign : {0, 0x8000}) result.push_back(sign | exponent << 10 | fraction);
        for (int n = 0; n < 128; ++n) result.push_back(random() & 0xffff);
        return result;
    }
    const auto with_neighbours = [&](uint64_t bits) {
        for (int64_t step = -2; step <= 2; ++step) result.push_back(bits + static_cast<uint64_t>(step));
    };
    if (!arbasm::is_float(type)) {
        for (int n = 0; n < (wide ? 64 : 32); ++n) {
            with_neighbours(uint64_t{1} << n);
            with_neighbours(uint64_t{0} - (uint64_t{1} << n));
            with_neighbours((uint64_t{3} << n) - (n > 11 ? uint64_t{1} << (n - 11) : 0));
        }
    } else {
        const double values[] = {0, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 0x1p24, 0x1p31, 0x1p32, 0x1p52, 0x1p53, 0x1p63,
                                 0x1p64, 0x1p70, 0x1p115, 0x1p116, 0x1p127, 0x1p128, 0x1.ffffffp127, 0x1p-126, 0x1p-149,
                                 0x1p-150, 0x1p-151, 1e300, 1e-300,
                                 // Where halves and small integers change.
                                 65504, 65519.9, 65520, 65536, 0x1p-14, 0x1p-24, 0x1p-25, 0x1.002p0, 0x1.006p0, 127.5,
                                 128, 255.5, 32767.5, 65535.5};
        for (const double value : values)
            for (const double sign : {1.0, -1.0})
                with_neighbours(wide ? std::bit_cast<uint64_t>(sign * value)
                                     : std::bit_cast<uint32_t>(static_cast<float>(sign * value)));
        for (const uint64_t bits : {0x7ff0000000000000u, 0x7ff8000000000000u, 0x7ff0000000000001u, 0xfff8000000000123u})
            result.push_back(wide ? bits : bits >> 32 << 1 >> 1 == 0x7ff00000u ? 0x7f800000u : 0xffc00001u);
        result.push_back(wide ? uint64_t{1} << 63 : 0x80000000u);
    }
    for (int n = 0; n < 400; ++n) {
        uint64_t bits = random();
        if (!arbasm::is_float(type)) {
            bits >>= random() % 64;
            if (random() & 1) bits = 0 - bits;
        } else if (random() & 1) {
            // Within the range of integers.
            const double value = std::ldexp(static_cast<double>(static_cast<int64_t>(random())), -int(random() % 70));
            bits = wide ? std::bit_cast<uint64_t>(value) : std::bit_cast<uint32_t>(static_cast<float>(value));
        }
        result.push_back(bits);
    }
    while (result.size() % group_lanes != 0) result.push_back(0);
    if (!wide)
        for (uint64_t& bits : result) bits = static_cast<uint32_t>(bits);
    return result;
}

// Small numbers lie in registers of 32 bits, halves as they are.
uint64_t of_register(uint64_t bits, DataType type) {
    if (type == DataType::F16) return bits & 0xffff;
    return arbasm::convert_number(bits, arbasm::register_type(type), type, Rounding::Default, Saturation::None);
}
uint64_t in_register(uint64_t bits, DataType type) {
    if (type == DataType::F16) return bits;
    return arbasm::convert_number(bits, type, arbasm::register_type(type), Rounding::Default, Saturation::None);
}

bool is_nan_of(DataType type, uint64_t bits) {
    switch (type) {
        case DataType::F16: return (bits & 0x7fff) > 0x7c00;
        case DataType::F32: return (bits & 0x7fffffff) > 0x7f800000;
        case DataType::F64: return (bits & ~uint64_t{0} >> 1) > 0x7ff0000000000000;
        case DataType::S32:
        case DataType::U32:
        case DataType::S64:
        case DataType::U64:
        case DataType::S8:
        case DataType::S16:
        case DataType::U8:
        case DataType::U16:
        case DataType::Typeless: break;
    }
    return false;
}

// `is_wide`: the operand and the result lie in LONG registers.
void check(const Named& from, const Named& to, const std::string& suffix, Rounding rounding, Saturation saturation,
           const std::vector<uint64_t>& numbers) {
    const bool wide_from = arbasm::is_64_bit(from.type), wide_to = arbasm::is_64_bit(to.type);
    std::string text =
        "!!NVfp5.0\nLONG TEMP d, e;\nTEMP a, b;\nMOV.U a, fragment.texcoord[0];\nMOV.U64 d, 0;\nMOV.U64 e, 0;\n";
    if (wide_from) text += "PK64.U d, a;\n";
    text += std::string("CVT.") + to.name + "." + from.name + suffix + (wide_to ? " e, " : " b, ") +
            (wide_from ? "d" : "a") + ";\n";
    text += std::string(wide_to ? "UP64.U b, e;\n" : "") + "MOV.U result.color, b;\nEND\n";
    const auto program = parse_program(text);
    ASSERT_TRUE(program) << text;
    for (size_t first = 0; first < numbers.size(); first += group_lanes) {
        const LaneRun run = run_program(program, [&](LaneRun& made) {
            for (size_t lane = 0; lane < size_t{group_lanes}; ++lane) {
                made.attributes[0].component[0].lane[lane] = static_cast<uint32_t>(numbers[first + lane]);
                made.attributes[0].component[1].lane[lane] = static_cast<uint32_t>(numbers[first + lane] >> 32);
            }
        });
        for (int lane = 0; lane < group_lanes; ++lane) {
            const uint64_t number = numbers[first + static_cast<size_t>(lane)];
            uint64_t expected = in_register(
                arbasm::convert_number(of_register(number, from.type), from.type, to.type, rounding, saturation),
                to.type);
            uint64_t got = run.result(lane);
            if (wide_to)
                got |= uint64_t{run.result(lane, 1)} << 32;
            else
                expected = static_cast<uint32_t>(expected);
            if (from.type == DataType::F16 || to.type == DataType::F16)
                if (is_nan_of(to.type, expected) && is_nan_of(to.type, got)) continue;  // of whatever sign
            ASSERT_EQ(got, expected) << std::hex << number << " " << text;
        }
    }
}

// A test for each type that is converted: together they take minutes.
class ConversionsFrom : public testing::TestWithParam<Named> {};

TEST_P(ConversionsFrom, VectorsAreTheExactOnes) {
    const Named& from = GetParam();
    std::mt19937_64 random(5 + static_cast<uint64_t>(from.type));
    const std::vector<uint64_t> numbers = numbers_of(from.type, random);
    for (const Named& to : types)
        for (const auto& [rounding, name] : roundings)
            for (const Saturation saturation : {Saturation::None, Saturation::Unsigned, Saturation::Signed}) {
                if (saturation == Saturation::Signed && !arbasm::is_float(to.type)) continue;
                const std::string suffix = std::string(name) + (saturation == Saturation::None       ? ""
                                                                : saturation == Saturation::Unsigned ? ".SAT"
                                                                                                     : ".SSAT");
                check(from, to, suffix, rounding, saturation, numbers);
                if (HasFatalFailure()) return;
            }
}
INSTANTIATE_TEST_SUITE_P(Types, ConversionsFrom, testing::ValuesIn(types),
                         [](const auto& row) { return std::string(row.param.name); });

// A parameter has 32 bits where a type of 64 is asked for: as registers of that size are.
TEST(Conversions, OfParametersAreThoseOfRegisters) {
    for (const char* const types : {"F32.F64", "S32.F64", "F32.S64", "U32.S64", "S32.F32.CEIL"}) {
        const auto program =
            parse_program(std::string("!!NVfp5.0\nOPTION ARB_draw_buffers;\nTEMP a, b;\n") +
                          "MOV.U a, program.local[0];\nCVT." + types + " b, a;\nCVT." + types +
                          " a, program.local[0];\nMOV.U result.color[0], a;\n" + "MOV.U result.color[1], b;\nEND\n");
        const LaneRun run = run_program(program, [](LaneRun& made) {
            made.parameters[0] = {0x3fc00000, 0xc0900000, 7, 0xfffffff9};
        });
        for (int c = 0; c < 4; ++c) EXPECT_EQ(run.result(0, c, 0), run.result(0, c, 1)) << types << " component " << c;
    }
}

// Condition codes, masks, registers of the other size, constants.
TEST(Conversions, SetConditionCodesAndKeepWhatMasksKeep) {
    const LaneRun run =
        run_program(parse_program("!!NVfp5.0\nOPTION ARB_draw_buffers;\nLONG TEMP d;\nTEMP a, b;\n"
                                  "SUB a, fragment.texcoord[0], 10;\n"
                                  "CVT.F64.F32.CC d, a;\n"
                                  "MOV b, 0;\nMOV b.x (GT.x), 1;\nMOV b.y (EQ.x), 1;\nMOV b.z (LT.x), 1;\n"
                                  "MOV result.color[0], b;\n"
                                  "MOV b, 7;\nCVT.F32.F64 b.x (GT.x), d;\n"
                                  "CVT.S32.F64.CC a.y, d.x;\nMOV b.y, 0;\nMOV b.y (LT.y), 1;\n"
                                  "ADD.F64 d.x, d.x, 0.5;\nCVT.F64.S32 d.y, 3;\nCVT.F32.F64 b.zw, d.xxxy;\n"
                                  "MOV result.color[1], b;\nEND\n"),
                    number_lanes);
    for (int lane = 0; lane < group_lanes; ++lane) {
        const float x = static_cast<float>(lane) - 10;
        EXPECT_EQ(run.value(lane, 0, 0), x > 0 ? 1 : 0) << lane;
        EXPECT_EQ(run.value(lane, 1, 0), x == 0 ? 1 : 0) << lane;
        EXPECT_EQ(run.value(lane, 2, 0), x < 0 ? 1 : 0) << lane;
        EXPECT_EQ(run.value(lane, 0, 1), x > 0 ? x : 7) << lane;
        EXPECT_EQ(run.value(lane, 1, 1), x < 0 ? 1 : 0) << lane;
        EXPECT_EQ(run.value(lane, 2, 1), x + 0.5f) << lane;
        EXPECT_EQ(run.value(lane, 3, 1), 3) << lane;
    }
}

}  // namespace
}  // namespace runtime

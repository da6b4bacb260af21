// What every_instruction_test.cpp can't put in a table: operand and result modifiers, condition codes, flow control
// over lanes that part ways, indexed registers, constant buffers, conversions, textures, derivatives.
#include <cstring>

#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

std::string fragment(const std::string& body, const std::string& declarations = "") {
    return "!!NVfp5.0\nATTRIB n = fragment.texcoord[0];\nOUTPUT o = result.color;\nTEMP a, b, c, d, e, f;\n" +
           declarations + body + "END\n";
}

LaneRun run_numbered(const std::string& text) { return run_program(parse_program(text), number_lanes); }

TEST(Operands, AreNegatedSwizzledAndMadeAbsolute) {
    const LaneRun run = run_numbered(
        fragment("ADD a, n, {-8, 0, 0, 0};\nMOV o.x, -|a.x|;\nMOV o.y, -a.x;\nMOV o.z, |-a.x|;\nSWZ o.w, a, "
                 "0, 0, 0, -1;\n"));
    for (int lane = 0; lane < group_lanes; lane++) {
        const auto x = static_cast<float>(lane - 8);
        EXPECT_EQ(run.value(lane, 0), -std::abs(x));
        EXPECT_EQ(run.value(lane, 1), -x);
        EXPECT_EQ(run.value(lane, 2), std::abs(x));
        EXPECT_EQ(run.value(lane, 3), -1.0f);
    }
}

TEST(Operands, MayBeTheResult) {
    const LaneRun run = run_numbered(
        fragment("MOV a, {1, 2, 3, 4};\nMOV a, a.wxyz;\nADD a.xy, a.yxxx, a;\nMUL a.zw, a.z, a.wwzz;\nMOV o, a;\n"));
    EXPECT_EQ(run.value(0, 0), 5);  // 4, 1, 2, 3 -> 1+4, 4+1
    EXPECT_EQ(run.value(0, 1), 5);
    EXPECT_EQ(run.value(0, 2), 4);  // 2·2
    EXPECT_EQ(run.value(0, 3), 4);  // 2·2
}

TEST(Results, AreSaturated) {
    const LaneRun run =
        run_numbered(fragment("MAD a, n.z, 4, -2;\nMOV.SAT o.x, a.x;\nMOV.SSAT o.y, a.x;\nMUL.SAT o.zw, a.x, 0.5;\n"));
    for (int lane = 0; lane < group_lanes; lane++) {
        const float x = static_cast<float>(lane) / 8 - 2;
        EXPECT_EQ(run.value(lane, 0), std::clamp(x, 0.0f, 1.0f));
        EXPECT_EQ(run.value(lane, 1), std::clamp(x, -1.0f, 1.0f));
        EXPECT_EQ(run.value(lane, 2), std::clamp(x / 2, 0.0f, 1.0f));
    }
}

TEST(Results, ComponentsNeverWrittenKeepTheirValues) {
    const auto program = parse_program(fragment("MOV o.y, n.x;\n"));
    const LaneRun run = run_program(program, [](LaneRun& prepared) {
        number_lanes(prepared);
        for (LaneWord& word : prepared.results[0].component)
            for (uint32_t& lane : word.lane) lane = 77;
    });
    EXPECT_EQ(run.result(5, 0), 77u);
    EXPECT_EQ(run.value(5, 1), 5.0f);
    EXPECT_EQ(run.result(5, 3), 77u);
}

TEST(Results, TemporariesReadBeforeTheyAreWrittenAreZero) {
    // Two programs in one thread: the second must not see what the first left.
    run_numbered(fragment("MOV a, 5;\nMOV b, 6;\nMOV o, a;\n"));
    const LaneRun run = run_numbered(fragment("MOV a.x, n.x;\nADD o, a, b;\n"));
    EXPECT_EQ(run.value(3, 0), 3.0f);
    EXPECT_EQ(run.value(3, 1), 0.0f);
}

// ---- condition codes -----------------------------------------------------------------------------------------------

// Whether each test passes for the float `value`, told from a result of 1 or 0.
bool passes(const std::string& test, float value) {
    const std::string number = std::isnan(value) ? "0" : std::to_string(value);
    std::string text = "MOV a, " + number + ";\n";
    if (std::isnan(value)) text += "RCP b.x, a.x;\nMUL a, a, b.x;\n";
    text += "MOV.CC b, a;\nMOV o, 0;\nMOV o.x (" + test + ".x), 1;\n";
    const LaneRun run = run_numbered(fragment(text));
    return run.value(0) == 1.0f;
}

TEST(ConditionCodes, CompareFloatsWithZero) {
    for (const float value : {-1.5f, 0.0f, 2.0f, NAN}) {
        EXPECT_EQ(passes("EQ", value), value == 0) << value;
        EXPECT_EQ(passes("NE", value), !(value == 0)) << value;
        EXPECT_EQ(passes("LT", value), value < 0) << value;
        EXPECT_EQ(passes("LE", value), value <= 0) << value;
        EXPECT_EQ(passes("GT", value), value > 0) << value;
        EXPECT_EQ(passes("GE", value), value >= 0) << value;
        EXPECT_EQ(passes("NAN", value), std::isnan(value)) << value;
        EXPECT_EQ(passes("LEG", value), !std::isnan(value)) << value;
        EXPECT_TRUE(passes("TR", value));
        EXPECT_FALSE(passes("FL", value));
    }
}

struct IntegerFlags {
    bool carry, overflow, sign, zero;
};

IntegerFlags flags_of(const std::string& instruction, uint32_t a, uint32_t b, uint32_t c = 0) {
    const auto vector = [](uint32_t v) { return "{" + std::to_string(static_cast<int32_t>(v)) + "}"; };
    (void)vector;
    const auto program = parse_program(
        "!!NVfp5.0\nPARAM p[3] = { program.env[0..2] };\nTEMP t;\nOUTPUT o = result.color;\n" + instruction +
        ";\nMOV.U o, 0;\nMOV.U o.x (CF.x), 1;\nMOV.U o.y (OF.x), 1;\nMOV.U o.z (SF.x), 1;\nMOV.U o.w (EQ.x), "
        "1;\nEND\n");
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        const uint32_t values[3] = {a, b, c};
        for (size_t i = 0; i < prepared.parameters.size(); i++) {
            const auto index = static_cast<size_t>(program->parameters[i].index);
            if (program->parameters[i].kind != arbasm::BindingKind::Constant)
                prepared.parameters[i] = {values[index], values[index], values[index], values[index]};
        }
    });
    return {run.result(0, 0) != 0, run.result(0, 1) != 0, run.result(0, 2) != 0, run.result(0, 3) != 0};
}

TEST(ConditionCodes, CarryAndOverflowOfIntegers) {
    const uint32_t values[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x1234};
    for (const uint32_t a : values)
        for (const uint32_t b : values) {
            const auto check = [&](const IntegerFlags& flags, uint64_t wide, int64_t narrow, uint32_t result,
                                   bool subtract) {
                const bool carry = subtract ? a >= b : wide > 0xffffffffu;
                EXPECT_EQ(flags.carry, carry) << std::hex << a << " " << b << " " << subtract;
                EXPECT_EQ(flags.overflow, narrow != int64_t{static_cast<int32_t>(result)}) << std::hex << a << " " << b;
                EXPECT_EQ(flags.sign, result >> 31 != 0);
            };
            const int64_t sa = static_cast<int32_t>(a), sb = static_cast<int32_t>(b);
            check(flags_of("ADD.U.CC t, p[0], p[1]", a, b), uint64_t{a} + b, sa + sb, a + b, false);
            check(flags_of("SUB.S.CC t, p[0], p[1]", a, b), 0, sa - sb, a - b, true);
            check(flags_of("ADD.S.CC t, p[0], -p[1]", a, b), 0, sa - sb, a - b, true);
            check(flags_of("ADD.S.CC t, -p[1], p[0]", a, b), 0, sa - sb, a - b, true);
            check(flags_of("MAD.U.CC t, p[0], 1, p[1]", a, b), uint64_t{a} + b, sa + sb, a + b, false);
        }
    // Products never carry.
    const IntegerFlags product = flags_of("MUL.U.CC t, p[0], p[1]", 0xffffffff, 0xffffffff);
    EXPECT_FALSE(product.carry || product.overflow);
}

TEST(ConditionCodes, TwoRegistersAndSwizzles) {
    const LaneRun run =
        run_numbered(fragment("ADD.CC0 a, n.x, {-4, -8, -12, -16};\nADD.CC1 b, n.x, -20;\nMOV c, 0;\n"
                              "MOV c (LT.wzyx), 1;\nADD c.x (GE1), c, 2;\nMOV o, c;\n"));
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), (lane < 16 ? 1.0f : 0.0f) + (lane >= 20 ? 2.0f : 0.0f));
        EXPECT_EQ(run.value(lane, 1), lane < 12 ? 1.0f : 0.0f);
        EXPECT_EQ(run.value(lane, 3), lane < 4 ? 1.0f : 0.0f);
    }
}

TEST(ConditionCodes, ChangeOnlyWhereTheResultIsWritten) {
    const LaneRun run =
        run_numbered(fragment("MOV.CC a, 1;\nADD.CC a.y (GT), n.x, -10;\nMOV o, 0;\nMOV o.xy (GT), 1;\n"));
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), 1.0f);
        EXPECT_EQ(run.value(lane, 1), lane > 10 ? 1.0f : 0.0f);
    }
}

// ---- flow control --------------------------------------------------------------------------------------------------

TEST(FlowControl, LanesTakeTheirOwnBranches) {
    const LaneRun run =
        run_numbered(fragment("ADD.CC a.x, n.x, -10;\nMOV b, 0;\nIF LT.x;\n  MOV b.x, 1;\n  ADD.CC a.x, n.x, -5;\n"
                              "  IF GE.x;\n    MOV b.y, 2;\n  ELSE;\n    MOV b.y, 3;\n  ENDIF;\nELSE;\n  MOV b.x, 4;\n"
                              "  MOV b.z, n.x;\nENDIF;\nMOV o, b;\n"));
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), lane < 10 ? 1 : 4) << lane;
        EXPECT_EQ(run.value(lane, 1), lane < 5 ? 3 : lane < 10 ? 2 : 0) << lane;
        EXPECT_EQ(run.value(lane, 2), lane < 10 ? 0 : lane) << lane;
    }
}

TEST(FlowControl, LanesLoopAsOftenAsTheyWant) {
    const LaneRun run = run_numbered(
        fragment("MOV a, 0;\nREP n.x;\n  ADD a.x, a.x, 1;\nENDREP;\nMOV o, a;\nADD b.x, n.x, 0.75;\nMOV a.y, "
                 "0;\nREP.S 3;\n  REP b.x;\n    ADD a.y, a.y, 1;\n  ENDREP;\nENDREP;\nMOV o.y, a.y;\n"));
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), lane);
        EXPECT_EQ(run.value(lane, 1), 3 * lane);
    }
}

TEST(FlowControl, BreaksAndContinues) {
    // Sums the odd numbers below 20 and stops at the lane's own number.
    const LaneRun run =
        run_numbered(fragment("MOV.S a, {0, 0, 0, 0};\nREP;\n  SGE.S.CC c.x, a.x, n.y;\n  BRK (NE.x);\n  SGE.S.CC c.x, "
                              "a.x, 20;\n  BRK NE.x;\n"
                              "  ADD.S a.x, a.x, 1;\n  AND.S.CC c.x, a.x, 1;\n  CONT (EQ.x);\n  ADD.S a.y, a.y, "
                              "a.x;\nENDREP;\nMOV.S o, a;\n"));
    for (int lane = 0; lane < group_lanes; lane++) {
        uint32_t sum = 0;
        for (int i = 1; i <= std::min(lane, 20); i++) sum += i % 2 ? static_cast<uint32_t>(i) : 0;
        EXPECT_EQ(run.result(lane, 1), sum) << lane;
    }
}

TEST(FlowControl, SubroutinesReturnEarlyAndNest) {
    const LaneRun run = run_numbered(
        "!!NVfp5.0\nATTRIB n = fragment.texcoord[0];\nTEMP a, c;\n"
        "main:\n  MOV a, 0;\n  CAL outer;\n  ADD.CC c.x, n.x, -16;\n  CAL outer (GE.x);\n  MOV result.color, a;\n  "
        "RET;\n"
        "outer:\n  ADD a.x, a.x, 1;\n  ADD.CC c.x, n.x, -8;\n  REP 2;\n    RET (LT.x);\n    CAL inner;\n  ENDREP;\n"
        "  ADD a.z, a.z, 1;\n  RET;\n"
        "inner:\n  ADD a.y, a.y, 1;\nEND\n");
    for (int lane = 0; lane < group_lanes; lane++) {
        const int calls = lane >= 16 ? 2 : 1;
        EXPECT_EQ(run.value(lane, 0), calls) << lane;
        EXPECT_EQ(run.value(lane, 1), lane < 8 ? 0 : 2 * calls) << lane;
        EXPECT_EQ(run.value(lane, 2), lane < 8 ? 0 : calls) << lane;
    }
}

TEST(FlowControl, RecursionEndsAtTheCallLimit) {
    const LaneRun run = run_numbered(
        "!!NVfp5.0\nTEMP a;\nmain:\n  MOV a, 0;\n  CAL again;\n  MOV result.color, a;\n  RET;\n"
        "again:\n  ADD a.x, a.x, 1;\n  CAL again;\n  RET;\nEND\n");
    EXPECT_FALSE(run.group.timed_out);
    EXPECT_GE(run.value(0), 32);
}

TEST(FlowControl, ReturnEndsTheMainProgramForTheLanesThatTakeIt) {
    const LaneRun run = run_numbered(fragment("MOV o, 1;\nADD.CC a.x, n.x, -7;\nRET (LT.x);\nMOV o, 2;\n"));
    for (int lane = 0; lane < group_lanes; lane++) EXPECT_EQ(run.value(lane), lane < 7 ? 1 : 2);
}

TEST(FlowControl, TheWatchdogEndsEndlessLoops) {
    const LaneRun run =
        run_numbered(fragment("MOV.CC a, 0;\nREP;\n  ADD a, a, 1;\n  BRK (GT.x);\nENDREP;\nMOV o, a;\n"));
    EXPECT_TRUE(run.group.timed_out);
}

TEST(FlowControl, OnlyActiveLanesDecide) {
    const auto program = parse_program(fragment("MOV a, 0;\nREP n.x;\n  ADD a, a, 1;\nENDREP;\nMOV o, a;\n"));
    const LaneRun run = run_program(program, [](LaneRun& prepared) {
        number_lanes(prepared);
        prepared.group.active = 0x0000f0f0;
    });
    for (const int lane : {4, 5, 6, 7, 12, 13, 14, 15}) EXPECT_EQ(run.value(lane), lane);
}

TEST(Kill, TakesNegativeNumbersAndPassingConditions) {
    const LaneRun by_value = run_numbered(fragment("ADD a.x, n.x, -5;\nMOV a.yzw, -0;\nKIL a;\nMOV o, 1;\n"));
    EXPECT_EQ(by_value.group.killed, 0x1fu);
    const LaneRun by_code = run_numbered(fragment("ADD.CC a.x, n.x, -20;\nKIL (GT.x);\nMOV o, 1;\n"));
    EXPECT_EQ(by_code.group.killed, 0xffe00000u);
    const LaneRun all = run_numbered(fragment("KIL -1;\nMOV o, 1;\n"));
    EXPECT_EQ(all.group.killed, all_lanes);
}

// ---- registers by index --------------------------------------------------------------------------------------------

TEST(IndexedRegisters, AddressRegistersReachParameters) {
    const auto program = parse_program(
        "!!ARBvp1.0\nPARAM p[8] = { program.env[0..7] };\nADDRESS a;\nATTRIB v = vertex.attrib[0];\n"
        "ARL a.x, v.x;\nMOV result.texcoord[0], p[a.x];\nMOV result.position, p[a.x + 2].yxzw;\nEND\n");
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        number_lanes(prepared);
        for (int lane = 0; lane < group_lanes; lane++)
            prepared.attributes[0].component[0].lane[lane] = bits_of(static_cast<float>(lane) / 2 - 2.25f);
        for (size_t i = 0; i < 8; i++)
            prepared.parameters[i] = {bits_of(static_cast<float>(i)), bits_of(10), bits_of(20), bits_of(30)};
    });
    const size_t position = program->results[0].kind == arbasm::BindingKind::Position ? 0 : 1;
    for (int lane = 0; lane < group_lanes; lane++) {
        const int index = static_cast<int>(std::floor(static_cast<float>(lane) / 2 - 2.25f));
        EXPECT_EQ(run.value(lane, 0, 1 - position), std::clamp(index, 0, 7)) << lane;
        EXPECT_EQ(run.value(lane, 1, position), std::clamp(index + 2, 0, 7)) << lane;
        EXPECT_EQ(run.value(lane, 0, position), 10);
    }
}

TEST(IndexedRegisters, ArraysOfParametersMayHaveConstants) {
    const auto program = parse_program(
        "!!NVvp4.0\nPARAM p[] = { program.env[0..1], { 5, 6, 7, 8 }, program.env[2], { 9, 9, 9, 9 } };\nINT TEMP a;\n"
        "FLR.S a.x, vertex.attrib[0].x;\nMOV result.position, p[a.x];\nEND\n");
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        number_lanes(prepared);
        for (int lane = 0; lane < group_lanes; lane++)
            prepared.attributes[0].component[0].lane[lane] = bits_of(static_cast<float>(lane % 5));
        for (size_t i = 0, number = 0; i < program->parameters.size(); i++)
            if (program->parameters[i].kind == arbasm::BindingKind::Constant)
                prepared.parameters[i] = program->parameters[i].constant;
            else
                for (uint32_t& word : prepared.parameters[i]) word = bits_of(static_cast<float>(number++));
    });
    const float expected[5][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {5, 6, 7, 8}, {8, 9, 10, 11}, {9, 9, 9, 9}};
    for (int lane = 0; lane < group_lanes; lane++)
        for (int c = 0; c < 4; c++) EXPECT_EQ(run.value(lane, c), expected[lane % 5][c]) << lane << " " << c;
}

TEST(IndexedRegisters, TemporaryArraysAreReadAndWritten) {
    const LaneRun run = run_numbered(
        fragment("MOV.S b.x, 0;\nREP.S 4;\n  I2F c.x, b.x;\n  MUL t[b.x], n.x, c.x;\n  ADD.S b.x, b.x, 1;\n"
                 "ENDREP;\nAND.S b.x, n.y, 3;\nMOV o.x, t[b.x].x;\nADD.CC d.x, n.x, -8;\nMOV t[b.x].y (GE.x), 9;\n"
                 "MOV o.y, t[b.x].y;\nMOV o.z, t[3].x;\n",
                 "TEMP t[4];\n"));
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), lane * (lane & 3)) << lane;
        EXPECT_EQ(run.value(lane, 1), lane >= 8 ? 9 : lane * (lane & 3)) << lane;
        EXPECT_EQ(run.value(lane, 2), lane * 3) << lane;
    }
}

TEST(ConstantBuffers, AreReadByWordVectorAndByte) {
    const auto program = parse_program(
        fragment("MOV a, words[n.y];\nMOV o.x, a.x;\nMOV b, vectors[1];\nMOV o.y, b.z;\n"
                 "MUL.S c.x, n.y, 2;\nLDC.U16 d, bytes[c.x];\nI2F.U o.z, d.x;\nLDC.F32X2 e, bytes[8];\nMOV o.w, e.y;\n",
                 "BUFFER words[] = { program.buffer[0] };\nBUFFER4 vectors[] = { program.buffer[1] };\n"
                 "CBUFFER bytes[] = { program.buffer[2] };\n"));
    std::vector<float> words(16), vectors(8);
    std::vector<uint16_t> halves(32);
    for (size_t i = 0; i < words.size(); i++) words[i] = static_cast<float>(i) + 0.5f;
    for (size_t i = 0; i < vectors.size(); i++) vectors[i] = static_cast<float>(i) * 3;
    for (size_t i = 0; i < halves.size(); i++) halves[i] = static_cast<uint16_t>(i * 1000);
    const std::span<const std::byte> buffers[3] = {std::as_bytes(std::span(words)), std::as_bytes(std::span(vectors)),
                                                   std::as_bytes(std::span(halves))};
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        number_lanes(prepared);
        prepared.environment.constant_buffers = buffers;
    });
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), lane < 16 ? words[static_cast<size_t>(lane)] : 0.0f) << lane;
        EXPECT_EQ(run.value(lane, 1), 18.0f);
        EXPECT_EQ(run.value(lane, 2), static_cast<float>(lane * 1000)) << lane;
        float second;
        std::memcpy(&second, &halves[6], 4);
        EXPECT_EQ(run.result(lane, 3), bits_of(second));
    }
}

// ---- derivatives, conversions, textures ----------------------------------------------------------------------------

TEST(Derivatives, AreDifferencesAcrossTheQuad) {
    const LaneRun run = run_numbered(fragment("MUL a, n.x, n.x;\nDDX o.x, a.x;\nDDY o.y, a.x;\nDDX o.z, -a.x;\n"));
    for (int lane = 0; lane < group_lanes; lane++) {
        const auto square = [](int value) { return static_cast<float>(value * value); };
        EXPECT_EQ(run.value(lane, 0), square(lane | 1) - square(lane & ~1));
        EXPECT_EQ(run.value(lane, 1), square(lane | 2) - square(lane & ~2));
        EXPECT_EQ(run.value(lane, 2), -run.value(lane, 0));
    }
}

uint32_t converted(const std::string& modifiers, uint32_t value) {
    const auto program = parse_program("!!NVfp5.0\nPARAM p = program.env[0];\nTEMP t;\nCVT." + modifiers +
                                       " t, p;\nMOV.U result.color, t;\nEND\n");
    return run_program(program,
                       [&](LaneRun& prepared) {
                           prepared.parameters[0] = {value, value, value, value};
                       })
        .result(0);
}

TEST(Conversions, GoBetweenAllTypes) {
    EXPECT_EQ(converted("S32.F32", bits_of(2.5f)), 2u);
    EXPECT_EQ(converted("S32.F32.CEIL", bits_of(2.1f)), 3u);
    EXPECT_EQ(converted("S32.F32.FLR", bits_of(-2.1f)), static_cast<uint32_t>(-3));
    EXPECT_EQ(converted("S32.F32.TRUNC", bits_of(-2.9f)), static_cast<uint32_t>(-2));
    EXPECT_EQ(converted("U32.F32", bits_of(4e9f)), 4000000000u);
    EXPECT_EQ(converted("U8.F32.SAT", bits_of(300.0f)), 255u);
    EXPECT_EQ(converted("S8.F32.SAT", bits_of(-300.0f)), static_cast<uint32_t>(-128));
    EXPECT_EQ(converted("U8.U32", 0x1ff), 0xffu);
    EXPECT_EQ(converted("S8.S32", 0x1ff), 0xffffffffu);
    EXPECT_EQ(converted("S16.S32.SAT", 100000), 32767u);
    EXPECT_EQ(converted("U16.S32.SAT", static_cast<uint32_t>(-5)), 0u);
    EXPECT_EQ(converted("S32.U32.SAT", 0xffffffffu), 0x7fffffffu);
    EXPECT_EQ(converted("F32.S8", 0x80), bits_of(-128.0f));
    EXPECT_EQ(converted("F32.U16", 0x1ffff), bits_of(65535.0f));
    EXPECT_EQ(converted("F16.F32", bits_of(1.0f)), 0x3c00u);
    EXPECT_EQ(converted("F32.F16", 0xc000), bits_of(-2.0f));
    EXPECT_EQ(converted("F32.U32", 0xffffffffu), bits_of(4294967296.0f));
}

TEST(Textures, AreSampledPerLane) {
    auto image = std::make_shared<Image>(Format::Rgba8Unorm, Extent{4, 4, 1});
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            const uint8_t texel[4] = {static_cast<uint8_t>(x * 51), static_cast<uint8_t>(y * 51), 255, 0};
            std::memcpy(image->row(y) + 4 * x, texel, 4);
        }
    auto texture = std::make_shared<Texture>();
    texture->format = Format::Rgba8Unorm;
    texture->levels = {image};
    Sampler sampler;
    sampler.mag_filter = sampler.min_filter = Filter::Nearest;
    sampler.mip_filter = MipFilter::None;
    const TextureBinding bindings[2] = {{}, {texture, sampler}};
    const auto program = parse_program(
        "!!ARBfp1.0\nTEMP c;\nMUL c, fragment.texcoord[0], {0.25, 0.125, 0, 2};\nTEX result.color, c, texture[1], "
        "2D;\nEND\n");
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        for (int lane = 0; lane < group_lanes; lane++) {
            prepared.attributes[0].component[0].lane[lane] = bits_of(static_cast<float>(lane % 4) + 0.5f);
            prepared.attributes[0].component[1].lane[lane] = bits_of(static_cast<float>(lane / 4) + 0.5f);
        }
        prepared.environment.textures = bindings;
    });
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_FLOAT_EQ(run.value(lane, 0), static_cast<float>(lane % 4) * 0.2f) << lane;
        EXPECT_FLOAT_EQ(run.value(lane, 1), static_cast<float>(lane / 8) * 0.2f) << lane;
    }
    // TXP divides, and a unit without a texture gives (0, 0, 0, 1).
    const auto projected = parse_program(
        "!!ARBfp1.0\nTEMP c;\nMOV c, fragment.texcoord[0];\nTXP result.color, c, texture[1], 2D;\n"
        "TEX result.depth.z, c, texture[0], 2D;\nEND\n");
    const LaneRun second = run_program(projected, [&](LaneRun& prepared) {
        for (int lane = 0; lane < group_lanes; lane++) {
            prepared.attributes[0].component[0].lane[lane] = bits_of(static_cast<float>(lane % 4) + 0.5f);
            prepared.attributes[0].component[1].lane[lane] = bits_of(2.5f);
            prepared.attributes[0].component[3].lane[lane] = bits_of(4);
        }
        prepared.environment.textures = bindings;
    });
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_FLOAT_EQ(second.value(lane, 0), static_cast<float>(lane % 4) * 0.2f);
        EXPECT_FLOAT_EQ(second.value(lane, 1), 0.4f);
    }
}

}  // namespace
}  // namespace runtime

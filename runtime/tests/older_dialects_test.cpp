// Programs of the dialects before NV_gpu_program4 against plain code written from their specifications: precisions,
// address registers, branches to labels, LOOP, and where numbers go other ways than in later programs.
#include <algorithm>
#include <limits>

#include "runtime/formats/small_floats.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

using arbasm::BindingKind;

float to_half(float value) { return half_to_float(float_to_half(value)); }
float to_fixed(float value) {
    if (std::isnan(value)) return 0;
    return static_cast<float>(std::clamp(std::nearbyint(double{value} * 1024), -2048.0, 2047.0) / 1024);
}

// Sets every register that is bound to this; does nothing where the program has none.
void set_parameter(const arbasm::Program& program, LaneRun& run, BindingKind kind, int index,
                   std::array<float, 4> value) {
    for (size_t n = 0; n < program.parameters.size(); n++) {
        const arbasm::Binding& binding = program.parameters[n];
        if (binding.kind == BindingKind::Constant) run.parameters[n] = binding.constant;
        if (binding.kind != kind || binding.index != index) continue;
        for (size_t c = 0; c < 4; c++) run.parameters[n][c] = bits_of(value[c]);
    }
}

void set_attribute(const arbasm::Program& program, LaneRun& run, BindingKind kind, int index, int component,
                   float (*value)(int lane)) {
    for (size_t n = 0; n < program.attributes.size(); n++) {
        const arbasm::Binding& binding = program.attributes[n].binding;
        if (binding.kind != kind || binding.index != index) continue;
        for (int lane = 0; lane < group_lanes; lane++)
            run.attributes[n].component[static_cast<size_t>(component)].lane[lane] = bits_of(value(lane));
    }
}

float odd_number(int lane) { return static_cast<float>(lane - 13) * 0.123456f; }
float large_number(int lane) { return static_cast<float>(lane) * 4000.3f; }
float whole_number(int lane) { return static_cast<float>(lane); }

// ---- precision (3.11.4.2 of NV_fragment_program)

LaneRun run_fragment(const std::string& body, BindingKind attribute = BindingKind::Color) {
    const auto program = parse_program("!!FP1.0\n" + body + "\nEND");
    return run_program(program, [&](LaneRun& run) {
        set_attribute(*program, run, attribute, 0, 0, odd_number);
        set_attribute(*program, run, attribute, 0, 1, large_number);
        set_parameter(*program, run, BindingKind::ProgramLocal, 0, {0.7654321f, 1.5f, -3.0f, 1e-6f});
    });
}

TEST(Precision, HalfRoundsOperandsAndResults) {
    const LaneRun run = run_fragment(
        "MULH o[COLR].x, f[COL0].x, p[0].x;\nADDH o[COLR].y, f[COL0].y, f[COL0].y;\n"
        "MADR o[COLR].z, f[COL0].x, p[0].x, f[COL0].x;\n");
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), to_half(to_half(odd_number(lane)) * to_half(0.7654321f)));
        const float large = to_half(large_number(lane));
        EXPECT_EQ(run.value(lane, 1), to_half(large + large));  // infinity from lane 9 on
        EXPECT_EQ(run.value(lane, 2), odd_number(lane) * 0.7654321f + odd_number(lane));
    }
    EXPECT_TRUE(std::isinf(run.value(31, 1)));
}

TEST(Precision, FixedClampsAndRounds) {
    const LaneRun run = run_fragment(
        "MULX o[COLR].x, f[COL0].x, p[0].x;\nADDX o[COLR].y, f[COL0].x, p[0].z;\n"
        "MOVX_SAT o[COLR].z, f[COL0].y;\nDP3X o[COLR].w, f[COL0].x, p[0].y;\n");
    for (int lane = 0; lane < group_lanes; lane++) {
        const float x = to_fixed(odd_number(lane));
        EXPECT_EQ(run.value(lane, 0), to_fixed(x * to_fixed(0.7654321f)));
        EXPECT_EQ(run.value(lane, 1), to_fixed(x - 2));  // -3 is outside
        EXPECT_EQ(run.value(lane, 2), lane == 0 ? 0.0f : 1.0f);
        EXPECT_EQ(run.value(lane, 3), to_fixed(x * 1.5f + x * 1.5f + x * 1.5f));
    }
    EXPECT_EQ(run_fragment("RCPR R0.x, {0}.y;\nMULR R0.x, R0.x, {0}.y;\nMOVX o[COLR], R0.x;\n").value(0), 0.0f);
}

TEST(Precision, IsThatOfTheResultUnlessWritten) {
    const LaneRun run = run_fragment(
        "MUL H0, f[COL0].x, p[0].x;\nMUL R0, f[COL0].x, p[0].x;\n"
        "MULR H1, f[COL0].x, p[0].x;\nMOV o[COLR].x, H0;\nMOV o[COLR].y, R0;\n"
        "MOV o[COLR].z, H1;\n");
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), to_half(to_half(odd_number(lane)) * to_half(0.7654321f)));
        EXPECT_EQ(run.value(lane, 1), odd_number(lane) * 0.7654321f);
        EXPECT_EQ(run.value(lane, 2), to_half(odd_number(lane) * 0.7654321f));
    }
    const LaneRun half = run_fragment("MOVR o[COLH], f[COL0].x;\n");
    EXPECT_EQ(half.value(1), to_half(odd_number(1)));
}

TEST(Precision, IsFullWhereTextureCoordinatesAreRead) {
    const LaneRun run = run_fragment("MULH o[COLR], f[TEX0].x, p[0].x;\n", BindingKind::Texcoord);
    for (int lane = 0; lane < group_lanes; lane++) EXPECT_EQ(run.value(lane), odd_number(lane) * 0.7654321f);
}

TEST(Precision, ConditionCodesSeeTheConvertedResult) {
    // 1e-6 is zero in fx12, and positive in fp16.
    const LaneRun run = run_fragment(
        "MOVXC RC.x, p[0].w;\nMOVR o[COLR], {1}.x;\nMOVR o[COLR].x (EQ.x), {2}.x;\n"
        "MOVHC HC.y, p[0].w;\nMOVR o[COLR].y (GT.y), {2}.x;\n");
    EXPECT_EQ(run.value(0, 0), 2.0f);
    EXPECT_EQ(run.value(0, 1), 2.0f);
    EXPECT_EQ(run.value(0, 2), 1.0f);
}

TEST(Precision, OfOptionsIsTheSuffix) {
    const auto program = parse_program(
        "!!ARBfp1.0\nOPTION NV_fragment_program;\nSHORT TEMP s;\nMULH result.color.x, fragment.color, 0.3;\n"
        "MULX result.color.y, fragment.color.x, 5;\nMUL result.color.z, fragment.color.x, 0.3;\nEND");
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        set_attribute(*program, prepared, BindingKind::Color, 0, 0, odd_number);
        set_parameter(*program, prepared, BindingKind::None, 0, {});
    });
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), to_half(to_half(odd_number(lane)) * to_half(0.3f)));
        EXPECT_EQ(run.value(lane, 1), to_fixed(to_fixed(odd_number(lane)) * to_fixed(5)));
        EXPECT_EQ(run.value(lane, 2), odd_number(lane) * 0.3f);
    }
}

// The example of 3.11.4.4 of NV_fragment_program.
TEST(ConditionCodes, MaskWritesAndFollowThem) {
    const auto program = parse_program(
        "!!FP1.0\nMOVR R1, p[0];\nMOVC R0, R1;\nMOVC R0.xyz, R1.yzwx;\n"
        "MOVC R0 (NE), R1.zywx;\nMOVR o[COLR], R0;\nEND");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        set_parameter(*program, prepared, BindingKind::ProgramLocal, 0, {-2, 0, 2, nan});
    });
    EXPECT_EQ(run.value(0, 0), 0.0f);
    EXPECT_EQ(run.value(0, 1), 0.0f);
    EXPECT_TRUE(std::isnan(run.value(0, 2)));
    EXPECT_EQ(run.value(0, 3), -2.0f);
}

// ---- numbers

TEST(OlderNumbers, NaNsAndPowersFollowTheTables) {
    const std::string nan = "RCPR R2.x, {0}.x;\nMULR R2.x, R2.x, {0}.x;\n";
    EXPECT_TRUE(std::isnan(run_fragment(nan + "MAXR o[COLR], R2.x, {1}.x;").value(0)));
    EXPECT_TRUE(std::isnan(run_fragment(nan + "MAXR o[COLR], {1}.x, R2.x;").value(0)));
    EXPECT_TRUE(std::isnan(run_fragment(nan + "MINR o[COLR], R2.x, {1}.x;").value(0)));
    EXPECT_EQ(run_fragment("MAXR o[COLR], {1}.x, {3}.x;").value(0), 3.0f);
    EXPECT_TRUE(std::isnan(run_fragment("POWR o[COLR], {0}.x, {0}.x;").value(0)));
    EXPECT_TRUE(std::isnan(run_fragment("POWR o[COLR], {-2}.x, {2}.x;").value(0)));
    EXPECT_EQ(run_fragment("POWR o[COLR], {2}.x, {5}.x;").value(0), 32.0f);
    EXPECT_TRUE(std::isnan(run_fragment("RSQR o[COLR], {-4}.x;").value(0)));
}

LaneRun run_vertex(const std::string& text) {
    const auto program = parse_program(text);
    return run_program(program, [&](LaneRun& run) {
        set_attribute(*program, run, BindingKind::GenericAttrib, 0, 0, whole_number);
        set_attribute(*program, run, BindingKind::Position, 0, 0, whole_number);
        for (int n = 0; n < 256; n++)
            set_parameter(*program, run, BindingKind::ProgramEnv, n, {static_cast<float>(n), 0.5f, -4.0f, 1});
        set_parameter(*program, run, BindingKind::None, 0, {});
    });
}

TEST(OlderNumbers, OfVertexPrograms) {
    EXPECT_EQ(run_vertex("!!VP1.0 RSQ o[HPOS], c[0].z; END").value(0), 0.5f);  // of the absolute value
    EXPECT_TRUE(std::isnan(run_vertex("!!VP2.0 RSQ o[HPOS], c[0].z; END").value(0)));
    const LaneRun parts = run_vertex("!!VP1.0 EXP o[HPOS], c[0].y; LOG o[COL0], c[12].x; END");
    EXPECT_EQ(parts.value(0, 0), 1.0f);
    EXPECT_EQ(parts.value(0, 1), 0.5f);
    EXPECT_NEAR(parts.value(0, 2), std::sqrt(2.0f), 1e-3f);
    EXPECT_EQ(parts.value(0, 3), 1.0f);
    EXPECT_EQ(parts.value(0, 0, 1), 3.0f);
    EXPECT_EQ(parts.value(0, 1, 1), 1.5f);
    EXPECT_NEAR(parts.value(0, 2, 1), std::log2(12.0f), 1e-3f);
    EXPECT_EQ(run_vertex("!!VP1.1 RCC o[HPOS], c[0].x; END").value(0), 0x1p64f);
    EXPECT_EQ(run_vertex("!!VP1.1 DPH o[HPOS], c[3], c[3]; END").value(0), 9 + 0.25f + 16 + 1);
    EXPECT_EQ(run_vertex("!!VP2.0 SSG o[HPOS], c[0].z; END").value(0), -1.0f);
}

// ---- address registers

TEST(Addresses, ReadZeroOutside) {
    const LaneRun run = run_vertex("!!VP1.0 MUL R0.x, v[0].x, c[8].x; ARL A0.x, R0.x; MOV o[HPOS], c[A0.x-4]; END");
    for (int lane = 0; lane < group_lanes; lane++) {
        const int index = 8 * lane - 4;
        const bool inside = index >= 0 && index < 96;
        EXPECT_EQ(run.value(lane, 0), inside ? static_cast<float>(index) : 0.0f);
        EXPECT_EQ(run.value(lane, 3), inside ? 1.0f : 0.0f);
    }
}

TEST(Addresses, HaveFourComponentsOfTenBits) {
    // ARL clamps to -512…511, ARR rounds to even, ARA adds pairs.
    const LaneRun run = run_vertex(R"(!!VP2.0
MUL R0.x, v[0].x, c[100].x;
ADD R0.y, v[0].x, c[0].y;
MOV R0.zw, c[7].x;
ARL A0, R0;
ARR A1.yw, R0.yyyy;
MOV o[COL0], c[A0.x - 256];
MOV o[COL1], c[A1.y];
ARA A0, A0;
MOV o[HPOS], c[A0.w];
END)");
    for (int lane = 0; lane < group_lanes; lane++) {
        const int index = std::min(100 * lane, 511) - 256;
        EXPECT_EQ(run.value(lane, 0, 0), index >= 0 ? static_cast<float>(index) : 0.0f);
        EXPECT_EQ(run.value(lane, 0, 1), std::nearbyint(static_cast<float>(lane) + 0.5f));
        EXPECT_EQ(run.value(lane, 0, 2), static_cast<float>(lane + 7));
    }
}

TEST(Addresses, AreWrittenUnderConditions) {
    const LaneRun run = run_vertex(
        "!!VP2.0 MOVC CC.x, v[0].x; ARL A0.x, c[3].x; ARL A0.x (GT.x), c[5].x; "
        "MOV o[HPOS], c[A0.x]; END");
    EXPECT_EQ(run.value(0), 3.0f);
    EXPECT_EQ(run.value(1), 5.0f);
}

TEST(Addresses, ReachAttributesAndResults) {
    const auto program = parse_program(R"(!!ARBvp1.0
OPTION NV_vertex_program3;
ADDRESS A;
ARL A.xy, vertex.attrib[0].xxxx;
MOV result.position, vertex.attrib[A.y + 1];
MOV result.texcoord[0], 0;
MOV result.texcoord[1], 0;
MOV result.texcoord[2], 0;
MOV result.texcoord[A.x], 7;
END)");
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        for (int n = 0; n < 16; n++)
            for (size_t a = 0; a < program->attributes.size(); a++)
                if (program->attributes[a].binding.index == n)
                    for (int lane = 0; lane < group_lanes; lane++)
                        prepared.attributes[a].component[0].lane[lane] =
                            bits_of(n == 0 ? static_cast<float>(lane % 3) : static_cast<float>(10 * n));
        set_parameter(*program, prepared, BindingKind::None, 0, {});
    });
    for (int lane = 0; lane < group_lanes; lane++) {
        for (size_t r = 0; r < program->results.size(); r++) {
            const arbasm::Binding& binding = program->results[r];
            if (binding.kind == BindingKind::Position) {
                EXPECT_EQ(run.value(lane, 0, r), 10.0f * static_cast<float>(lane % 3 + 1));
            }
        }
    }
    // The array of texture coordinates is what the single ones are, too.
    const auto at = [&](int index) {
        size_t found = 99;
        for (size_t r = 0; r < program->results.size(); r++)
            if (program->results[r].kind == BindingKind::Texcoord && program->results[r].index == index) found = r;
        return found;
    };
    EXPECT_EQ(run.value(1, 0, at(1)), 7.0f);
    EXPECT_EQ(run.value(1, 0, at(2)), 0.0f);
    EXPECT_EQ(run.value(2, 0, at(2)), 7.0f);
}

// ---- branches

// The greatest common divisor of lane + 1 and 24, by subtraction: every lane turns as often as it must.
TEST(Branches, LanesGoTheirOwnWays) {
    const LaneRun run = run_vertex(R"(!!VP2.0
ADD R0.x, v[0].x, c[1].x;
MOV R0.y, c[24].x;
again:
SUBC R1.x, R0.x, R0.y;
BRA done (EQ.x);
BRA less (LT.x);
SUB R0.x, R0.x, R0.y;
BRA again;
less: SUB R0.y, R0.y, R0.x;
BRA again (TR);
done:
MOV o[HPOS], R0.x;
END)");
    for (int lane = 0; lane < group_lanes; lane++) {
        int a = lane + 1, b = 24;
        while (b != 0) a = std::exchange(b, a % b);
        EXPECT_EQ(run.value(lane), static_cast<float>(a));
    }
    EXPECT_FALSE(run.group.timed_out);
}

TEST(Branches, BeginAtMainAndMayEndAnywhere) {
    const LaneRun run = run_vertex(R"(!!VP2.0
tail: MOV o[COL0], c[9].x;
RET;
main: MOV o[COL0], c[1].x; MOV o[HPOS], c[2].x;
MOVC CC.x, v[0].x;
BRA tail (GT.x);
CAL sub (TR.x);
MOV o[HPOS], c[4].x;
RET;
sub: MOV o[COL0], c[8].x;
END)");
    // Results are numbered by first use: o[COL0], o[HPOS].
    EXPECT_EQ(run.value(1, 0, 0), 9.0f);
    EXPECT_EQ(run.value(1, 0, 1), 2.0f);
    EXPECT_EQ(run.value(0, 0, 0), 8.0f);
    EXPECT_EQ(run.value(0, 0, 1), 2.0f);  // the end of the program was inside the subroutine
}

TEST(Branches, CallsNestToFourAndEndTheProgramBeyond) {
    const LaneRun run = run_vertex(R"(!!VP2.0
MOV o[HPOS], c[0];
MOV R0.x, v[0].x;
CAL deeper;
MOV o[HPOS].x, R1.x;
RET;
deeper:
ADD R1.x, R1.x, c[1].x;
SUBC R0.x, R0.x, c[1].x;
CAL deeper (GE.x);
RET;
END)");
    for (int lane = 0; lane < group_lanes; lane++)
        EXPECT_EQ(run.value(lane), lane + 1 <= 4 ? static_cast<float>(lane + 1) : 0.0f) << lane;
}

TEST(Branches, LoopsWithoutEndAreEnded) {
    EXPECT_TRUE(run_vertex("!!VP2.0 MOV o[HPOS], v[0]; l: BRA l; END").group.timed_out);
}

TEST(Branches, AddressesShareTheStackOfCalls) {
    const LaneRun run = run_vertex(R"(!!ARBvp1.0
OPTION NV_vertex_program3;
PARAM p[40] = { program.env[0..39] };
ADDRESS A;
ARL A, vertex.position.x;
MOV result.position, {-1, -1, -1, -1};
CAL sub;
MOV result.position, p[A.w];
MOVC0 result.texcoord[0], vertex.position.x;
PUSHA A;
RET (LT.x);
POPA A;
RET (EQ.y);
PUSHA A;
RET;
sub:
PUSHA A;
ARL A, 5;
MOV result.texcoord[1], p[A.x];
POPA A;
RET;
END)");
    for (int lane = 0; lane < group_lanes; lane++) EXPECT_EQ(run.value(lane), static_cast<float>(lane));
    EXPECT_EQ(run.value(3, 0, 2), 5.0f);
    // POPA of a call, of nothing: the end.
    const LaneRun ended = run_vertex(
        "!!ARBvp1.0\nOPTION NV_vertex_program3;\nADDRESS A;\nMOV result.position, 1;\n"
        "CAL s;\nMOV result.position, 2;\nRET;\ns: POPA A;\nRET;\nEND");
    EXPECT_EQ(ended.value(0), 1.0f);
}

// ---- LOOP and REP of NV_fragment_program2

TEST(Loops, CountAnIndex) {
    const auto program = parse_program(R"(!!ARBfp1.0
OPTION NV_fragment_program2;
PARAM outer = program.local[0];
TEMP sum;
MOV sum, 0;
LOOP outer;
  ADD sum.x, sum, fragment.texcoord[A0.x + 1];
  LOOP {2.5, 5.5, -1};
    ADD sum.y, sum, fragment.texcoord[A0.x].x;
    SUBC sum.w, fragment.color.x, 3;
    BRK (GT.w);
  ENDLOOP;
  ADD sum.z, sum, fragment.texcoord[A0.x].x;
ENDLOOP;
REP {0, 9, 9, 9}; MOV sum, 99; ENDREP;
MOV result.color, sum;
END)");
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        for (size_t a = 0; a < program->attributes.size(); a++) {
            const arbasm::Binding& binding = program->attributes[a].binding;
            for (int lane = 0; lane < group_lanes; lane++)
                prepared.attributes[a].component[0].lane[lane] =
                    bits_of(binding.kind == BindingKind::Texcoord ? static_cast<float>(1 << binding.index)
                                                                  : static_cast<float>(lane));
        }
        set_parameter(*program, prepared, BindingKind::ProgramLocal, 0, {3, 0, 2, 0});
    });
    for (int lane = 0; lane < group_lanes; lane++) {
        float x = 0, y = 0, z = 0;
        for (int turn = 0, index = 0; turn < 3; turn++, index += 2) {
            x += static_cast<float>(1 << (index + 1));
            for (int inner = 0, i = 5; inner < 2; inner++, i--) {
                y += static_cast<float>(1 << i);
                if (lane > 3) break;
            }
            z += static_cast<float>(1 << index);
        }
        EXPECT_EQ(run.value(lane, 0), x);
        EXPECT_EQ(run.value(lane, 1), y);
        EXPECT_EQ(run.value(lane, 2), z);
    }
}

TEST(Loops, CallsEndTheProgramBeyondTheirDepth) {
    const auto program = parse_program(
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP n;\nMOV n, fragment.color.x;\n"
        "MOV result.color, 1;\nCAL deeper;\nMOV result.color, 2;\nRET;\ndeeper:\n"
        "SUBC n.x, n, 1;\nCAL deeper (GE.x);\nRET;\nEND");
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        set_attribute(*program, prepared, BindingKind::Color, 0, 0,
                      [](int lane) { return 2.0f * static_cast<float>(lane); });
        set_parameter(*program, prepared, BindingKind::None, 0, {});
    });
    // Lane n calls 2n + 1 times, and 32 calls are possible.
    for (int lane = 0; lane < group_lanes; lane++) EXPECT_EQ(run.value(lane), 2 * lane + 1 <= 32 ? 2.0f : 1.0f) << lane;
}

TEST(Loops, SubroutinesRunOnPastLabels) {
    const auto program = parse_program(
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP n, c;\n"
        "first: ADD n.x, n, 1;\nempty:\nsecond: ADD n.y, n, 1;\nRET (GT.x);\nthird: ADD n.z, n, 1;\nRET;\n"
        "main: MOV n, 0;\nMOVC c.x, fragment.color.x;\nCAL first;\nMOV result.color, n;\nCAL second;\n"
        "last: ADD result.color.w, n.y, 1;\nEND");
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        set_attribute(*program, prepared, BindingKind::Color, 0, 0, [](int lane) { return lane % 2 ? 1.0f : -1.0f; });
    });
    for (int lane = 0; lane < group_lanes; lane++) {
        EXPECT_EQ(run.value(lane, 0), 1.0f) << lane;
        EXPECT_EQ(run.value(lane, 1), 1.0f) << lane;
        EXPECT_EQ(run.value(lane, 2), lane % 2 ? 0.0f : 1.0f) << lane;
        EXPECT_EQ(run.value(lane, 3), 3.0f) << lane;
    }
}

TEST(Loops, IndicesStartAtZeroAtLeast) {
    const auto program = parse_program(
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP s;\nMOV s, 0;\n"
        "LOOP {4, -2, 1};\nADD s, s, fragment.texcoord[A0.x];\nENDLOOP;\n"
        "MOV result.color, s;\nEND");
    const LaneRun run = run_program(program, [&](LaneRun& prepared) {
        for (size_t a = 0; a < program->attributes.size(); a++)
            prepared.attributes[a].component[0].lane[0] =
                bits_of(static_cast<float>(1 << (4 * program->attributes[a].binding.index)));
        set_parameter(*program, prepared, BindingKind::None, 0, {});
    });
    EXPECT_EQ(run.value(0), 3.0f + 16.0f);  // indices -2, -1, 0 read the first, 1 the second
}

// ---- packing

TEST(Packing, OfFragmentPrograms) {
    const LaneRun run = run_fragment(
        "PK2H R0, {0.1, -2}.xyxy;\nUP2H o[COLR].xy, R0.x;\nUP2H H0, R0.w;\n"
        "MOVR o[COLR].z, H0.x;\nPK4B R1.y, {-1, 1, 0.5, 0};\nUP4B R2, R1.y;\n"
        "MOVR o[COLR].w, R2.z;\n");
    EXPECT_EQ(run.value(0, 0), to_half(0.1f));
    EXPECT_EQ(run.value(0, 1), -2.0f);
    EXPECT_EQ(run.value(0, 2), to_half(0.1f));
    EXPECT_NEAR(run.value(0, 3), 64.0f / 127.0f, 1e-6f);
}

}  // namespace
}  // namespace runtime

#include "machines/tegra/emulator/fragment_pipeline.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "machines/tegra/isa/numbers.h"

namespace machines::tegra {
namespace {

// One pixel for each fragment and target; textures that tell their coordinates.
class Memory final : public FragmentMemory {
  public:
    bool look_up(const TextureRequest& request, std::array<Rgba8, quad_size>& texels) override {
        if (request.unit != 3) return false;
        last = request;
        for (size_t i = 0; i < quad_size; i++)
            texels[i] = {static_cast<uint8_t>(std::lround(request.coordinate[i][0] * 255)),
                         static_cast<uint8_t>(std::lround(request.coordinate[i][1] * 255)), 200, 100};
        return true;
    }
    bool read_target(int target, int x, int y, Rgba8& value) override {
        value = pixels[{target, x, y}];
        return target < 4;
    }
    bool write_target(int target, int x, int y, const Rgba8& value) override {
        pixels[{target, x, y}] = value;
        return target < 4;
    }
    bool write_stencil(int, int) override {
        stencils++;
        return true;
    }
    std::map<std::array<int, 3>, Rgba8> pixels;
    TextureRequest last;
    int stencils = 0;
};

constexpr std::string_view setup = " sfu: rcp r4 mul0: bar, sfu, bar0 mul1: bar, sfu, bar1 ";

struct Bench {
    Memory memory;
    FragmentTriangle triangle;
    FragmentQuad quad;
    FragmentState state;
    Bench() {
        // The corner of a quadrangle of red, green and blue: as in the grate project's tests on hardware, whose pixels
        // the tests below expect.
        const auto vertex = [&](size_t v, std::array<double, 4> colour) {
            const std::array<size_t, 4> component{1, 0, 2, 3};
            for (size_t c = 0; c < 4; c++) {
                triangle.tram[0][component[c]].vertex[v] = fp20_round(colour[c]);
                triangle.tram[0][component[c]].written = true;
            }
        };
        vertex(0, {1, 0, 0, 1});
        vertex(1, {0, 1, 0, 1});
        vertex(2, {0, 0, 1, 1});
        for (auto& b : quad.barycentric) b = {0, 511.0 / 512, 1.0 / 512};
        state.target_height = 256;
    }
    std::string run(const std::string& text) {
        const AssembledFragment assembled = assemble_fragment(text);
        EXPECT_EQ(assembled.error, "") << text;
        FragmentState with = state;
        for (size_t i = 0; i < fragment_uniforms; i++)
            if (assembled.code.constants_given >> i & 1) with.uniforms[i] = assembled.code.constants[i];
        result = FragmentPipeline(assembled.code, memory).run(triangle, quad, with);
        return result.fault;
    }
    uint32_t pixel(int target = 1, int x = 0, int y = 0) {
        const Rgba8& p = memory.pixels[{target, x, y}];
        return p[0] | static_cast<uint32_t>(p[1]) << 8 | static_cast<uint32_t>(p[2]) << 16 |
               static_cast<uint32_t>(p[3]) << 24;
    }
    FragmentResult result;
};

TEST(FragmentPipeline, MinusOneOfLongNumbers) {
    Bench bench;
    const std::string text =
        ".asm EXEC ALU: ALU0: MAD r0.lh, #1, #1, #0 ALU1: MAD r1.lh, #0, #1, #0 ALU: ALU0: CSEL r0.l, r0-1, #0, #1 "
        "ALU1: CSEL r0.h, r1-1, #0, #1 ALU2: MAD r1.lh, #0, #0, #0 DW: store rt1, r0, r1;";
    EXPECT_NE(bench.run(text).find("whether one is taken from a number of 20 bits is not known"), std::string::npos);
    bench.state.strict = false;
    EXPECT_EQ(bench.run(text), "");
    EXPECT_EQ(bench.pixel() & 0xffff, 0x00ffu);
}

TEST(FragmentPipeline, HardwarePixels) {
    Bench bench;
    EXPECT_EQ(bench.run(".asm EXEC MFU:" + std::string(setup) + "ipl: t0.fp20, t0.fp20, t0.fp20, t0.fp20 " +
                        "ALU: ALU0: MAD r3.h, r3, #1, #0, #1 ALU1: MAD r3.l, r2, #1, #0 "
                        "ALU2: MAD r2.h, r0, #1, #0 ALU3: MAD r2.l, r1, #1, #0 DW: store rt1, r2, r3 ;"),
              "");
    EXPECT_EQ(bench.pixel(), 0xff01ff00u);
    bench.state.uniforms[0] = fx10_literal(0.1f);
    bench.state.uniforms[2] = fp20_literal(0.2f);
    bench.state.uniforms[31] = pair_of(fx10_literal(0.3f), fx10_literal(0.4f));
    EXPECT_EQ(bench.run(".asm EXEC ALU: ALU0: MAD r3.*h, u0.l, #1, #0 ALU1: MAD r3.l*, u2, #1, #0 "
                        "ALU2: MAD r2.*h, u31.l, #1, #0 ALU3: MAD r2.l*, u31.h, #1, #0 DW: store rt1, r2, r3 ;"),
              "");
    EXPECT_EQ(bench.pixel(), 0x19334c66u);
    EXPECT_EQ(bench.run(".asm EXEC MFU:" + std::string(setup) +
                        "ipl: t0.fp20, t0.fp20, t0.fp20, t0.fp20 "
                        "ALU: ALU0: MAD r3.lh, r3, #1, r3 ALU1: MAD r1.lh, r1, #0, imm0 "
                        "ALU2: MAD r2.lh, r2, #0, imm0 ALU3: imm0 = 0.5 ; "
                        "EXEC MFU: sfu: rcp r3 MFU: sfu: precos r1 MFU: sfu: preex2 r2 ; "
                        "EXEC MFU: sfu: cos r1 mul0: r0, r0, r3 MFU: sfu: ex2 r2 "
                        "ALU: ALU0: MAD r3.*h, r3, #1, #0 ALU1: MAD r3.l*, r2, #1, -#1 "
                        "ALU2: MAD r2.*h, r0, #1, #0 ALU3: MAD r2.l*, r1, #1, #0 DW: store rt1, r2, r3 ;"),
              "");
    EXPECT_EQ(bench.pixel(), 0x7f6a7fe0u);
}

// Runs one operation and gives the value that it leaves in r0 (as FP20).
struct Alone {
    Bench bench;
    double operator()(const std::string& operation, const std::string& before = "") {
        const std::string fault = bench.run(
            ".constants [0] = 0.75; [1] = -3.0; [2].l = 0.5; [2].h = -1.5; [3] = 0.0; [4] = 0x7E000; .asm EXEC ALU: " +
            (before.empty() ? std::string() : before + " ALU: ") + operation +
            " ; EXEC ALU: ALU0: MAD r2.l, r0, imm0.l, #0 (sat) ALU1: MAD r2.h, -r0, imm0.l, #0 (sat) "
            "ALU2: MAD r3.l, #1, #0, #0 ALU3: imm0.l = 0.125 DW: store rt1, r2, r3 ;");
        EXPECT_EQ(fault, "") << operation;
        const Rgba8 p = bench.memory.pixels[{1, 0, 0}];
        return ((p[0] + (p[0] >> 7)) - (p[1] + (p[1] >> 7))) / 32.0;
    }
};

TEST(FragmentPipeline, OperationsAndModifiers) {
    Alone alone;
    alone.bench.state.strict = false;
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, u1, #1"), -1.25);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, u1, u0, rB"), -4.5);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, u1, rC"), 8);  // 9.75: alone() can tell 8
    EXPECT_EQ(alone("ALU0: MIN r0.lh, u0, #1, u1"), -3);
    EXPECT_EQ(alone("ALU0: MAX r0.lh, u0, #1, u1"), 0.75);
    EXPECT_EQ(alone("ALU0: CSEL r0.lh, u1, u0, #1"), 0.75);
    EXPECT_EQ(alone("ALU0: CSEL r0.lh, u0, u0, u1"), -3);
    EXPECT_EQ(alone("ALU0: CSEL r0.lh, -u3, u0, #1"), 1);  // minus zero is not less than zero
    EXPECT_EQ(alone("ALU0: MAD r0.lh, abs(u1), #1, #0"), 3);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, -abs(u1), #1, #0"), -3);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0*2, #1, #0"), 1.5);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u2.l-1, #1, #0"), -0.5);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, abs(u2.h)*2-1, #1, #0"), 2);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, #0 (x2)"), 1.5);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, #0 (x4)"), 3);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, #0 (/2)"), 0.375);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, #0 (x2) (sat)"), 1);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u1, #1, #0 (sat)"), 0);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, -u0 (eq)"), 1);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, #0 (eq)"), 0);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, #0 (gt)"), 1);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, -u0 (gt)"), 0);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, -u0 (ge)"), 1);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u1, #1, #0 (ge)"), 0);
    // Two products into the halves.
    EXPECT_EQ(alone("ALU0: MAD r0.lh, r1.l, #1, #0", "ALU0: MUL r1.l, u2.l, u2.l, u2.h"), 0.25);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, r1.l, #1, #0", "ALU0: MUL r1.h, u2.h, #1, u2.l, rC.l"), 0.25);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, r1.h, #1, #0", "ALU0: MUL r1.h, u2.h, #1, u2.l, rC.l"), -1.5);
    // Condition registers, and results of the packet before.
    EXPECT_EQ(alone("ALU0: CSEL r0.lh, -cr5, u0, u1", "ALU0: MAD cr5, u0, #1, #0"), 0.75);
    EXPECT_EQ(alone("ALU0: CSEL r0.lh, -cr4, u0, u1", "ALU0: MAD cr4, u3, #1, #0"), -3);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, alu1, #1, #0", "ALU1: MAD lp.lh, u1, #1, #1"), -2);
    // Embedded constants, infinities.
    EXPECT_EQ(alone("ALU0: MAD r0.lh, imm1.h, #1, imm2 ALU3: imm1.h = -0.25, imm2 = 2.5"), 2.25);
    EXPECT_EQ(alone("ALU0: MIN r0.lh, u4, #1, u0"), 0.75);
}

TEST(FragmentPipeline, FourProductsAreSummed) {
    Alone alone;
    alone.bench.state.strict = false;
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, #0 (this) ALU1: MAD lp.lh, u1, #1, #0 (other) "
                    "ALU2: MAD lp.lh, u2.l, #1, #0 (other) ALU3: MAD lp.lh, u2.h, u2.h, #0"),
              0.75 - 3 + 0.5 + 2.25);
    // A free fourth slot adds nothing; without the bits nothing is added.
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, #0 (this) ALU1: MAD lp.lh, u1, #1, #0 (other) "
                    "ALU2: MAD lp.lh, u2.l, #1, #0 (other)"),
              0.75 - 3 + 0.5);
    EXPECT_EQ(alone("ALU0: MAD r0.lh, u0, #1, #0 ALU1: MAD lp.lh, u1, #1, #0 (other)"), 0.75);
}

TEST(FragmentPipeline, BatchesLoadThenComputeThenStore) {
    Bench bench;
    for (int x = 0; x < 2; x++)
        for (int y = 0; y < 2; y++) bench.memory.pixels[{1, x, y}] = {10, 20, 30, 255};
    // Two rows: the lookup of the second EXEC goes to r6, r7, before the packets of the first, with inherited
    // coordinates.
    bench.triangle.tram[0][0].vertex = bench.triangle.tram[0][1].vertex = {fp20_one, 0x3c000, fp20_one};
    EXPECT_EQ(
        bench.run(
            "alu_buffer_size = 2 .asm "
            "EXEC MFU:" +
            std::string(setup) +
            "ipl: t0.fp20, t0.fp20, NOP, NOP "
            "TEX: tex r2, r3, tex3, r0, r1, r2 ALU: ALU0: MAD r4.lh, r6.l, #1, #0 ALU1: MAD r5.lh, r2.l, #1, #0 ; "
            "EXEC TEX: tex r2, r3, tex3, r0, r1, r2 ; "
            "EXEC PSEQ: 0x0081000A ALU: ALU0: MAD r0.l, r4, #1, -r5 ALU1: MAD r0.h, r2.h, #1, #0 "
            "ALU2: MAD r1.l, r3.l, #1, #0 ALU3: MAD r1.h, r3.h, #1, #0 DW: store rt2, r0, r1 ; EXEC ;"),
        "");
    EXPECT_EQ(bench.pixel(2), 0xff1e1400u);
    EXPECT_NEAR(bench.memory.last.coordinate[0][0], 0.5, 0.01);
    // Packets of two EXECs of a batch do not see each other.
    EXPECT_EQ(bench.run("alu_buffer_size = 2 .asm "
                        "EXEC ALU: ALU0: MAD r0.lh, #1, #1, #0 ALU1: MAD r1.lh, #0, #1, #0 ; EXEC ; "
                        "EXEC ALU: ALU0: MAD r0.lh, #0, #1, #0 ; EXEC ALU: ALU0: MAD r1.lh, r0, #1, #0 ; "
                        "EXEC ALU: ALU0: MAD r2.l, r0, #1, #0 ALU1: MAD r2.h, r1, #1, #0 ALU2: MAD r3.l, #1, #1, #0 "
                        "ALU3: MAD r3.h, #1, #1, #0 DW: store rt1, r2, r3 ; EXEC ;"),
              "");
    EXPECT_EQ(bench.pixel(), 0xffffff00u);
}

TEST(FragmentPipeline, KillsAndCoverage) {
    Bench bench;
    bench.quad.covered = {true, false, true, true};
    bench.quad.x = 8;
    bench.quad.y = 6;
    // Nobody is: posy is 8441 in the first row of the quad and 8440 in the second.
    EXPECT_EQ(bench.run(".constants [0] = 8441.0; .asm EXEC ALU: ALU0: MAD kill, posy, #1, -u0 (gt) "
                        "ALU1: MAD r0.l, #1, #1, #0 ALU2: MAD r0.h, #1, #1, #0 ALU3: MAD r1.lh, #0, #0, #0 "
                        "DW: store rt1, r0, r1 ;"),
              "");
    EXPECT_EQ(position_y_register(6, 256), fp20_literal(8441));
    EXPECT_EQ(bench.result.killed[0], false);
    EXPECT_EQ(bench.result.killed[2], false);
    EXPECT_EQ(bench.memory.pixels.count({1, 8, 6}), 1u);
    EXPECT_EQ(bench.memory.pixels.count({1, 9, 6}), 0u);
    EXPECT_EQ(bench.memory.pixels.count({1, 8, 7}), 1u);
    bench.memory.pixels.clear();
    EXPECT_EQ(bench.run(".constants [0] = 8440.5; .asm EXEC ALU: ALU0: MAD kill, posy, #1, -u0 (gt) "
                        "ALU1: MAD r0.lh, #0, #1, #0 ALU2: MAD r1.lh, #0, #1, #0 DW: store rt1, r0, r1 ;"),
              "");
    EXPECT_EQ(bench.result.killed, (std::array<bool, 4>{true, true, false, false}));
    EXPECT_EQ(bench.memory.pixels.count({1, 8, 6}), 0u);
    EXPECT_EQ(bench.memory.pixels.count({1, 8, 7}), 1u);
    // A later zero does not bring a fragment back.
    EXPECT_EQ(bench.run(".asm EXEC ALU: ALU0: MAD kill, #1, #1, #0 ALU: ALU0: MAD kill, #0, #1, #0 ;"), "");
    EXPECT_TRUE(bench.result.killed[0]);
}

TEST(FragmentPipeline, PositionFaceAndDepth) {
    EXPECT_EQ(fp20_value(position_x_register(17)), 8192 + 17);
    EXPECT_EQ(fp20_value(position_y_register(17, 64)), 8192 + 63 - 17);
    EXPECT_GT(fp20_value(face_register(true)), 0);
    EXPECT_LT(fp20_value(face_register(false)), 0);
    for (int i = 0; i <= 4096; i++) {
        const double z = i / 4096.0;
        const uint32_t bits = depth_register(z);
        const double read = depth_offset + fx10_value(low_half(bits)) * depth_low_factor +
                            fx10_value(high_half(bits)) * depth_high_factor;
        EXPECT_NEAR(read, z, 0.00101) << z;
    }
    Bench bench;
    bench.quad.z.fill(0.75);
    EXPECT_EQ(bench.run(".asm EXEC MFU: ipl: NOP, NOP, NOP, sat(NOP) ;"),
              "EXEC 0, MFU: depth, and no instruction of the linker selects z");
    bench.triangle.selects_z = true;
    EXPECT_EQ(bench.run(".asm EXEC MFU: ipl: NOP, NOP, NOP, sat(NOP) ALU: ALU0: MAD r0.l, r3.h, #1, #0 (/2) "
                        "ALU1: MAD r0.h, pface, #1, #0 ALU2: MAD r1.lh, #0, #1, #0 DW: store rt1, r0, r1 ;"),
              "");
    EXPECT_EQ(bench.pixel() & 0xffff, 0xffbfu);
}

TEST(FragmentPipeline, VaryingsAreInterpolatedWithPerspective) {
    Bench bench;
    bench.triangle.w = {1, 4, 2};
    bench.triangle.tram[5][0] = {{fp20_round(0), fp20_round(1), fp20_round(0.5)}, true, false};
    bench.triangle.tram[5][1] = {{fp20_round(0.25), fp20_round(1), fp20_round(0.5)}, true, true};
    bench.triangle.tram[5][2] = {{pair_of(64, 128), pair_of(64, 128), pair_of(64, 128)}, true, false};
    for (auto& b : bench.quad.barycentric) b = {0.5, 0.25, 0.25};
    bench.triangle.provoking = 0;
    EXPECT_EQ(
        bench.run(".asm EXEC MFU:" + std::string(setup) +
                  "ipl: t5.fp20, t5.fp20, t5.fx10, NOP ALU: ALU0: MAD r3.l, r0, #1, #0 ALU1: MAD r3.h, r1, #1, #0 "
                  "DW: store rt1, r2, r3 ;"),
        "");
    // (0.25/4*1 + 0.25/2*0.5) / (0.5 + 0.0625 + 0.125)
    const double expected = (0.0625 + 0.0625) / 0.6875;
    EXPECT_EQ(bench.pixel(), 0x40007f40u | static_cast<uint32_t>(byte_of_fx10(fx10_round(expected))) << 16);
}

TEST(FragmentPipeline, StrictnessFindsWhatTheHardwareLeavesToChance) {
    Bench bench;
    const struct {
        const char *text, *fault;
    } rows[] = {
        {".asm EXEC ALU: ALU0: MAD r0.lh, r5, #1, #0 ;", "EXEC 0, ALU: r5 is undefined"},
        {".asm EXEC ALU: ALU0: MAD r5.l, #1, #1, #0 ALU: ALU0: MAD r0.lh, r5, #1, #0 ;",
         "EXEC 0, ALU: r5 is undefined"},
        {".asm EXEC ALU: ALU0: MAD r5.l, #1, #1, #0 ALU: ALU0: MAD r0.lh, r5.l, #1, #0 ;", ""},
        {".asm EXEC ALU: ALU0: MAD r0.lh, alu0, #1, #0 ;", "EXEC 0, ALU: alu0 before the first packet of an EXEC"},
        {".asm EXEC ALU: ALU0: MAD r0.lh, cr3, #1, #0 ;", "EXEC 0, ALU: cr3 is undefined"},
        {".asm EXEC ALU: ALU0: MAD r0.lh, #1, #1, #0 ALU1: MAD r0.l, #1, #1, #0 ;", "EXEC 0, ALU: two ALUs write r0"},
        {".asm EXEC ALU: ALU0: MUL r0.lh, #1, #1, #1, rC ;",
         "EXEC 0, ALU: what MUL does with both halves or none is not known"},
        {".asm EXEC ALU: ALU0: MAD u0.lh, #1, #1, #0 ;", "EXEC 0, ALU: what a write of a uniform does is not known"},
        {".asm EXEC MFU: ipl: t0.fp20, NOP, NOP, NOP ;", "EXEC 0, MFU: a varying before the weights are set"},
        {".asm EXEC MFU: sfu: rcp r4 mul0: bar, sfu, bar0 mul1: bar, sfu, bar1 ipl: t1.fp20, NOP, NOP, NOP ;",
         "EXEC 0, MFU: component 0 of row 1 is not linked"},
        {".asm EXEC MFU: sfu: rcp r1 ;", "EXEC 0, MFU: r1 is undefined"},
        {".asm EXEC MFU: NOP MFU: sfu: rcp r4 ;",
         "EXEC 0, MFU: the interpolated w is there for the first instruction only"},
        {".asm EXEC MFU: mul0: r0, sfu, #1 ;", "EXEC 0, MFU: the result of no special function"},
        {".asm EXEC ALU: ALU0: MAD r0.lh, #1, #1, #0 ; EXEC MFU: sfu: ex2 r0 ;",
         "EXEC 1, MFU: a special function without the step before it"},
        {".asm EXEC ALU: ALU0: MAD r0.lh, #1, #1, #0 ; EXEC MFU: sfu: preex2 r0 MFU: sfu: ex2 r0 ;",
         "EXEC 1, MFU: a special function in the EXEC of the step before it"},
        {".asm EXEC ALU: ALU0: MAD r0.lh, #1, #1, #0 ; EXEC MFU: sfu: preex2 r0 ; EXEC MFU: sfu: ex2 r0 ;", ""},
        {".asm EXEC DW: store rt1, r0, r1 ;", "EXEC 0, DW: r0 is undefined"},
        {".asm EXEC ALU: ALU0: MAD r0.lh, #1, #1, #0 ALU1: MAD r1.lh, #1, #1, #0 DW: store rt9, r0, r1 ;",
         "EXEC 0, DW: there is no target 9"},
        {".asm EXEC ALU: ALU0: MAD r0.lh, #1, #1, #0 ALU1: MAD r1.lh, #1, #1, #0 ; EXEC TEX: tex r0, r1, tex4, r0, r1, "
         "r2 ;",
         "EXEC 1, TEX: there is no texture 4"},
        {".asm EXEC TEX: tex r0, r1, tex3, r0, r1, r2 ;", "EXEC 0, TEX: r0 is undefined"},
        {"alu_buffer_size = 2 .asm EXEC ;", "the EXECs are not whole batches of 2"},
        {"alu_buffer_size = 2 .asm EXEC ALU: ALU0: MAD r0.lh, #1, #1, #0 ; EXEC ALU: ALU0: MAD r0.lh, #1, #1, #0 ;",
         "EXEC 1, ALU: r0 is written by two EXECs of a batch"},
        {".asm EXEC ALU_COMPLEMENT: 0x1 ;", "what the ALU complement does is not known"},
        {".asm EXEC DW: store stencil ;", ""},
    };
    for (const auto& row : rows) {
        bench.state.strict = true;
        EXPECT_EQ(bench.run(row.text), row.fault) << row.text;
    }
    EXPECT_EQ(bench.memory.stencils, 4);
}

TEST(FragmentPipeline, LevelOfDetail) {
    TextureRequest request;
    request.coordinate = {{{0, 0}, {1.0f / 16, 0}, {0, 1.0f / 64}, {0, 0}}};
    EXPECT_EQ(level_of_detail(request, 0, 64, 64, 6), 2);
    request.has_bias = true;
    request.bias = {0, 1.5f, -5, 50};
    EXPECT_EQ(level_of_detail(request, 1, 64, 64, 6), 3.5);
    EXPECT_EQ(level_of_detail(request, 2, 64, 64, 6), 0);
    EXPECT_EQ(level_of_detail(request, 3, 64, 64, 6), 6);
}

}  // namespace
}  // namespace machines::tegra

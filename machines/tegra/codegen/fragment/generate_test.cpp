#include "machines/tegra/codegen/fragment/generate.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <gtest/gtest.h>
#include <map>

#include "arbasm/assembler.h"
#include "machines/tegra/emulator/fragment_pipeline.h"
#include "machines/tegra/isa/numbers.h"

namespace machines::tegra {
namespace {

using namespace arbasm;

std::shared_ptr<const Program> parsed(const std::string& text) {
    const ParseResult result = parse(text);
    EXPECT_TRUE(result.program) << text << (result.errors.empty() ? "" : format(result.errors[0], text));
    return result.program;
}

struct Representative {
    const char *name, *body;
    int best;
};
const Representative representatives[] = {
#include "machines/tegra/codegen/fragment/representative_programs_test.inc"
};
std::string whole(const Representative& row) {
    return std::string(
               "!!ARBfp1.0\nTEMP r, s, u;\nATTRIB c = fragment.color;\nATTRIB t0 = fragment.texcoord[0];\n"
               "ATTRIB t1 = fragment.texcoord[1];\nATTRIB t2 = fragment.texcoord[2];\n"
               "PARAM p = program.local[0];\nPARAM q = program.local[1];\nPARAM e = program.local[2];\n") +
           row.body + "\nEND\n";
}

TEST(FragmentGenerate, PacketsAreCloseToTheBest) {
    const bool show = std::getenv("ASMGL_TEGRA_SHOW") != nullptr;
    for (const auto precision : {FragmentOptions::Fp20, FragmentOptions::Mixed}) {
        for (const Representative& row : representatives) {
            const auto program = parsed(whole(row));
            ASSERT_TRUE(program) << row.name;
            const GeneratedFragment made = generate_fragment(*program, {precision});
            ASSERT_TRUE(made.errors.empty()) << row.name << ": " << made.errors[0].message;
            if (show)
                std::printf("%-16s %d packets, best %d, %zu EXECs\n%s", row.name, made.packets, row.best,
                            made.code.execs.size(), made.packets > row.best ? disassemble(made.code).c_str() : "");
            // Two products to an ALU where the halves allow it.
            if (row.name == std::string("modulate") || row.name == std::string("two textures")) {
                EXPECT_EQ(made.code.execs.back().alu.at(0).slots[0].no_addition, 1u) << row.name;
                EXPECT_EQ(made.code.execs.back().alu.at(0).slots[2], alu_nop()) << row.name;
            }
            EXPECT_LE(made.packets, row.best * 1.25) << row.name << "\n" << disassemble(made.code);
        }
    }
}

// ---- running

class Memory final : public FragmentMemory {
  public:
    static Rgba8 texel(int unit, float s, float t) {
        const auto wave = [](float x) { return static_cast<uint8_t>(std::lround((0.5f + 0.5f * std::sin(x)) * 255)); };
        const auto u = static_cast<float>(unit);
        return {wave(3 * s + u), wave(2 * t - u), wave(s + t), wave(s - 2 * t)};
    }
    bool look_up(const TextureRequest& request, std::array<Rgba8, quad_size>& texels) override {
        last = request;
        for (size_t i = 0; i < quad_size; i++)
            texels[i] = texel(request.unit, request.coordinate[i][0], request.coordinate[i][1]);
        return true;
    }
    bool read_target(int, int, int, Rgba8& value) override {
        value = {200, 40, 90, 160};
        return true;
    }
    bool write_target(int target, int x, int y, const Rgba8& value) override {
        if (!(x & 1) && !(y & 1)) pixels[target] = value;
        return true;
    }
    bool write_stencil(int, int) override { return false; }
    std::map<int, Rgba8> pixels;
    TextureRequest last;
};

using Vec4 = std::array<float, 4>;

struct Inputs {
    std::map<std::pair<BindingKind, int>, Vec4> attributes;
    std::array<Vec4, 4> locals{};
    bool front = true;
    double z = 0, w = 1;
    int x = 0, y = 0;
};

struct Bench {
    Memory memory;
    bool killed = false;

    std::string run(const FragmentCode& code, const std::map<uint32_t, Vec4>& rows,
                    const std::map<uint32_t, float>& uniforms, const Inputs& inputs, bool selects_z) {
        memory.pixels.clear();
        FragmentTriangle triangle;
        for (const auto& [row, value] : rows)
            for (size_t c = 0; c < 4; c++) {
                triangle.tram[row][c].written = true;
                triangle.tram[row][c].vertex.fill(fp20_round(static_cast<double>(value[c])));
            }
        triangle.selects_z = selects_z;
        triangle.front = inputs.front;
        triangle.w.fill(inputs.w);
        FragmentQuad quad;
        for (auto& b : quad.barycentric) b = {1, 0, 0};
        quad.z.fill(inputs.z);
        quad.x = inputs.x;
        quad.y = inputs.y;
        FragmentState state;
        state.target_height = 64;
        for (size_t i = 0; i < fragment_uniforms; i++)
            if (code.constants_given >> i & 1) state.uniforms[i] = code.constants[i];
        for (const auto& [n, value] : uniforms) state.uniforms[n] = uniform_word(value);
        const FragmentResult result = FragmentPipeline(code, memory).run(triangle, quad, state);
        killed = result.killed[0];
        return result.fault;
    }
    // The code that is made for the program.
    std::string run(const Program& program, const GeneratedFragment& made, const Inputs& inputs) {
        std::map<uint32_t, Vec4> rows;
        for (const auto& varying : made.varyings) {
            const Binding& binding = program.attributes[varying.attribute].binding;
            const auto it = inputs.attributes.find({binding.kind, binding.index});
            if (it != inputs.attributes.end()) rows[varying.row] = it->second;
        }
        std::map<uint32_t, float> uniforms;
        using Kind = GeneratedFragment::UniformKind;
        for (const auto& uniform : made.uniforms) {
            float value = 0;
            switch (uniform.kind) {
                case Kind::Parameter:
                    value =
                        inputs.locals[static_cast<size_t>(program.parameters[uniform.index].index)][uniform.component];
                    break;
                case Kind::HeightLessHalf: value = 63.5f; break;
                case Kind::InverseWidth: value = 1.0f / 64; break;
                case Kind::InverseHeight: value = 1.0f / 16; break;
                case Kind::BlendColor: value = 0.2f + 0.2f * static_cast<float>(uniform.component); break;
                case Kind::AlphaReference: value = 0.5f; break;
            }
            uniforms[uniform.uniform] = value;
        }
        return run(made.code, rows, uniforms, inputs, made.needs_depth);
    }
};

// Code by hand: the best that is known. Rows of the TRAM: 0 colour, 1 and 2 texture coordinates 0 and 1; uniforms 0…3
// are p and 4…7 q.
constexpr std::string_view setup = "MFU: sfu: rcp r4 mul0: bar, sfu, bar0 mul1: bar, sfu, bar1 ";
const std::map<std::string, std::string>& by_hand() {
    const std::string s(setup);
    static const std::map<std::string, std::string> table{
        {"modulate", "alu_buffer_size = 2 .asm EXEC " + s +
                         "ipl: t1.fp20, t1.fp20, NOP, NOP TEX: tex r2, r3, tex0, r0, r1, r2 ; EXEC " + s +
                         "ipl: t0.fp20, t0.fp20, t0.fp20, t0.fp20 "
                         "ALU: ALU0: MUL r4.l, r4, r2.l, r5, rB.h ALU1: MUL r5.l, r6, r3.l, r7, rB.h "
                         "DW: store rt1, r0, r1 ;"},
        {"alpha test", "alu_buffer_size = 2 .asm EXEC " + s +
                           "ipl: t1.fp20, t1.fp20, NOP, NOP TEX: tex r2, r3, tex0, r0, r1, r2 ; EXEC " + s +
                           "ipl: t0.fp20, t0.fp20, t0.fp20, t0.fp20 "
                           "ALU: ALU0: MUL r4.l, r4, r2.l, r5, rB.h ALU1: MUL r5.l, r6, r3.l, r7, rB.h "
                           "ALU2: MAD kill, u0, #1, -r3.h (gt) DW: store rt1, r0, r1 ;"},
        {"grey", ".asm EXEC " + s +
                     "ipl: t1.fp20, t1.fp20, NOP, NOP TEX: tex r0, r1, tex0, r0, r1, r2 "
                     "ALU: ALU0: MAD r2.lh, u0, r0.l, u1, rB.h "
                     "ALU: ALU0: MAD r0.l, u2, r1.l, r2 ALU1: MAD r0.h, u2, r1.l, r2 ALU2: MAD r1.l, u2, r1.l, r2 "
                     "DW: store rt1, r0, r1 ;"},
        {"specular", "alu_buffer_size = 2 .asm EXEC " + s +
                         "ipl: t2.fp20, t2.fp20, t2.fp20, NOP ; EXEC MFU: NOP "
                         "ALU: ALU0: MAD r3.lh, r0, r0, #0 (this) ALU1: MAD lp.lh, r1, r1, #0 (other) "
                         "ALU2: MAD lp.lh, r2, r2, #0 (other) "
                         "ALU: ALU0: MAD r4.lh, r0, u0, #0 (this) ALU1: MAD lp.lh, r1, u1, #0 (other) "
                         "ALU2: MAD lp.lh, r2, u2, #0 (other) ; "
                         "EXEC MFU: sfu: rsq r3 ; EXEC ALU: ALU0: MAD r3.lh, r4, r3, #0 (sat) ; "
                         "EXEC MFU: sfu: lg2 r3 ; EXEC ALU: ALU0: MAD r3.lh, r3, u3, #0 ; "
                         "EXEC MFU: sfu: preex2 r3 ; EXEC ; EXEC MFU: sfu: ex2 r3 ; EXEC " +
                         s +
                         "ipl: t0.fp20, t0.fp20, t0.fp20, t0.fp20 "
                         "ALU: ALU0: MAD r4.l, u4, r3, r4 (sat) ALU1: MAD r4.h, u5, r3, r5 (sat) "
                         "ALU2: MAD r5.l, u6, r3, r6 (sat) ALU3: MAD r5.h, u7, r3, r7 (sat) DW: store rt1, r0, r1 ;"},
        {"toon", ".constants [8] = 0.25; [9] = 0.5; alu_buffer_size = 2 .asm EXEC " + s +
                     "ipl: t2.fp20, t2.fp20, t2.fp20, NOP ; EXEC " + s +
                     "ipl: t0.fp20, t0.fp20, t0.fp20, t0.fp20 "
                     "ALU: ALU0: MAD r3.lh, r0, u0, #0 (this) ALU1: MAD lp.lh, r1, u1, #0 (other) "
                     "ALU2: MAD lp.lh, r2, u2, #0 (other) "
                     "ALU: ALU0: MAD r0.l, r3, #1, -imm0 (ge) ALU1: MAD r0.h, r3, #1, -imm1 (ge) "
                     "ALU3: imm0 = 0.75, imm1 = 0.25 "
                     "ALU: ALU0: MAD r1.lh, r0.l, u8, #0 (this) ALU1: MAD lp.lh, r0.h, u8, #0 (other) "
                     "ALU2: MAD lp.lh, u9, #1, #0 (other) ; EXEC ; "
                     "EXEC ALU: ALU0: MUL r4.l, r4, r1, r5, rB ALU1: MUL r5.l, r6, r1, r7, rB "
                     "DW: store rt1, r0, r1 ;"},
    };
    return table;
}

TEST(FragmentGenerate, CodeByHandDoesTheSame) {
    int compared = 0;
    for (const Representative& row : representatives) {
        const auto it = by_hand().find(row.name);
        if (it == by_hand().end()) continue;
        const AssembledFragment hand = assemble_fragment(it->second);
        ASSERT_EQ(hand.error, "") << row.name;
        size_t packets = 0;
        for (const Exec& exec : hand.code.execs) packets += exec.alu.size();
        EXPECT_EQ(packets, static_cast<size_t>(row.best)) << row.name;
        const auto program = parsed(whole(row));
        const GeneratedFragment made = generate_fragment(*program);
        ASSERT_TRUE(made.errors.empty()) << row.name;
        for (int n = 0; n < 64; n++) {
            const auto f = static_cast<float>(n);
            Inputs inputs;
            inputs.attributes[{BindingKind::Color, 0}] = {0.9f, 0.02f * f, 0.5f, 0.75f};
            inputs.attributes[{BindingKind::Texcoord, 0}] = {0.1f * f, 0.07f * f, 0, 1};
            inputs.attributes[{BindingKind::Texcoord, 1}] = {std::cos(0.1f * f), std::sin(0.1f * f), 0.5f, 1};
            inputs.locals = {Vec4{0.3f, 0.59f, 0.11f, 5}, Vec4{0.25f, 0.5f, 0.75f, 0.125f}};
            Bench bench, other;
            ASSERT_EQ(bench.run(*program, made, inputs), "") << row.name;
            std::map<uint32_t, float> uniforms;
            for (uint32_t u = 0; u < 8; u++) uniforms[u] = inputs.locals[u / 4][u % 4];
            ASSERT_EQ(other.run(hand.code,
                                {{0, inputs.attributes[{BindingKind::Color, 0}]},
                                 {1, inputs.attributes[{BindingKind::Texcoord, 0}]},
                                 {2, inputs.attributes[{BindingKind::Texcoord, 1}]}},
                                uniforms, inputs, false),
                      "")
                << row.name;
            EXPECT_EQ(bench.killed, other.killed) << row.name;
            if (bench.killed || other.killed) continue;
            for (size_t c = 0; c < 4; c++)
                EXPECT_NEAR(bench.memory.pixels[1][c], other.memory.pixels[1][c], 1)
                    << row.name << " " << n << " " << c;
            compared++;
        }
    }
    EXPECT_GT(compared, 4 * 64);
}

// One pixel of a program of some kind.
Rgba8 pixel_of(const std::string& body, const Inputs& inputs, int target = 1, const char* header = "!!ARBfp1.0\n",
               Bench* use = nullptr) {
    Bench own;
    Bench& bench = use ? *use : own;
    const auto program = parsed(header + body + "\nEND\n");
    if (!program) return {};
    const GeneratedFragment made = generate_fragment(*program);
    EXPECT_TRUE(made.errors.empty()) << body << "\n" << (made.errors.empty() ? "" : made.errors[0].message);
    EXPECT_EQ(bench.run(*program, made, inputs), "") << body << disassemble(made.code);
    EXPECT_TRUE(bench.killed || bench.memory.pixels.count(target)) << body;
    return bench.memory.pixels[target];
}
uint8_t byte(double x) { return byte_of_fx10(fx10_round(x)); }

TEST(FragmentGenerate, Lookups) {
    Inputs inputs;
    inputs.attributes[{BindingKind::Texcoord, 0}] = {0.25f, 0.75f, 0.5f, 2};
    inputs.attributes[{BindingKind::Texcoord, 1}] = {0.125f, 1.5f, 0.5f, 0.5f};
    EXPECT_EQ(pixel_of("TEX result.color, fragment.texcoord[0], texture[5], 2D;", inputs),
              Memory::texel(5, 0.25f, 0.75f));
    EXPECT_EQ(pixel_of("TEX result.color, fragment.texcoord[0].zwxy, texture[2], 2D;", inputs),
              Memory::texel(2, 0.5f, 2));
    EXPECT_EQ(pixel_of("TEX result.color, fragment.texcoord[0].yxzw, texture[2], 2D;", inputs),
              Memory::texel(2, 0.75f, 0.25f));
    EXPECT_EQ(pixel_of("TEX result.color, -fragment.texcoord[0], texture[2], 2D;", inputs),
              Memory::texel(2, -0.25f, -0.75f));
    EXPECT_EQ(pixel_of("TEX result.color, fragment.texcoord[0], texture[1], 1D;", inputs),
              Memory::texel(1, 0.25f, 0.5f));
    EXPECT_EQ(pixel_of("TEX result.color, fragment.texcoord[0], texture[1], RECT;", inputs),
              Memory::texel(1, 0.25f / 64, 0.75f / 16));
    EXPECT_EQ(pixel_of("TXP result.color, fragment.texcoord[0], texture[3], 2D;", inputs),
              Memory::texel(3, 0.125f, 0.375f));
    EXPECT_EQ(pixel_of("TXP result.color, fragment.texcoord[0].yxzw, texture[3], 2D;", inputs),
              Memory::texel(3, 0.375f, 0.125f));
    Bench bench;
    EXPECT_EQ(pixel_of("TXB result.color, fragment.texcoord[1], texture[3], 2D;", inputs, 1, "!!ARBfp1.0\n", &bench),
              Memory::texel(3, 0.125f, 1.5f));
    EXPECT_TRUE(bench.memory.last.has_bias);
    EXPECT_EQ(bench.memory.last.bias[0], 0.5f);
    pixel_of("TEMP r; ADD r, fragment.texcoord[1], fragment.texcoord[1]; TXB result.color, r, texture[3], 2D;", inputs,
             1, "!!ARBfp1.0\n", &bench);
    EXPECT_EQ(bench.memory.last.bias[0], 1);
    EXPECT_EQ(bench.memory.last.coordinate[0][1], 3);
    // Lookups that depend on lookups.
    const Rgba8 first = Memory::texel(0, 0.25f, 0.75f);
    const auto as_value = [](uint8_t b) { return static_cast<float>(fx10_value(fx10_of_byte(b))); };
    EXPECT_EQ(
        pixel_of("TEMP r; TEX r, fragment.texcoord[0], texture[0], 2D; TEX result.color, r, texture[1], 2D;", inputs),
        Memory::texel(1, as_value(first[0]), as_value(first[1])));
    // A texture's swizzled components come out as they went in.
    const Rgba8 swapped =
        pixel_of("TEMP r; TEX r, fragment.texcoord[0], texture[0], 2D; MOV result.color, r.wzyx;", inputs);
    EXPECT_EQ(swapped, (Rgba8{first[3], first[2], first[1], first[0]}));
}

TEST(FragmentGenerate, PositionAndFacing) {
    Inputs inputs;
    inputs.x = 20;
    inputs.y = 6;
    inputs.z = 0.75;
    inputs.w = 4;
    EXPECT_EQ(pixel_of("MUL result.color, fragment.position, 0.03125;", inputs)[0], byte(20.5 / 32));
    EXPECT_EQ(pixel_of("MUL result.color, fragment.position, 0.03125;", inputs)[1], byte(6.5 / 32));
    EXPECT_NEAR(pixel_of("MOV result.color, fragment.position;", inputs)[2], 191, 1);
    EXPECT_EQ(pixel_of("MOV result.color, fragment.position.w;", inputs)[3], byte(0.25));
    const char* const nv = "!!NVfp4.0\n";
    EXPECT_EQ(pixel_of("MOV result.color, fragment.facing.x;", inputs, 1, nv)[0], 255);
    inputs.front = false;
    EXPECT_EQ(pixel_of("MAD result.color, fragment.facing.x, 0.25, 0.5;", inputs, 1, nv)[0], byte(0.25));
}

TEST(FragmentGenerate, KillsColoursAndConditions) {
    Inputs inputs;
    inputs.attributes[{BindingKind::Texcoord, 0}] = {0.25f, 0.75f, 0.5f, -2};
    Bench bench;
    const auto killed = [&](const std::string& text, const char* header = "!!ARBfp1.0\n") {
        pixel_of(text + " MOV result.color, 0.5;", inputs, 1, header, &bench);
        return bench.killed;
    };
    EXPECT_FALSE(killed("KIL fragment.texcoord[0].xyzz;"));
    EXPECT_TRUE(killed("KIL fragment.texcoord[0];"));
    EXPECT_TRUE(killed("KIL -fragment.texcoord[0].x;"));
    EXPECT_FALSE(killed("TEMP r; SUB r, fragment.texcoord[0], 0.25; KIL r.x;"));
    EXPECT_TRUE(killed("TEMP r; SUB r, fragment.texcoord[0], 0.2501; KIL r.x;"));
    EXPECT_FALSE(killed("TEMP r; MUL r, -fragment.texcoord[0], 2; KIL -r.x;"));
    const Rgba8 second =
        pixel_of("OPTION ARB_draw_buffers; MOV result.color[0], 0.25; MOV result.color[1], 0.75;", inputs, 2);
    EXPECT_EQ(second[0], byte(0.75));
    // Components that are not written are 0.
    EXPECT_EQ(pixel_of("MOV result.color.y, 0.5;", inputs), (Rgba8{0, byte(0.5), 0, 0}));
    const char* const nv = "!!NVfp4.0\n";
    const std::string compare = "TEMP r; MOV.CC r, fragment.texcoord[0]; MOV r, 0.25; ";
    EXPECT_EQ(pixel_of(compare + "MOV r (LT.w), 0.5; MOV result.color, r;", inputs, 1, nv)[0], byte(0.5));
    EXPECT_EQ(pixel_of(compare + "MOV r (GT.w), 0.5; MOV result.color, r;", inputs, 1, nv)[0], byte(0.25));
    EXPECT_EQ(pixel_of(compare + "MOV r (NE.x), 0.5; MOV result.color, r;", inputs, 1, nv)[0], byte(0.5));
    EXPECT_EQ(
        pixel_of(compare + "IF LT.w; MOV r, 0.5; ELSE; MOV r, 0.75; ENDIF; MOV result.color, r;", inputs, 1, nv)[0],
        byte(0.5));
    EXPECT_EQ(
        pixel_of(compare + "IF GE.w; MOV r, 0.5; ELSE; MOV r, 0.75; ENDIF; MOV result.color, r;", inputs, 1, nv)[0],
        byte(0.75));
    EXPECT_FALSE(killed(compare + "IF GE.w; KIL -1; ENDIF;", nv));
    EXPECT_TRUE(killed(compare + "IF LT.w; KIL -1; ENDIF;", nv));
    EXPECT_TRUE(killed(compare + "KIL LT.w;", nv));
    EXPECT_FALSE(killed(compare + "KIL GT.w;", nv));
}

TEST(FragmentGenerate, LongProgramsGoRound) {
    // A chain of lookups, each at what the one before gave: recirculation through many EXECs.
    std::string text = "TEMP r; TEX r, fragment.texcoord[0], texture[0], 2D;";
    Inputs inputs;
    inputs.attributes[{BindingKind::Texcoord, 0}] = {0.25f, 0.75f, 0.5f, 1};
    Rgba8 expected = Memory::texel(0, 0.25f, 0.75f);
    for (int n = 0; n < 20; n++) {
        text += "TEX r, r, texture[" + std::to_string(n % 4) + "], 2D;";
        expected = Memory::texel(n % 4, static_cast<float>(fx10_value(fx10_of_byte(expected[0]))),
                                 static_cast<float>(fx10_value(fx10_of_byte(expected[1]))));
    }
    EXPECT_EQ(pixel_of(text + "MOV result.color, r;", inputs), expected);
    for (int n = 0; n < 60; n++) text += "TEX r, r, texture[0], 2D;";
    const auto program = parsed("!!ARBfp1.0\n" + text + "MOV result.color, r;\nEND\n");
    const GeneratedFragment made = generate_fragment(*program);
    ASSERT_EQ(made.errors.size(), 1u);
    EXPECT_EQ(made.errors[0].message, "the program cannot be expressed on Tegra: it needs more than 64 EXECs");
    EXPECT_TRUE(made.code.execs.empty());
}

TEST(FragmentGenerate, VeryLongProgramsAreRefusedSoon) {
    std::string text = "!!ARBfp1.0\nTEMP r, s;\nMOV r, fragment.color;\n";
    for (int n = 0; n < 3000; n++) text += "MAD r, r.yzwx, fragment.texcoord[0], r;\n";
    for (int n = 0; n < 500; n++) text += "ADD s, s, r;\nTEX s, s, texture[0], 2D;\n";  // nobody reads it
    const auto program = parsed(text + "MOV result.color, r;\nEND\n");
    ASSERT_TRUE(program);
    const GeneratedFragment made = generate_fragment(*program);
    ASSERT_EQ(made.errors.size(), 1u);
    EXPECT_EQ(made.errors[0].message, "the program cannot be expressed on Tegra: it needs more than 64 ALU packets");
}

// Fog is expanded first, which once looked at every byte of a buffer.
TEST(FragmentGenerate, ProgramsWithWholeBuffersAreRefusedSoon) {
    const auto program = parsed(
        "!!NVfp5.0\nOPTION ARB_fog_exp;\nOPTION NV_shader_storage_buffer;\nSTORAGE sb[] = { program.storage[1] };\n"
        "STORAGE sr[][] = { program.storage[2..3] };\nTEMP r;\nLDB.F32X4 r, sb[16];\nMOV result.color, r;\nEND\n");
    ASSERT_TRUE(program);
    const std::clock_t start = std::clock();
    EXPECT_FALSE(generate_fragment(*program).errors.empty());
    EXPECT_LT(static_cast<double>(std::clock() - start), 0.5 * CLOCKS_PER_SEC);
}

TEST(FragmentGenerate, PrecisionIsWhatIsAskedFor) {
    const std::string text =
        "!!ARBfp1.0\nTEMP r, s, u;\nTEX r, fragment.texcoord[0], texture[0], 2D;\nTEX s, fragment.texcoord[1], "
        "texture[1], "
        "2D;\nMUL u, r, s;\nTEX r, fragment.texcoord[2], texture[2], 2D;\nMUL u, u, r;\nMUL_SAT r, u, u.w;\nMAD "
        "result.color, "
        "r, 0.5, u;\nEND\n";
    const auto program = parsed(text);
    const auto halves = [](const GeneratedFragment& made) {
        int count = 0;
        for (const Exec& exec : made.code.execs)
            for (const Packet& packet : exec.alu)
                for (const Alu& slot : packet.slots)
                    count += slot.write_low != slot.write_high && slot.target < register_global0;
        return count;
    };
    const GeneratedFragment exact = generate_fragment(*program),
                            mixed = generate_fragment(*program, {FragmentOptions::Mixed});
    ASSERT_TRUE(exact.errors.empty() && mixed.errors.empty());
    EXPECT_GT(halves(mixed), halves(exact));
    EXPECT_LE(mixed.packets, exact.packets);
}

TEST(FragmentGenerate, WhatCannotBeExpressedIsToldByLine) {
    const auto refusals = [](const std::string& text) {
        std::string all;
        const auto program = parsed(text);
        if (!program) return all;
        const GeneratedFragment made = generate_fragment(*program);
        EXPECT_TRUE(made.errors.empty() || (made.code.execs.empty() && made.uniforms.empty())) << text;
        for (const Diagnostic& error : made.errors)
            all += std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ": " + error.message +
                   "\n";
        return all;
    };
    EXPECT_EQ(
        refusals("!!ARBfp1.0\nTEMP r;\nTEX r, fragment.texcoord[0], texture[0], 3D;\n"
                 "  TEX r, r, texture[1], CUBE;\nMOV result.depth, r;\nMUL r, r, 1e20;\nMOV result.color, r;\nEND\n"),
        "3:1: TEX cannot be expressed on Tegra: textures are 2D\n"
        "4:3: TEX cannot be expressed on Tegra: textures are 2D\n"
        "5:1: MOV cannot be expressed on Tegra: fragments keep the depth they have\n"
        "6:1: MUL cannot be expressed on Tegra: a constant is beyond the range of 20-bit numbers\n");
    const struct {
        const char *text, *reason;
    } rows[] = {
        {"!!NVfp4.0\nTEMP r;\nDDX r, fragment.texcoord[0];\nEND\n",
         "DDX cannot be expressed on Tegra: there are no derivatives"},
        {"!!NVfp4.0\nTEMP r;\nTXL r, fragment.texcoord[0], texture[0], 2D;\nEND\n",
         "TXL cannot be expressed on Tegra: lookups choose their own level of detail"},
        {"!!NVfp4.0\nINT TEMP r;\nADD.S r, r, r;\nEND\n",
         "ADD cannot be expressed on Tegra: the ALU computes with floating-point numbers only"},
        {"!!NVfp4.0\nTEMP r;\nREP program.local[0].x;\nADD r, r, 1;\nENDREP;\nEND\n",
         "REP cannot be expressed on Tegra: how often its loop turns is not known before it runs"},
        {"!!NVfp4.0\nTEMP r;\nREP 3;\nADD.CC r, r, 1;\nBRK (GT.x);\nENDREP;\nEND\n",
         "BRK cannot be expressed on Tegra: the machine has no branches of its own"},
        {"!!NVfp4.0\nTEMP r;\nREP 3000;\nADD r, r, 1;\nADD r, r, 1;\nENDREP;\nEND\n",
         "the program cannot be expressed on Tegra: it runs more than 4096 instructions"},
        {"!!NVfp4.0\nTEMP r;\nmain:\nMOVC r, 1;\nCAL sub (GT.x);\nRET;\nsub:\nMOV r, 1;\nRET;\nEND\n",
         "CAL cannot be expressed on Tegra: calls are made always or never"},
        {"!!NVfp4.0\nmain:\nCAL main;\nRET;\nEND\n", "CAL cannot be expressed on Tegra: calls go deeper than 32"},
        {"!!NVfp4.0\nTEMP r;\nMOVC r, fragment.color;\nIF GT.x;\nRET;\nENDIF;\nMOV result.color, r;\nEND\n",
         "RET cannot be expressed on Tegra: it returns in some fragments only"},
        {"!!NVfp4.0\nTEMP r;\nTEX r, fragment.texcoord[0], texture[0], 2D, (1, 1);\nEND\n",
         "TEX cannot be expressed on Tegra: lookups have neither handles, indexed units nor offsets"},
        {"!!NVfp4.0\nNOPERSPECTIVE ATTRIB a = fragment.texcoord[0];\nMOV result.color, a;\nEND\n",
         "MOV cannot be expressed on Tegra: inputs are interpolated with perspective"},
        {"!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n",
         "the program cannot be expressed on Tegra: it is no fragment program"},
    };
    for (const auto& row : rows) {
        EXPECT_NE(refusals(row.text).find(row.reason), std::string::npos) << row.text << refusals(row.text);
    }
    std::string uniforms = "!!ARBfp1.0\nTEMP r;\nMOV r, program.local[0];\n";
    for (int n = 1; n < 9; n++) uniforms += "ADD r, r, program.local[" + std::to_string(n) + "];\n";
    EXPECT_NE(refusals(uniforms + "MOV result.color, r;\nEND\n").find("more than 32 uniform numbers"),
              std::string::npos);
}

TEST(FragmentGenerate, BlendingMasksAndAlphaTests) {
    const auto program = parsed("!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n");
    const std::array<double, 4> to{200 / 255.0, 40 / 255.0, 90 / 255.0, 160 / 255.0}, constant{0.2, 0.4, 0.6, 0.8};
    const auto factor = [&](BlendFactor f, const std::array<double, 4>& from, size_t c) -> double {
        const std::array<double, 7> bases{1, from[c], to[c], from[3], to[3], constant[c], constant[3]};
        if (f == BlendFactor::Zero) return 0;
        if (f == BlendFactor::SourceAlphaSaturate) return c == 3 ? 1 : std::min(from[3], 1 - to[3]);
        const auto n = static_cast<size_t>(f);
        if (n == 1) return 1;
        const double base = bases[n / 2];
        return n % 2 ? 1 - base : base;
    };
    int pixels = 0;
    for (int f = 0; f <= static_cast<int>(BlendFactor::SourceAlphaSaturate); f++)
        for (int g = 0; g <= static_cast<int>(BlendFactor::SourceAlphaSaturate); g++)
            for (int e = 0; e <= static_cast<int>(BlendEquation::Max); e++) {
                FragmentOptions options;
                options.blends = true;
                options.blending.source = {static_cast<BlendFactor>(f), static_cast<BlendFactor>(g)};
                options.blending.destination = {static_cast<BlendFactor>(g), static_cast<BlendFactor>(f)};
                options.blending.equation.fill(static_cast<BlendEquation>(e));
                const GeneratedFragment made = generate_fragment(*program, options);
                ASSERT_TRUE(made.errors.empty()) << f << " " << g << " " << e << made.errors[0].message;
                EXPECT_LE(made.packets, 5);
                const std::array<double, 4> from{0.75, 0.25, 1, 0.625};  // 1.5, clamped
                Inputs inputs;
                inputs.attributes[{BindingKind::Color, 0}] = {0.75f, 0.25f, 1.5f, 0.625f};
                Bench bench;
                ASSERT_EQ(bench.run(*program, made, inputs), "") << disassemble(made.code);
                for (size_t c = 0; c < 4; c++) {
                    const size_t part = c == 3;
                    const double left = from[c] * factor(options.blending.source[part], from, c);
                    const double right = to[c] * factor(options.blending.destination[part], from, c);
                    double expected = 0;
                    switch (static_cast<BlendEquation>(e)) {
                        case BlendEquation::Add: expected = left + right; break;
                        case BlendEquation::Subtract: expected = left - right; break;
                        case BlendEquation::ReverseSubtract: expected = right - left; break;
                        case BlendEquation::Min: expected = std::min(from[c], to[c]); break;
                        case BlendEquation::Max: expected = std::max(from[c], to[c]); break;
                    }
                    EXPECT_NEAR(bench.memory.pixels[1][c], std::clamp(expected, 0.0, 1.0) * 255, 2)
                        << f << " " << g << " " << e << " component " << c << "\n"
                        << disassemble(made.code);
                    pixels++;
                }
            }
    EXPECT_EQ(pixels, 15 * 15 * 5 * 4);
    FragmentOptions usual;
    usual.blends = true;
    usual.blending.source.fill(BlendFactor::SourceAlpha);
    usual.blending.destination.fill(BlendFactor::OneMinusSourceAlpha);
    EXPECT_LE(generate_fragment(*program, usual).packets, 3);
    for (int mask = 0; mask < 16; mask++) {
        FragmentOptions options;
        options.color_mask = static_cast<uint8_t>(mask);
        const GeneratedFragment made = generate_fragment(*program, options);
        Inputs inputs;
        inputs.attributes[{BindingKind::Color, 0}] = {0.75f, 0.25f, 1, 0.625f};
        Bench bench;
        ASSERT_EQ(bench.run(*program, made, inputs), "") << mask;
        const Rgba8 old{200, 40, 90, 160}, now{byte(0.75), byte(0.25), byte(1), byte(0.625)};
        for (size_t c = 0; c < 4; c++) EXPECT_EQ(bench.memory.pixels[1][c], mask >> c & 1 ? now[c] : old[c]) << mask;
    }
    for (int test = 0; test < 8; test++)
        for (const float alpha : {0.25f, 0.5f, 0.75f}) {
            FragmentOptions options;
            options.alpha_test = static_cast<AlphaTest>(test);
            const GeneratedFragment made = generate_fragment(*program, options);
            Inputs inputs;
            inputs.attributes[{BindingKind::Color, 0}] = {1, 1, 1, alpha};
            Bench bench;
            ASSERT_EQ(bench.run(*program, made, inputs), "") << test;
            const bool passes =
                (alpha < 0.5f && (test & 1)) || (alpha == 0.5f && (test & 2)) || (alpha > 0.5f && (test & 4));
            EXPECT_EQ(bench.killed, !passes) << test << " " << alpha;
        }
}

}  // namespace
}  // namespace machines::tegra

// Fragment programs on the emulated fragment pipeline and on the interpreter.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "fragment_bench.h"
#include "live_program.h"

#include "arbasm/testing/random_program.h"
#include "ir/lower/expand_fog.h"

namespace runtime {
namespace {

// Halves of a unit in the last place of 14-bit significands: what one rounding may cost.
constexpr double rounding = tegra::fp20_epsilon / 2;

// Values with what is special among them: zeros, ones, whole numbers, large and small ones.
float value_for(std::mt19937& random, double low, double high) {
    const auto special = [&]() -> double {
        switch (random() % 6) {
            case 0: return 0;
            case 1: return 1;
            case 2: return -1;
            case 3: return 0.5;
            case 4: return std::floor(low + (high - low) * (random() % 1024 / 1024.0));
            default: return random() & 1 ? low : high;
        }
    };
    const double v = random() % 6 ? low + (high - low) * (random() % 65536 / 65536.0) : special();
    return as_fp20(static_cast<float>(std::clamp(v, low, high)));
}

struct Case {
    const char* operation;  // writes r from a, b, c
    double low, high;       // of the operands
    // What the result may be off, in roundings of the largest of 1 (times `floor`), the result, and what `size` says.
    double roundings;
    double (*size)(const double* a, const double* b, const double* c) = nullptr;
};

double products3(const double* a, const double* b, const double*) {
    return std::fabs(a[0] * b[0]) + std::fabs(a[1] * b[1]) + std::fabs(a[2] * b[2]);
}
double products4(const double* a, const double* b, const double* c) {
    return products3(a, b, c) + std::fabs(a[3] * b[3]);
}
double products_h(const double* a, const double* b, const double* c) { return products3(a, b, c) + std::fabs(b[3]); }
double crossed(const double* a, const double* b, const double* c) {
    return 2 * products3(a, b, c) + 8 * std::fabs(a[0] + b[0]) + 32;
}
double blended(const double* a, const double* b, const double* c) {
    double most = 0;
    for (int i = 0; i < 4; i++)
        most = std::max(most, (std::fabs(a[i]) + 1) * (std::fabs(b[i]) + std::fabs(c[i])) + std::fabs(c[i]));
    return most;
}
double summed(const double* a, const double* b, const double* c) {
    double most = 0;
    for (int i = 0; i < 4; i++)
        most = std::max(
            {most, std::fabs(a[i]), std::fabs(b[i]), std::fabs(c[i]), std::fabs(a[i] * b[i]) + std::fabs(c[i])});
    return most;
}
double powered(const double* a, const double* b, const double*) {
    // The exponent's own rounding: b * lg2(a) twice, times ln 2, times the result.
    const double exponent = std::fabs(b[0] * std::log2(std::fabs(a[0])));
    return std::exp2(b[0] * std::log2(std::fabs(a[0]))) * (1 + 2 * exponent);
}
double to_the_power(const double* a, const double*, const double*) { return std::exp2(a[0]); }
double lit(const double* a, const double*, const double*) {
    const double base = std::max(a[1], 0.0), exponent = std::clamp(a[3], -128.0, 128.0);
    if (base == 0) return 1;
    const double e = std::fabs(exponent * std::log2(base));
    return std::exp2(exponent * std::log2(base)) * (1 + 2 * e) + std::fabs(a[0]) + 1;
}

// The result's own rounding, one for each step before it, and half a rounding for the expected value that the machine
// subtracts and one for the difference.
const Case cases[] = {
    {"ABS r, a;", -8, 8, 1},
    {"MOV r, a;", -8, 8, 1},
    {"MOV r, -a.wzyx;", -8, 8, 1},
    {"MOV_SAT r, a;", -2, 2, 1},
    {"SWZ r, a, -x, 0, 1, -w;", -8, 8, 1},
    {"ADD r, a, b;", -8, 8, 2},
    {"ADD_SAT r, a, -b;", -2, 2, 2},
    {"SUB r, a, b;", -8, 8, 2},
    {"MUL r, a, b;", -8, 8, 2},
    {"MAD r, a, b, c;", -8, 8, 2, summed},
    {"MIN r, a, b;", -8, 8, 1},
    {"MAX r, a, b;", -8, 8, 1},
    {"SGE r, a, b;", -2, 2, 1},
    {"SLT r, a, b;", -2, 2, 1},
    {"CMP r, a, b, c;", -8, 8, 1},
    {"DP3 r, a, b;", -4, 4, 8, products3},
    {"DP4 r, a, b;", -4, 4, 8, products4},
    {"DPH r, a, b;", -4, 4, 8, products_h},
    {"DST r, a, b;", -8, 8, 2},
    {"XPD r.xyz, a, b; MOV r.w, 0;", -4, 4, 6, crossed},
    {"LRP r, a, b, c;", -2, 2, 6, blended},
    {"FRC r, a;", -8, 8, 3},
    {"FLR r, a;", -8, 8, 3, summed},
    {"RCP r, a.x;", 0.125, 8, 4},
    {"RCP r, -a.x;", 0.125, 8, 4},
    {"RSQ r, a.x;", 0.0625, 8, 4},
    {"RSQ r, -a.x;", 0.0625, 8, 4},
    {"EX2 r, a.x;", -8, 3, 4, to_the_power},
    {"LG2 r, a.x;", 0.0625, 8, 4},
    {"POW r, a.x, b.x;", 0.25, 2, 6, powered},
    {"SIN r, a.x;", -8, 8, 4},
    {"COS r, a.x;", -8, 8, 4},
    {"SCS r.xy, a.x; MOV r.zw, 0;", -3.14, 3.14, 4},
    {"LIT r, a;", -2, 4, 8, lit},
    // Dozens of turns, whose products have 14 bits.
    {"MUL r.x, a.x, 78.233; SIN r, r.x;", 0, 4, 16},
    {"MUL r.x, a.x, 78.233; MAD r.x, a.y, -31.98, r.x; ADD r.x, r.x, b.z; COS r, r.x;", 0, 4, 32},
    {"DP3 r.x, a, { 12.9898, 78.233, 37.719 }; SIN r, r.x;", -2, 2, 32},
};

LaneRun inputs_of(const arbasm::Program& program) {
    LaneRun run;
    run.attributes.resize(program.attributes.size());
    run.results.resize(program.results.size());
    run.parameters.resize(program.parameters.size());
    return run;
}

void run_reference(const std::shared_ptr<const arbasm::Program>& program, LaneRun& run) {
    const auto routine = interpreter::make_routine(program, simd_levels().back());
    static const std::vector<TextureBinding> textures = bench_textures(3);
    run.environment.parameters = run.parameters;
    run.environment.textures = textures;
    run.group.attributes = run.attributes.data();
    run.group.results = run.results.data();
    routine->run(run.environment, run.group);
}

// The machine itself says how far off it is: it gets what the interpreter computed as a parameter, subtracts and
// scales, and stores the byte.
void check(const Case& test, tegra::FragmentOptions::Precision precision) {
    const std::string head =
        "!!ARBfp1.0\nATTRIB a = fragment.texcoord[0];\nATTRIB b = fragment.texcoord[1];\n"
        "ATTRIB c = fragment.texcoord[2];\nTEMP r;\nTEMP keep;\n" +
        std::string("MOV keep.x, a.x; ADD keep.x, keep.x, b.x; ADD keep.x, keep.x, c.x;\n") + test.operation;
    const auto plain = parse_program(head + "\nMOV result.color, r;\nEND\n");
    const auto measured = parse_program(head +
                                        "\nTEMP d; SUB d, r, program.local[0];\nABS d, d;\n"
                                        "MUL result.color, d, program.local[1];\nEND\n");
    ASSERT_TRUE(plain && measured) << test.operation;
    const tegra::GeneratedFragment generated = tegra::generate_fragment(*measured, {precision});
    ASSERT_EQ(errors_of(generated, *measured), "") << test.operation;
    std::mt19937 random(1);
    double worst = 0;
    for (int group = 0; group < 48; group++) {
        LaneRun run = inputs_of(*plain);
        for (LaneVector& attribute : run.attributes)
            for (LaneWord& component : attribute.component)
                for (uint32_t& word : component.lane) word = bits_of(value_for(random, test.low, test.high));
        for (size_t p = 0; p < run.parameters.size(); p++)
            if (plain->parameters[p].kind == arbasm::BindingKind::Constant)
                run.parameters[p] = plain->parameters[p].constant;
        run_reference(plain, run);
        for (int lane = 0; lane < group_lanes; lane++) {
            std::array<std::array<double, 4>, 3> operand{};
            LaneRun inputs = inputs_of(*measured);
            for (size_t n = 0; n < measured->attributes.size(); n++) inputs.attributes[n] = run.attributes[n];
            for (size_t n = 0; n < plain->attributes.size(); n++)
                for (size_t c = 0; c < 4; c++)
                    operand[static_cast<size_t>(plain->attributes[n].binding.index)][c] =
                        static_cast<double>(float_of(run.attributes[n].component[c].lane[lane]));
            double size = 1;
            std::array<float, 4> expected{};
            bool finite = true;
            for (int c = 0; c < 4; c++) {
                expected[static_cast<size_t>(c)] = run.value(lane, c);
                finite = finite && std::isfinite(run.value(lane, c));
                size = std::max(size, static_cast<double>(std::fabs(run.value(lane, c))));
            }
            if (!finite) continue;
            if (test.size) size = std::max(size, test.size(operand[0].data(), operand[1].data(), operand[2].data()));
            const double bound = test.roundings * rounding * size;
            for (size_t p = 0; p < measured->parameters.size(); p++) {
                const arbasm::Binding& binding = measured->parameters[p];
                if (binding.kind == arbasm::BindingKind::Constant) inputs.parameters[p] = binding.constant;
                if (binding.kind == arbasm::BindingKind::ProgramLocal)
                    for (size_t c = 0; c < 4; c++)
                        inputs.parameters[p][c] =
                            bits_of(binding.index == 0 ? expected[c] : static_cast<float>(0.5 / bound));
            }
            const FragmentRun got = run_on_tegra(*measured, generated, inputs, lane);
            ASSERT_EQ(got.fault, "") << test.operation << "\n" << tegra::disassemble(generated.code);
            const auto pixel = got.pixels.find(1);
            ASSERT_NE(pixel, got.pixels.end());
            for (size_t c = 0; c < 4; c++) {
                worst = std::max(worst, pixel->second[c] / 128.0);
                ASSERT_LE(pixel->second[c], 129)
                    << test.operation << " component " << c << " expected " << expected[c] << " operands "
                    << operand[0][c] << " " << operand[1][c] << " " << operand[2][c] << "\n"
                    << tegra::disassemble(generated.code);
            }
        }
    }
    if (std::getenv("ASMGL_TEGRA_SHOW")) std::printf("%-32s %.2f of the bound\n", test.operation, worst);
}

TEST(TegraFragments, EveryOperationIsWithinItsBound) {
    for (const Case& test : cases) check(test, tegra::FragmentOptions::Fp20);
}
TEST(TegraFragments, EveryOperationIsWithinItsBoundWithMixedPrecision) {
    for (const Case& test : cases) check(test, tegra::FragmentOptions::Mixed);
}

struct Counts {
    int compiled = 0, refused = 0;
    uint64_t same = 0, between = 0, apart = 0, not_finite = 0, clipped = 0, packets = 0, instructions = 0;
};

// Bytes of the stored colours: what 20-bit numbers, whose significands have 14 bits, may be off after a few operations
// is less than two steps of a byte, where no cancellation, no FLR and no comparison makes more of it.
constexpr int bytes_apart = 2;
constexpr double allowed_apart = 0.005;

// What code must keep to beside being legal, because its meaning would be a guess else.
std::string broken_rule(const tegra::FragmentCode& code) {
    for (size_t e = 0; e < code.execs.size(); e++) {
        const tegra::Exec& exec = code.execs[e];
        const auto rows = static_cast<size_t>(code.rows);
        if (!exec.alu.empty() && e % rows != rows - 1) return "packets in an EXEC that is not its batch's last";
        for (const tegra::Packet& packet : exec.alu)
            for (size_t i = 0; i < 4; i++) {
                const tegra::Alu& slot = packet.slots[i];
                if (slot.saturate && slot.compare) return "a comparison that is saturated";
                if (slot.receive && i != 0) return "an ALU but the first receives";
                if (slot.send && (i == 0 || i == 3 || !packet.slots[0].receive)) return "a contribution to nothing";
                if (slot.receive && packet.has_constants) return "accumulation beside constants";
                for (const tegra::OperandMembers& m : tegra::operand_members) {
                    if (slot.*m.minus_one && (slot.*m.negate || slot.*m.twice))
                        return "minus one beside another modifier";
                    const uint32_t selector = slot.*m.selector;
                    if (selector >= tegra::register_global0 && selector < tegra::register_constant0)
                        return "a global or a result of the packet before";
                }
            }
    }
    return {};
}

// The code is legal, and words and text give it back.
void expect_legal(const tegra::GeneratedFragment& generated, const std::string& source) {
    ASSERT_EQ(tegra::complaint(generated.code), "") << source;
    ASSERT_EQ(broken_rule(generated.code), "") << tegra::disassemble(generated.code);
    tegra::FragmentCode decoded;
    ASSERT_EQ(tegra::decode(tegra::encode(generated.code), generated.code.execs.size(), decoded), "");
    ASSERT_EQ(decoded.execs, generated.code.execs);
    const tegra::AssembledFragment read = tegra::assemble_fragment(tegra::disassemble(generated.code));
    ASSERT_EQ(read.error, "");
    ASSERT_EQ(read.code, generated.code) << tegra::disassemble(generated.code);
}

LaneRun random_inputs(const arbasm::Program& program, std::mt19937& random) {
    LaneRun run = inputs_of(program);
    for (size_t p = 0; p < run.parameters.size(); p++) {
        const arbasm::Binding& binding = program.parameters[p];
        for (uint32_t& word : run.parameters[p]) word = bits_of(value_for(random, -2, 2));
        if (binding.kind == arbasm::BindingKind::Constant) run.parameters[p] = binding.constant;
    }
    for (size_t a = 0; a < run.attributes.size(); a++)
        for (size_t c = 0; c < 4; c++)
            for (uint32_t& word : run.attributes[a].component[c].lane) {
                word = bits_of(value_for(random, -2, 2));
                if (program.attributes[a].binding.kind == arbasm::BindingKind::FogCoord && c)
                    word = bits_of(c == 3 ? 1.0f : 0.0f);
            }
    // One pixel of one position is looked at; the bench's fragment has it.
    for (size_t a = 0; a < run.attributes.size(); a++)
        if (program.attributes[a].binding.kind == arbasm::BindingKind::FragmentPosition)
            for (size_t c = 0; c < 4; c++)
                for (uint32_t& word : run.attributes[a].component[c].lane)
                    word = bits_of(c < 2 ? 0.5f : c == 2 ? 0.0f : 1.0f);
    return run;
}

// By result, the components that some instruction writes.
std::vector<uint8_t> written_components(const arbasm::Program& program) {
    std::vector<uint8_t> written(program.results.size());
    for (const arbasm::Instruction& instruction : program.instructions)
        if (instruction.result.file == arbasm::RegisterFile::Result)
            written[static_cast<size_t>(program.variables[static_cast<size_t>(instruction.result.variable)].register_of(
                instruction.result.element))] |= instruction.result.write_mask;
    return written;
}

// A lane's side and distances from the clip planes. Whether it is clipped.
bool choose_side(std::mt19937& random, int lane, uint32_t clip_planes, OptionInputs& optional) {
    bool clipped = false;
    optional.front = lane & 8;
    for (size_t plane = 0; plane < optional.distance.size(); plane++) {
        optional.distance[plane] = random() % 12 ? value_for(random, 0, 2) : value_for(random, -2, 0);
        clipped = clipped || ((clip_planes >> plane & 1) && optional.distance[plane] < 0);
    }
    return clipped;
}

// A colour's bytes are those of the reference, or as close to them as rounding may bring them.
void compare_color(const arbasm::Program& program, const tegra::GeneratedFragment& generated, const LaneRun& run,
                   int lane, size_t result, uint8_t written, const tegra::Rgba8& pixel, Counts& counts) {
    for (int c = 0; c < 4; c++) {
        if (!(written >> c & 1)) continue;
        const float expected = run.value(lane, c, result);
        if (!std::isfinite(expected)) {
            counts.not_finite++;
            continue;
        }
        const int byte = static_cast<int>(std::lround(std::clamp(expected, 0.0f, 1.0f) * 255));
        counts.between += byte > 0 && byte < 255;
        const int value = pixel[static_cast<size_t>(c)];
        if (std::abs(byte - value) <= bytes_apart)
            counts.same++;
        else if (counts.apart++ < 3 && std::getenv("ASMGL_TEGRA_SHOW"))
            std::printf("%d, not %d (%g): result %zu component %d lane %d\n%s\n%s\n", value, byte,
                        static_cast<double>(expected), result, c, lane, program.source.c_str(),
                        tegra::disassemble(generated.code).c_str());
    }
}

// sides: the program chooses between the faces' colours, and is clipped.
void compare(const std::shared_ptr<const arbasm::Program>& program, uint32_t seed,
             tegra::FragmentOptions::Precision precision, Counts& counts, bool sides = false) {
    tegra::FragmentOptions options{precision};
    options.two_sided = sides;
    options.clip_planes = sides ? 0x25 : 0;
    const tegra::GeneratedFragment generated = tegra::generate_fragment(*program, options);
    if (!generated.errors.empty()) {
        counts.refused++;
        if (std::getenv("ASMGL_TEGRA_SHOW")) std::printf("refused: %s\n", generated.errors[0].message.c_str());
        return;
    }
    counts.compiled++;
    counts.packets += static_cast<uint64_t>(generated.packets);
    counts.instructions += program->instructions.size();
    ASSERT_NO_FATAL_FAILURE(expect_legal(generated, program->source));

    std::mt19937 random(seed);
    LaneRun run = random_inputs(*program, random);
    run_reference(program, run);
    const std::vector<uint8_t> written = written_components(*program);
    for (int lane = 0; lane < group_lanes; lane += 8) {
        OptionInputs optional;
        bool killed = run.group.killed >> lane & 1;
        if (sides) {
            killed |= choose_side(random, lane, options.clip_planes, optional);
            counts.clipped += killed;
        }
        const FragmentRun got = run_on_tegra(*program, generated, run, lane, optional);
        ASSERT_EQ(got.fault, "") << program->source << tegra::disassemble(generated.code);
        if (killed != got.killed) {
            counts.apart++;
            continue;
        }
        if (killed) continue;
        for (size_t r = 0; r < program->results.size(); r++) {
            const arbasm::Binding& binding = program->results[r];
            if (binding.kind != arbasm::BindingKind::Color || !written[r]) continue;
            const auto pixel = got.pixels.find(binding.index + 1);
            ASSERT_NE(pixel, got.pixels.end()) << program->source;
            compare_color(*program, generated, run, lane, r, written[r], pixel->second, counts);
        }
    }
}

void compare_random(tegra::FragmentOptions::Precision precision) {
    const char* const wanted = std::getenv("ASMGL_RANDOM_PROGRAMS");
    const int count = wanted ? std::atoi(wanted) : 400;
    arbasm::RandomProgram settings;
    settings.header = "!!ARBfp1.0";
    settings.textures = settings.memory = settings.cross_lane = settings.options = settings.flow = false;
    Counts counts;
    for (int n = 0; counts.compiled < count && n < 4 * count + 100 && !::testing::Test::HasFailure(); n++) {
        settings.approximate = n % 8 == 0;
        settings.statements = 4 + n % 12;
        const auto seed = static_cast<uint32_t>(n);
        const arbasm::ParseResult parsed =
            arbasm::parse(n % 4 ? live_program(seed) : arbasm::random_program(seed, settings));
        if (parsed.program) compare(parsed.program, static_cast<uint32_t>(n), precision, counts);
    }
    std::printf(
        "%d programs, %d refused; %llu components the same (%llu neither 0 nor 1), %llu apart, %llu not finite; %.2f "
        "packets for an "
        "instruction\n",
        counts.compiled, counts.refused, static_cast<unsigned long long>(counts.same),
        static_cast<unsigned long long>(counts.between), static_cast<unsigned long long>(counts.apart),
        static_cast<unsigned long long>(counts.not_finite),
        static_cast<double>(counts.packets) / static_cast<double>(std::max<uint64_t>(1, counts.instructions)));
    EXPECT_GE(counts.compiled, count);
    EXPECT_GT(counts.between, static_cast<uint64_t>(count) * 4);
    EXPECT_LT(static_cast<double>(counts.apart), allowed_apart * static_cast<double>(counts.same));
}

TEST(TegraFragments, RandomProgramsWithConditionCodesAndBranches) {
    Counts counts;
    for (uint32_t seed = 0; seed < 400 && !HasFailure(); seed++) {
        const auto program = parse_program(live_program(seed, true));
        ASSERT_TRUE(program);
        compare(program, seed, tegra::FragmentOptions::Fp20, counts);
    }
    std::printf("%d programs, %d refused; %llu components the same, %llu apart, %llu not finite\n", counts.compiled,
                counts.refused, static_cast<unsigned long long>(counts.same),
                static_cast<unsigned long long>(counts.apart), static_cast<unsigned long long>(counts.not_finite));
    EXPECT_GE(counts.compiled, 381);
    EXPECT_LT(static_cast<double>(counts.apart), allowed_apart * static_cast<double>(counts.same));
}

// Loops that turn a known number of times, and subroutines: unrolled and where they are called.
TEST(TegraFragments, LoopsAndSubroutines) {
    Counts counts;
    for (const char* const text :
         {"!!NVfp4.0\nTEMP r;\nMOV r, fragment.texcoord[0];\nREP 3;\nMAD r, r, 0.5, fragment.texcoord[1];\nENDREP;\n"
          "MUL result.color, r, 0.25;\nEND\n",
          "!!NVfp4.0\nPARAM n = {2.75, 0, -1, 3};\nTEMP r, s;\nMOV r, fragment.texcoord[0];\nMOV s, 0;\n"
          "REP n.x;\nMUL.CC r, r.wxyz, 0.75;\nREP n.w;\nADD s, s, 0.125;\nIF GT.x;\nADD s.yz, s, r;\nENDIF;\nENDREP;\n"
          "REP n.y;\nMOV s, 7;\nENDREP;\nREP n.z;\nMOV s, 7;\nENDREP;\nENDREP;\nMUL result.color, s, 0.25;\nEND\n",
          "!!NVfp4.0\nTEMP r, s;\nhalve:\nMUL r, r, 0.5;\nRET;\ntwice:\nCAL halve;\nADD s, s, r;\nCAL halve;\nRET;\n"
          "main:\nMOV r, fragment.texcoord[0];\nMOV s, fragment.texcoord[1];\nREP.S {2, 0, 0, 0};\nCAL "
          "twice;\nENDREP;\n"
          "MUL result.color, s, 0.5;\nRET;\nMOV result.color, 1;\nEND\n"})
        for (uint32_t seed = 0; seed < 20; seed++) {
            const auto program = parse_program(text);
            ASSERT_TRUE(program);
            compare(program, seed, tegra::FragmentOptions::Fp20, counts);
        }
    EXPECT_EQ(counts.refused, 0);
    EXPECT_EQ(counts.apart, 0u);
    EXPECT_GT(counts.between, 150u);
}

// Taken where any of the components passes.
TEST(TegraFragments, BranchesOnSeveralComponents) {
    Counts counts;
    for (const char* const condition :
         {"GT", "LT.xyyz", "EQ.zwzw", "NE.wyyw", "GE.xyxy", "LE.yzwx", "GT.xxxx", "TR.xyzw"})
        for (uint32_t seed = 0; seed < 12; seed++) {
            const auto program = parse_program(
                "!!NVfp4.0\nTEMP r, s;\nSUB.CC r, fragment.texcoord[0], 0.5;\n"
                "MOV s, fragment.texcoord[1];\nIF " +
                std::string(condition) +
                ";\nMUL s, s.wzyx, 0.5;\nELSE;\nADD s.xz, s, 0.25;\nENDIF;\n"
                "MOV result.color, s;\nEND\n");
            ASSERT_TRUE(program);
            compare(program, seed, tegra::FragmentOptions::Fp20, counts);
        }
    EXPECT_EQ(counts.refused, 0);
    EXPECT_EQ(counts.apart, 0u);
    EXPECT_GT(counts.between, 200u);
}

TEST(TegraFragments, RandomProgramsOfTwoSidesThatAreClipped) {
    Counts counts;
    for (uint32_t seed = 0; seed < 300 && !HasFailure(); seed++) {
        const auto program = parse_program(live_program(seed));
        ASSERT_TRUE(program);
        compare(program, seed, tegra::FragmentOptions::Fp20, counts, true);
    }
    std::printf("%d programs, %d refused, %llu fragments clipped; %llu components the same, %llu apart\n",
                counts.compiled, counts.refused, static_cast<unsigned long long>(counts.clipped),
                static_cast<unsigned long long>(counts.same), static_cast<unsigned long long>(counts.apart));
    EXPECT_GE(counts.compiled, 295);
    EXPECT_GT(counts.clipped, 100u);
    EXPECT_LT(static_cast<double>(counts.apart), allowed_apart * static_cast<double>(counts.same));
}

// Near what the machine holds.
TEST(TegraFragments, LongRandomPrograms) {
    Counts counts;
    for (uint32_t seed = 0; seed < 200 && !HasFailure(); seed++) {
        const auto program = parse_program(live_program(seed, false, 32));
        ASSERT_TRUE(program);
        compare(program, seed, tegra::FragmentOptions::Fp20, counts);
    }
    std::printf("%d programs, %d refused; %llu components the same, %llu apart, %llu not finite\n", counts.compiled,
                counts.refused, static_cast<unsigned long long>(counts.same),
                static_cast<unsigned long long>(counts.apart), static_cast<unsigned long long>(counts.not_finite));
    EXPECT_GE(counts.compiled, 195);
    EXPECT_LT(static_cast<double>(counts.apart), allowed_apart * static_cast<double>(counts.same));
}

TEST(TegraFragments, RandomProgramsGiveWhatTheInterpreterGives) { compare_random(tegra::FragmentOptions::Fp20); }
TEST(TegraFragments, RandomProgramsWithMixedPrecision) { compare_random(tegra::FragmentOptions::Mixed); }

// What options and low precision do. Values in FX10 are off by half a step each; these programs have few on the way to
// a colour, and none is multiplied by more than two behind.
TEST(TegraFragments, FogAndLowPrecision) {
    const char* const programs[] = {
        "OPTION ARB_fog_linear;\nMOV result.color, fragment.color;\n",
        "OPTION ARB_fog_exp;\nMUL result.color, fragment.color, fragment.texcoord[0];\n",
        "OPTION ARB_fog_exp2;\nMOV result.color, fragment.texcoord[1];\n",
        "OPTION ARB_precision_hint_fastest;\nTEMP r, s;\nMOV_SAT r, fragment.texcoord[0];\nMOV_SAT s, "
        "fragment.texcoord[1];\n"
        "MUL r, r, s;\nLRP_SAT r, s.x, r, fragment.color;\nMUL result.color, r, s.w;\n",
        "OPTION ARB_precision_hint_fastest;\nTEMP r, s;\nMOV_SAT r, fragment.texcoord[0];\nDP3_SAT s, r, "
        "fragment.texcoord[1];\n"
        "MAD_SAT r, r, 0.5, s;\nSUB r, r, 0.25;\nABS result.color, r;\n",
        "TEMP r, s;\nMOV_SAT r, fragment.texcoord[0];\nMOV_SAT s, fragment.texcoord[1];\nMUL r, r, s;\nMUL r, r, "
        "s.yzwx;\n"
        "ADD_SAT s, r, r.w;\nMUL result.color, s, 0.75;\n",
    };
    for (const auto precision : {tegra::FragmentOptions::Fp20, tegra::FragmentOptions::Mixed}) {
        Counts counts;
        for (const char* text : programs) {
            const auto program = parse_program(std::string("!!ARBfp1.0\n") + text + "END\n");
            ASSERT_TRUE(program);
            const auto expanded = std::make_shared<const arbasm::Program>(arbasm::expand_fog(*program));
            for (uint32_t seed = 0; seed < 16; seed++) compare(expanded, seed, precision, counts);
        }
        EXPECT_EQ(counts.refused, 0);
        EXPECT_GT(counts.between, 200u);
        EXPECT_LE(counts.apart, counts.same / 100);
    }
}

}  // namespace
}  // namespace runtime

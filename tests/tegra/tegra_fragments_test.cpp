// Fragment programs on the emulated fragment pipeline and on the interpreter.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "fragment_bench.h"

#include "arbasm/testing/random_program.h"

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
    run.environment.parameters = run.parameters;
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

}  // namespace
}  // namespace runtime

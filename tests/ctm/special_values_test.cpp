// Each opcode on the array and on the interpreter, over all combinations of special values: what docs/ctm.md says of
// zeros, denormals, infinities and what is no number, and of how near results are.
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <limits>
#include <span>

#include "runtime/targets/back_ends.h"
#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
const float values[] = {
    0.0f,    -0.0f, 1.0f,   -1.0f,   0.5f,   2.75f,    -3.5f,     1e-40f,
    -1e-40f, 1e30f, -1e30f, FLT_MAX, 40.25f, infinity, -infinity, std::numeric_limits<float>::quiet_NaN()};
constexpr size_t value_count = std::size(values);

// What of special values an opcode takes otherwise than the interpreter. A result counts as the same where both are
// no number, and where both are zero whatever their signs.
enum Exception : uint32_t {
    none = 0,
    nan_operand = 1,       // an operand that is no number
    nan_result = 2,        // either result is no number
    infinite_operand = 4,  // an infinity
    denormal_operand = 8,  // a denormal, which is zero here
    huge = 16,             // operands or results beyond 1e20
};

struct Row {
    const char* text;  // with operands a, b and c
    int operands;
    float bound;  // relative to the larger of 1 and the result
    uint32_t exceptions;
    uint32_t mask = 15;
};
const Row rows[] = {
    {"ABS r, a", 1, 0, none},
    {"MOV r, a", 1, 0, none},
    {"MOV r, -a", 1, 0, none},
    {"MOV_SAT r, a", 1, 0, none},
    {"SWZ r, a, y, -x, 1, -w", 1, 0, none},
    {"ADD r, a, b", 2, 0, none},
    {"SUB r, a, b", 2, 0, none},
    {"MUL r, a, b", 2, 0, denormal_operand},
    {"MAD r, a, b, c", 3, 0, denormal_operand},
    {"MIN r, a, b", 2, 0, none},
    {"MAX r, a, b", 2, 0, none},
    {"SGE r, a, b", 2, 0, infinite_operand | denormal_operand | nan_operand},
    {"SLT r, a, b", 2, 0, infinite_operand | denormal_operand | nan_operand},
    {"CMP r, a, b, c", 3, 0, denormal_operand | nan_operand},
    {"FLR r, a", 1, 0, denormal_operand | infinite_operand},
    {"FRC r, a", 1, 0, denormal_operand},
    {"DST r, a, b", 2, 0, denormal_operand},
    {"LRP r, a, b, c", 3, 1e-4f, denormal_operand | infinite_operand | nan_operand | huge},
    {"DP3 r, a, b", 2, 1e-5f, denormal_operand | huge},
    {"DP4 r, a, b", 2, 1e-5f, denormal_operand | huge},
    {"DPH r, a, b", 2, 1e-5f, denormal_operand | huge},
    {"XPD r.xyz, a, b", 2, 1e-6f, denormal_operand | huge, 7},
    {"EX2 r, a.x", 1, 1e-6f, none},
    {"LG2 r, a.x", 1, 1e-6f, denormal_operand},
    {"RCP r, a.x", 1, 1e-6f, denormal_operand},
    {"RSQ r, a.x", 1, 1e-6f, denormal_operand},
    {"POW r, a.x, b.x", 2, 1e-4f, denormal_operand | nan_result},
    {"SIN r, a.x", 1, 2e-5f, huge},
    {"COS r, a.x", 1, 2e-5f, huge},
    {"SCS r.xy, a.x", 1, 2e-5f, huge, 3},
    {"LIT r, a", 1, 1e-4f, denormal_operand | nan_operand | infinite_operand},
};
const Row nv_rows[] = {
    {"SEQ r, a, b", 2, 0, infinite_operand | denormal_operand | nan_operand},
    {"SNE r, a, b", 2, 0, infinite_operand | denormal_operand | nan_operand},
    {"SGT r, a, b", 2, 0, infinite_operand | denormal_operand | nan_operand},
    {"SLE r, a, b", 2, 0, infinite_operand | denormal_operand | nan_operand},
    {"STR r, a, b", 2, 0, none},
    {"SFL r, a, b", 2, 0, none},
    {"SSG r, a", 1, 0, denormal_operand | nan_operand},
    {"CEIL r, a", 1, 0, denormal_operand | infinite_operand},
    {"TRUNC r, a", 1, 0, denormal_operand | infinite_operand | nan_operand},
    {"DIV r, a, b.x", 2, 1e-6f, denormal_operand | infinite_operand | huge},
    {"DP2 r, a, b", 2, 1e-5f, denormal_operand},
    {"DP2A r, a, b, c", 3, 1e-5f, denormal_operand | huge},
    {"NRM r.xyz, a", 1, 1e-5f, denormal_operand | infinite_operand | huge | nan_result, 7},
    {"RFL r.xyz, a, b", 2, 1e-4f, denormal_operand | infinite_operand | huge | nan_result, 7},
    {"X2D r, a, b, c", 3, 1e-5f, denormal_operand | huge | infinite_operand},
    // Saturation and condition codes on the way.
    {"ADD.SSAT r, a, b", 2, 0, nan_operand | nan_result},
    {"ADD.SAT r, a, b", 2, 0, nan_result},
};

// Component c of operand n of a case: all combinations in component 0, others turned.
float operand(uint32_t n, uint32_t at, uint32_t c) {
    uint32_t digit = at;
    for (uint32_t i = 0; i < n; i++) digit /= value_count;
    return values[(digit + c * 5) % value_count];
}

void check_rows(std::span<const Row> wanted_rows, const std::string& header) {
    std::string error;
    const std::unique_ptr<BackEnd> ctm = back_ends::make_ctm("", error);
    for (const Row& row : wanted_rows) {
        const std::string text = header +
                                 "\nATTRIB a = fragment.texcoord[0];\nATTRIB b = fragment.texcoord[1];\n"
                                 "ATTRIB c = fragment.texcoord[2];\nOUTPUT r = result.color;\n" +
                                 std::string(row.text) + ";\nEND\n";
        const arbasm::ParseResult parsed = arbasm::parse(text);
        ASSERT_TRUE(parsed.program) << text << parsed.errors[0].message;
        const arbasm::Program& program = *parsed.program;
        const auto native = compile(parsed.program, Engine::Interpreter);
        std::vector<std::string> reasons;
        const auto array = ctm->compile(parsed.program, native, reasons);
        ASSERT_TRUE(array) << reasons[0];
        uint32_t cases = 1;
        for (int i = 0; i < row.operands; i++) cases *= value_count;
        int wrong = 0, excepted = 0;
        for (uint32_t first = 0; first < cases; first += group_lanes) {
            std::array<LaneRun, 2> runs;
            for (size_t which = 0; which < 2; which++) {
                LaneRun& run = runs[which];
                run.attributes.resize(program.attributes.size());
                run.results.resize(program.results.size());
                run.parameters.resize(program.parameters.size());
                for (size_t p = 0; p < run.parameters.size(); p++) run.parameters[p] = program.parameters[p].constant;
                for (size_t i = 0; i < program.attributes.size(); i++)
                    for (uint32_t c = 0; c < 4; c++)
                        for (uint32_t lane = 0; lane < group_lanes; lane++)
                            run.attributes[i].component[c].lane[lane] = bits_of(
                                operand(static_cast<uint32_t>(program.attributes[i].binding.index), first + lane, c));
                run.environment.parameters = run.parameters;
                run.group.attributes = run.attributes.data();
                run.group.results = run.results.data();
                (which ? array : native)->run(run.environment, run.group);
            }
            for (uint32_t lane = 0; lane < group_lanes && first + lane < cases; lane++)
                for (int c = 0; c < 4; c++) {
                    if (!(row.mask >> c & 1)) continue;
                    const float wanted = runs[0].value(static_cast<int>(lane), c, 0);
                    const float got = runs[1].value(static_cast<int>(lane), c, 0);
                    if (std::isnan(wanted) && std::isnan(got)) continue;
                    if (wanted == got) continue;
                    if (std::fabs(got - wanted) <= row.bound * std::max(1.0f, std::fabs(wanted))) continue;
                    if (std::fabs(wanted) < FLT_MIN && got == 0) continue;  // denormals are zeros
                    uint32_t there = std::isnan(wanted) || std::isnan(got) ? nan_result : none;
                    if (std::fabs(wanted) > 1e20f || std::fabs(got) > 1e20f) there |= huge;
                    for (int n = 0; n < row.operands; n++)
                        for (uint32_t k = 0; k < 4; k++) {
                            const float x = operand(static_cast<uint32_t>(n), first + lane, k);
                            if (std::isnan(x)) there |= nan_operand;
                            if (std::isinf(x)) there |= infinite_operand;
                            if (x != 0 && std::fabs(x) < FLT_MIN) there |= denormal_operand;
                            if (std::fabs(x) > 1e20f) there |= huge;
                        }
                    if (there & row.exceptions) {
                        excepted++;
                        continue;
                    }
                    if (wrong++ < 3)
                        ADD_FAILURE() << row.text << " component " << c << ": got " << got << ", not " << wanted
                                      << "; operands " << operand(0, first + lane, static_cast<uint32_t>(c)) << ", "
                                      << operand(1, first + lane, static_cast<uint32_t>(c)) << ", "
                                      << operand(2, first + lane, static_cast<uint32_t>(c));
                }
        }
        if (excepted) std::printf("%-24s %d of %u differ by exception\n", row.text, excepted, cases * 4);
    }
}

TEST(CtmSpecialValues, EachOpcode) { check_rows(rows, "!!ARBfp1.0"); }
TEST(CtmSpecialValues, EachLaterOpcode) { check_rows(nv_rows, "!!NVfp4.0"); }

}  // namespace
}  // namespace runtime

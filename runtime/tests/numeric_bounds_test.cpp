// The error bounds that docs/numerics.md states, against long double, over dense and random operands.
#include <algorithm>
#include <functional>
#include <random>

#include "runtime/testing/test_programs.h"

namespace runtime {
namespace {

double ulp_of(long double value) {
    int exponent = 0;
    std::frexp(value, &exponent);
    return std::ldexp(1.0, std::max(exponent - 24, -149));
}

// Runs a scalar instruction over many operands, 128 at a time.
class Batch {
  public:
    explicit Batch(const std::string& name, int operands) : operands_(operands) {
        std::string text = "!!NVfp5.0\nOPTION NV_internal;\nTEMP r;\n";
        for (const char* c : {"x", "y", "z", "w"}) {
            text += name + " r." + c + ", fragment.texcoord[0]." + c;
            if (operands == 2) text += std::string(", fragment.texcoord[1].") + c;
            text += ";\n";
        }
        program_ = parse_program(text + "MOV.F result.color, r;\nEND\n");
        routine_ = compile(program_, Engine::Interpreter);
        for (size_t i = 0; i < program_->attributes.size(); i++)
            place_[static_cast<size_t>(program_->attributes[i].binding.index)] = i;
    }
    template <class See>
    void run(const std::vector<std::array<float, 2>>& operands, See see) {
        for (size_t first = 0; first < operands.size(); first += 128) {
            LaneVector attributes[2] = {}, result = {};
            const auto at = [&](size_t n) { return std::min(first + n, operands.size() - 1); };
            for (size_t n = 0; n < 128; n++)
                for (size_t i = 0; i < static_cast<size_t>(operands_); i++)
                    attributes[place_[i]].component[n % 4].lane[n / 4] = bits_of(operands[at(n)][i]);
            Group group;
            group.attributes = attributes;
            group.results = &result;
            routine_->run({}, group);
            for (size_t n = 0; n < 128 && first + n < operands.size(); n++)
                see(operands[first + n], float_of(result.component[n % 4].lane[n / 4]));
        }
    }

  private:
    int operands_;
    std::shared_ptr<const arbasm::Program> program_;
    std::shared_ptr<const Routine> routine_;
    size_t place_[2] = {};
};

struct Bound {
    const char* name;
    int operands;
    double ulps;
    long double (*exact)(long double, long double);
    // Operands are drawn evenly from this range of exponents, or of values (dense) where it is narrow.
    float low, high;
};

const Bound bounds[] = {
    {"RCP.F", 1, 0.5, [](long double a, long double) { return 1 / a; }, 1e-38f, 3e38f},
    {"RSQ.F", 1, 1.5, [](long double a, long double) { return 1 / std::sqrt(a); }, 1e-44f, 3e38f},
    {"SQRT.F", 1, 0.5, [](long double a, long double) { return std::sqrt(a); }, 1e-44f, 3e38f},
    {"DIV.F", 2, 0.5, [](long double a, long double b) { return a / b; }, 1e-18f, 1e18f},
    {"EX2.F", 1, 1.1, [](long double a, long double) { return std::exp2(a); }, 1e-8f, 149.0f},
    {"LG2.F", 1, 1.1, [](long double a, long double) { return std::log2(std::abs(a)); }, 1e-44f, 3e38f},
    {"SIN.F", 1, 1.8, [](long double a, long double) { return std::sin(a); }, 1e-10f, 8192.0f},
    {"COS.F", 1, 1.8, [](long double a, long double) { return std::cos(a); }, 1e-10f, 8192.0f},
    {"SIN.F", 1, 3.0, [](long double a, long double) { return std::sin(a); }, 8192.0f, 3e38f},
    {"COS.F", 1, 3.0, [](long double a, long double) { return std::cos(a); }, 8192.0f, 3e38f},
    {"POW.F", 2, 2.0, [](long double a, long double b) { return std::pow(std::abs(a), b); }, 1e-6f, 1e6f},
};

class NumericBounds : public testing::TestWithParam<int> {};

TEST_P(NumericBounds, Hold) {
    const Bound& bound = bounds[GetParam()];
    const std::string name = bound.name;
    const bool positive = name == "RSQ.F" || name == "SQRT.F" || name == "LG2.F" || name == "POW.F";
    std::mt19937 random(static_cast<uint32_t>(GetParam()));
    std::vector<std::array<float, 2>> operands;
    // Evenly by bits: every exponent is met.
    const uint32_t low = bits_of(bound.low), high = bits_of(bound.high);
    const auto draw = [&] {
        const float size = float_of(low + random() % (high - low + 1));
        return !positive && random() % 2 ? -size : size;
    };
    for (int i = 0; i < 200000; i++) {
        const float a = draw();
        float b = draw();
        if (name == "POW.F") b = std::uniform_real_distribution<float>(-30, 30)(random);
        operands.push_back({a, b});
    }
    // Dense: neighbours around 1 and around multiples of π/2.
    for (int i = -20000; i < 20000; i++) {
        const float near_one = float_of(bits_of(1.0f) + static_cast<uint32_t>(i));
        if (near_one >= bound.low && near_one <= bound.high) operands.push_back({near_one, 1.5f});
        const float angle = static_cast<float>(i) * 1.5707964f;
        if (std::abs(angle) >= bound.low && std::abs(angle) <= bound.high && !positive) operands.push_back({angle, 3});
    }
    double worst = 0;
    Batch(name, bound.operands).run(operands, [&](const std::array<float, 2>& operand, float got) {
        const long double exact = bound.exact(operand[0], operand[1]);
        // Beyond the largest number either it or infinity is within the bound.
        if (std::abs(exact) >= 0x1.fffffep127L) {
            EXPECT_TRUE(std::abs(got) >= 0x1.fffffcp127f && std::signbit(got) == std::signbit(exact)) << name;
            return;
        }
        const double error = static_cast<double>(std::abs(static_cast<long double>(got) - exact)) / ulp_of(exact);
        worst = std::max(worst, error);
        // The tests' own long double rounds too.
        ASSERT_LE(error, bound.ulps + 1e-4)
            << name << " of " << std::hexfloat << operand[0] << ", " << operand[1] << " is " << got;
    });
    RecordProperty("worst_ulps", std::to_string(worst));
}
INSTANTIATE_TEST_SUITE_P(Table, NumericBounds, testing::Range(0, static_cast<int>(std::size(bounds))));

TEST(NumericBounds, NormalizedVectors) {
    const auto program =
        parse_program("!!NVfp5.0\nTEMP r;\nNRM.F r, fragment.texcoord[0];\nMOV.F result.color, r;\nEND\n");
    std::mt19937 random(8);
    for (int round = 0; round < 60; round++) {
        const LaneRun run = run_program(program, [&](LaneRun& prepared) {
            std::mt19937 same(static_cast<uint32_t>(round));
            for (auto& word : prepared.attributes[0].component)
                for (uint32_t& lane : word.lane)
                    lane = bits_of(std::ldexp(std::uniform_real_distribution<float>(-1, 1)(same),
                                              static_cast<int>(same() % 40) - 20));
        });
        std::mt19937 same(static_cast<uint32_t>(round));
        float vectors[4][group_lanes];
        for (auto& word : vectors)
            for (float& lane : word)
                lane =
                    std::ldexp(std::uniform_real_distribution<float>(-1, 1)(same), static_cast<int>(same() % 40) - 20);
        for (int lane = 0; lane < group_lanes; lane++) {
            long double square = 0;
            for (int c = 0; c < 3; c++) square += static_cast<long double>(vectors[c][lane]) * vectors[c][lane];
            for (int c = 0; c < 3; c++) {
                const long double exact = vectors[c][lane] / std::sqrt(square);
                ASSERT_LE(std::abs(run.value(lane, c) - exact) / ulp_of(exact), 3.0L);
            }
        }
        if (round > 40 && HasFailure()) break;
    }
}

TEST(NumericBounds, SpecialValues) {
    const float inf = INFINITY, nan = NAN;
    struct Row {
        const char* name;
        float operand, result;
    };
    const Row rows[] = {{"RCP.F", nan, nan},      {"RCP.F", -inf, -0.0f},     {"RCP.F", -0.0f, -inf},
                        {"RCP.F", 0.0f, inf},     {"RCP.F", inf, 0.0f},       {"RCP.F", 1.0f, 1.0f},
                        {"RSQ.F", nan, nan},      {"RSQ.F", -inf, nan},       {"RSQ.F", -1.0f, nan},
                        {"RSQ.F", -0.0f, -inf},   {"RSQ.F", 0.0f, inf},       {"RSQ.F", inf, 0.0f},
                        {"RSQ.F", 4.0f, 0.5f},    {"SQRT.F", nan, nan},       {"SQRT.F", -inf, nan},
                        {"SQRT.F", -1.0f, nan},   {"SQRT.F", -0.0f, -0.0f},   {"SQRT.F", 0.0f, 0.0f},
                        {"SQRT.F", inf, inf},     {"SQRT.F", 12.25f, 3.5f},   {"EX2.F", nan, nan},
                        {"EX2.F", -inf, 0.0f},    {"EX2.F", -0.0f, 1.0f},     {"EX2.F", 0.0f, 1.0f},
                        {"EX2.F", inf, inf},      {"EX2.F", -149, 0x1p-149f}, {"EX2.F", 127, 0x1p127f},
                        {"EX2.F", 128, inf},      {"EX2.F", -151, 0.0f},      {"LG2.F", nan, nan},
                        {"LG2.F", -inf, nan},     {"LG2.F", -1.0f, nan},      {"LG2.F", -0.0f, -inf},
                        {"LG2.F", 0.0f, -inf},    {"LG2.F", inf, inf},        {"LG2.F", 0x1p-149f, -149},
                        {"LG2.F", 0x1p127f, 127}, {"LG2.F", 1.0f, 0.0f},      {"SIN.F", nan, nan},
                        {"SIN.F", inf, nan},      {"SIN.F", -inf, nan},       {"SIN.F", -0.0f, -0.0f},
                        {"SIN.F", 0.0f, 0.0f},    {"COS.F", nan, nan},        {"COS.F", inf, nan},
                        {"COS.F", -0.0f, 1.0f},   {"COS.F", 0.0f, 1.0f},      {"FRC.F", -0x1p-60f, 0x1.fffffep-1f},
                        {"FRC.F", inf, nan},      {"FRC.F", -0.0f, 0.0f},     {"SSG.F", nan, nan},
                        {"SSG.F", -0.0f, 0.0f}};
    for (const Row& row : rows) {
        Batch(row.name, 1).run({{row.operand, 0}}, [&](const std::array<float, 2>&, float got) {
            EXPECT_TRUE(same_value(bits_of(got), bits_of(row.result)))
                << row.name << " of " << row.operand << " is " << got << " instead of " << row.result;
        });
    }
}

}  // namespace
}  // namespace runtime

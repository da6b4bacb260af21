// Accuracy against the C library in double precision, over values that cover each function's range.
#include "ir/semantics/elementary_functions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>

#include "ir/semantics/fused_sums.h"

namespace arbasm {
namespace {

using F = PlainLanes::Float;

double ulps(float got, double wanted) {
    if (std::isnan(wanted) || std::isnan(got)) return std::isnan(wanted) && std::isnan(got) ? 0 : 1e9;
    const auto rounded = static_cast<float>(wanted);
    if (rounded == got) return 0;
    // The step from the largest number to infinity counts like any other.
    const double value = std::isinf(got) ? std::copysign(0x1p128, got) : double{got};
    int exponent = 0;
    std::frexp(wanted, &exponent);
    return std::abs(value - wanted) / std::ldexp(1.0, std::max(exponent - 24, -149));
}

// The worst error over numbers of every size up to 2^limit, both signs.
template <class Function, class Reference>
double worst(double limit, Function function, Reference reference, bool positive = false) {
    std::mt19937 random(7);
    double result = 0;
    for (int i = 0; i < 400000; i++) {
        const auto drawn = static_cast<uint32_t>(random());
        const uint32_t bits = i % 2 ? drawn : (drawn & 0x03ffffffu) + 0x3e000000u;
        float x = std::bit_cast<float>(bits);
        if (positive) x = std::abs(x);
        if (!(std::abs(double{x}) <= std::exp2(limit))) continue;
        result = std::max(result, ulps(function(F(x)).value, reference(double{x})));
    }
    return result;
}

// As CPUs without a fused multiply-add do it: of numbers of every size, of sums in which nearly everything cancels, and
// of sums that lie in the middle between two floats but for very little.
TEST(ElementaryFunctions, SumsRoundedToOdd) {
    using W = PlainWideLanes::Float;
    std::mt19937 random(3);
    const auto any = [&] { return std::bit_cast<float>(static_cast<uint32_t>(random())); };
    for (int i = 0; i < 1000000; i++) {
        float a = any(), b = any(), c = any();
        if (i % 4 == 1) c = -a * b;
        if (i % 4 == 2) {
            b = std::ldexp(1.0f, static_cast<int>(random() % 60) - 30);
            c = std::ldexp(a * b, -24 - static_cast<int>(random() % 3)) * (random() % 2 ? 1.0f : 0x1.000002p0f);
        }
        if (i % 4 == 3) a = 1 + static_cast<float>(random() % 8) * 0x1p-12f, b = 1 + 0x1p-12f, c = std::ldexp(c, -200);
        const double odd = sum_to_odd(W(double{a} * double{b}), W(double{c})).value;
        const float got = static_cast<float>(odd), wanted = multiply_add(F(a), F(b), F(c)).value;
        if (std::isnan(wanted)) {
            EXPECT_TRUE(std::isnan(got));
        } else {
            ASSERT_EQ(std::bit_cast<uint32_t>(got), std::bit_cast<uint32_t>(wanted))
                << std::hexfloat << a << " * " << b << " + " << c;
        }
    }
}

TEST(ElementaryFunctions, Exponential) {
    EXPECT_LE(worst(
                  128, [](F x) { return exponential2(x); }, [](double x) { return std::exp2(x); }),
              1.1);
    for (int n = -149; n <= 127; n++) EXPECT_EQ(exponential2(F(static_cast<float>(n))).value, std::ldexp(1.0f, n));
}

TEST(ElementaryFunctions, Logarithm) {
    EXPECT_LE(worst(
                  128, [](F x) { return logarithm2(x); }, [](double x) { return std::log2(x); }, true),
              1.1);
    for (int n = -149; n <= 127; n++) EXPECT_EQ(logarithm2(F(std::ldexp(1.0f, n))).value, static_cast<float>(n));
    EXPECT_EQ(logarithm2(F(-0.0f)).value, -INFINITY);
    EXPECT_TRUE(std::isnan(logarithm2(F(-1.0f)).value));
}

TEST(ElementaryFunctions, SineAndCosine) {
    EXPECT_LE(worst(
                  13, [](F x) { return sine(x); }, [](double x) { return std::sin(x); }),
              1.8);
    EXPECT_LE(worst(
                  13, [](F x) { return cosine(x); }, [](double x) { return std::cos(x); }),
              1.8);
    // Angles as large as floats get.
    EXPECT_LE(worst(
                  128, [](F x) { return sine(x); }, [](double x) { return std::sin(x); }),
              2.5);
    EXPECT_LE(worst(
                  128, [](F x) { return cosine(x); }, [](double x) { return std::cos(x); }),
              2.5);
    EXPECT_TRUE(std::signbit(sine(F(-0.0f)).value));
    EXPECT_TRUE(std::isnan(cosine(F(INFINITY)).value));
    EXPECT_EQ(cosine(F(0.0f)).value, 1.0f);
}

// Around their largest values, where rounding may lead beyond them.
TEST(ElementaryFunctions, SineAndCosineAreNotAboveOne) {
    for (int turn = 0; turn < 1000; turn++)
        for (int i = -300; i <= 300; i++) {
            const auto quarter_turn = static_cast<float>(turn * M_PI / 2);
            const F x(std::bit_cast<float>(std::bit_cast<uint32_t>(quarter_turn) +
                                           static_cast<uint32_t>(turn ? i : i + 300)));
            EXPECT_LE(std::abs(sine(x).value), 1.0f) << x.value;
            EXPECT_LE(std::abs(cosine(x).value), 1.0f) << x.value;
        }
}

TEST(ElementaryFunctions, Power) {
    std::mt19937 random(11);
    double error = 0;
    for (int i = 0; i < 400000; i++) {
        const float x = std::abs(std::bit_cast<float>(static_cast<uint32_t>(random())));
        const float log = static_cast<float>(std::log2(double{x}));
        if (!std::isfinite(log) || log == 0) continue;
        // Exponents that keep the result in range, where errors of the logarithm show most.
        const float y = static_cast<float>(static_cast<int32_t>(random())) * 0x1p-31f * 130.0f / log;
        if (!std::isfinite(y)) continue;
        error = std::max(error, ulps(power(F(x), F(y)).value, std::pow(double{x}, double{y})));
    }
    EXPECT_LE(error, 2.0);
    EXPECT_EQ(power(F(0.0f), F(0.0f)).value, 1.0f);
    EXPECT_EQ(power(F(0.0f), F(3.0f)).value, 0.0f);
    EXPECT_EQ(power(F(0.0f), F(-3.0f)).value, INFINITY);
    EXPECT_EQ(power(F(2.0f), F(10.0f)).value, 1024.0f);
    EXPECT_TRUE(std::isnan(power(F(-2.0f), F(2.5f)).value));
}

}  // namespace
}  // namespace arbasm

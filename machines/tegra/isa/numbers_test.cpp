#include "machines/tegra/isa/numbers.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace machines::tegra {
namespace {

TEST(Numbers, LiteralsAreThoseOfTheGrateAssembler) {
    const struct {
        float value;
        uint32_t bits;
    } floats[] = {{1, 0x3e000},
                  {-1, 0xbe000},
                  {0.5f, 0x3c000},
                  {0.25f, 0x3a000},
                  {0.2f, 0x39333},
                  {0.1f, 0x37333},
                  {0.017f, 0x322d0},
                  {3.14159f, 0x41243},
                  {8192, 0x58000},
                  {-8192, 0xd8000},
                  {0.001f, 0x2a0c4},
                  {0.00025f, 0x260c4},
                  {0, 0},
                  {-0.0f, 0},
                  {0x1p-31f, 0},
                  {-0x1p-31f, 0},
                  {0x1p-30f, 0x2000},
                  {0x1p31f, 0x7c000},
                  {0x1p32f, 0x7e000},
                  {-0x1p32f, 0xfe000},
                  {INFINITY, 0x7e000},
                  {-INFINITY, 0xfe000},
                  {NAN, 0x7f000}};
    for (const auto& [value, bits] : floats) EXPECT_EQ(fp20_literal(value), bits) << value;
    const struct {
        float value;
        uint32_t code;
    } fixed[] = {{1, 0x100},        {-1, 0x300},       {0.5f, 0x080}, {0.1f, 0x019},     {0.3f, 0x04c},
                 {0.4f, 0x066},     {-0.1875f, 0x3d0}, {-2, 0x200},   {1.99609f, 0x1fe}, {1.99609375f, 0x1ff},
                 {5, 0x1ff},        {-7, 0x200},       {0, 0},        {-0.001f, 0},      {NAN, 0},
                 {INFINITY, 0x1ff}, {-INFINITY, 0x200}};
    for (const auto& [value, code] : fixed) EXPECT_EQ(fx10_literal(value), code) << value;
}

TEST(Numbers, EveryFp20IsItsOwnRoundingAndLiteral) {
    for (uint32_t bits = 0; bits <= fp20_mask; bits++) {
        const uint32_t exponent = bits >> 13 & 63;
        const bool fraction = (bits & 0x1fff) != 0;
        const double value = fp20_value(bits);
        if (exponent == 63 && fraction) {
            ASSERT_TRUE(std::isnan(value)) << std::hex << bits;
            ASSERT_EQ(fp20_round(value), fp20_nan);
            continue;
        }
        if (exponent == 0 && fraction) {
            // Read, never made.
            ASSERT_EQ(std::fabs(value), std::ldexp(1 + (bits & 0x1fff) * 0x1p-13, -31));
            ASSERT_EQ(fp20_literal(static_cast<float>(value)), 0u);
            continue;
        }
        ASSERT_EQ(fp20_round(value), bits) << value;
        ASSERT_EQ(fp20_literal(static_cast<float>(value)), value == 0 ? 0 : bits) << value;
    }
}

TEST(Numbers, RoundingIsToTheNearestAndTiesToEven) {
    for (uint32_t bits = 0x2000; bits < fp20_largest; bits++) {
        const double a = fp20_value(bits), b = fp20_value(bits + 1), middle = (a + b) / 2;
        ASSERT_EQ(fp20_round(middle), bits & 1 ? bits + 1 : bits) << middle;
        ASSERT_EQ(fp20_round(std::nextafter(middle, 0.0)), bits);
        ASSERT_EQ(fp20_round(std::nextafter(middle, INFINITY)), bits + 1);
        ASSERT_EQ(fp20_round(-std::nextafter(middle, INFINITY)), (bits + 1) | fp20_sign);
        ASSERT_EQ(fp20_literal(std::nextafterf(static_cast<float>(b), 0)), bits);
    }
    EXPECT_EQ(fp20_round(fp20_value(fp20_largest) * (1 + 0x1p-16)), fp20_largest);
    EXPECT_EQ(fp20_round(0x1p32), fp20_infinity);
    EXPECT_EQ(fp20_round(-0x1p40), fp20_infinity | fp20_sign);
    EXPECT_EQ(fp20_round(0x1.ff8p-31), 0u);
    EXPECT_EQ(fp20_round(-0x1p-200), fp20_sign);
    EXPECT_EQ(fp20_round(5e-324), 0u);
}

TEST(Numbers, EveryFx10IsItsOwnRoundingAndLiteral) {
    for (uint32_t code = 0; code < 1024; code++) {
        const double value = fx10_value(code);
        ASSERT_EQ(fx10_round(value), code);
        ASSERT_EQ(fx10_literal(static_cast<float>(value)), code);
        ASSERT_EQ(fp20_value(fp20_round(value)), value);  // exact as FP20
        const double half = fx10_step / 2;
        ASSERT_EQ(fx10_round(value + half), fx10_integer(code) == fx10_max ? code : (code + 1) & 0x3ff);
        ASSERT_EQ(fx10_round(std::nextafter(value + half, -10)), code);
        for (uint32_t other : {0u, 0x155u, 0x3ffu}) {
            ASSERT_EQ(half_of(pair_of(code, other), false), code);
            ASSERT_EQ(half_of(pair_of(other, code), true), code);
            ASSERT_EQ(with_half(pair_of(1, other), false, code), pair_of(code, other));
            ASSERT_EQ(with_half(pair_of(other, 1), true, code), pair_of(other, code));
        }
    }
    EXPECT_EQ(fx10_round(1e30), 0x1ffu);
    EXPECT_EQ(fx10_round(-1e30), 0x200u);
    EXPECT_EQ(fx10_round(NAN), 0u);
    EXPECT_EQ(fx10_round(INFINITY), 0x1ffu);
    // Pixels of the hardware's own tests.
    EXPECT_EQ(fx10_round(0.1), 26u);
    EXPECT_EQ(fx10_round(0.3), 77u);
    EXPECT_EQ(fx10_round(std::cos(0.5)), 225u);
    EXPECT_EQ(fx10_round(1.0 / 512), 1u);
    EXPECT_EQ(fx10_round(511.0 / 512), 256u);
}

TEST(Numbers, BytesGoThereAndBack) {
    for (int byte = 0; byte < 256; byte++) {
        const auto b = static_cast<uint8_t>(byte);
        EXPECT_EQ(byte_of_fx10(fx10_of_byte(b)), b);
    }
    for (uint32_t code = 0; code < 1024; code++) {
        const int v = std::clamp(fx10_integer(code), 0, 256);
        EXPECT_EQ(byte_of_fx10(code), (v * 255 + 127) >> 8) << v;
    }
    const struct {
        uint32_t code;
        uint8_t byte;
    } known[] = {{0, 0},   {1, 1},     {25, 25},   {26, 26},    {51, 51},    {76, 76},
                 {77, 77}, {102, 102}, {106, 106}, {128, 0x7f}, {225, 0xe0}, {256, 0xff}};
    for (const auto& [code, byte] : known) EXPECT_EQ(byte_of_fx10(code), byte);
}

}  // namespace
}  // namespace machines::tegra

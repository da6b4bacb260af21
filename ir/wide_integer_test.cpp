#include "ir/wide_integer.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

namespace arbasm {
namespace {

constexpr int64_t least = std::numeric_limits<int64_t>::min(), most = std::numeric_limits<int64_t>::max();

// (a · b + c) / d is all of the range's digits, by way of numbers of 64 bits: q · d + r is what was divided.
void expect_quotient(int64_t a, int64_t b, int64_t c, int64_t d) {
    const TwoHalves number = TwoHalves(a) * b + c, quotient = number / d, rest = number - quotient * d;
    const TwoHalves size = rest < 0 ? -rest : rest, divisor = d < 0 ? -TwoHalves(d) : TwoHalves(d);
    EXPECT_TRUE(size < divisor) << a << " · " << b << " + " << c << " by " << d;
    EXPECT_TRUE(rest == 0 || (rest < 0) == (number < 0)) << a << " · " << b << " + " << c << " by " << d;
}

TEST(WideInteger, IsOfTwoHalvesWhatTheCompilersOwnIs) {
    std::mt19937_64 random(1);
    std::vector<int64_t> numbers{0, 1, -1, 2, 0xffffffff, 0x100000000, -0x100000000, most, least, most - 1, least + 1};
    for (int i = 0; i < 60; ++i) numbers.push_back(static_cast<int64_t>(random() >> random() % 64));
    for (size_t i = 11; i < numbers.size(); i += 2) numbers[i] = -numbers[i];
    for (const int64_t a : numbers)
        for (const int64_t b : numbers) {
            EXPECT_EQ(TwoHalves(a) < TwoHalves(b), a < b);
            EXPECT_EQ(TwoHalves(a) == TwoHalves(b), a == b);
            for (const int64_t d : numbers) {
                if (d == 0) continue;
                expect_quotient(a, b, d, d);
#ifdef __SIZEOF_INT128__
                const __int128 exact = (static_cast<__int128>(a) * b + d) / d;
                const TwoHalves ours = (TwoHalves(a) * b + d) / d;
                EXPECT_EQ(static_cast<int64_t>(ours), static_cast<int64_t>(exact));
                EXPECT_EQ(ours < TwoHalves(most), exact < most);
                EXPECT_EQ(static_cast<int64_t>((ours << 12) - a), static_cast<int64_t>((exact * 4096) - a));
#endif
            }
        }
}

TEST(WideInteger, HoldsProductsOf64Bits) {
    EXPECT_EQ(static_cast<int64_t>(WideInteger(most) * most / most), most);
    EXPECT_EQ(static_cast<int64_t>(WideInteger(least) * 3 / 3), least);
    EXPECT_EQ(static_cast<int64_t>((WideInteger(-5) << 40) / (1 << 20)), -5 * (1 << 20));
}

}  // namespace
}  // namespace arbasm

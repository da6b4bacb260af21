#include "runtime/simd/cpu_features.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string_view>

#include "runtime/simd/of_level.h"

namespace runtime {
namespace {

TEST(SimdLevels, TheCpuHasSomeOfThoseThatAreBuilt) {
    const std::span<const SimdLevel> levels = simd_levels_of_cpu();
    ASSERT_FALSE(levels.empty());
    EXPECT_EQ(levels.front(), SimdLevel::Generic);  // which every CPU has
    EXPECT_TRUE(std::ranges::is_sorted(levels));
    EXPECT_EQ(levels.back(), simd_level_of_cpu());
    EXPECT_TRUE(cpu_has(simd_level()));
    for (const SimdLevel level : levels) {
        EXPECT_TRUE(row_of(level).is_built) << simd_level_name(level);
        EXPECT_TRUE(cpu_has(level)) << simd_level_name(level);
        EXPECT_EQ(32 % row_of(level).lanes, 0) << simd_level_name(level);  // a group is some registers
    }
}

TEST(SimdLevels, OthersMachinesLevelsAreNotBuilt) {
#if defined(__x86_64__) || defined(__i386__)
    EXPECT_FALSE(row_of(SimdLevel::Neon).is_built);
    EXPECT_FALSE(cpu_has(SimdLevel::Neon));
#else
    EXPECT_FALSE(row_of(SimdLevel::Sse4).is_built);
    EXPECT_FALSE(cpu_has(SimdLevel::Avx512));
#endif
}

template <SimdLevel level>
const char* name_at() {
    return simd_level_name(level);
}

TEST(SimdLevels, CodeOfALevelIsFound) {
    for (const SimdLevel level : simd_levels_of_cpu()) {
        const auto name = [](SimdLevel of) {
            return std::string_view(of_level(of, []<SimdLevel found>() { return name_at<found>(); }));
        };
        EXPECT_EQ(name(level), simd_level_name(level));
        const std::string_view narrow = of_narrow_level(level, []<SimdLevel found>() { return name_at<found>(); });
        EXPECT_EQ(narrow, simd_level_name(level == SimdLevel::Avx512 ? SimdLevel::Avx2 : level));
    }
}

}  // namespace
}  // namespace runtime

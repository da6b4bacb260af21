#include "glapi/objects/name_table.h"

#include <gtest/gtest.h>

namespace glapi {
namespace {

TEST(NameTable, RangesTakeTheLowestNamesThatHaveRoom) {
    NameTable<int> table;
    EXPECT_EQ(table.generate_range(3), 1u);
    EXPECT_EQ(table.generate_range(1), 4u);
    table.insert(5, std::make_shared<int>(5));
    EXPECT_EQ(table.generate_range(2), 6u);
    table.erase(2);
    EXPECT_EQ(table.generate_range(2), 8u);
    EXPECT_EQ(table.generate_range(1), 2u);
    table.erase_range(3, 5);
    EXPECT_EQ(table.generate_range(5), 3u);
    EXPECT_EQ(table.generate_range(1), 10u);
    table.erase_range(0, ~0u);
    EXPECT_EQ(table.generate_range(1), 1u);
}

// A scene with tens of thousands of display lists, each asked for by itself: quadratic searches took minutes.
TEST(NameTable, ManySingleRangesAreFoundAtOnce) {
    NameTable<int> table;
    constexpr GLuint many = 1000000;
    for (GLuint i = 1; i <= many; ++i) ASSERT_EQ(table.generate_range(1), i);
}

}  // namespace
}  // namespace glapi

// Members of structures, in compiled code and in C++.
#include "runtime/jit/recorded_objects.h"

#include <gtest/gtest.h>

#include "runtime/jit/compile_service.h"

namespace runtime::jit {
namespace {

enum class Kind : uint32_t { First, Second };
struct Inner {
    int32_t numbers[3];
    std::array<uint32_t, 2> pair;
};
struct Outer {
    bool truth;
    float single;
    uint64_t wide;
    Kind kind;
    Inner inners[2];
    const Inner* other;
    int64_t sums[3];
};

static_assert(std::is_same_v<decltype(PointerTo<Outer>(no_value).load(&Outer::truth)), ScalarUnsigned>);
static_assert(std::is_same_v<decltype(PointerTo<Outer>(no_value).load(&Outer::single)), ScalarFloat>);
static_assert(std::is_same_v<decltype(PointerTo<Outer>(no_value).load(&Outer::kind)), ScalarUnsigned>);
static_assert(std::is_same_v<decltype(PointerTo<Outer>(no_value).load(&Outer::other)), PointerTo<Inner>>);
static_assert(std::is_same_v<decltype(PointerTo<Outer>(no_value).at(&Outer::inners, 1)), PointerTo<Inner>>);

TEST(RecordedObjects, MembersAreWhereTheyAreInC) {
    Recipe recipe;
    recipe.arguments = {ArgumentKind::Pointer};
    recipe.record = [](const Arguments& arguments) {
        const PointerTo<Outer> outer(arguments.pointer(0));
        const auto number = outer.load(&Outer::inners, 1, &Inner::numbers, 2);
        const auto other = outer.load_constant(&Outer::other);
        const auto sums = outer.at(&Outer::sums).elements();
        store(sums[0], to_wide(number));
        store(sums[1], to_wide(other[1].load(&Inner::numbers, 0)));
        store(sums[2], as_signed(outer.load(&Outer::wide) + to_wide(outer.load(&Outer::truth))));
        store(outer.at(&Outer::kind), other.load(&Inner::pair, 1));
        store(outer.at(&Outer::single), outer.load(&Outer::single) * ScalarFloat(2.0f));
    };
    const auto function = compile_function(recipe);
    ASSERT_TRUE(function);
    const Inner others[2] = {{{1, 2, 3}, {0, 1}}, {{-7, 0, 0}, {0, 0}}};
    Outer outer{true, 1.5f, uint64_t{1} << 40, Kind::First, {{{1, 2, 3}, {4, 5}}, {{6, 7, -8}, {9, 10}}}, others, {}};
    function->address<void (*)(Outer*)>()(&outer);
    EXPECT_EQ(outer.sums[0], -8);
    EXPECT_EQ(outer.sums[1], -7);
    EXPECT_EQ(outer.sums[2], (int64_t{1} << 40) + 1);
    EXPECT_EQ(outer.kind, Kind::Second);
    EXPECT_EQ(outer.single, 3.0f);
}

}  // namespace
}  // namespace runtime::jit

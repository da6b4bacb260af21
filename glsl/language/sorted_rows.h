// Rows of a table that is sorted by a member.
#pragma once

#include <algorithm>
#include <span>

namespace glsl {

// Those whose member is `value`. Not by equal_range, whose result is a view that Clang 14 can't instantiate.
template <typename Rows, typename Value, typename Row>
std::span<const Row> rows_with(const Rows& sorted, const Value& value, Value Row::*member) {
    const auto first = std::ranges::lower_bound(sorted, value, {}, member);
    return {first, std::ranges::upper_bound(first, sorted.end(), value, {}, member)};
}

}  // namespace glsl

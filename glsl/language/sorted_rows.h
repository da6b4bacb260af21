// Rows of a table that is sorted by a member.
#pragma once

#include <algorithm>
#include <span>

namespace glsl {

// The rows with this value of the member. Not by equal_range: Clang 14 can't instantiate the view that it returns.
template <typename Rows, typename Value, typename Row>
std::span<const Row> rows_with(const Rows& sorted, const Value& value, Value Row::*member) {
    const auto first = std::ranges::lower_bound(sorted, value, {}, member);
    return {first, std::ranges::upper_bound(first, sorted.end(), value, {}, member)};
}

}  // namespace glsl

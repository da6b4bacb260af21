// What is known of the graph's values before the program runs: numbers, ranges, and what FX10 holds exactly.
#pragma once

#include <cmath>
#include <optional>

#include "machines/tegra/codegen/fragment/graph.h"
#include "machines/tegra/isa/numbers.h"

namespace machines::tegra::fragment {

struct Range {
    double low = -INFINITY, high = INFINITY;
};
double times(double a, double b);  // anything times zero is zero
// The range of FX10.
inline constexpr double fixed_low = fx10_min * fx10_step, fixed_high = fx10_max * fx10_step;
inline bool fits_fixed(double low, double high) { return low >= fixed_low && high <= fixed_high; }
inline bool is_fixed_number(double x) { return x * 256 == std::floor(x * 256) && fits_fixed(x, x); }

// The number, where it is one.
std::optional<double> known(const Graph& graph, const Ref& r);
bool is(const Graph& graph, const Ref& r, double value);
Range range(const Graph& graph, const Ref& r);
// Sets what the node's result can be, from what its operands can be: low, high, exact.
void judge(const Graph& graph, Node& node);

}  // namespace machines::tegra::fragment

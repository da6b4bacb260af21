// Functions that take several operations.
#pragma once

#include "machines/tegra/codegen/fragment/graph_builder.h"

namespace machines::tegra::fragment {

// |a|; a itself where it is never negative.
Ref magnitude_of(const Graph& graph, const Ref& a);
Ref floor_of(GraphBuilder& make, const Ref& a);
Ref exponential(GraphBuilder& make, const Ref& a);  // 2^a
Ref sine(GraphBuilder& make, const Ref& a);         // of radians
Ref cosine(GraphBuilder& make, const Ref& a);
// b where a is 1, c where it is 0.
Ref blend(GraphBuilder& make, const Ref& a, const Ref& b, const Ref& c);

}  // namespace machines::tegra::fragment

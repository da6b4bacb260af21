#pragma once

#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "runtime/executor.h"

namespace glapi {

struct ImmediateState;
struct State;

// Completes weights after the first `size`: the next makes their sum 1 if WEIGHT_SUM_UNITY_ARB is enabled, the others
// are 0.
void complete_weights(const State& state, int size, runtime::Vector4& weights);

// Element `index` of an array, for a slot, as ArrayElement sets it.
runtime::Vector4 fetch_slot_element(const State& state, const ImmediateState& immediate, const ArrayMemory& memory,
                                    int slot, int array, int64_t index);

}  // namespace glapi

// A number of each processor of a group, and the numbers' rules: docs/ctm.md says what the hardware documents of them.
#pragma once

#include <cfloat>
#include <cmath>
#include <cstdint>

#include "machines/ctm/emulator/array.h"

namespace machines::ctm {

inline constexpr int group_width = 16;  // columns of two rows; quads are four consecutive processors
inline constexpr uint32_t all_lanes = 0xffffffff;
inline constexpr uint32_t nan_bits = 0x7fffffff;

struct alignas(64) Lanes {
    float v[group_size];
};

inline float flush(float x) { return std::fabs(x) < FLT_MIN ? std::copysign(0.0f, x) : x; }

inline void fill(Lanes& out, float value) {
    for (float& x : out.v) x = value;
}
inline void flush(Lanes& x) {
    for (float& v : x.v) v = flush(v);
}
// Those in `lanes` only.
inline void assign(Lanes& out, const Lanes& value, uint32_t lanes) {
    for (int i = 0; i < group_size; i++)
        if (lanes >> i & 1) out.v[i] = value.v[i];
}

}  // namespace machines::ctm

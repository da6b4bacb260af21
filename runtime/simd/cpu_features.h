// The SIMD levels (levels.def), and which one to run.
#pragma once

#include <cstdint>
#include <span>

namespace runtime {

enum class SimdLevel : uint8_t {
#define ASMGL_LEVEL(name, Name, ...) Name,
#include "runtime/simd/levels.def"
#undef ASMGL_LEVEL
};

struct SimdLevelRow {
    const char* name;  // as ASMGL_SIMD takes it
    int32_t lanes;     // of 32 bits in a register
    bool fused;        // the CPU multiplies and adds with one rounding
    bool is_built;     // this build has code for it
};
const SimdLevelRow& row_of(SimdLevel level);
inline const char* simd_level_name(SimdLevel level) { return row_of(level).name; }

// The levels that this build has code for and CPU and system support, from the plainest to the widest. Never empty.
std::span<const SimdLevel> simd_levels_of_cpu();
bool cpu_has(SimdLevel level);
// The last of them.
SimdLevel simd_level_of_cpu();

// The level to use: the CPU's best, or another of its levels by ASMGL_SIMD. An unknown value, or a level that the CPU
// lacks, is reported on standard error and ignored. Read once.
SimdLevel simd_level();

}  // namespace runtime

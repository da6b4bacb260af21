// Which of the instruction sets that sources are compiled for (x_sse4.cpp, x_avx2.cpp, x_avx512.cpp) to run.
#pragma once

#include <cstdint>

namespace runtime {

enum class SimdLevel : uint8_t { Sse4, Avx2, Avx512 };

// Features that CPU and system support.
SimdLevel simd_level_of_cpu();

// The level to use: the CPU's best, or a lower one by ASMGL_SIMD. An unknown value, or a level that the CPU lacks, is
// reported on standard error and ignored. Read once.
SimdLevel simd_level();

const char* simd_level_name(SimdLevel level);  // "sse4", "avx2", "avx512": as ASMGL_SIMD takes them

}  // namespace runtime

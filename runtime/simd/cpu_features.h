// Which of the instruction sets that sources are compiled for (x_sse4.cpp, x_avx2.cpp, x_avx512.cpp) to run.
#pragma once

#include <cstdint>

namespace runtime {

enum class SimdLevel : uint8_t { Sse4, Avx2, Avx512 };

// What the CPU and the system have.
SimdLevel simd_level_of_cpu();

// What to use: the best the CPU has, or less if ASMGL_SIMD says so. An unknown value, or one the CPU lacks, is reported
// on standard error and not followed. Read once.
SimdLevel simd_level();

const char* simd_level_name(SimdLevel level);  // "sse4", "avx2", "avx512": as ASMGL_SIMD takes them

}  // namespace runtime

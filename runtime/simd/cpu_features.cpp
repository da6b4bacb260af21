#include "runtime/simd/cpu_features.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace runtime {

SimdLevel simd_level_of_cpu() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"))
        return SimdLevel::Avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c"))
        return SimdLevel::Avx2;
    return SimdLevel::Sse4;
}

namespace {

SimdLevel choose_level() {
    const SimdLevel best = simd_level_of_cpu();
    const char* const wanted = std::getenv("ASMGL_SIMD");
    if (!wanted || !*wanted) return best;
    for (const SimdLevel level : {SimdLevel::Sse4, SimdLevel::Avx2, SimdLevel::Avx512}) {
        if (std::strcmp(wanted, simd_level_name(level)) != 0) continue;
        if (level <= best) return level;
        std::fprintf(stderr, "asmgl: ASMGL_SIMD=%s: this CPU has only %s\n", wanted, simd_level_name(best));
        return best;
    }
    std::fprintf(stderr, "asmgl: ASMGL_SIMD=%s is not one of sse4, avx2, avx512; using %s\n", wanted,
                 simd_level_name(best));
    return best;
}

}  // namespace

SimdLevel simd_level() {
    static const SimdLevel level = choose_level();
    return level;
}

const char* simd_level_name(SimdLevel level) {
    switch (level) {
        case SimdLevel::Sse4: return "sse4";
        case SimdLevel::Avx2: return "avx2";
        case SimdLevel::Avx512: return "avx512";
    }
    return "sse4";
}

}  // namespace runtime

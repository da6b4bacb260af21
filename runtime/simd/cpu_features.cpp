#include "runtime/simd/cpu_features.h"

#include <cpuid.h>
#include <cstdio>

#include "runtime/environment/environment.h"

namespace runtime {
namespace {

// Clang 16 does not know the name. Whether the system keeps the registers is part of what "avx2" asks.
bool has_f16c() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}

}  // namespace

SimdLevel simd_level_of_cpu() {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))
        return SimdLevel::Avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") && has_f16c())
        return SimdLevel::Avx2;
    return SimdLevel::Sse4;
}

namespace {

SimdLevel choose_level() {
    const SimdLevel best = simd_level_of_cpu();
    const SimdLevel wanted = [&] {
        switch (environment().simd) {
            case SimdSetting::Sse4: return SimdLevel::Sse4;
            case SimdSetting::Avx2: return SimdLevel::Avx2;
            case SimdSetting::Avx512: return SimdLevel::Avx512;
            case SimdSetting::Auto: break;
        }
        return best;
    }();
    if (wanted <= best) return wanted;
    std::fprintf(stderr, "asmgl: ASMGL_SIMD=%s: this CPU has only %s\n", simd_level_name(wanted),
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

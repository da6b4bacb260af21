#include "runtime/simd/cpu_features.h"

#include <algorithm>
#include <array>
#include <cstdio>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#include "runtime/environment/environment.h"

namespace runtime {
namespace {

constexpr bool is_built(SimdLevel level) {
#define ASMGL_BUILT_LEVEL(name, Name) \
    if (level == SimdLevel::Name) return true;
#include "runtime/simd/built_levels.def"
#undef ASMGL_BUILT_LEVEL
    return false;
}

constexpr SimdLevelRow rows[] = {
#define ASMGL_LEVEL(name, Name, machine, lanes, fused, flags) {#name, lanes, fused, is_built(SimdLevel::Name)},
#include "runtime/simd/levels.def"
#undef ASMGL_LEVEL
};

// environment.h has a word for each, behind `auto`.
#define ASMGL_LEVEL(name, Name, ...) \
    static_assert(static_cast<int>(SimdSetting::Name) == static_cast<int>(SimdLevel::Name) + 1);
#include "runtime/simd/levels.def"
#undef ASMGL_LEVEL

// Whether CPU and system support what the level's code is compiled for (the row's flags).
#if defined(__x86_64__) || defined(__i386__)
// Clang 16 does not know the name. Whether the system keeps the registers is part of what "avx2" asks.
bool has_f16c() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}

bool supports(SimdLevel level) {
    __builtin_cpu_init();
    switch (level) {
        case SimdLevel::Generic: return true;
        case SimdLevel::Neon: return false;
        case SimdLevel::Sse4: return __builtin_cpu_supports("sse4.2");
        case SimdLevel::Avx2:
            return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
                   has_f16c();
        case SimdLevel::Avx512:
            return supports(SimdLevel::Avx2) && __builtin_cpu_supports("avx512f") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl");
    }
    return false;
}
#elif defined(__aarch64__)
bool supports(SimdLevel level) {
    return level == SimdLevel::Generic || (level == SimdLevel::Neon && (getauxval(AT_HWCAP) & HWCAP_ASIMD));
}
#else
bool supports(SimdLevel level) { return level == SimdLevel::Generic; }
#endif

struct Levels {
    std::array<SimdLevel, std::size(rows)> of{};
    size_t count = 0;

    Levels() {
        for (size_t i = 0; i < std::size(rows); ++i)
            if (rows[i].is_built && supports(static_cast<SimdLevel>(i))) of.at(count++) = static_cast<SimdLevel>(i);
    }
};

SimdLevel choose_level() {
    const SimdSetting setting = environment().simd;
    const SimdLevel best = simd_level_of_cpu();
    if (setting == SimdSetting::Auto) return best;
    const auto wanted = static_cast<SimdLevel>(static_cast<uint8_t>(setting) - 1);
    if (cpu_has(wanted)) return wanted;
    if (row_of(wanted).is_built)
        std::fprintf(stderr, "asmgl: ASMGL_SIMD=%s: this CPU has only %s\n", simd_level_name(wanted),
                     simd_level_name(best));
    else
        std::fprintf(stderr, "asmgl: ASMGL_SIMD=%s: not of this kind of processor; using %s\n", simd_level_name(wanted),
                     simd_level_name(best));
    return best;
}

}  // namespace

const SimdLevelRow& row_of(SimdLevel level) { return rows[static_cast<size_t>(level)]; }

std::span<const SimdLevel> simd_levels_of_cpu() {
    static const Levels levels;
    return std::span(levels.of).first(levels.count);
}

bool cpu_has(SimdLevel level) { return std::ranges::count(simd_levels_of_cpu(), level) != 0; }

SimdLevel simd_level_of_cpu() { return simd_levels_of_cpu().back(); }

SimdLevel simd_level() {
    static const SimdLevel level = choose_level();
    return level;
}

}  // namespace runtime

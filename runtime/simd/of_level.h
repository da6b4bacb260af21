// Code that is compiled for each SIMD level (sources x_simd.cpp, cmake/asmgl_levels.cmake), and the way to the right
// one.
//
// A header declares a template over the level; x_simd.cpp defines it for the level that it is compiled for:
//
//     template <SimdLevel> Kernel compute_kernel(const ComputeStep& step);                 // execute.h
//     template <> Kernel compute_kernel<this_level>(const ComputeStep& step) { … }         // interpret_simd.cpp
//     of_level(level, [&]<SimdLevel of>() { return compute_kernel<of>(step); })            // whoever calls it
#pragma once

#include <cstdlib>

#include "runtime/simd/cpu_features.h"

namespace runtime {

// The level that this source is compiled for.
#if defined(ASMGL_THIS_LEVEL)
static constexpr SimdLevel this_level = SimdLevel::ASMGL_THIS_LEVEL;
#endif

// get.operator()<level>(). `level`: one that this build has.
template <class Get>
auto of_level(SimdLevel level, const Get& get) -> decltype(get.template operator()<SimdLevel::Generic>()) {
#define ASMGL_BUILT_LEVEL(name, Name) \
    if (level == SimdLevel::Name) return get.template operator()<SimdLevel::Name>();
#include "runtime/simd/built_levels.def"
#undef ASMGL_BUILT_LEVEL
    std::abort();
}

// The same of code that gains nothing by registers of sixteen lanes: `avx512` takes that of `avx2`.
template <class Get>
auto of_narrow_level(SimdLevel level, const Get& get) -> decltype(get.template operator()<SimdLevel::Generic>()) {
#define ASMGL_BUILT_LEVEL(name, Name)                   \
    if constexpr (SimdLevel::Name != SimdLevel::Avx512) \
        if (level == SimdLevel::Name) return get.template operator()<SimdLevel::Name>();
#include "runtime/simd/built_levels.def"
#undef ASMGL_BUILT_LEVEL
    if (level == SimdLevel::Avx512) return of_narrow_level(SimdLevel::Avx2, get);
    std::abort();
}

}  // namespace runtime

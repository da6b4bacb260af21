// Values of program parameters as commands take them.
#pragma once

#include <cstdint>
#include <type_traits>

#include "glapi/immediate/immediate.h"
#include "glapi/state/conversions.h"

namespace glapi {

// Four numbers: integers as they are, others as floats.
template <typename T>
runtime::Vector4 vector_of(const T* v) {
    if constexpr (std::is_integral_v<T>)
        return {static_cast<uint32_t>(v[0]), static_cast<uint32_t>(v[1]), static_cast<uint32_t>(v[2]),
                static_cast<uint32_t>(v[3])};
    else
        return float_bits(static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]),
                          static_cast<float>(v[3]));
}

}  // namespace glapi

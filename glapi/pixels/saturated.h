// Sums and products of sizes that the application set: what is too large stays at the end of memory, where every check
// of a range refuses it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace glapi::saturated {

inline size_t add(size_t a, size_t b) {
    size_t sum;
    return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}
inline size_t multiply(size_t a, size_t b) {
    size_t product;
    return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

}  // namespace glapi::saturated

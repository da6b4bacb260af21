// For tests: numbers that the environment may ask for.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace rasterizer::testing {

inline uint64_t requested_number(const char* variable, uint64_t otherwise) {
    const char* const text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace rasterizer::testing

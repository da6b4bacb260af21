// How configs are chosen by lists of attributes, as far as GLX and EGL do it alike (GLX 1.4, 3.3.3; EGL 1.5, 3.4.1).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "driver/configs/frame_config.h"

namespace driver {

// How a config's value relates to the one that is requested. AtLeast: "Smaller" and "Larger" of the specifications'
// tables, which differ in sorting only.
enum class Criterion : uint8_t { Exact, AtLeast, Mask, Ignored };

// EGL_DONT_CARE, and GLX_DONT_CARE as an int.
inline constexpr int32_t dont_care = -1;

constexpr bool meets(Criterion criterion, int32_t value, int32_t request) {
    if (request == dont_care) return true;
    switch (criterion) {
        case Criterion::Exact: return value == request;
        case Criterion::AtLeast: return value >= request;
        case Criterion::Mask: return (value & request) == request;
        case Criterion::Ignored: break;
    }
    return true;
}

// A table of attributes: rows with `token`, `default_value` and `criterion`. What is requested, and what a config has,
// are arrays in its order.
template <typename Row, size_t count>
struct AttributeTable {
    using Values = std::array<int32_t, count>;

    std::array<Row, count> rows;

    // The row of a token; `count`: there is none.
    constexpr size_t index_of(int32_t token) const {
        size_t i = 0;
        while (i < count && rows[i].token != token) ++i;
        return i;
    }
    constexpr Values defaults() const {
        Values requests{};
        for (size_t i = 0; i < count; ++i) requests[i] = rows[i].default_value;
        return requests;
    }
    constexpr bool meets(const Values& values, const Values& requests) const {
        for (size_t i = 0; i < count; ++i)
            if (!driver::meets(rows[i].criterion, values[i], requests[i])) return false;
        return true;
    }
    // Where one config is asked for by its identifier, all else is ignored.
    constexpr void keep_identifier(Values& requests, int32_t token) const {
        const int32_t requested = requests[index_of(token)];
        if (requested == dont_care) return;
        requests.fill(dont_care);
        requests[index_of(token)] = requested;
    }
    // The bits of the components that were asked for: those left at 0 take no part in sorting.
    constexpr int32_t requested_bits(const Values& values, const Values& requests,
                                     std::initializer_list<int32_t> tokens) const {
        int32_t bits = 0;
        for (const int32_t token : tokens) {
            const size_t i = index_of(token);
            if (requests[i] != 0 && requests[i] != dont_care) bits += values[i];
        }
        return bits;
    }
};
template <typename Row, size_t count>
AttributeTable(std::array<Row, count>) -> AttributeTable<Row, count>;

// The configs that fit, those with the lowest keys first.
template <typename Fits, typename Key>
std::vector<const FrameConfig*> choose(std::span<const FrameConfig> configs, Fits&& fits, Key&& key) {
    std::vector<const FrameConfig*> result;
    for (const FrameConfig& config : configs)
        if (fits(config)) result.push_back(&config);
    std::ranges::sort(result, {}, [&](const FrameConfig* config) { return key(*config); });
    return result;
}

}  // namespace driver

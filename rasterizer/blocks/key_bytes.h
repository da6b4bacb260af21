// Parts of keys: bytes, and the samplers of units.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/sampling/sampler_key.h"
#include "runtime/sampling/texture_binding.h"

namespace rasterizer {

template <class T>
void append(std::string& bytes, const T& value) {
    static_assert(std::has_unique_object_representations_v<T>);
    // A pointer's key is the address.
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);  // NOLINT(bugprone-sizeof-expression)
}

// Sets the keys of the units' samplers; units are ascending. A unit without texture has a key of no elements.
inline void set_samplers(std::vector<runtime::SamplerKey>& samplers, const std::vector<int32_t>& units,
                         std::span<const runtime::TextureBinding> textures) {
    samplers.clear();
    for (const int32_t unit : units) {
        const auto n = static_cast<size_t>(unit);
        const bool known = n < textures.size() && textures[n].prepared().routine;
        samplers.push_back(known ? textures[n].prepared().key : runtime::SamplerKey{});
    }
}
// Null: it is none of the units.
inline const runtime::SamplerKey* find_sampler(const std::vector<runtime::SamplerKey>& samplers,
                                               const std::vector<int32_t>& units, int32_t unit) {
    const auto found = std::ranges::lower_bound(units, unit);
    return found != units.end() && *found == unit ? &samplers[static_cast<size_t>(found - units.begin())] : nullptr;
}

}  // namespace rasterizer

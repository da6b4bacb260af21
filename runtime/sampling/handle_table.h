// Resident textures and images, by handle (NV_bindless_texture).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "runtime/images/image_access.h"
#include "runtime/sampling/texture_binding.h"

namespace runtime {

struct HandleTable {
    std::unordered_map<uint64_t, TextureBinding> textures;
    std::unordered_map<uint64_t, ImageBinding> images;

    // The samplers that compiled lookups are recorded for: of all textures, each once, in a fixed order. None where
    // there are more than most_samplers, or nobody has looked.
    static constexpr size_t most_samplers = 16;
    std::vector<SamplerKey> samplers;
    void find_samplers();  // when all textures are there
};

}  // namespace runtime

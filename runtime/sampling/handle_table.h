// What programs reach by handle (NV_bindless_texture): the resident textures and images.
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

    // What compiled lookups are recorded for: the samplers that the textures have, each once, in an order of their own.
    // None where there are more than most_samplers, or nobody has looked.
    static constexpr size_t most_samplers = 16;
    std::vector<SamplerKey> samplers;
    void find_samplers();  // when all textures are there
};

}  // namespace runtime

// What programs reach by handle (NV_bindless_texture): the resident textures and images.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "runtime/images/image_access.h"
#include "runtime/sampling/texture_binding.h"

namespace runtime {

struct HandleTable {
    std::unordered_map<uint64_t, TextureBinding> textures;
    std::unordered_map<uint64_t, ImageBinding> images;
};

}  // namespace runtime

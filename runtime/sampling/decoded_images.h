// Compressed textures as samplers read them: decoded as a whole when they are first sampled, and kept while they do not
// change and all that is kept has room.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/images/texture.h"
#include "runtime/sampling/sampler_key.h"

namespace runtime::sampling {

using DecodedLevels = std::vector<std::shared_ptr<const Image>>;

// The levels of a texture of blocks. Null: they are more than is ever kept, or memory is short. Any thread may ask; who
// uses levels holds them.
std::shared_ptr<const DecodedLevels> decoded_levels(const Texture& texture);

// All that is kept at a time, in bytes.
// Address spaces of 32 bits are small.
inline constexpr uint64_t most_decoded_bytes = uint64_t{sizeof(void*) < 8 ? 64 : 256} << 20;
uint64_t decoded_bytes();

}  // namespace runtime::sampling

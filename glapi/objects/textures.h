// Texture objects and units.
#pragma once

namespace glapi {

struct Texture {};

struct TextureState {};

}  // namespace glapi

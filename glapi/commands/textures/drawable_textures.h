// Textures whose image is that of a window system's drawable: what EXT_texture_from_pixmap asks of the front end.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/images/image.h"

namespace glapi {

struct Texture;

// The textures that have been given one drawable's image.
class DrawableTextures {
  public:
    static constexpr int32_t max_size = 16384;

    // Gives a copy of `pixels`, their last row first, to the base level of the texture bound to `target` (TEXTURE_1D,
    // _2D or _RECTANGLE) on the current context's active unit. `rgba` is the texture's base format, RGB else; without
    // `alpha` it reads as one. GL errors: OUT_OF_MEMORY; INVALID_OPERATION between Begin and End, and where the texture
    // is immutable or has handles.
    void bind(uint32_t target, const runtime::Image& pixels, bool rgba, bool alpha);
    // Takes the images away from the textures that still have them. Needs a current context that shares them.
    void release();

  private:
    struct Binding {
        std::weak_ptr<Texture> texture;
        std::weak_ptr<runtime::Image> image;
    };
    std::vector<Binding> bindings_;
};

}  // namespace glapi

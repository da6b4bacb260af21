// Textures with the image of a window system's drawable: the front end's part of EXT_texture_from_pixmap.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "glapi/state/limits.h"
#include "runtime/images/image.h"

namespace glapi {

class LiveImage;
struct Texture;

enum class RowOrder : uint8_t { BottomFirst, TopFirst };

// How a drawable becomes a texture's image.
struct DrawableBinding {
    const char* command;                              // that errors name
    uint32_t target;                                  // TEXTURE_1D, _2D or _RECTANGLE
    RowOrder rows;                                    // which of the drawable's rows are the texture's first
    bool rgba;                                        // the texture's base format; RGB else
    bool alpha;                                       // without, it reads as one
    std::shared_ptr<const LiveImage> live = nullptr;  // what is looked at again as long as the texture has the image
};

// The textures that have been given one drawable's image.
class DrawableTextures {
  public:
    static constexpr int32_t max_size = limits::MAX_TEXTURE_SIZE;

    // Gives `pixels`, or a copy with its rows the other way up, to the base level of the texture bound to the target on
    // the current context's active unit. GL errors: OUT_OF_MEMORY; INVALID_OPERATION between Begin and End, and where
    // the texture is immutable or has handles.
    void bind(const DrawableBinding& binding, const runtime::Image& pixels);
    // Takes the images away from the textures that still have them. Needs a current context that shares them.
    void release(const char* command);
    // Whether a texture still has an image.
    bool bound() const;

  private:
    struct Binding {
        std::weak_ptr<Texture> texture;
        std::weak_ptr<runtime::Image> image;
    };
    std::vector<Binding> bindings_;
};

}  // namespace glapi

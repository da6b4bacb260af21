// Rectangles of colours that become pixels as they are: drawn without a test, a texture or a blend at their own size.
// They need not be drawn, rows may be stored where they go.
#pragma once

#include <array>
#include <optional>

#include "rasterizer/draw/draw.h"
#include "runtime/images/image.h"

namespace rasterizer {

struct RectangleCopy {
    std::array<SurfaceView, max_color_attachments>
        surfaces;                 // to each that is there, in the place of Framebuffer::colors
    Rectangle area;               // pixels of them; width or height 0: nothing
    int32_t column = 0, row = 0;  // of the image, for the area's lower left pixel
    bool downwards = false;       // the next pixel up is of row - 1
};

// `draw` has a pixel rectangle of that extent, with 8-bit colours, so that copying and drawing round alike. The image
// is not read. None: it is drawn.
std::optional<RectangleCopy> find_rectangle_copy(const Draw& draw, const runtime::Extent& extent);

}  // namespace rasterizer

// Where the blocks of a compressed image lie in client memory.
#pragma once

#include <cstddef>

#include "glapi/pixels/pixel_state.h"
#include "glapi/pixels/unpack.h"
#include "runtime/images/image.h"

namespace glapi {

// In bytes. Without sizes of blocks in the pixel store they lie one behind the other.
struct BlockLayout {
    size_t first = 0, row_stride = 0, image_stride = 0;
    size_t end = 0;       // from the pointer to behind the last byte touched
    bool aligned = true;  // the skips are whole blocks
};

// `dimensions`: of the command; 3 takes IMAGE_HEIGHT and SKIP_IMAGES into account, 1 leaves SKIP_ROWS out.
BlockLayout block_layout(const PixelStore& store, runtime::Format format, int32_t width, int32_t height, int32_t depth,
                         int dimensions);

// Copies the blocks of a box of an image as they are. `blocks` is the API's pointer.
void store_blocks(const BlockLayout& layout, const std::byte* blocks, runtime::Image& image, const Box& box);
void load_blocks(const BlockLayout& layout, const runtime::Image& image, const Box& box, std::byte* blocks);

}  // namespace glapi

#include "glapi/pixels/block_layout.h"

#include <cstring>

#include "glapi/pixels/saturated.h"

namespace glapi {

using saturated::add;
using saturated::multiply;

namespace {

size_t blocks(int32_t texels, int32_t block) {
    return (static_cast<size_t>(texels) + static_cast<size_t>(block) - 1) / static_cast<size_t>(block);
}

// Calls `copy(in memory, in the image, bytes)` for each row of blocks of a box.
template <typename Function>
void for_rows(const BlockLayout& layout, const runtime::Image& image, const Box& box, Function&& copy) {
    const runtime::FormatInfo& info = runtime::format_info(image.format());
    const size_t bytes = blocks(box.width, info.block_width) * info.bytes_per_block;
    const size_t column = static_cast<size_t>(box.x / info.block_width) * info.bytes_per_block;
    const auto rows = static_cast<int32_t>(blocks(box.height, info.block_height));
    for (int32_t z = 0; z < box.depth; ++z)
        for (int32_t y = 0; y < rows; ++y)
            copy(layout.first + static_cast<size_t>(z) * layout.image_stride +
                     static_cast<size_t>(y) * layout.row_stride,
                 image.row(box.y / info.block_height + y, box.z + z) + column, bytes);
}

}  // namespace

BlockLayout block_layout(const PixelStore& store, runtime::Format format, int32_t width, int32_t height, int32_t depth,
                         int dimensions) {
    BlockLayout layout;
    if (width <= 0 || height <= 0 || depth <= 0) return layout;
    const runtime::FormatInfo& info = runtime::format_info(format);
    const size_t row_bytes = multiply(blocks(width, info.block_width), info.bytes_per_block);
    const size_t rows = blocks(height, info.block_height);
    const bool has_columns = store.block_bytes > 0 && store.block_width > 0;
    const bool has_rows = has_columns && store.block_height > 0 && dimensions >= 2;
    const bool has_images = has_rows && store.block_depth > 0 && dimensions >= 3;
    layout.row_stride = row_bytes;
    if (has_columns) {
        const int32_t row_length = store.row_length > 0 ? store.row_length : width;
        const auto block_bytes = static_cast<size_t>(store.block_bytes);
        layout.row_stride = multiply(blocks(row_length, store.block_width), block_bytes);
        layout.first = multiply(static_cast<size_t>(store.skip_pixels / store.block_width), block_bytes);
        layout.aligned = store.skip_pixels % store.block_width == 0;
    }
    layout.image_stride = multiply(layout.row_stride, rows);
    if (has_rows) {
        const int32_t image_height = dimensions >= 3 && store.image_height > 0 ? store.image_height : height;
        layout.image_stride = multiply(layout.row_stride, blocks(image_height, store.block_height));
        layout.first =
            add(layout.first, multiply(layout.row_stride, static_cast<size_t>(store.skip_rows / store.block_height)));
        layout.aligned &= store.skip_rows % store.block_height == 0;
    }
    if (has_images) {
        layout.first = add(layout.first,
                           multiply(layout.image_stride, static_cast<size_t>(store.skip_images / store.block_depth)));
        layout.aligned &= store.skip_images % store.block_depth == 0;
    }
    layout.end = add(layout.first, row_bytes);
    layout.end = add(layout.end, multiply(layout.row_stride, rows - 1));
    layout.end = add(layout.end, multiply(layout.image_stride, static_cast<size_t>(depth - 1)));
    return layout;
}

void store_blocks(const BlockLayout& layout, const std::byte* data, runtime::Image& image, const Box& box) {
    for_rows(layout, image, box, [&](size_t at, std::byte* row, size_t bytes) { std::memcpy(row, data + at, bytes); });
}

void load_blocks(const BlockLayout& layout, const runtime::Image& image, const Box& box, std::byte* data) {
    for_rows(layout, image, box,
             [&](size_t at, const std::byte* row, size_t bytes) { std::memcpy(data + at, row, bytes); });
}

}  // namespace glapi

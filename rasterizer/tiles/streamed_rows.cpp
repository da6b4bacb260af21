#include "rasterizer/tiles/streamed_rows.h"

#include "runtime/simd/streaming.h"

namespace rasterizer {

bool streams_rows(const SurfaceView& surface) {
    const runtime::Image& image = *surface.image;
    if (image.lacks_pages()) return false;
    const ptrdiff_t stride = image.row_stride();
    const auto rows = static_cast<size_t>(image.extent().height) * static_cast<size_t>(image.samples());
    const auto first = reinterpret_cast<uintptr_t>(image.row(0, surface.layer)),
               apart = static_cast<uintptr_t>(stride) | static_cast<uintptr_t>(image.sample_stride());
    return static_cast<size_t>(stride < 0 ? -stride : stride) * rows >= runtime::least_streamed_bytes &&
           (first | apart) % runtime::line_bytes == 0;
}

}  // namespace rasterizer

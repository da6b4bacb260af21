// For those who write texels of images that may lack memory.
#pragma once

#include "runtime/images/image.h"

namespace runtime {

// Calls write(x, count) for each stretch of a row's texels that has memory.
template <class Write>
void for_each_resident_stretch(const Image& image, int32_t x, int32_t y, int32_t z, int32_t count, const Write& write) {
    if (!image.lacks_pages()) return write(x, count);
    for (const int32_t end = x + count; x < end;) {
        const int64_t page_end = image.next_page(x, 0);
        const auto next = static_cast<int32_t>(page_end < end ? page_end : end);
        if (image.is_resident(x, y, z)) write(x, next - x);
        x = next;
    }
}

}  // namespace runtime

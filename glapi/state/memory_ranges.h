// Memory of the application's that it promises to say when it changes (NV_vertex_array_range, NV_pixel_data_range).
// Commands have read or written it when they return, whether they may be late or not.
#pragma once

#include "glapi/generated/gl.h"

namespace glapi {

struct MemoryRange {
    bool enabled = false;
    GLsizei length = 0;
    void* pointer = nullptr;
};

struct MemoryRanges {
    MemoryRange vertices;                     // saved by CLIENT_VERTEX_ARRAY_BIT
    MemoryRange written_pixels, read_pixels;  // saved by CLIENT_PIXEL_STORE_BIT
};

}  // namespace glapi

// Buffer objects and their binding points.
#pragma once

namespace glapi {

struct Buffer {};

struct BufferState {};

}  // namespace glapi

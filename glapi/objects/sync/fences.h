// Fences of NV_fence and APPLE_fence: points in a context's own commands, known by number.
#pragma once

#include <memory>

#include "glapi/objects/name_table.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

struct NumberedFence {
    std::shared_ptr<const rasterizer::Fence> fence;  // null: it has been seen to be passed
    GLenum condition = GL_ALL_COMPLETED_NV;
};

struct FenceState {
    NameTable<NumberedFence> nv, apple;
};

}  // namespace glapi

// Sync objects (ARB_sync): a point in a context's work that every context of the share group may wait for.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "glapi/generated/gl.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

struct Sync {
    std::shared_ptr<const rasterizer::Fence> fence;
    std::string label;
};

using SyncTable = std::map<const void*, std::unique_ptr<Sync>>;  // by GLsync

}  // namespace glapi

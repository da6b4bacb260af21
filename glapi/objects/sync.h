// Sync objects (ARB_sync). Commands are finished when they have been rasterized, so a fence is signalled as soon as
// somebody waits for it.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "glapi/generated/gl.h"

namespace glapi {

class Context;

struct Sync {
    Context* creator = nullptr;  // null once the context is gone
    bool signaled = false;
    std::string label;
};

using SyncTable = std::map<const void*, std::unique_ptr<Sync>>;  // by GLsync

}  // namespace glapi

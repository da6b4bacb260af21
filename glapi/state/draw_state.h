// What is kept from draw to draw.
#pragma once

#include <memory>

#include "glapi/state/stopped_draws.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

struct DrawState {
    DrawState();
    ~DrawState();

    WatchdogState watchdog;
    // Refilled by every draw, so that its vectors keep their memory.
    std::unique_ptr<rasterizer::Draw> draw;  // never null
};

}  // namespace glapi

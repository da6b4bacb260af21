// State that is kept from draw to draw.
#pragma once

#include <memory>

#include "glapi/state/stopped_draws.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

struct ProgramObject;

struct DrawState {
    DrawState(Gates& gates, bool lose_context_on_reset);
    ~DrawState();

    WatchdogState watchdog;
    // Refilled by every draw, so that its vectors keep their memory.
    std::unique_ptr<rasterizer::Draw> draw;  // never null
    // What its programs' local parameters were read from; null: programs of fixed-function processing.
    const ProgramObject *vertex_object = nullptr, *fragment_object = nullptr;
};

}  // namespace glapi

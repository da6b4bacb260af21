// An observer of every draw and clear, before it is executed: a recorder, for example. It is chosen when the library is
// loaded.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rasterizer/draw/clear.h"
#include "rasterizer/draw/draw.h"
#include "runtime/lent.h"

namespace rasterizer {

// Called from the threads of all contexts.
class DrawObserver {
  public:
    // Returns once an image holds all that has been drawn to it.
    using Settle = std::function<void(const runtime::Image&)>;

    DrawObserver() = default;
    DrawObserver(const DrawObserver&) = delete;
    DrawObserver& operator=(const DrawObserver&) = delete;
    virtual ~DrawObserver() = default;
    virtual void draw(const Draw& draw, const Settle& settle) = 0;
    virtual void clear(const Clear& clear, const Settle& settle) = 0;
    // The image may be changed, not by draws.
    virtual void touched(const runtime::Image& image) = 0;
    // A window's frame is complete.
    virtual void frame_finished() = 0;
    // New messages for the application since the last call.
    virtual std::vector<std::string> take_messages() = 0;
};

// For all draws from now on. It stays to the end of the process.
ASMGL_LENT void set_draw_observer(std::unique_ptr<DrawObserver> observer);
ASMGL_LENT DrawObserver* draw_observer();  // null: nobody looks

}  // namespace rasterizer

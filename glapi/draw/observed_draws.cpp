#include "glapi/draw/observed_draws.h"

#include "glapi/state/debug.h"
#include "rasterizer/draw/draw_observer.h"

namespace glapi {

void observe_frame(Debug& debug) {
    if (rasterizer::DrawObserver* const observer = rasterizer::draw_observer()) observer->frame_finished();
    tell_observed(debug);
}

void tell_observed(Debug& debug) {
    rasterizer::DrawObserver* const observer = rasterizer::draw_observer();
    if (!observer) return;
    for (std::string& text : observer->take_messages())
        debug.emit({GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_OTHER, 0, GL_DEBUG_SEVERITY_NOTIFICATION, std::move(text)});
}

}  // namespace glapi

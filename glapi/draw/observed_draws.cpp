#include "glapi/draw/observed_draws.h"

#include "glapi/context.h"
#include "rasterizer/draw/draw_observer.h"

namespace glapi {

void observe_frame(Context& context) {
    if (rasterizer::DrawObserver* const observer = rasterizer::draw_observer()) observer->frame_finished();
    tell_observed(context);
}

void tell_observed(Context& context) {
    rasterizer::DrawObserver* const observer = rasterizer::draw_observer();
    if (!observer) return;
    for (std::string& text : observer->take_messages())
        context.debug.emit(
            {GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_OTHER, 0, GL_DEBUG_SEVERITY_NOTIFICATION, std::move(text)});
}

}  // namespace glapi

#include "glapi/draw/observed_draws.h"

#include "glapi/context.h"
#include "rasterizer/draw_observer.h"

namespace glapi {

void observe_frame(Context& context) {
    rasterizer::DrawObserver* const observer = rasterizer::draw_observer();
    if (!observer) return;
    observer->frame_finished();
    for (std::string& text : observer->take_messages())
        context.debug.emit(
            {GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_OTHER, 0, GL_DEBUG_SEVERITY_NOTIFICATION, std::move(text)});
}

}  // namespace glapi

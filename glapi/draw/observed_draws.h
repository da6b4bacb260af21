// What a recorder of draws (rasterizer/draw_observer.h) has to say to the application.
#pragma once

namespace glapi {

class Context;

// A frame is complete: tells the observer, and the context what the observer has to say. Does nothing where nobody
// looks.
void observe_frame(Context& context);

}  // namespace glapi

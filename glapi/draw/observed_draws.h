// Messages of an observer of draws (rasterizer/draw/draw_observer.h) to the application. These do nothing without an
// observer.
#pragma once

namespace glapi {

struct Debug;

// A window's frame is complete: tells the observer.
void observe_frame(Debug& debug);
// Debug messages of what the observer said since the last time.
void tell_observed(Debug& debug);

}  // namespace glapi

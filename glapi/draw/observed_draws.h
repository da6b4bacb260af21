// What a recorder of draws (rasterizer/draw/draw_observer.h) has to say to the application. These do nothing where
// nobody looks at draws.
#pragma once

namespace glapi {

struct Debug;

// A window's frame is complete: tells the observer.
void observe_frame(Debug& debug);
// Debug messages of what the observer said since the last time.
void tell_observed(Debug& debug);

}  // namespace glapi

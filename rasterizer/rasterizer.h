// Turns draws into pixels. One Rasterizer per context; several may work at once on different threads.
#pragma once

#include <memory>

#include "rasterizer/draw.h"

namespace rasterizer {

// Work is gathered into a scene (bins of tiles) and run by the process's worker threads. Until finish() returns, images
// named in draws and clears must be touched by nobody else, except through wait_for().
class Rasterizer {
  public:
    Rasterizer();
    ~Rasterizer();  // finishes
    Rasterizer(const Rasterizer&) = delete;
    Rasterizer& operator=(const Rasterizer&) = delete;

    // Vertices are fetched and processed before draw() returns: vertex and index memory may change afterwards.
    void draw(const Draw& draw);
    void clear(const Clear& clear);

    // Starts what has been gathered; returns at once.
    void flush();
    // Returns when everything is in the images and counters.
    void finish();
    // finish(), if `image` is read or written by anything not yet done. Call before reading or changing it.
    void wait_for(const runtime::Image& image);
    // Averages the samples of `source` into `destination` (same size and format), after finish()ing both.
    void resolve(const SurfaceView& source, const SurfaceView& destination);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace rasterizer

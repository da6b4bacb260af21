// Turns draws into pixels. One Rasterizer per context; several may work at once on different threads.
#pragma once

#include <array>
#include <memory>

#include "rasterizer/draw/clear.h"
#include "rasterizer/draw/draw.h"
#include "rasterizer/fence.h"

namespace rasterizer {

// Where a sample of framebuffers with so many lies, in its pixel's square from 0 to 1.
std::array<float, 2> sample_position(int32_t samples, int32_t sample);

// Work is gathered into a scene (bins of tiles) and run by the process's worker threads. Until finish() returns, nobody
// else touches images named in draws and clears, except after wait_for().
//
// A signal handler may call in while a draw or clear of the same thread is under way: it draws nothing then, and waits
// for what was started before.
class Rasterizer {
  public:
    Rasterizer();
    ~Rasterizer();  // finishes what anybody else can see
    Rasterizer(const Rasterizer&) = delete;
    Rasterizer& operator=(const Rasterizer&) = delete;

    // Vertices are fetched and processed before draw() returns: vertex and index memory may change afterwards. The
    // draws of a sequence are one object, changed in between.
    void draw(const Draw& draw);
    void clear(const Clear& clear);
    // Forgets what is kept for draws that would continue the last one (Draw::continues_sequence).
    void end_sequence();

    // A draw or clear is under way, so the caller is a signal handler that interrupted it.
    bool interrupted() const;

    // Starts what has been gathered; returns at once.
    void flush();
    // Returns when everything is in the images and counters.
    void finish();
    // flush(), and the point that has been reached with it.
    std::shared_ptr<const Fence> fence();
    // Whether unfinished work reads or writes it.
    bool is_used(const runtime::Image& image) const;
    // finish(), if unfinished work reads or writes `image`. Call before reading or changing it.
    void wait_for(const runtime::Image& image);
    // Averages the samples of `source` into `destination` (same size and format), after finish()ing both.
    void resolve(const SurfaceView& source, const SurfaceView& destination);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace rasterizer

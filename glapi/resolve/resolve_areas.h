// Which pixels may be changed: what scissor boxes, exclusive ones and window rectangles leave.
#pragma once

#include <memory>
#include <vector>

#include "rasterizer/draw/raster_state.h"

namespace glapi {

struct FramebufferState;
struct State;

// Beside the scissor boxes; null: they are all there is.
std::shared_ptr<const rasterizer::PixelAreas> resolve_areas(const State& state, const FramebufferState& framebuffers);

// What is left of a framebuffer of this size for clears and blits, which go to viewport 0: rectangles, of pixels, that
// don't overlap.
std::vector<rasterizer::Rectangle> open_areas(const State& state, const FramebufferState& framebuffers, int32_t width,
                                              int32_t height);

}  // namespace glapi

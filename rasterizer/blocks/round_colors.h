// Recorded rounding of colours to a surface's format.
#pragma once

#include "rasterizer/fragment/colors.h"
#include "runtime/formats/format.h"
#include "runtime/jit/recorded_memory.h"

namespace rasterizer {

// Stored and loaded again. Components are bits in formats with integers.
Color<runtime::jit::Float> rounded_to(runtime::Format format, const Color<runtime::jit::Float>& color);

}  // namespace rasterizer

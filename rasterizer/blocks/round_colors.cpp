#include "rasterizer/blocks/round_colors.h"

#include "rasterizer/fragment/round_planes.h"
#include "runtime/jit/recorded_flow.h"

namespace rasterizer {
namespace {

using namespace runtime::jit;
using runtime::Format;

// Four planes of `lanes` words each, in place.
void round_recorded(uint32_t* planes, uint32_t format, uint32_t lanes) {
    round_planes(static_cast<Format>(format), planes, lanes, lanes);
}

}  // namespace

Color<Float> rounded_to(Format format, const Color<Float>& color) {
    if (keeps_words(format)) return color;
    if (keeps_halves(format)) return color_of([&](int c) { return from_half(to_half(color.c[c])); });
    // Other formats as their codecs do it.
    const auto lanes = static_cast<uint32_t>(lane_count());
    const Pointer planes = stack_memory(size_t{16} * lanes, 64);
    const auto plane = [&](int c) { return planes + int64_t{4} * lanes * c; };
    for (int c = 0; c < 4; ++c) store(plane(c), color.c[c]);
    call(ExternalFunction{"asmgl_round_planes", reinterpret_cast<const void*>(&round_recorded)}, planes,
         ScalarUnsigned(static_cast<uint32_t>(format)), ScalarUnsigned(lanes));
    return color_of([&](int c) { return load<Float>(plane(c)); });
}

}  // namespace rasterizer

#include "rasterizer/blocks/round_colors.h"

#include "ir/switches.h"
#include "runtime/jit/recorded_flow.h"

namespace rasterizer {
namespace {

using namespace runtime::jit;
using runtime::Format;

// Four planes of `lanes` words each, in place.
void round_planes(uint32_t* planes, uint32_t format, uint32_t lanes) {
    runtime::Texel texels[32] = {};
    alignas(16) std::byte memory[32 * 16];
    for (uint32_t i = 0; i < lanes; ++i)
        for (uint32_t c = 0; c < 4; ++c) texels[i][c] = planes[c * lanes + i];
    runtime::store_texels(static_cast<Format>(format), memory, 0, static_cast<int32_t>(lanes), texels);
    runtime::load_texels(static_cast<Format>(format), memory, 0, static_cast<int32_t>(lanes), texels);
    for (uint32_t i = 0; i < lanes; ++i)
        for (uint32_t c = 0; c < 4; ++c) planes[c * lanes + i] = texels[i][c];
}

}  // namespace

Color<Float> rounded_to(Format format, const Color<Float>& color) {
    if (arbasm::is_one_of(format, {Format::Rgba32Float, Format::Rgba32Sint, Format::Rgba32Uint})) return color;
    if (format == Format::Rgba16Float) return color_of([&](int c) { return from_half(to_half(color.c[c])); });
    // Other formats as their codecs do it.
    const auto lanes = static_cast<uint32_t>(lane_count());
    const Pointer planes = stack_memory(size_t{16} * lanes, 64);
    const auto plane = [&](int c) { return planes + int64_t{4} * lanes * c; };
    for (int c = 0; c < 4; ++c) store(plane(c), color.c[c]);
    call(ExternalFunction{"asmgl_round_planes", reinterpret_cast<const void*>(&round_planes)}, planes,
         ScalarUnsigned(static_cast<uint32_t>(format)), ScalarUnsigned(lanes));
    return color_of([&](int c) { return load<Float>(plane(c)); });
}

}  // namespace rasterizer

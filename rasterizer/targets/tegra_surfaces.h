// Images and textures as Tegra's engine holds them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rasterizer/draw/draw.h"

namespace rasterizer {

enum class SurfaceKind : uint8_t { Color, Depth, Stencil };

// How a render target stands in the device's memory.
struct SurfaceFormat {
    uint32_t format = 0;      // of the device; 0: it has none like this
    uint8_t components = 15;  // those that the image has; the others read as one
};
SurfaceFormat surface_format(const runtime::Image& image, SurfaceKind kind, bool srgb_write);
uint32_t surface_pitch(int32_t width, uint32_t format);
// Rows that quads reach into.
uint32_t surface_rows(int32_t height);

// The image's contents, row by row.
std::vector<uint8_t> surface_bytes(const runtime::Image& image, int32_t layer, SurfaceKind kind,
                                   const SurfaceFormat& format);

struct DeviceTexture {
    uint32_t desc1 = 0, desc2 = 0;
    std::vector<uint8_t> bytes;                  // levels behind each other
    const runtime::Image* only_level = nullptr;  // set: `bytes` are this image's, and its format is target_format
    uint32_t target_format = 0;
};
// Why the device can't sample it so, or empty. The images hold by now what was drawn to them.
std::string describe_texture(const runtime::TextureBinding& binding, DeviceTexture& texture);
void fill_texture(const runtime::TextureBinding& binding, DeviceTexture& texture);

}  // namespace rasterizer

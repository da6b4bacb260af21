// Pixels of render targets and textures: what the bytes of each format say.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "machines/tegra/emulator/fragment_pipeline.h"

namespace machines::tegra {

enum PixelFormat : uint32_t {
#define TEGRA_FORMAT(name, code, ...) format_##name = code,
#define TEGRA_COMPRESSED(name, code, ...) format_##name = code,
#include "machines/tegra/surfaces/formats.def"
#undef TEGRA_FORMAT
#undef TEGRA_COMPRESSED
};

// Bytes of a pixel; 0: no such format is known here.
uint32_t pixel_bytes(uint32_t format);
std::string_view format_name(uint32_t format);
bool has_color(uint32_t format);

// Channels of fewer bits than eight are widened by repeating them, and cut off when written.
Rgba8 read_pixel(uint32_t format, const uint8_t* bytes);
void write_pixel(uint32_t format, const Rgba8& value, uint8_t* bytes);

// Bytes of a block of 4×4 pixels; 0: the format is not compressed.
uint32_t block_bytes(uint32_t format);
// Row by row, as t grows.
std::array<Rgba8, 16> read_block(uint32_t format, const uint8_t* bytes);

}  // namespace machines::tegra

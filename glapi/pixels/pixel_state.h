// State of the pixel paths: glPixelStore, glPixelTransfer, glPixelMap, glPixelZoom.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "glapi/pixels/imaging_state.h"

namespace glapi {

// Where pixels lie in client memory (GL 2.1 §3.6.1).
struct PixelStore {
    bool swap_bytes = false, lsb_first = false;
    int32_t row_length = 0, image_height = 0;
    int32_t skip_pixels = 0, skip_rows = 0, skip_images = 0;
    int32_t alignment = 4;
    // For compressed images (ARB_compressed_texture_pixel_storage): the lengths and skips above apply to these only
    // where sizes are given.
    int32_t block_width = 0, block_height = 0, block_depth = 0, block_bytes = 0;
    bool invert = false;  // rows from the top down (MESA_pack_invert): of pack only
};

// The ten pixel maps, in the order of their tokens from GL_PIXEL_MAP_I_TO_I.
enum class PixelMap : uint8_t { IToI, SToS, IToR, IToG, IToB, IToA, RToR, GToG, BToB, AToA };
inline constexpr int pixel_map_count = 10;

// What happens to pixels on their way, both directions (GL 2.1 §3.6.5).
struct PixelTransfer {
    bool map_color = false, map_stencil = false;
    int32_t index_shift = 0, index_offset = 0;
    std::array<float, 4> scale{1, 1, 1, 1}, bias{0, 0, 0, 0};
    float depth_scale = 1, depth_bias = 0;
    std::array<std::vector<float>, pixel_map_count> maps;
    ImagingModes imaging;

    PixelTransfer() { maps.fill({0.0f}); }
    bool changes_color() const {
        return map_color || scale != std::array<float, 4>{1, 1, 1, 1} || bias != std::array<float, 4>{0, 0, 0, 0};
    }
    bool changes_depth() const { return depth_scale != 1 || depth_bias != 0; }
    bool changes_stencil() const { return map_stencil || index_shift != 0 || index_offset != 0; }
};

struct PixelState {
    PixelStore pack, unpack;
    PixelTransfer transfer;
    ImagingTables imaging;
    float zoom_x = 1, zoom_y = 1;
};

}  // namespace glapi

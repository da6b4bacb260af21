// The current raster position (GL 2.1 §2.13).
#pragma once

#include <array>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/state/vertex_slots.h"
#include "ir/program.h"
#include "runtime/executor.h"

namespace glapi {

struct RasterPosition {
    bool valid = true;
    std::array<float, 4> position{0, 0, 0, 1};  // window x, y, z and clip w
    float distance = 0;                         // CURRENT_RASTER_DISTANCE
    float color_index = 1;
    std::array<float, 4> color{1, 1, 1, 1}, secondary_color{0, 0, 0, 1};
    float fog_coordinate = 0;
    std::array<std::array<float, 4>, texture_coordinate_count> texture_coordinates;

    RasterPosition() { texture_coordinates.fill({0, 0, 0, 1}); }
};

// The raster position's values as the attributes of a fragment program (rasterizer::PixelRectangle::attributes).
std::vector<runtime::Vector4> raster_attributes(const RasterPosition& raster, const arbasm::Program& program);

}  // namespace glapi

#include "glapi/state/transform.h"

#include <algorithm>

namespace glapi {

rasterizer::Rectangle scissored_area(const ScissorState& scissor, int32_t width, int32_t height) {
    if (!scissor.enabled[0]) return {0, 0, width, height};
    const rasterizer::Rectangle& box = scissor.boxes[0];
    const int64_t right = std::min<int64_t>(int64_t{box.x} + box.width, width);
    const int64_t top = std::min<int64_t>(int64_t{box.y} + box.height, height);
    const int32_t x = std::max(box.x, 0), y = std::max(box.y, 0);
    return {x, y, static_cast<int32_t>(std::max<int64_t>(right - x, 0)),
            static_cast<int32_t>(std::max<int64_t>(top - y, 0))};
}

}  // namespace glapi

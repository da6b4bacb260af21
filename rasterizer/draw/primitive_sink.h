// Selection and feedback: receives primitives after clipping and culling instead of their being rasterized.
#pragma once

#include <array>
#include <span>

namespace rasterizer {

struct WindowVertex {
    std::array<float, 4> position;  // window x, y, z and clip w
    std::array<float, 4> color;
    std::array<float, 4> texture_coordinate;
};

class PrimitiveSink {
  public:
    virtual ~PrimitiveSink() = default;
    virtual void point(const WindowVertex& vertex) = 0;
    virtual void line(const WindowVertex& a, const WindowVertex& b, bool stipple_reset) = 0;
    virtual void polygon(std::span<const WindowVertex> vertices) = 0;
};

}  // namespace rasterizer

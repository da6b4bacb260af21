// The sides of polygons, culling (GL 4.6, 14.6.1), and depth offset (14.6.5).
#pragma once

#include <array>
#include <cstdint>

#include "rasterizer/draw/framebuffer.h"
#include "rasterizer/draw/raster_state.h"
#include "rasterizer/prepare/vertex_layout.h"
#include "rasterizer/scene/edge_function.h"

namespace rasterizer {

class PolygonFaces {
  public:
    explicit PolygonFaces(const RasterState& raster) : sides_{side(raster, false), side(raster, true)} {}

    // What polygons are that go around counter-clockwise, or clockwise, on the grid.
    struct Side {
        bool back, culled;
    };
    const Side& side(bool clockwise) const { return sides_[clockwise]; }
    Side side_of(const ShadedVertex* const* vertices, int count) const;

    // Twice a triangle's area on the grid, positive where it is counter-clockwise, and its side; an area of 0 where it
    // is not drawn.
    struct Face {
        int64_t area = 0;
        bool back = false;
        explicit operator bool() const { return area != 0; }
    };
    Face face_of(const FixedPoint positions[3]) const {
        const FixedPoint a = positions[0], b = positions[1], c = positions[2];
        const int64_t area = int64_t{b.x - a.x} * (c.y - a.y) - int64_t{c.x - a.x} * (b.y - a.y);
        const Side side = sides_[area < 0];
        return {side.culled ? 0 : area, side.back};
    }

  private:
    static Side side(const RasterState& raster, bool clockwise) {
        const bool back = (clockwise != raster.clip_origin_upper_left) != raster.front_face_clockwise;
        return {back, back ? raster.cull_back : raster.cull_front};
    }
    std::array<Side, 2> sides_;
};

// A triangle on the grid that is drawn.
struct GridTriangle {
    const ShadedVertex* vertices[3];
    FixedPoint positions[3];
    PolygonFaces::Face face;
};

// Depth per pixel.
struct DepthSlopes {
    double x, y;
};

// What points and lines have of the polygon whose outline they are; others are those of a front face.
struct Outline {
    bool back = false;
    float depth_offset = 0;
};

class PolygonOffset {
  public:
    PolygonOffset(const RasterState& raster, const Framebuffer& framebuffer);

    bool is_on(PolygonMode mode) const { return raster_.polygon_offset[static_cast<size_t>(mode)]; }
    // The offset of a polygon with these corners.
    float of(const ShadedVertex* const vertices[3], DepthSlopes slopes) const;
    // The smallest resolvable depth difference of a fixed-point buffer; 0: floating point.
    double unit() const { return unit_; }

  private:
    const RasterState& raster_;
    double unit_ = 0;
};

}  // namespace rasterizer

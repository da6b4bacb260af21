#include "rasterizer/setup/primitive_binning.h"

#include <algorithm>
#include <cmath>

namespace rasterizer {

// Whether tiles ask for nothing behind small_primitive_bytes where they know the pixels.
static bool asks_for_little(const Draw& draw, const VertexLayout& layout) {
    using Kind = FragmentInput::Kind;
    return !draw.raster.areas && std::ranges::none_of(layout.inputs, [](const FragmentInput& input) {
        return input.kind == Kind::Layer || input.kind == Kind::Viewport || input.kind == Kind::FullyCovered;
    });
}

PrimitiveBinning::PrimitiveBinning(const Draw& draw, const VertexLayout& layout, const SceneTarget& target,
                                   const TileDraw* tile_draw)
    : draw_(draw), tile_draw_(tile_draw), target_(target), may_be_small_(asks_for_little(draw, layout)) {
    find_bounds();
}

bool PrimitiveBinning::set_viewport_and_layer(const ViewportAndLayer& chosen) {
    const int before = viewport_and_layer_.viewport;
    viewport_and_layer_ = chosen;
    if (chosen.viewport == before) return false;
    find_bounds();
    return true;
}

void PrimitiveBinning::find_bounds() {
    const RasterState& raster = draw_.raster;
    auto confine = [&raster](PixelBounds& bounds, double x, double y, double width, double height) {
        // A pixel is inside when its centre is; under conservative rasterization when any part of it is.
        const bool whole = raster.conservative;
        auto pixel = [](double edge) { return static_cast<int32_t>(pixel_edge(edge)); };
        auto first = [&](double edge) { return pixel(whole ? std::floor(edge) : std::ceil(edge - 0.5)); };
        auto end = [&](double edge) { return pixel(whole ? std::ceil(edge) : std::ceil(edge - 0.5)); };
        bounds.min_x = std::max(bounds.min_x, first(x));
        bounds.min_y = std::max(bounds.min_y, first(y));
        bounds.max_x = std::min(bounds.max_x, end(x + width) - 1);
        bounds.max_y = std::min(bounds.max_y, end(y + height) - 1);
    };
    bounds_.others = {0, 0, std::min(draw_.framebuffer.width, max_framebuffer_size) - 1,
                      std::min(draw_.framebuffer.height, max_framebuffer_size) - 1};
    if (raster.scissor_test) {
        const Rectangle& scissor = draw_.scissors[static_cast<size_t>(viewport_and_layer_.viewport)];
        confine(bounds_.others, scissor.x, scissor.y, scissor.width, scissor.height);
    }
    bounds_.polygons = bounds_.others;
    const Viewport& viewport = draw_.viewports[static_cast<size_t>(viewport_and_layer_.viewport)];
    confine(bounds_.polygons, viewport.x, viewport.y, viewport.width, viewport.height);
    if (raster.confined_by_viewport) bounds_.others = bounds_.polygons;
}

}  // namespace rasterizer

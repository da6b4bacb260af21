#include "rasterizer/prepare/rectangle_copy.h"

#include <algorithm>
#include <cmath>

#include "rasterizer/draw/draw_observer.h"
#include "rasterizer/prepare/prepared_draw.h"

namespace rasterizer {
namespace {

// Whether a result is the rectangle's colour, component by component.
bool is_rectangle_color(const TileDraw& tile_draw, const arbasm::ResultSource& color) {
    for (uint8_t c = 0; c < 4; ++c) {
        const arbasm::ComponentSource& component = color[c];
        if (component.kind != arbasm::ComponentSource::Kind::Attribute || component.component != c) return false;
        if (tile_draw.inputs[static_cast<size_t>(component.number)].kind != FragmentInput::Kind::RectangleColor)
            return false;
    }
    return true;
}

bool takes_colors_as_they_are(const Draw& draw, const TileDraw& tile_draw) {
    const FragmentPipeline& pipeline = *tile_draw.pipeline;
    if (!pipeline.plain.known || pipeline.key.rectangle != RectangleKind::Color || pipeline.tests ||
        pipeline.key.alpha_test || pipeline.key.samples > 1 || !draw.counters.empty() || draw.statistics)
        return false;
    for (size_t i = 0; i < pipeline.color_count; ++i) {
        const AttachmentKey& attachment = pipeline.colors[i];
        if (attachment.storage == ColorStorage::None) continue;
        const runtime::Image& image = *draw.framebuffer.colors[i].image;
        if (attachment.storage != ColorStorage::Packed8 || attachment.blend != BlendPreset::Replace ||
            attachment.write_mask != 0xf || image.lacks_pages() ||
            !is_rectangle_color(tile_draw, pipeline.plain.colors[i]))
            return false;
    }
    return true;
}

// Along one direction: the pixels from `first` to `end` - 1, and the image's texel at the first.
struct Stretch {
    int64_t first, end, texel;
};

// By one pixel a texel, upwards or downwards. None: a pixel's centre is so close to a texel's edge that rounding
// decides.
std::optional<Stretch> stretch_of(float at, float zoom, int32_t size) {
    const double low = zoom < 0 ? static_cast<double>(at) - size : at;
    const double first = std::ceil(low - 0.5), inside = first + 0.5 - low;
    constexpr double margin = 0.01;
    if (!(std::abs(at) < 1e6f) || inside < margin || inside > 1 - margin) return std::nullopt;
    const auto pixel = static_cast<int64_t>(first);
    return Stretch{pixel, pixel + size, zoom < 0 ? size - 1 : 0};
}

}  // namespace

std::optional<RectangleCopy> find_rectangle_copy(const Draw& draw, const runtime::Extent& extent) {
    const PixelRectangle& rectangle = *draw.pixel_rectangle;
    if (rectangle.zoom_x != 1 || std::abs(rectangle.zoom_y) != 1 || draw.raster.areas || draw_observer())
        return std::nullopt;
    FragmentPipelines pipelines;
    const std::shared_ptr<const TileDraw> tile_draw = prepare_pixel_rectangle(draw, pipelines).tile_draw;
    if (!takes_colors_as_they_are(draw, *tile_draw)) return std::nullopt;
    const std::optional<Stretch> columns = stretch_of(rectangle.x, rectangle.zoom_x, extent.width),
                                 rows = stretch_of(rectangle.y, rectangle.zoom_y, extent.height);
    if (!columns || !rows) return std::nullopt;

    int64_t left = std::max<int64_t>(columns->first, 0), bottom = std::max<int64_t>(rows->first, 0);
    int64_t right = std::min<int64_t>(columns->end, draw.framebuffer.width);
    int64_t top = std::min<int64_t>(rows->end, draw.framebuffer.height);
    if (draw.raster.scissor_test) {
        const Rectangle& scissor = draw.scissors[0];
        left = std::max<int64_t>(left, scissor.x);
        bottom = std::max<int64_t>(bottom, scissor.y);
        right = std::min(right, int64_t{scissor.x} + scissor.width);
        top = std::min(top, int64_t{scissor.y} + scissor.height);
    }
    RectangleCopy copy;
    for (size_t i = 0; i < tile_draw->pipeline->color_count; ++i)
        if (tile_draw->pipeline->colors[i].storage != ColorStorage::None) copy.surfaces[i] = draw.framebuffer.colors[i];
    if (left >= right || bottom >= top) return copy;
    copy.area = {static_cast<int32_t>(left), static_cast<int32_t>(bottom), static_cast<int32_t>(right - left),
                 static_cast<int32_t>(top - bottom)};
    copy.downwards = rectangle.zoom_y < 0;
    copy.column = static_cast<int32_t>(columns->texel + (left - columns->first));
    const auto up = static_cast<int32_t>(bottom - rows->first);
    copy.row = static_cast<int32_t>(rows->texel) + (copy.downwards ? -up : up);
    return copy;
}

}  // namespace rasterizer

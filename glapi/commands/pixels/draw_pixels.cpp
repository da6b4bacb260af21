// glDrawPixels, glBitmap, glCopyPixels: rectangles of fragments that go through the fragment program and the
// per-fragment operations (GL 2.1 §3.6.4, §3.7, §4.3.3).
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "glapi/commands/pixels/imaging_pixels.h"
#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/observed_draws.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/feedback.h"
#include "glapi/immediate/raster_position.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/pixels/image_copy.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/pixels/pixel_transfer.h"
#include "glapi/pixels/pixel_types.h"
#include "glapi/pixels/unpack.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_draw.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/debug.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/state.h"
#include "rasterizer/prepare/rectangle_copy.h"
#include "rasterizer/rasterizer.h"
#include "runtime/threads/parallel_rows.h"

namespace glapi {
namespace {

using rasterizer::PixelRectangle;
using runtime::Format;
using runtime::Image;
using runtime::Texel;

// Feedback and selection see a token instead of fragments.
bool rendering(FeedbackState& feedback, RasterPosition& raster_position, GLenum token) {
    if (feedback.mode == GL_RENDER) return true;
    if (feedback.mode == GL_FEEDBACK) {
        const RasterPosition& raster = raster_position;
        feedback.write_feedback(static_cast<GLfloat>(token));
        rasterizer::WindowVertex vertex{};
        vertex.position = raster.position;
        vertex.color = raster.color;
        vertex.texture_coordinate = raster.texture_coordinates[0];
        feedback.write_feedback_vertex(vertex);
    }
    return false;
}

// Resolves the state for a rectangle, whose image may be set later. Null: nothing is drawn.
std::shared_ptr<PixelRectangle> start_rectangle(Context& context, PixelRectangle::Kind kind, float x, float y,
                                                float zoom_x, float zoom_y) {
    rasterizer::Draw& draw = *context.drawing.draw;
    if (!resolve_fragment_draw(context, draw)) return nullptr;
    auto rectangle = std::make_shared<PixelRectangle>();
    rectangle->kind = kind;
    rectangle->x = x;
    rectangle->y = y;
    rectangle->zoom_x = zoom_x;
    rectangle->zoom_y = zoom_y;
    rectangle->depth = context.raster_position.position[2];
    rectangle->attributes = raster_attributes(context.raster_position, *draw.fragment.program);
    draw.pixel_rectangle = rectangle;
    return rectangle;
}

void submit(Context& context, std::shared_ptr<const Image> image, PixelRectangle::Kind kind, float x, float y,
            float zoom_x, float zoom_y, bool direct = false) {
    const std::shared_ptr<PixelRectangle> rectangle = start_rectangle(context, kind, x, y, zoom_x, zoom_y);
    if (!rectangle) return;
    rasterizer::Draw& draw = *context.drawing.draw;
    if (direct) {
        // Depth of DEPTH_STENCIL pixels is written whatever the tests, and without colours (GL 3.0 §3.7.4).
        draw.depth_stencil.depth_test = true;
        draw.depth_stencil.depth_write = context.state.depth.write;
        draw.depth_stencil.depth_function = rasterizer::CompareFunction::Always;
        draw.depth_stencil.depth_bounds_test = draw.depth_stencil.stencil_test = false;
        draw.fragment_state.alpha_test = false;
        draw.framebuffer.colors = {};
        draw.counters.clear();
    }
    rectangle->image = std::move(image);
    context.rasterizer.draw(draw);
    tell_observed(context.debug);
    draw.pixel_rectangle = nullptr;
}

void submit_zoomed(Context& context, std::shared_ptr<const Image> image, PixelRectangle::Kind kind,
                   bool direct = false) {
    const RasterPosition& raster = context.raster_position;
    submit(context, std::move(image), kind, raster.position[0], raster.position[1], context.pixels.zoom_x,
           context.pixels.zoom_y, direct);
}

// Colours after scale, bias and maps.
void submit_colors(Context& context, std::shared_ptr<const Image> image) {
    if (imaging_is_active(context.state, context.pixels, 2)) image = imaged(context, *image, 2);
    if (image) submit_zoomed(context, std::move(image), PixelRectangle::Kind::Color);
}

std::shared_ptr<Image> make_image(Format format, int32_t width, int32_t height) {
    return std::make_shared<Image>(format, runtime::Extent{width, height, 1});
}

// The formats of rectangles' images (rasterizer::PixelRectangle).
constexpr Format depth_format = Format::R32Float, stencil_format = Format::R8Uint, bitmap_format = Format::R8Unorm;

Format format_of(PixelRectangle::Kind kind) {
    return kind == PixelRectangle::Kind::Color   ? runtime::float_texels
           : kind == PixelRectangle::Kind::Depth ? depth_format
                                                 : stencil_format;
}

// Rows of bytes go straight to where drawing them would put them, if it would do no more. False: they are drawn.
bool store_colors(Context& context, const PixelLayout& layout, const std::byte* pixels, GLsizei width, GLsizei height) {
    if (layout.type != GL_UNSIGNED_BYTE || layout.texels == Format::None || !runtime::are_many(width, height) ||
        context.pixels.transfer.changes_color() || imaging_is_active(context.state, context.pixels, 2) ||
        context.rasterizer.interrupted())
        return false;
    const RasterPosition& raster = context.raster_position;
    if (!start_rectangle(context, PixelRectangle::Kind::Color, raster.position[0], raster.position[1],
                         context.pixels.zoom_x, context.pixels.zoom_y))
        return true;
    rasterizer::Draw& draw = *context.drawing.draw;
    const std::optional<rasterizer::RectangleCopy> copy = rasterizer::find_rectangle_copy(draw, {width, height, 1});
    draw.pixel_rectangle = nullptr;
    if (!copy) return false;
    PixelLayout part = layout;
    part.first +=
        static_cast<size_t>(copy->row) * layout.row_stride + static_cast<size_t>(copy->column) * layout.pixel_bytes;
    if (copy->downwards) part.row_stride = -part.row_stride;
    for (const rasterizer::SurfaceView& surface : copy->surfaces) {
        if (!surface) continue;
        context.rasterizer.wait_for(*surface.image);
        const rasterizer::Rectangle& area = copy->area;
        unpack_image(context.pixels, part, pixels, *surface.image,
                     {area.x, area.y, surface.layer, area.width, area.height, 1});
    }
    return true;
}

// The window or framebuffer object has what a depth or stencil rectangle goes to; false after an error.
bool check_aspects(Errors& errors, bool depth, bool stencil, const rasterizer::Framebuffer& to) {
    if ((!depth || to.depth) && (!stencil || to.stencil)) return true;
    errors.error(GL_INVALID_OPERATION, "there is no %s buffer", depth && !to.depth ? "depth" : "stencil");
    return false;
}

void draw_pixels(Context& context, GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels) {
    if (width < 0 || height < 0) {
        context.error(GL_INVALID_VALUE, "a size is negative");
        return;
    }
    // EXT_texture_integer: integer formats are INVALID_OPERATION here, whatever the type.
    if ((format >= GL_RED_INTEGER && format <= GL_LUMINANCE_ALPHA_INTEGER_EXT) || format == GL_RG_INTEGER) {
        context.error(GL_INVALID_OPERATION, "integer pixels can't be drawn");
        return;
    }
    if (!check_pixel_format(context, context.version, format, type)) return;
    const PixelKind kind = pixel_kind(format);
    if (!validate_rectangle(context)) return;
    const ResolvedFramebuffer target = resolve_framebuffer(context);
    const bool depth = kind == PixelKind::Depth || kind == PixelKind::DepthStencil;
    const bool stencil = kind == PixelKind::Stencil || kind == PixelKind::DepthStencil;
    if (!target.complete || !check_aspects(context, depth, stencil, target.framebuffer)) return;
    const PixelLayout layout = pixel_layout(context.pixels.unpack, format, type, width, height, 1, 2);
    const PixelPointer source = unpack_pointer(context, context.buffers, layout, pixels);
    if (!source.good || !source.data || !context.raster_position.valid || width == 0 || height == 0) return;
    if (!rendering(context.feedback, context.raster_position, GL_DRAW_PIXEL_TOKEN)) return;

    const auto row_at = [&](GLsizei y) {
        return source.data + layout.first + static_cast<size_t>(y) * layout.row_stride;
    };
    if (!depth && !stencil) {
        if (store_colors(context, layout, source.data, width, height)) return;
        auto image = make_image(runtime::float_texels, width, height);
        unpack_image(context.pixels, layout, source.data, *image, {0, 0, 0, width, height, 1});
        submit_colors(context, std::move(image));
        return;
    }
    if (depth) {
        auto image = make_image(depth_format, width, height);
        std::vector<Texel> texels(static_cast<size_t>(width));
        for (GLsizei y = 0; y < height; ++y) {
            unpack_row(context.pixels, layout, row_at(y), width, texels.data());
            runtime::store_texels(depth_format, image->row(y), 0, width, texels.data());
        }
        submit_zoomed(context, std::move(image), PixelRectangle::Kind::Depth, stencil);
    }
    if (stencil) {
        auto image = make_image(stencil_format, width, height);
        for (GLsizei y = 0; y < height; ++y)
            unpack_stencil_row(context.pixels, layout, row_at(y), width, reinterpret_cast<uint8_t*>(image->row(y)));
        submit_zoomed(context, std::move(image), PixelRectangle::Kind::Stencil);
    }
}

// NV_copy_depth_to_color: 24 bits of depth and 8 of stencil as the bytes of a colour.
void copy_depth_to_color(Context& context, GLint x, GLint y, GLsizei width, GLsizei height, bool reversed) {
    if (!validate_rectangle(context) || !resolve_framebuffer(context).complete) return;
    const ReadSource depth = read_source(context.version, context.framebuffers, Aspect::Depth),
                     stencil = read_source(context.version, context.framebuffers, Aspect::Stencil);
    if (!depth.complete) return context.error(GL_INVALID_FRAMEBUFFER_OPERATION, "the read framebuffer is not complete");
    if (!depth.view || !stencil.view)
        return context.error(GL_INVALID_OPERATION, "there is no depth or no stencil to read");
    if (context.framebuffers.read && depth.view.image->samples() > 1)
        return context.error(GL_INVALID_OPERATION, "the read framebuffer is multisampled");
    if (!context.raster_position.valid || width == 0 || height == 0 ||
        !rendering(context.feedback, context.raster_position, GL_COPY_PIXEL_TOKEN))
        return;
    const ReadableImage depths = readable(context.rasterizer, depth.view);
    const ReadableImage stencils = readable(context.rasterizer, stencil.view);
    auto image = make_image(runtime::float_texels, width, height);
    // Pixels outside the framebuffer are undefined: zero.
    const int64_t left = std::max<int64_t>(x, 0), bottom = std::max<int64_t>(y, 0);
    const auto columns = static_cast<int32_t>(std::min<int64_t>(int64_t{x} + width, depth.width) - left);
    const auto rows = static_cast<int32_t>(std::min<int64_t>(int64_t{y} + height, depth.height) - bottom);
    std::vector<Texel> texels(static_cast<size_t>(std::max(columns, 0)));
    std::vector<uint8_t> bytes(texels.size());
    for (int32_t row = 0; columns > 0 && row < rows; ++row) {
        const auto from = static_cast<int32_t>(bottom) + row, first = static_cast<int32_t>(left);
        runtime::load_texels(depths.image->format(), depths.image->row(from, depths.layer), first, columns,
                             texels.data());
        runtime::load_stencil(stencils.image->format(), stencils.image->row(from, stencils.layer), first, columns,
                              bytes.data());
        for (size_t n = 0; n < texels.size(); ++n) {
            const double scaled = static_cast<double>(std::bit_cast<float>(texels[n][0])) * 0xffffff;
            const auto word = static_cast<uint32_t>(std::lround(std::clamp(scaled, 0.0, 16777215.0)));
            const std::array<uint32_t, 4> parts{word >> 16, word >> 8 & 255, word & 255, bytes[n]};
            for (size_t c = 0; c < 4; ++c)
                texels[n][c] =
                    std::bit_cast<uint32_t>(static_cast<float>(parts[reversed && c < 3 ? 2 - c : c]) / 255.0f);
        }
        transfer_colors(context.pixels.transfer, texels.data(), columns);
        runtime::store_texels(runtime::float_texels, image->row(static_cast<int32_t>(bottom - y) + row),
                              static_cast<int32_t>(left - x), columns, texels.data());
    }
    submit_colors(context, std::move(image));
}

// The buffer that pixels are copied from; nothing after an error.
std::optional<ReadSource> checked_source(Context& context, Aspect aspect, GLenum type) {
    ReadSource source = read_source(context.version, context.framebuffers, aspect);
    if (!source.view) {
        context.error(GL_INVALID_OPERATION, "there is no buffer to copy %s from", enum_name(type));
        return {};
    }
    if (context.framebuffers.read && source.view.image->samples() > 1) {
        context.error(GL_INVALID_OPERATION, "the read framebuffer is multisampled");
        return {};
    }
    if (aspect == Aspect::Color && is_integer(source.view.image->format())) {
        context.error(GL_INVALID_OPERATION, "integer pixels can't be drawn");
        return {};
    }
    return source;
}

// Whether pixels of this kind can be copied: false after an error.
bool check_copy(Context& context, GLenum type, bool depth, bool stencil) {
    if (type != GL_COLOR && !depth && !stencil) {
        context.error(GL_INVALID_ENUM, "%s can't be copied", enum_name(type));
        return false;
    }
    if (!validate_rectangle(context)) return false;
    const ResolvedFramebuffer target = resolve_framebuffer(context);
    if (!target.complete || !check_aspects(context, depth, stencil, target.framebuffer)) return false;
    if (!read_source(context.version, context.framebuffers, Aspect::Color).complete) {
        context.error(GL_INVALID_FRAMEBUFFER_OPERATION, "the read framebuffer is not complete");
        return false;
    }
    return true;
}

// Depths as floats, stencils as bytes, changed by the transfer state: a row of `columns` from `left` of `in` on.
void copy_depth_row(Context& context, const runtime::Image& from, const std::byte* in, int32_t left, int32_t columns,
                    runtime::Image& image, int32_t row, int32_t to_x) {
    std::vector<Texel> texels(static_cast<size_t>(columns));
    runtime::load_texels(from.format(), in, left, columns, texels.data());
    if (context.pixels.transfer.changes_depth()) transfer_depths(context.pixels.transfer, texels.data(), columns);
    runtime::store_texels(depth_format, image.row(row), to_x, columns, texels.data());
}

void copy_stencil_row(Context& context, const runtime::Image& from, const std::byte* in, int32_t left, int32_t columns,
                      runtime::Image& image, int32_t row, int32_t to_x) {
    std::vector<uint8_t> bytes(static_cast<size_t>(columns));
    runtime::load_stencil(from.format(), in, left, columns, bytes.data());
    std::vector<int32_t> indices(bytes.begin(), bytes.end());
    if (context.pixels.transfer.changes_stencil()) transfer_stencils(context.pixels.transfer, indices.data(), columns);
    auto* const out = reinterpret_cast<uint8_t*>(image.row(row)) + to_x;
    for (int32_t i = 0; i < columns; ++i) out[i] = static_cast<uint8_t>(indices[static_cast<size_t>(i)]);
}

// The pixels as an image to draw. Those outside the framebuffer are undefined: zero.
std::shared_ptr<runtime::Image> copied_image(Context& context, const ReadSource& source, Aspect aspect,
                                             PixelRectangle::Kind kind, const rasterizer::Rectangle& area) {
    const ReadableImage from = readable(context.rasterizer, source.view);
    auto image = make_image(format_of(kind), area.width, area.height);
    const int64_t left = std::max<int64_t>(area.x, 0), bottom = std::max<int64_t>(area.y, 0);
    const auto columns = static_cast<int32_t>(std::min<int64_t>(int64_t{area.x} + area.width, source.width) - left);
    const auto rows = static_cast<int32_t>(std::min<int64_t>(int64_t{area.y} + area.height, source.height) - bottom);
    if (columns <= 0 || rows <= 0) return image;
    const auto from_x = static_cast<int32_t>(left), from_y = static_cast<int32_t>(bottom);
    const auto to_x = static_cast<int32_t>(left - area.x), to_y = static_cast<int32_t>(bottom - area.y);
    if (aspect == Aspect::Color) {
        copy_texels(*from.image, from_x, from_y, from.layer, *image, to_x, to_y, 0, columns, rows,
                    &context.pixels.transfer);
        return image;
    }
    const auto copy_row = aspect == Aspect::Depth ? copy_depth_row : copy_stencil_row;
    for (int32_t row = 0; row < rows; ++row)
        copy_row(context, *from.image, from.image->row(from_y + row, from.layer), from_x, columns, *image, to_y + row,
                 to_x);
    return image;
}

void copy_pixels(Context& context, const rasterizer::Rectangle& area, GLenum type) {
    if (area.width < 0 || area.height < 0) {
        context.error(GL_INVALID_VALUE, "a size is negative");
        return;
    }
    if (type == GL_DEPTH_STENCIL_TO_RGBA_NV || type == GL_DEPTH_STENCIL_TO_BGRA_NV)
        return copy_depth_to_color(context, area.x, area.y, area.width, area.height,
                                   type == GL_DEPTH_STENCIL_TO_BGRA_NV);
    const bool depth = type == GL_DEPTH || type == GL_DEPTH_STENCIL;
    const bool stencil = type == GL_STENCIL || type == GL_DEPTH_STENCIL;
    if (!check_copy(context, type, depth, stencil)) return;
    const bool draws = context.raster_position.valid && area.width > 0 && area.height > 0;
    if (draws && !rendering(context.feedback, context.raster_position, GL_COPY_PIXEL_TOKEN)) return;
    const auto copy = [&](Aspect aspect, PixelRectangle::Kind kind) {
        const auto source = checked_source(context, aspect, type);
        if (!source || !draws) return;
        auto image = copied_image(context, *source, aspect, kind, area);
        if (aspect == Aspect::Color)
            submit_colors(context, std::move(image));
        else
            submit_zoomed(context, std::move(image), kind, type == GL_DEPTH_STENCIL && aspect == Aspect::Depth);
    };
    if (type == GL_COLOR) copy(Aspect::Color, PixelRectangle::Kind::Color);
    if (depth) copy(Aspect::Depth, PixelRectangle::Kind::Depth);
    if (stencil) copy(Aspect::Stencil, PixelRectangle::Kind::Stencil);
}

}  // namespace

namespace commands {

void DrawPixels(Context& context, GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels) {
    draw_pixels(context, width, height, format, type, pixels);
}

void CopyPixels(Context& context, GLint x, GLint y, GLsizei width, GLsizei height, GLenum type) {
    copy_pixels(context, {x, y, width, height}, type);
}

void Bitmap(Context& context, GLsizei width, GLsizei height, GLfloat xorig, GLfloat yorig, GLfloat xmove, GLfloat ymove,
            const GLubyte* bitmap) {
    if (width < 0 || height < 0) {
        context.error(GL_INVALID_VALUE, "a size is negative");
        return;
    }
    if (!validate_rectangle(context)) return;
    const PixelLayout layout = pixel_layout(context.pixels.unpack, GL_COLOR_INDEX, GL_BITMAP, width, height, 1, 2);
    const PixelPointer source = unpack_pointer(context, context.buffers, layout, bitmap);
    if (!source.good) return;
    RasterPosition& raster = context.raster_position;
    if (!raster.valid) return;
    if (width > 0 && height > 0 && source.data &&
        rendering(context.feedback, context.raster_position, GL_BITMAP_TOKEN)) {
        auto image = make_image(bitmap_format, width, height);
        bool any = false;
        for (GLsizei y = 0; y < height; ++y) {
            const std::byte* const row = source.data + layout.first + static_cast<size_t>(y) * layout.row_stride;
            auto* const out = reinterpret_cast<uint8_t*>(image->row(y));
            for (GLsizei x = 0; x < width; ++x) {
                const size_t bit = static_cast<size_t>(x) + layout.first_bit;
                const int shift =
                    context.pixels.unpack.lsb_first ? static_cast<int>(bit % 8) : 7 - static_cast<int>(bit % 8);
                out[x] = std::to_integer<uint8_t>(row[bit / 8] >> shift & std::byte{1}) ? 255 : 0;
                any |= out[x] != 0;
            }
        }
        // GL 2.1 §3.7: the lower left corner is rounded down to a pixel's. A position meant to be whole may have come
        // out of the transformation a trifle below.
        constexpr float trifle = 1.0f / 1024;
        if (any) {
            submit(context, std::move(image), PixelRectangle::Kind::Bitmap,
                   std::floor(raster.position[0] - xorig + trifle), std::floor(raster.position[1] - yorig + trifle), 1,
                   1);
        }
    }
    raster.position[0] += xmove;
    raster.position[1] += ymove;
}

}  // namespace commands
}  // namespace glapi

// glReadPixels (GL 2.1 §4.3.2).
#include <algorithm>
#include <optional>
#include <vector>

#include "glapi/commands/check_count.h"
#include "glapi/commands/pixels/imaging_pixels.h"
#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/pixels/es_formats.h"
#include "glapi/pixels/image_copy.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/pixels/pack.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"
#include "runtime/threads/parallel_rows.h"

namespace glapi {
namespace {

// The part of a read that lies in the framebuffer. What lies outside is undefined: memory there stays as it is.
struct Clipped {
    int32_t x, y, width, height;     // of the source
    int32_t skip_pixels, skip_rows;  // of the destination
};

Clipped clip(GLint x, GLint y, GLsizei width, GLsizei height, const ReadSource& source) {
    const int64_t left = std::max<int64_t>(x, 0), bottom = std::max<int64_t>(y, 0);
    const int64_t right = std::min<int64_t>(int64_t{x} + width, source.width);
    const int64_t top = std::min<int64_t>(int64_t{y} + height, source.height);
    return {static_cast<int32_t>(left),
            static_cast<int32_t>(bottom),
            static_cast<int32_t>(std::max<int64_t>(right - left, 0)),
            static_cast<int32_t>(std::max<int64_t>(top - bottom, 0)),
            static_cast<int32_t>(left - x),
            static_cast<int32_t>(bottom - y)};
}

bool clamp_on_read(const State& state, runtime::Format format) {
    const GLenum clamp = state.color_buffer.clamp_read_color;
    if (clamp != GL_FIXED_ONLY) return clamp == GL_TRUE;
    const auto component = runtime::format_info(format).component_class;
    return component == runtime::ComponentClass::Unorm || component == runtime::ComponentClass::Snorm;
}

// Colours that go through the imaging subset: the size that is read may not be what comes out.
void read_imaged(Context& context, const rasterizer::Rectangle& area, const ReadSource& source, GLenum format,
                 GLenum type, size_t size, void* pixels) {
    int32_t width = area.width, height = area.height;
    imaged_size(context.pixels.transfer.imaging, context.pixels.imaging, 2, &width, &height);
    const PixelLayout layout = pixel_layout(context.pixels.pack, format, type, width, height, 1, 2);
    const PixelPointer target = pack_pointer(context, context.buffers, layout, pixels, size);
    if (!target.good || !target.data || area.width == 0 || area.height == 0) return;
    constexpr int32_t largest = 2 * limits::MAX_TEXTURE_SIZE;  // far beyond any framebuffer
    if (area.width > largest || area.height > largest)
        return context.error(GL_OUT_OF_MEMORY, "an image of %d by %d is too large", area.width, area.height);
    const Clipped part = clip(area.x, area.y, area.width, area.height, source);
    const ReadableImage from = readable(context.rasterizer, source.view);
    runtime::Image read(runtime::float_texels, {area.width, area.height, 1});
    copy_texels(*from.image, part.x, part.y, from.layer, read, part.skip_pixels, part.skip_rows, 0, part.width,
                part.height, &context.pixels.transfer);
    const auto result = imaged(context, read, 2);
    if (!result) return;
    PixelState plain;
    plain.pack = context.pixels.pack;
    pack_image(plain, layout, *result, {0, 0, 0, width, height, 1}, false,
               clamp_on_read(context.state, from.image->format()), target.data);
}

Aspect aspect_of(PixelKind kind) {
    return kind == PixelKind::Depth || kind == PixelKind::DepthStencil ? Aspect::Depth
           : kind == PixelKind::Stencil                                ? Aspect::Stencil
                                                                       : Aspect::Color;
}

// The buffer to read from; nothing after an error.
std::optional<ReadSource> checked_source(Context& context, GLenum format, GLenum type) {
    if (!check_pixel_format(context, context.version, format, type)) return {};
    const PixelKind kind = pixel_kind(format);
    ReadSource source = read_source(context.version, context.framebuffers, aspect_of(kind));
    if (!source.complete) {
        context.error(GL_INVALID_FRAMEBUFFER_OPERATION, "the read framebuffer is not complete");
        return {};
    }
    if (context.framebuffers.read && source.view && source.view.image->samples() > 1) {
        context.error(GL_INVALID_OPERATION, "the read framebuffer is multisampled");
        return {};
    }
    if (!source.view || format == GL_COLOR_INDEX ||
        (kind == PixelKind::DepthStencil &&
         !read_source(context.version, context.framebuffers, Aspect::Stencil).view)) {
        context.error(GL_INVALID_OPERATION, "there is no buffer to read %s from", enum_name(format));
        return {};
    }
    const runtime::Format held = source.view.image->format();
    if (aspect_of(kind) == Aspect::Color && is_integer(held) != (kind == PixelKind::IntegerColor)) {
        context.error(GL_INVALID_OPERATION, "%s and the buffer's format: only one holds integers", enum_name(format));
        return {};
    }
    if (context.version.is_es2() && !is_es_read(held, format, type)) {
        context.error(GL_INVALID_OPERATION, "the buffer is not read as format %s and type %s", enum_name(format),
                      enum_name(type));
        return {};
    }
    return source;
}

void read_pixels(Context& context, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                 size_t size, void* pixels) {
    if (width < 0 || height < 0) {
        context.error(GL_INVALID_VALUE, "a size is negative");
        return;
    }
    // NV_read_depth: beside a stencil that is not read.
    if (context.version.is_es2() && format == GL_DEPTH_COMPONENT && type == GL_UNSIGNED_INT_24_8)
        type = GL_UNSIGNED_INT;
    const auto checked = checked_source(context, format, type);
    if (!checked) return;
    const ReadSource& source = *checked;
    if (pixel_kind(format) == PixelKind::Color && imaging_is_active(context.state, context.pixels, 2))
        return read_imaged(context, {x, y, width, height}, source, format, type, size, pixels);
    PixelLayout layout = pixel_layout(context.pixels.pack, format, type, width, height, 1, 2);
    const PixelPointer target = pack_pointer(context, context.buffers, layout, pixels, size);
    if (!target.good || !target.data) return;
    const Clipped part = clip(x, y, width, height, source);
    if (part.width == 0 || part.height == 0) return;
    if (layout.pixel_bytes == 0) {
        // Bitmaps: columns skipped at the left are bits.
        const size_t bit = layout.first_bit + static_cast<size_t>(part.skip_pixels);
        layout.first += bit / 8;
        layout.first_bit = static_cast<uint8_t>(bit % 8);
    }
    layout.first += static_cast<size_t>(part.skip_rows) * layout.row_stride +
                    static_cast<size_t>(part.skip_pixels) * layout.pixel_bytes;
    const ReadableImage image = readable(context.rasterizer, source.view);
    const bool clamps = clamp_on_read(context.state, image.image->format());
    const auto pack_rows = [&](int32_t first, int32_t end) {
        PixelLayout rows = layout;
        rows.first += static_cast<size_t>(first) * layout.row_stride;
        pack_image(context.pixels, rows, *image.image,
                   {part.x, part.y + first, image.layer, part.width, end - first, 1}, false, clamps, target.data);
    };
    // A ROW_LENGTH of less than the width makes rows overlap: the order counts.
    const bool apart = layout.pixel_bytes && layout.row_stride / layout.pixel_bytes >= static_cast<size_t>(part.width);
    if (apart)
        runtime::parallel_rows(part.width, part.height, pack_rows);
    else
        pack_rows(0, part.height);
}

}  // namespace

namespace commands {

void ReadPixels(Context& context, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                void* pixels) {
    read_pixels(context, x, y, width, height, format, type, SIZE_MAX, pixels);
}

void ReadnPixels(Context& context, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                 GLsizei bufSize, void* data) {
    read_pixels(context, x, y, width, height, format, type, room_of(bufSize), data);
}

}  // namespace commands
}  // namespace glapi

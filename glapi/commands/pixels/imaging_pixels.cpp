#include "glapi/commands/pixels/imaging_pixels.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "glapi/commands/pixels/pixel_pointers.h"
#include "glapi/context.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/framebuffers/framebuffer.h"
#include "glapi/pixels/image_copy.h"
#include "glapi/pixels/internal_formats.h"
#include "glapi/pixels/pack.h"
#include "glapi/pixels/pixel_state.h"
#include "glapi/registry/enum_names.h"
#include "glapi/resolve/resolve_framebuffer.h"
#include "glapi/state/state.h"
#include "rasterizer/rasterizer.h"

namespace glapi {

namespace {

using runtime::BaseFormat;
using runtime::Format;
using runtime::Image;
using runtime::Texel;

ImagingColor color_of(const Texel& texel) { return std::bit_cast<ImagingColor>(texel); }
Texel texel_of(const ImagingColor& color) { return std::bit_cast<Texel>(color); }

// As GetTexImage gives it (table 8.26).
ImagingColor given(BaseFormat base, const ImagingColor& color) {
    switch (base) {
        case BaseFormat::Alpha: return {0, 0, 0, color[3]};
        case BaseFormat::Luminance:
        case BaseFormat::Intensity: return {color[0], 0, 0, 1};
        case BaseFormat::LuminanceAlpha: return {color[0], 0, 0, color[3]};
        case BaseFormat::Rgb: return {color[0], color[1], color[2], 1};
        case BaseFormat::None:
        case BaseFormat::Red:
        case BaseFormat::Rg:
        case BaseFormat::Rgba:
        case BaseFormat::DepthComponent:
        case BaseFormat::StencilIndex:
        case BaseFormat::DepthStencil: break;
    }
    return color;
}

// Colours without integers; false after an error.
bool check_color_pixels(Errors& errors, const Version& version, GLenum format, GLenum type) {
    if (!check_pixel_format(errors, version, format, type)) return false;
    switch (pixel_kind(format)) {
        case PixelKind::Color: return true;
        case PixelKind::IntegerColor:
            errors.error(GL_INVALID_OPERATION, "%s are integers", enum_name(format));
            return false;
        case PixelKind::ColorIndex:
        case PixelKind::Depth:
        case PixelKind::Stencil:
        case PixelKind::DepthStencil: break;
    }
    errors.error(GL_INVALID_ENUM, "%s are no colours", enum_name(format));
    return false;
}

ImagingImage image_of(const Image& image) {
    ImagingImage result;
    result.width = image.extent().width;
    result.height = image.extent().height;
    std::vector<Texel> row(static_cast<size_t>(result.width));
    for (int32_t y = 0; y < result.height; ++y) {
        runtime::load_texels(runtime::float_texels, image.row(y), 0, result.width, row.data());
        std::ranges::transform(row, std::back_inserter(result.pixels), color_of);
    }
    return result;
}

}  // namespace

std::optional<ImagingFormat> imaging_format(Errors& errors, GLenum internal_format) {
    const InternalFormat* const format = find_internal_format(internal_format);
    const runtime::FormatInfo* const stored = format ? &runtime::format_info(format->format) : nullptr;
    if (format && format->base >= BaseFormat::Alpha && format->base <= BaseFormat::Rgba &&
        format->base != BaseFormat::Red && format->base != BaseFormat::Rg && stored->block_width == 1 &&
        (stored->component_class == runtime::ComponentClass::Unorm ||
         stored->component_class == runtime::ComponentClass::Snorm))
        return ImagingFormat{internal_format, format->base};
    errors.error(GL_INVALID_ENUM, "%s is no format of tables and filters", enum_name(internal_format));
    return std::nullopt;
}

ImagingColor kept(BaseFormat base, const ImagingColor& color) {
    switch (base) {
        case BaseFormat::Luminance:
        case BaseFormat::LuminanceAlpha: return {color[0], color[0], color[0], color[3]};
        case BaseFormat::Intensity: return {color[0], color[0], color[0], color[0]};
        case BaseFormat::None:
        case BaseFormat::Alpha:
        case BaseFormat::Red:
        case BaseFormat::Rg:
        case BaseFormat::Rgb:
        case BaseFormat::Rgba:
        case BaseFormat::DepthComponent:
        case BaseFormat::StencilIndex:
        case BaseFormat::DepthStencil: break;
    }
    return color;
}

bool unpack_imaging(Context& context, GLsizei width, GLsizei height, GLenum format, GLenum type, const void* pixels,
                    ImagingImage& image) {
    if (!check_color_pixels(context, context.version, format, type)) return false;
    const PixelLayout layout = pixel_layout(context.pixels.unpack, format, type, width, height, 1, height > 1 ? 2 : 1);
    const PixelPointer source = unpack_pointer(context, context.buffers, layout, pixels);
    if (!source.good) return false;
    image = {width, height, {}};
    image.pixels.resize(static_cast<size_t>(width) * static_cast<size_t>(height));
    if (!source.data) return true;
    PixelState plain;
    plain.unpack = context.pixels.unpack;
    std::vector<Texel> row(static_cast<size_t>(width));
    for (GLsizei y = 0; y < height; ++y) {
        unpack_row(plain, layout, source.data + layout.first + static_cast<size_t>(y) * layout.row_stride, width,
                   row.data());
        std::ranges::transform(row, image.pixels.begin() + y * width, color_of);
    }
    return true;
}

bool copy_imaging(Context& context, GLint x, GLint y, GLsizei width, GLsizei height, ImagingImage& image) {
    const ReadSource source = read_source(context.version, context.framebuffers, Aspect::Color);
    const auto fail = [&](GLenum code, const char* why) {
        context.error(code, "%s", why);
        return false;
    };
    if (!source.complete) return fail(GL_INVALID_FRAMEBUFFER_OPERATION, "the read framebuffer is not complete");
    if (!source.view) return fail(GL_INVALID_OPERATION, "there is no colour buffer to read");
    if (context.framebuffers.read && source.view.image->samples() > 1)
        return fail(GL_INVALID_OPERATION, "the read framebuffer is multisampled");
    if (is_integer(source.view.image->format())) return fail(GL_INVALID_OPERATION, "the framebuffer holds integers");
    const ReadableImage from = readable(context.rasterizer, source.view);
    Image read(runtime::float_texels, {std::max(width, 1), std::max(height, 1), 1});
    // Pixels outside the framebuffer are undefined: zero.
    const int64_t left = std::max<int64_t>(x, 0), below = std::max<int64_t>(y, 0);
    const auto columns = static_cast<int32_t>(std::min<int64_t>(int64_t{x} + width, source.width) - left);
    const auto rows = static_cast<int32_t>(std::min<int64_t>(int64_t{y} + height, source.height) - below);
    if (columns > 0 && rows > 0)
        copy_texels(*from.image, static_cast<int32_t>(left), static_cast<int32_t>(below), from.layer, read,
                    static_cast<int32_t>(left - x), static_cast<int32_t>(below - y), 0, columns, rows, nullptr);
    image = width > 0 && height > 0 ? image_of(read) : ImagingImage{width, height, {}};
    return true;
}

bool check_imaging_query(Errors& errors, const Version& version, GLenum format, GLenum type) {
    if (!check_pixel_format(errors, version, format, type)) return false;
    if (pixel_kind(format) == PixelKind::Color && type != GL_BITMAP) return true;
    errors.error(GL_INVALID_ENUM, "%s are no colours", enum_name(format));
    return false;
}

void pack_imaging(Errors& errors, const BufferState& buffers, const PixelState& pixel_state, const ImagingImage& image,
                  BaseFormat base, GLenum format, GLenum type, size_t size, void* pixels) {
    const PixelLayout layout =
        pixel_layout(pixel_state.pack, format, type, image.width, image.height, 1, image.height > 1 ? 2 : 1);
    const PixelPointer target = pack_pointer(errors, buffers, layout, pixels, size);
    if (!target.good || !target.data) return;
    PixelState plain;
    plain.pack = pixel_state.pack;
    std::vector<Texel> row(static_cast<size_t>(image.width));
    for (int32_t y = 0; y < image.height; ++y) {
        for (int32_t x = 0; x < image.width; ++x)
            row[static_cast<size_t>(x)] = texel_of(given(base, image.pixels[static_cast<size_t>(y * image.width + x)]));
        if (format == GL_LUMINANCE || format == GL_LUMINANCE_ALPHA)
            for (Texel& texel : row) texel[1] = texel[2] = 0;
        pack_row(plain, layout, row.data(), image.width, false,
                 target.data + layout.first + static_cast<size_t>(y) * layout.row_stride);
    }
}

bool imaging_is_active(const State& state, const PixelState& pixels, int dimensions) {
    return imaging_changes(pixels.transfer.imaging, pixels.imaging, state.matrices.color.top(), dimensions);
}

std::shared_ptr<Image> imaged(Context& context, const Image& image, int dimensions) {
    ImagingImage pixels = image_of(image);
    if (!apply_imaging(context.pixels.transfer.imaging, context.pixels.imaging, context.state.matrices.color.top(),
                       dimensions, pixels) ||
        pixels.pixels.empty())
        return nullptr;
    auto result = std::make_shared<Image>(runtime::float_texels, runtime::Extent{pixels.width, pixels.height, 1});
    for (int32_t y = 0; y < pixels.height; ++y)
        std::copy_n(reinterpret_cast<const std::byte*>(&pixels.pixels[static_cast<size_t>(y * pixels.width)]),
                    static_cast<size_t>(pixels.width) * sizeof(ImagingColor), result->row(y));
    return result;
}

bool imaging_applies(const State& state, const PixelState& pixels, int dimensions, GLenum format, GLenum type) {
    return imaging_is_active(state, pixels, dimensions) && check_pixel_format(format, type) == GL_NO_ERROR &&
           pixel_kind(format) == PixelKind::Color;
}

runtime::Extent imaged_extent(const PixelState& pixels, int dimensions, const runtime::Extent& whole) {
    runtime::Extent extent = whole;
    if (whole.width > 0 && whole.height > 0)
        imaged_size(pixels.transfer.imaging, pixels.imaging, dimensions, &extent.width, &extent.height);
    return extent;
}

ImagedPixels::ImagedPixels(Context& context, int dimensions, const runtime::Extent& whole, GLenum& format, GLenum& type,
                           const void*& pixels)
    : context_(context) {
    const PixelLayout layout =
        pixel_layout(context.pixels.unpack, format, type, whole.width, whole.height, whole.depth, dimensions);
    const PixelPointer source = unpack_pointer(context, context.buffers, layout, pixels);
    good_ = source.good;
    if (source.data && whole.width > 0 && whole.height > 0) {
        for (int32_t z = 0; z < whole.depth; ++z) {
            Image slice(runtime::float_texels, {whole.width, whole.height, 1});
            unpack_image(context.pixels, layout, source.data + static_cast<size_t>(z) * layout.image_stride, slice,
                         {0, 0, 0, whole.width, whole.height, 1});
            ImagingImage image = image_of(slice);
            sunk_ |= !apply_imaging(context.pixels.transfer.imaging, context.pixels.imaging,
                                    context.state.matrices.color.top(), dimensions, image);
            pixels_.insert(pixels_.end(), image.pixels.begin(), image.pixels.end());
        }
    }
    unpack_ = std::exchange(context.pixels.unpack, PixelStore{});
    transfer_ = std::exchange(context.pixels.transfer, PixelTransfer{});
    buffer_ = std::move(context.buffers[BufferTarget::PixelUnpack]);
    context.buffers[BufferTarget::PixelUnpack] = nullptr;
    format = GL_RGBA;
    type = GL_FLOAT;
    pixels = source.data && !sunk_ && !pixels_.empty() ? pixels_.data() : nullptr;
}

ImagedPixels::~ImagedPixels() {
    context_.pixels.unpack = unpack_;
    context_.pixels.transfer = std::move(transfer_);
    context_.buffers[BufferTarget::PixelUnpack] = std::move(buffer_);
}

}  // namespace glapi

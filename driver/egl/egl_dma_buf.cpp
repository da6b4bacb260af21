#include "driver/egl/egl_dma_buf.h"

#include <algorithm>
#include <array>
#include <drm_fourcc.h>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "driver/egl/egl_debug.h"
#include "driver/egl/egl_objects.h"
#include "driver/public.h"
#include "ir/limits.h"

namespace driver::egl {
namespace {

struct PixelFormat {
    uint32_t code;
    runtime::Format stored;
    uint32_t internal_format;  // which may have less than is stored
};
// Each code once: for the format that has it, otherwise for the one whose alpha it ignores.
const std::vector<PixelFormat>& pixel_formats() {
    static const std::vector<PixelFormat> made = [] {
        std::vector<PixelFormat> result;
        for (const bool alpha : {true, false})
            for (size_t i = 0; i < runtime::format_infos.size(); ++i) {
                const runtime::DrmCodes& codes = runtime::format_infos[i].drm;
                const uint32_t code = alpha ? codes.code : codes.opaque;
                const auto format = static_cast<runtime::Format>(i);
                if (code && std::ranges::find(result, code, &PixelFormat::code) == result.end())
                    result.push_back({code, format, runtime::sized_internal_format(format, alpha)});
            }
        return result;
    }();
    return made;
}
// Luma and chroma: textures of them are external ones.
struct VideoFormat {
    uint32_t code;
    glapi::PlanarLayout layout;
};
// Components of more than eight bits, in words of two bytes: at their upper end, plane, offset and distance in bytes.
constexpr glapi::PlanarLayout::Component of_word(int plane, int first, int step, int bits) {
    return {plane, first, step, 2, 16 - bits, bits};
}
// And in words of four bytes, one for each pixel.
constexpr glapi::PlanarLayout::Component of_four(int shift, int bits) { return {0, 0, 4, 4, shift, bits}; }
constexpr glapi::PlanarLayout two_planes(int down, int bits) {
    return {2, 2, down, of_word(0, 0, 2, bits), of_word(1, 0, 4, bits), of_word(1, 2, 4, bits)};
}
constexpr glapi::PlanarLayout pairs_of_pixels(int bits) {
    return {1, 2, 1, of_word(0, 0, 4, bits), of_word(0, 2, 8, bits), of_word(0, 6, 8, bits)};
}
constexpr glapi::PlanarLayout packed(int bits, bool has_alpha) {
    glapi::PlanarLayout layout{1, 1, 1, of_word(0, 2, 8, bits), of_word(0, 0, 8, bits), of_word(0, 4, 8, bits)};
    if (has_alpha) layout.alpha = of_word(0, 6, 8, bits);
    return layout;
}
constexpr VideoFormat video_formats[] = {
    {DRM_FORMAT_NV12, {2, 2, 2, {0, 0, 1}, {1, 0, 2}, {1, 1, 2}}},
    {DRM_FORMAT_NV21, {2, 2, 2, {0, 0, 1}, {1, 1, 2}, {1, 0, 2}}},
    {DRM_FORMAT_NV16, {2, 2, 1, {0, 0, 1}, {1, 0, 2}, {1, 1, 2}}},
    {DRM_FORMAT_NV61, {2, 2, 1, {0, 0, 1}, {1, 1, 2}, {1, 0, 2}}},
    {DRM_FORMAT_NV24, {2, 1, 1, {0, 0, 1}, {1, 0, 2}, {1, 1, 2}}},
    {DRM_FORMAT_NV42, {2, 1, 1, {0, 0, 1}, {1, 1, 2}, {1, 0, 2}}},
    {DRM_FORMAT_P010, two_planes(2, 10)},
    {DRM_FORMAT_P012, two_planes(2, 12)},
    {DRM_FORMAT_P016, two_planes(2, 16)},
    {DRM_FORMAT_P210, two_planes(1, 10)},
    {DRM_FORMAT_YUV410, {3, 4, 4, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}}},
    {DRM_FORMAT_YVU410, {3, 4, 4, {0, 0, 1}, {2, 0, 1}, {1, 0, 1}}},
    {DRM_FORMAT_YUV411, {3, 4, 1, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}}},
    {DRM_FORMAT_YVU411, {3, 4, 1, {0, 0, 1}, {2, 0, 1}, {1, 0, 1}}},
    {DRM_FORMAT_YUV420, {3, 2, 2, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}}},
    {DRM_FORMAT_YVU420, {3, 2, 2, {0, 0, 1}, {2, 0, 1}, {1, 0, 1}}},
    {DRM_FORMAT_YUV422, {3, 2, 1, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}}},
    {DRM_FORMAT_YVU422, {3, 2, 1, {0, 0, 1}, {2, 0, 1}, {1, 0, 1}}},
    {DRM_FORMAT_YUV444, {3, 1, 1, {0, 0, 1}, {1, 0, 1}, {2, 0, 1}}},
    {DRM_FORMAT_YVU444, {3, 1, 1, {0, 0, 1}, {2, 0, 1}, {1, 0, 1}}},
    {DRM_FORMAT_Q410, {3, 1, 1, of_word(0, 0, 2, 10), of_word(1, 0, 2, 10), of_word(2, 0, 2, 10)}},
    {DRM_FORMAT_Q401, {3, 1, 1, of_word(0, 0, 2, 10), of_word(2, 0, 2, 10), of_word(1, 0, 2, 10)}},
    {DRM_FORMAT_YUYV, {1, 2, 1, {0, 0, 2}, {0, 1, 4}, {0, 3, 4}}},
    {DRM_FORMAT_YVYU, {1, 2, 1, {0, 0, 2}, {0, 3, 4}, {0, 1, 4}}},
    {DRM_FORMAT_UYVY, {1, 2, 1, {0, 1, 2}, {0, 0, 4}, {0, 2, 4}}},
    {DRM_FORMAT_VYUY, {1, 2, 1, {0, 1, 2}, {0, 2, 4}, {0, 0, 4}}},
    {DRM_FORMAT_Y210, pairs_of_pixels(10)},
    {DRM_FORMAT_Y212, pairs_of_pixels(12)},
    {DRM_FORMAT_Y216, pairs_of_pixels(16)},
    {DRM_FORMAT_AYUV, {1, 1, 1, {0, 2, 4}, {0, 1, 4}, {0, 0, 4}, {0, 3, 4}}},
    {DRM_FORMAT_XYUV8888, {1, 1, 1, {0, 2, 4}, {0, 1, 4}, {0, 0, 4}}},
    {DRM_FORMAT_VUY888, {1, 1, 1, {0, 0, 3}, {0, 1, 3}, {0, 2, 3}}},
    {DRM_FORMAT_Y410, {1, 1, 1, of_four(10, 10), of_four(0, 10), of_four(20, 10), of_four(30, 2)}},
    {DRM_FORMAT_XVYU2101010, {1, 1, 1, of_four(10, 10), of_four(0, 10), of_four(20, 10)}},
    {DRM_FORMAT_Y412, packed(12, true)},
    {DRM_FORMAT_Y416, packed(16, true)},
    {DRM_FORMAT_XVYU12_16161616, packed(12, false)},
    {DRM_FORMAT_XVYU16161616, packed(16, false)},
};
constexpr int64_t most_pixels = arbasm::limits::MAX_TEXTURE_SIZE;
constexpr size_t file_planes = 4;  // that attributes can name

template <typename Row>
const Row* find_row(std::span<const Row> rows, uint32_t code) {
    const auto at = std::ranges::find(rows, code, &Row::code);
    return at == rows.end() ? nullptr : &*at;
}
const PixelFormat* find_pixel_format(uint32_t code) { return find_row<PixelFormat>(pixel_formats(), code); }
const VideoFormat* find_video_format(uint32_t code) { return find_row<VideoFormat>(video_formats, code); }

struct Description {
    std::optional<int64_t> width, height, code;
    struct Plane {
        std::optional<int64_t> file, offset, pitch, modifier_low, modifier_high;
        bool is_whole() const {
            return file && offset && pitch && modifier_low.has_value() == modifier_high.has_value();
        }
        bool is_empty() const { return !file && !offset && !pitch && !modifier_low && !modifier_high; }
        bool is_linear() const {
            if (!modifier_low) return true;
            const uint64_t modifier =
                uint64_t{static_cast<uint32_t>(*modifier_high)} << 32 | static_cast<uint32_t>(*modifier_low);
            return modifier == DRM_FORMAT_MOD_LINEAR || modifier == DRM_FORMAT_MOD_INVALID;
        }
    };
    std::array<Plane, file_planes> planes;
    glapi::PlanarColors colors;
    glapi::ImageColorSpace space = glapi::ImageColorSpace::Default;
};

std::optional<glapi::ChromaSiting> siting(int64_t value) {
    if (value == EGL_YUV_CHROMA_SITING_0_EXT) return glapi::ChromaSiting::First;
    if (value == EGL_YUV_CHROMA_SITING_0_5_EXT) return glapi::ChromaSiting::Middle;
    return std::nullopt;
}

// Hints say how luma and chroma are meant. False: there is no such attribute, or it has no such value.
bool read_hint(int64_t name, int64_t value, glapi::PlanarColors& colors) {
    switch (name) {
        case EGL_YUV_COLOR_SPACE_HINT_EXT:
            if (value < EGL_ITU_REC601_EXT || value > EGL_ITU_REC2020_EXT) return false;
            colors.space = glapi::ColorSpace(value - EGL_ITU_REC601_EXT);
            return true;
        case EGL_SAMPLE_RANGE_HINT_EXT:
            colors.full_range = value == EGL_YUV_FULL_RANGE_EXT;
            return colors.full_range || value == EGL_YUV_NARROW_RANGE_EXT;
        case EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT:
            colors.across = siting(value).value_or(glapi::ChromaSiting::Unknown);
            return siting(value).has_value();
        case EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT:
            colors.down = siting(value).value_or(glapi::ChromaSiting::Unknown);
            return siting(value).has_value();
        default: return false;
    }
}

// The same of planes: three attributes each, of the last one in another range, and two for modifiers.
bool read_plane(int64_t name, int64_t value, std::array<Description::Plane, file_planes>& planes) {
    using Plane = Description::Plane;
    constexpr std::optional<int64_t> Plane::*locations[] = {&Plane::file, &Plane::offset, &Plane::pitch};
    constexpr std::optional<int64_t> Plane::*modifiers[] = {&Plane::modifier_low, &Plane::modifier_high};
    const auto set = [&](int64_t first, size_t plane, const auto& members) {
        const auto number = static_cast<size_t>(name - first);
        planes[plane + number / std::size(members)].*members[number % std::size(members)] = value;
        return true;
    };
    if (name >= EGL_DMA_BUF_PLANE0_FD_EXT && name <= EGL_DMA_BUF_PLANE2_PITCH_EXT)
        return set(EGL_DMA_BUF_PLANE0_FD_EXT, 0, locations);
    if (name >= EGL_DMA_BUF_PLANE3_FD_EXT && name <= EGL_DMA_BUF_PLANE3_PITCH_EXT)
        return set(EGL_DMA_BUF_PLANE3_FD_EXT, 3, locations);
    if (name >= EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT && name <= EGL_DMA_BUF_PLANE3_MODIFIER_HI_EXT)
        return set(EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 0, modifiers);
    return false;
}

bool read_attribute(int64_t name, int64_t value, Description& description) {
    switch (name) {
        case EGL_WIDTH: description.width = value; return true;
        case EGL_HEIGHT: description.height = value; return true;
        case EGL_LINUX_DRM_FOURCC_EXT: description.code = value; return true;
        case EGL_IMAGE_PRESERVED: return true;  // contents are kept in any case
        case EGL_GL_COLORSPACE:
            description.space =
                image_color_space(static_cast<EGLAttrib>(value)).value_or(glapi::ImageColorSpace::Default);
            return image_color_space(static_cast<EGLAttrib>(value)).has_value();
        default: return read_plane(name, value, description.planes) || read_hint(name, value, description.colors);
    }
}

// Whether offset and pitch fit 32 bits, so that nothing overflows.
bool is_within_32_bits(const Description::Plane& plane) {
    return *plane.offset >= 0 && *plane.offset <= INT32_MAX && *plane.pitch > 0 && *plane.pitch <= INT32_MAX;
}

Outcome<glapi::SharedImage> found(glapi::SharedImage image) {
    if (!image) return Failure(EGL_BAD_ACCESS);
    return image;
}

Outcome<glapi::SharedImage> import_pixels(const Description& from, const PixelFormat& format) {
    const Description::Plane& plane = from.planes[0];
    const int64_t bytes = runtime::format_info(format.stored).bytes_per_block;
    if (!is_within_32_bits(plane) || *plane.offset % bytes != 0 || *plane.pitch < *from.width * bytes ||
        *plane.pitch % bytes != 0)
        return Failure(EGL_BAD_ACCESS);
    return found(glapi::map_image(static_cast<int>(*plane.file), static_cast<uint64_t>(*plane.offset),
                                  static_cast<uint32_t>(*plane.pitch), format.stored,
                                  {static_cast<int32_t>(*from.width), static_cast<int32_t>(*from.height), 1},
                                  format.internal_format));
}

Outcome<glapi::SharedImage> import_video(const Description& from, const VideoFormat& format) {
    std::array<glapi::PlaneFile, glapi::most_planes> files;
    const auto count = static_cast<size_t>(format.layout.planes);
    for (size_t n = 0; n < count; ++n) {
        const Description::Plane& plane = from.planes[n];
        if (!is_within_32_bits(plane)) return Failure(EGL_BAD_ACCESS);
        files[n] = {static_cast<int>(*plane.file), static_cast<uint64_t>(*plane.offset),
                    static_cast<uint32_t>(*plane.pitch)};
    }
    return found(glapi::map_planar_image(format.layout, from.colors, static_cast<int32_t>(*from.width),
                                         static_cast<int32_t>(*from.height), std::span(files).first(count)));
}

Outcome<glapi::SharedImage> import(const Description& from) {
    if (!from.width || !from.height || !from.code || !from.planes[0].is_whole()) return Failure(EGL_BAD_PARAMETER);
    if (*from.width <= 0 || *from.height <= 0 || *from.width > most_pixels || *from.height > most_pixels)
        return Failure(EGL_BAD_PARAMETER);
    const PixelFormat* const pixels = find_pixel_format(static_cast<uint32_t>(*from.code));
    const VideoFormat* const video = find_video_format(static_cast<uint32_t>(*from.code));
    if (!pixels && !video) return Failure(EGL_BAD_MATCH);
    const size_t planes = video ? static_cast<size_t>(video->layout.planes) : 1;
    for (size_t n = 0; n < file_planes; ++n) {
        const Description::Plane& plane = from.planes[n];
        if (n >= planes && !plane.is_empty()) return Failure(EGL_BAD_ATTRIBUTE);
        if (n < planes && !plane.is_whole()) return Failure(EGL_BAD_PARAMETER);
        if (!plane.is_linear()) return Failure(EGL_BAD_MATCH);
    }
    auto imported = video ? import_video(from, *video) : import_pixels(from, *pixels);
    if (imported.failure()) return imported;
    glapi::SharedImage image = std::move(imported).value();
    if (const Failure failure = failure_of(glapi::set_color_space(image, from.space))) return failure;
    return image;
}

}  // namespace

Failure failure_of(glapi::ImageError error) {
    switch (error) {
        case glapi::ImageError::None: return EGL_SUCCESS;
        case glapi::ImageError::BadParameter: return EGL_BAD_PARAMETER;
        case glapi::ImageError::BadMatch: return EGL_BAD_MATCH;
        case glapi::ImageError::OutOfMemory: return EGL_BAD_ALLOC;
    }
    return EGL_BAD_PARAMETER;
}

std::optional<glapi::ImageColorSpace> image_color_space(EGLAttrib value) {
    switch (value) {
        case EGL_GL_COLORSPACE_DEFAULT_EXT: return glapi::ImageColorSpace::Default;
        case EGL_GL_COLORSPACE_LINEAR: return glapi::ImageColorSpace::Linear;
        case EGL_GL_COLORSPACE_SRGB: return glapi::ImageColorSpace::Srgb;
        default: return std::nullopt;
    }
}

template <typename Value>
Outcome<glapi::SharedImage> import_dma_buf(const Value* attributes) {
    Description description;
    for (const Value* a = attributes; a && *a != EGL_NONE; a += 2)
        if (!read_attribute(a[0], a[1], description)) return Failure(EGL_BAD_ATTRIBUTE);
    return import(description);
}
template Outcome<glapi::SharedImage> import_dma_buf(const EGLint* attributes);
#if UINTPTR_MAX > UINT32_MAX  // the same type otherwise
template Outcome<glapi::SharedImage> import_dma_buf(const EGLAttrib* attributes);
#endif

}  // namespace driver::egl

using namespace driver::egl;

ASMGL_PUBLIC EGLBoolean eglQueryDmaBufFormatsEXT(EGLDisplay dpy, EGLint max_formats, EGLint* codes,
                                                 EGLint* num_formats) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    if (!checked_display(dpy)) return EGL_FALSE;
    if (max_formats < 0 || (max_formats > 0 && !codes) || !num_formats) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    const auto pixels = static_cast<EGLint>(pixel_formats().size()),
               count = pixels + static_cast<EGLint>(std::size(video_formats));
    *num_formats = max_formats == 0 ? count : std::min(max_formats, count);
    for (EGLint n = 0; n < std::min(max_formats, count); ++n)
        codes[n] = static_cast<EGLint>(n < pixels ? pixel_formats()[static_cast<size_t>(n)].code
                                                  : video_formats[n - pixels].code);
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglQueryDmaBufModifiersEXT(EGLDisplay dpy, EGLint code, EGLint max_modifiers,
                                                   EGLuint64KHR* modifiers, EGLBoolean* external_only,
                                                   EGLint* num_modifiers) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    if (!checked_display(dpy)) return EGL_FALSE;
    const bool video = find_video_format(static_cast<uint32_t>(code)) != nullptr;
    if (max_modifiers < 0 || (max_modifiers > 0 && !modifiers) || !num_modifiers ||
        (!video && !find_pixel_format(static_cast<uint32_t>(code))))
        return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    *num_modifiers = 1;
    if (max_modifiers > 0) {
        modifiers[0] = DRM_FORMAT_MOD_LINEAR;
        if (external_only) external_only[0] = video ? EGL_TRUE : EGL_FALSE;
    }
    return succeed(EGL_TRUE);
}

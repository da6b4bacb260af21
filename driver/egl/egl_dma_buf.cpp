#include "driver/egl/egl_dma_buf.h"

#include <algorithm>
#include <drm_fourcc.h>
#include <mutex>
#include <optional>

#include "driver/egl/egl_debug.h"
#include "driver/egl/egl_objects.h"
#include "driver/public.h"

namespace driver::egl {
namespace {

// Names of GL's internal formats.
constexpr uint32_t gl_rgb8 = 0x8051, gl_rgb10 = 0x8052, gl_rgba8 = 0x8058, gl_rgb10_a2 = 0x8059, gl_r8 = 0x8229,
                   gl_r16 = 0x822A, gl_rg8 = 0x822B, gl_rg16 = 0x822C, gl_rgba16f = 0x881A, gl_rgb565 = 0x8D62;

struct PixelFormat {
    uint32_t code;
    runtime::Format stored;
    uint32_t internal_format;  // which may have less than is stored
};
constexpr PixelFormat formats[] = {
    {DRM_FORMAT_ARGB8888, runtime::Format::Bgra8Unorm, gl_rgba8},
    {DRM_FORMAT_XRGB8888, runtime::Format::Bgrx8Unorm, gl_rgb8},
    {DRM_FORMAT_ABGR8888, runtime::Format::Rgba8Unorm, gl_rgba8},
    {DRM_FORMAT_XBGR8888, runtime::Format::Rgba8Unorm, gl_rgb8},
    {DRM_FORMAT_RGB565, runtime::Format::Rgb565Unorm, gl_rgb565},
    {DRM_FORMAT_ABGR2101010, runtime::Format::Rgb10A2Unorm, gl_rgb10_a2},
    {DRM_FORMAT_XBGR2101010, runtime::Format::Rgb10A2Unorm, gl_rgb10},
    {DRM_FORMAT_ABGR16161616F, runtime::Format::Rgba16Float, gl_rgba16f},
    {DRM_FORMAT_R8, runtime::Format::R8Unorm, gl_r8},
    {DRM_FORMAT_GR88, runtime::Format::Rg8Unorm, gl_rg8},
    {DRM_FORMAT_R16, runtime::Format::R16Unorm, gl_r16},
    {DRM_FORMAT_GR1616, runtime::Format::Rg16Unorm, gl_rg16},
};
constexpr int64_t most_pixels = 16384;

const PixelFormat* find_format(uint32_t code) {
    const auto* const at = std::ranges::find(formats, code, &PixelFormat::code);
    return at == std::end(formats) ? nullptr : at;
}

struct Description {
    std::optional<int64_t> width, height, code, file, offset, pitch, modifier_low, modifier_high;
    bool other_planes = false;
};

// False: there is no such attribute, or it has no such value. Hints are for colours that are no RGB.
bool read_attribute(int64_t name, int64_t value, Description& description) {
    switch (name) {
        case EGL_WIDTH: description.width = value; return true;
        case EGL_HEIGHT: description.height = value; return true;
        case EGL_LINUX_DRM_FOURCC_EXT: description.code = value; return true;
        case EGL_DMA_BUF_PLANE0_FD_EXT: description.file = value; return true;
        case EGL_DMA_BUF_PLANE0_OFFSET_EXT: description.offset = value; return true;
        case EGL_DMA_BUF_PLANE0_PITCH_EXT: description.pitch = value; return true;
        case EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT: description.modifier_low = value; return true;
        case EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT: description.modifier_high = value; return true;
        case EGL_YUV_COLOR_SPACE_HINT_EXT: return value >= EGL_ITU_REC601_EXT && value <= EGL_ITU_REC2020_EXT;
        case EGL_SAMPLE_RANGE_HINT_EXT: return value == EGL_YUV_FULL_RANGE_EXT || value == EGL_YUV_NARROW_RANGE_EXT;
        case EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT:
        case EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT:
            return value == EGL_YUV_CHROMA_SITING_0_EXT || value == EGL_YUV_CHROMA_SITING_0_5_EXT;
        case EGL_IMAGE_PRESERVED: return true;  // contents are kept in any case
        default: break;
    }
    // Planes 1 to 3: those of the first extension and those of the second.
    description.other_planes |=
        (name >= EGL_DMA_BUF_PLANE1_FD_EXT && name <= EGL_DMA_BUF_PLANE2_PITCH_EXT) ||
        (name >= EGL_DMA_BUF_PLANE3_FD_EXT && name <= EGL_DMA_BUF_PLANE3_PITCH_EXT) ||
        (name >= EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT && name <= EGL_DMA_BUF_PLANE3_MODIFIER_HI_EXT);
    return description.other_planes;
}

bool is_linear(const Description& description) {
    if (!description.modifier_low) return true;
    const uint64_t modifier =
        uint64_t{uint32_t(*description.modifier_high)} << 32 | uint32_t(*description.modifier_low);
    return modifier == DRM_FORMAT_MOD_LINEAR || modifier == DRM_FORMAT_MOD_INVALID;
}

EGLint import(const Description& from, glapi::SharedImage& image) {
    if (!from.width || !from.height || !from.code || !from.file || !from.offset || !from.pitch ||
        from.modifier_low.has_value() != from.modifier_high.has_value())
        return EGL_BAD_PARAMETER;
    if (*from.width <= 0 || *from.height <= 0 || *from.width > most_pixels || *from.height > most_pixels)
        return EGL_BAD_PARAMETER;
    const PixelFormat* const format = find_format(uint32_t(*from.code));
    if (!format || !is_linear(from)) return EGL_BAD_MATCH;
    if (from.other_planes) return EGL_BAD_ATTRIBUTE;
    const int64_t bytes = runtime::format_info(format->stored).bytes_per_block;
    const int64_t row = *from.width * bytes;
    if (*from.offset < 0 || *from.offset % bytes != 0 || *from.pitch < row || *from.pitch % bytes != 0)
        return EGL_BAD_ACCESS;
    // 32 bits each, so that this can't overflow.
    if (*from.offset > INT32_MAX || *from.pitch > INT32_MAX) return EGL_BAD_ACCESS;
    image = glapi::map_image(int(*from.file), uint64_t(*from.offset), uint32_t(*from.pitch), format->stored,
                             {int32_t(*from.width), int32_t(*from.height), 1}, format->internal_format);
    return image ? EGL_SUCCESS : EGL_BAD_ACCESS;
}

}  // namespace

template <typename Value>
EGLint import_dma_buf(const Value* attributes, glapi::SharedImage& image) {
    Description description;
    for (const Value* a = attributes; a && *a != EGL_NONE; a += 2)
        if (!read_attribute(a[0], a[1], description)) return EGL_BAD_ATTRIBUTE;
    return import(description, image);
}
template EGLint import_dma_buf(const EGLint* attributes, glapi::SharedImage& image);
template EGLint import_dma_buf(const EGLAttrib* attributes, glapi::SharedImage& image);

}  // namespace driver::egl

using namespace driver::egl;

ASMGL_PUBLIC EGLBoolean eglQueryDmaBufFormatsEXT(EGLDisplay dpy, EGLint max_formats, EGLint* codes,
                                                 EGLint* num_formats) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    if (!checked_display(dpy)) return EGL_FALSE;
    if (max_formats < 0 || (max_formats > 0 && !codes) || !num_formats) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    const EGLint count = EGLint(std::size(formats));
    *num_formats = max_formats == 0 ? count : std::min(max_formats, count);
    for (EGLint n = 0; n < std::min(max_formats, count); ++n) codes[n] = EGLint(formats[n].code);
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglQueryDmaBufModifiersEXT(EGLDisplay dpy, EGLint code, EGLint max_modifiers,
                                                   EGLuint64KHR* modifiers, EGLBoolean* external_only,
                                                   EGLint* num_modifiers) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    if (!checked_display(dpy)) return EGL_FALSE;
    if (max_modifiers < 0 || (max_modifiers > 0 && !modifiers) || !num_modifiers || !find_format(uint32_t(code)))
        return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    *num_modifiers = 1;
    if (max_modifiers > 0) {
        modifiers[0] = DRM_FORMAT_MOD_LINEAR;
        if (external_only) external_only[0] = EGL_FALSE;
    }
    return succeed(EGL_TRUE);
}

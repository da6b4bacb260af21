// Images of textures, renderbuffers, files and pixmaps: EGL 1.5 section 3.9, KHR_image_base, KHR_gl_image and
// KHR_image_pixmap.
#include <algorithm>
#include <iterator>

#include "driver/egl/egl_checks.h"
#include "driver/egl/egl_debug.h"
#include "driver/egl/egl_dma_buf.h"
#include "driver/egl/egl_objects.h"
#include "driver/public.h"
#include "glapi/driver_interface.h"

using namespace driver::egl;

driver::egl::ImageObject::~ImageObject() { glapi::forget_image(this); }

namespace {

struct TargetRow {
    EGLenum target;
    uint32_t gl_target;
};
constexpr TargetRow targets[] = {
    {EGL_GL_TEXTURE_2D, 0x0DE1},
    {EGL_GL_TEXTURE_3D, 0x806F},
    {EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0x8515},
    {EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_X, 0x8516},
    {EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_Y, 0x8517},
    {EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0x8518},
    {EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_Z, 0x8519},
    {EGL_GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0x851A},
    {EGL_GL_RENDERBUFFER, 0x8D41},
};

// What attributes say of an image beside its source; sizes are zero where nothing is said.
struct Stated {
    int32_t width = 0, height = 0;
    glapi::ImageColorSpace space = glapi::ImageColorSpace::Default;
};

// Reads the attributes of an image; false where one is unknown.
template <typename Value>
bool read_attributes(const Value* attributes, glapi::ImageSource& source, Stated& stated) {
    for (const Value* a = attributes; a && *a != EGL_NONE; a += 2) {
        const bool texture = source.target != targets[std::size(targets) - 1].gl_target;
        switch (a[0]) {
            case EGL_IMAGE_PRESERVED: break;  // contents are kept in any case
            case EGL_GL_TEXTURE_LEVEL:
                if (!texture) return false;
                source.level = static_cast<int32_t>(a[1]);
                break;
            case EGL_GL_TEXTURE_ZOFFSET:
                if (source.target != 0x806F) return false;
                source.slice = static_cast<int32_t>(a[1]);
                break;
            // No table of EGL's has these for objects of GL, but Mesa takes them, and programs give them.
            case EGL_WIDTH: stated.width = static_cast<int32_t>(a[1]); break;
            case EGL_HEIGHT: stated.height = static_cast<int32_t>(a[1]); break;
            case EGL_GL_COLORSPACE:
                if (!image_color_space(a[1])) return false;
                stated.space = *image_color_space(a[1]);
                break;
            default: return false;
        }
    }
    return true;
}

EGLImage keep_image(DisplayObject& display, glapi::SharedImage image) {
    auto object = std::make_shared<ImageObject>();
    glapi::register_image(object.get(), std::move(image));
    EGLImage handle = object.get();
    display.images.insert(std::move(object));
    return handle;
}

// The image of a pixmap.
template <typename Value>
Outcome<glapi::SharedImage> share_pixmap(DisplayObject& display, EGLClientBuffer buffer, const Value* attributes) {
    for (const Value* a = attributes; a && *a != EGL_NONE; a += 2)
        if (a[0] != EGL_IMAGE_PRESERVED) return Failure(EGL_BAD_PARAMETER);
    auto image = display.system->share_pixmap(reinterpret_cast<uintptr_t>(buffer));
    if (!image) return Failure(EGL_BAD_PARAMETER);
    return image;
}

// That of a texture's level or of a renderbuffer.
template <typename Value>
Outcome<glapi::SharedImage> share_object(DisplayObject& display, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                                         const Value* attributes) {
    const auto* const row = std::ranges::find(targets, target, &TargetRow::target);
    if (row == std::end(targets)) return Failure(EGL_BAD_PARAMETER);
    const auto context = context_of(display, ctx);
    if (!context) return Failure(EGL_BAD_CONTEXT);
    glapi::ImageSource source{row->gl_target, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(buffer))};
    Stated stated;
    if (!read_attributes(attributes, source, stated)) return Failure(EGL_BAD_PARAMETER);
    glapi::SharedImage image;
    glapi::ImageError error = glapi::share_image(*context->context, source, image);
    if (error == glapi::ImageError::None) error = glapi::set_color_space(image, stated.space);
    if (error != glapi::ImageError::None) return failure_of(error);
    const runtime::Extent& extent = image.image->extent();
    if ((stated.width && stated.width != extent.width) || (stated.height && stated.height != extent.height))
        return Failure(EGL_BAD_PARAMETER);
    return image;
}

template <typename Value>
Outcome<glapi::SharedImage> share(DisplayObject& display, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                                  const Value* attributes) {
    switch (target) {
        case EGL_LINUX_DMA_BUF_EXT:
            if (ctx != EGL_NO_CONTEXT || buffer) return Failure(EGL_BAD_PARAMETER);
            return import_dma_buf(attributes);
        case EGL_NATIVE_PIXMAP_KHR:
            if (ctx != EGL_NO_CONTEXT) return Failure(EGL_BAD_PARAMETER);
            return share_pixmap(display, buffer, attributes);
        default: return share_object(display, ctx, target, buffer, attributes);
    }
}

template <typename Value>
EGLImage create_image(EGLDisplay dpy, EGLContext ctx, EGLenum target, EGLClientBuffer buffer, const Value* attributes) {
    return with_display(dpy, [&](DisplayObject& display) -> Outcome<EGLImage> {
        auto image = share(display, ctx, target, buffer, attributes);
        if (image.failure()) return image.failure();
        return keep_image(display, std::move(image).value());
    });
}

}  // namespace

ASMGL_PUBLIC EGLImage eglCreateImage(EGLDisplay dpy, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                                     const EGLAttrib* attrib_list) {
    const Call call(dpy);
    return create_image(dpy, ctx, target, buffer, attrib_list);
}

ASMGL_PUBLIC EGLImageKHR eglCreateImageKHR(EGLDisplay dpy, EGLContext ctx, EGLenum target, EGLClientBuffer buffer,
                                           const EGLint* attrib_list) {
    const Call call(dpy);
    return create_image(dpy, ctx, target, buffer, attrib_list);
}

ASMGL_PUBLIC EGLBoolean eglDestroyImage(EGLDisplay dpy, EGLImage image) {
    const Call call(image);
    return with_display(dpy, [&](DisplayObject& display) -> Outcome<EGLBoolean> {
        const auto object = image_of(display, image);
        if (!object) return Failure(EGL_BAD_PARAMETER);
        display.images.erase(object);
        return EGL_TRUE;
    });
}

ASMGL_PUBLIC EGLBoolean eglDestroyImageKHR(EGLDisplay dpy, EGLImageKHR image) { return eglDestroyImage(dpy, image); }

// EXT_texture_from_pixmap: pixmaps as textures. The contents are copied when a pixmap is bound, and again before draws
// as long as it is and has been drawn to, in the server's order of rows (GLX_Y_INVERTED_EXT is True of every config).
#include <new>

#include "driver/glx/glx_objects.h"
#include "driver/glx/glx_requests.h"
#include "driver/public.h"

using namespace driver::glx;

namespace {

// The pixmap that one of the commands is about; null: the failure has been sent.
std::shared_ptr<GlxDrawable> texture_pixmap(Display* display, GLXDrawable name, int buffer) {
    return with_objects([&]() -> Outcome<std::shared_ptr<GlxDrawable>> {
               std::shared_ptr<GlxDrawable> drawable = find_drawable(display_state(display), name);
               if (!drawable || drawable->kind != DrawableKind::Pixmap)
                   return Failure::glx(GlxError::GlxBadPixmap, name);
               // There are no right or auxiliary buffers, and a back buffer only where the config has it.
               const bool known = buffer == GLX_FRONT_LEFT_EXT ||
                                  (buffer == GLX_BACK_LEFT_EXT && drawable->config->buffers.double_buffered);
               if (!known) return Failure::core(BadValue, static_cast<XID>(buffer));
               if (drawable->texture.format == GLX_TEXTURE_FORMAT_NONE_EXT) return Failure::core(BadMatch, name);
               return drawable;
           })
        .or_send(display, vendor_private_request);
}

GLenum texture_target(const PixmapTexture& texture) {
    switch (texture.target) {
        case GLX_TEXTURE_1D_EXT: return GL_TEXTURE_1D;
        case GLX_TEXTURE_RECTANGLE_EXT: return GL_TEXTURE_RECTANGLE_ARB;
        default: return GL_TEXTURE_2D;
    }
}

// What is looked at again; null where there is no memory for that: the contents stay those of now.
std::shared_ptr<const driver::PixmapContents> live_contents(Display* display, GlxDrawable& drawable) try {
    const std::lock_guard lock(objects_mutex());
    const DisplayState* const state = display_state(display);
    const runtime::Image& front = *drawable.surface->front;
    std::shared_ptr<driver::PixmapContents>& contents = drawable.texture.contents;
    if (!contents && state)
        contents =
            std::make_shared<driver::PixmapContents>(state->connection, XDisplayString(display), drawable.native,
                                                     front.extent().width, front.extent().height, front.format());
    return contents;
} catch (const std::bad_alloc&) {
    return nullptr;
}

}  // namespace

ASMGL_PUBLIC void glXBindTexImageEXT(Display* dpy, GLXDrawable draw, int buffer, const int*) {
    if (!current().context) return;
    const auto drawable = texture_pixmap(dpy, draw, buffer);
    if (!drawable) return;
    driver::Surface& surface = *drawable->surface;
    if (current().draw_object == drawable) glXWaitGL();
    // X requests made before on this connection are ahead of ours.
    std::shared_ptr<const driver::PixmapContents> live;
    if (buffer == GLX_FRONT_LEFT_EXT) {
        if ((live = live_contents(dpy, *drawable))) live->begin_look();
        surface.read_native();
    }
    PixmapTexture& texture = drawable->texture;
    const bool alpha = texture.alpha && texture.format == GLX_TEXTURE_FORMAT_RGBA_EXT;
    texture.images.bind({"glXBindTexImageEXT", texture_target(texture), glapi::RowOrder::TopFirst,
                         texture.format == GLX_TEXTURE_FORMAT_RGBA_EXT, alpha, live},
                        *(buffer == GLX_FRONT_LEFT_EXT ? surface.front : surface.back));
}

ASMGL_PUBLIC void glXReleaseTexImageEXT(Display* dpy, GLXDrawable draw, int buffer) {
    if (!current().context) return;
    if (const auto drawable = texture_pixmap(dpy, draw, buffer))
        drawable->texture.images.release("glXReleaseTexImageEXT");
}

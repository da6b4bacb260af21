// GLX's objects: connections, drawables, contexts, and the current ones of a thread.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

#include "driver/configs/frame_config.h"
#include "driver/glx/glx_failure.h"
#include "driver/present/pixmap_contents.h"
#include "driver/present/swap_schedule.h"
#include "driver/present/x11_buffer.h"
#include "driver/present/x11_screen.h"
#include "driver/surface.h"
#include "glapi/driver_interface.h"
#include "runtime/threads/signal_hold.h"

namespace driver::glx {

enum class DrawableKind : uint8_t { XWindow, GlxWindow, Pixmap, Pbuffer };

// A GLX pixmap as a texture (EXT_texture_from_pixmap).
struct PixmapTexture {
    int format = GLX_TEXTURE_FORMAT_NONE_EXT;
    int target = GLX_TEXTURE_2D_EXT;  // the default where textures of any size can be 2D
    bool mipmaps = false;
    bool alpha = false;  // the pixmap has alpha: its depth is 32
    glapi::DrawableTextures images;
    std::shared_ptr<PixmapContents> contents;  // made when it is first bound
};

struct GlxDrawable {
    DrawableKind kind = DrawableKind::XWindow;
    XID id = 0;
    xcb_drawable_t native = 0;            // the X window or pixmap
    const FrameConfig* config = nullptr;  // null: found by a context without config
    std::shared_ptr<Surface> surface;
    unsigned long event_mask = 0;
    bool preserved = true, largest = false;  // pbuffers
    std::unique_ptr<SwapSchedule> swaps;
    PixmapTexture texture;  // pixmaps
};

struct GlxScreen {
    X11Screen x11;
    std::vector<FrameConfig> configs;
};

struct DisplayState {
    Display* display = nullptr;
    std::string server;  // which X server it is, as its name says
    X11Connection connection;
    std::vector<GlxScreen> screens;
    int major_opcode = 0, error_base = 0, event_base = 0;
    std::map<XID, std::shared_ptr<GlxDrawable>> drawables;
    // XVisualInfos we have handed out. A server without GLX has fewer visuals than we have configs, so a visual alone
    // doesn't say which was chosen; the structure, which applications pass on to glXCreateContext, does.
    std::map<const XVisualInfo*, const FrameConfig*> visual_infos;

    // Swap intervals of windows that nobody has drawn to yet.
    std::map<XID, int> early_intervals;

    const FrameConfig* config_from_handle(GLXFBConfig handle, int* screen = nullptr) const;
    // The config of an XVisualInfo; null if GLX doesn't support the visual.
    const FrameConfig* config_from_visual(const XVisualInfo* visual) const;
    XVisualInfo* visual_info(const FrameConfig& config, int screen);
};

// Whether swaps of the drawable are seen, and so wait for a refresh.
inline bool shown_on_screen(const GlxDrawable& drawable) {
    return drawable.kind == DrawableKind::XWindow || drawable.kind == DrawableKind::GlxWindow;
}

inline GLXFBConfig handle_of(const FrameConfig* config) {
    return reinterpret_cast<GLXFBConfig>(const_cast<FrameConfig*>(config));
}

// Guards every object here; not held while drawing or presenting. Functions that say whether it is held check it.
runtime::SignalSafeMutex& objects_mutex();
// Null where the connection can't be used. The mutex is held.
DisplayState* display_state(Display* display);
GlxScreen* screen_of(DisplayState* state, int screen);

// The calling thread's current context and drawables.
struct Current {
    Display* display = nullptr;
    std::shared_ptr<__GLXcontextRec> context;
    GLXDrawable draw = None, read = None;
    std::shared_ptr<GlxDrawable> draw_object, read_object;
    // Threads without memory for their state share one. They can't have a context.
    bool is_spare() const;
};
Current& current();
// Makes nothing current. The mutex is not held.
void release(Current& current);

// Contexts belong to their names, and to the threads that they are current to. The mutex is held for all these.
// Null: there is none of this name.
std::shared_ptr<__GLXcontextRec> find_context(GLXContext name);
// Not an imported one; null: there is none.
std::shared_ptr<__GLXcontextRec> find_context(XID id);
GLXContext add_context(std::shared_ptr<__GLXcontextRec> context);
// The name is gone; where it is current, the context lives on.
void remove_context(__GLXcontextRec& context);

// Does a command's work with the mutex held; what it fails with, an Outcome or a Failure, is returned.
template <typename Work>
auto with_objects(Work&& work) -> decltype(work()) try {
    const std::lock_guard lock(objects_mutex());
    return work();
} catch (const std::bad_alloc&) {
    return Failure::core(BadAlloc);
}
// The same with the connection's objects; nothing is done, and there is no failure, where it can't be used. `resource`:
// what there is no memory for.
template <typename Work>
auto with_display(Display* display, XID resource, Work&& work) -> decltype(work(std::declval<DisplayState&>())) try {
    const std::lock_guard lock(objects_mutex());
    DisplayState* const state = display_state(display);
    if (!state) return {};
    return work(*state);
} catch (const std::bad_alloc&) {
    return Failure::core(BadAlloc, resource);
}

// The drawable of a name; null where there is none. The mutex is held.
std::shared_ptr<GlxDrawable> find_drawable(DisplayState* state, XID id);
// What a name of a drawable stands for: a drawable, or a plain X window that has not been used for drawing yet.
struct NamedDrawable {
    std::shared_ptr<GlxDrawable> drawable;
    bool window = false;
    explicit operator bool() const { return drawable || window; }
};
// Nothing where the name is another's: then GLXBadDrawable has been sent. The mutex is not held.
NamedDrawable drawable_or_window(Display* display, XID id, int request);

}  // namespace driver::glx

// GLXContext points to this.
struct __GLXcontextRec {
    glapi::Context* context = nullptr;     // ends when `life` does, or when it is released after that
    std::shared_ptr<glapi::Context> life;  // of the context's name; imported ones share it
    bool direct = true, imported = false;
    glapi::Api api = glapi::Api::OpenGl;
    Display* display = nullptr;
    std::string server;  // the display's, which may have been closed since
    int screen = 0;
    const driver::FrameConfig* config = nullptr;  // null: made without a config
    int render_type = GLX_RGBA_TYPE;
    XID id = 0, share_id = 0;
};

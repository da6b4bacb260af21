// GLX's objects: connections, drawables, contexts, and the current ones of a thread.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "driver/configs/frame_config.h"
#include "driver/glx/xlib.h"
#include "driver/present/pixmap_contents.h"
#include "driver/present/swap_schedule.h"
#include "driver/present/x11_buffer.h"
#include "driver/present/x11_screen.h"
#include "driver/surface.h"
#include "glapi/commands/textures/drawable_textures.h"
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

// Guards every object here; not held while drawing or presenting.
runtime::SignalSafeMutex& objects_mutex();
// Null where the connection can't be used. The mutex must be held.
DisplayState* display_state(Display* display);
GlxScreen* screen_of(DisplayState* state, int screen);

// The calling thread's current context and drawables.
struct Current {
    Display* display = nullptr;
    GLXContext context = nullptr;
    GLXDrawable draw = None, read = None;
    std::shared_ptr<GlxDrawable> draw_object, read_object;
    // Threads without memory for their state share one. They can't have a context.
    bool is_spare() const;
};
Current& current();

bool is_context(GLXContext context);  // the mutex must be held
// Not an imported one; null: there is none. The mutex must be held.
GLXContext context_of_id(XID id);
void add_context(GLXContext context);
void remove_context(GLXContext context);

// The X error base: first error code of GLX on this connection.
enum class GlxError : uint8_t {
    GlxBadContext,
    GlxBadContextState,
    GlxBadDrawable,
    GlxBadPixmap,
    GlxBadContextTag,
    GlxBadCurrentWindow,
    GlxBadRenderRequest,
    GlxBadLargeRequest,
    UnsupportedPrivateRequest,
    GlxBadFBConfig,
    GlxBadPbuffer,
    GlxBadCurrentDrawable,
    GlxBadWindow,
    GlxBadProfileARB
};
// Hand an error to the application's X error handler as if the server had sent it. `request` is the minor opcode of the
// request it stands for. The mutex must not be held: a handler may call GLX, or not return.
void report(Display* display, GlxError error, XID resource, int request);
void report_core(Display* display, int error, XID resource, int request);

// An error of a request, reported once the mutex is released.
struct Failure {
    bool failed = false;
    int core_error = 0;
    GlxError glx_error = GlxError::GlxBadDrawable;
    XID resource = 0;

    void core(int code, XID id) { *this = {true, code, {}, id}; }
    void glx(GlxError code, XID id) { *this = {true, 0, code, id}; }
    void send(Display* display, int request) const;
};

// The drawable of a name; null where there is none. The mutex must be held.
std::shared_ptr<GlxDrawable> find_drawable(DisplayState* state, XID id);
// The drawable, or null with *window set for a plain X window that has not been used for drawing yet; for other names
// GLXBadDrawable is reported. The mutex must not be held.
std::shared_ptr<GlxDrawable> drawable_or_window(Display* display, XID id, int request, bool* window);

// Has XCloseDisplay call `hook`.
void on_close(Display* display, int (*hook)(Display*, XExtCodes*));

}  // namespace driver::glx

// GLXContext points to this.
struct __GLXcontextRec {
    glapi::Context* context = nullptr;
    std::shared_ptr<glapi::Context> life;  // of the context's name; imported ones share it
    bool direct = true, imported = false;
    glapi::Api api = glapi::Api::OpenGl;
    Display* display = nullptr;
    std::string server;  // the display's, which may have been closed since
    int screen = 0;
    const driver::FrameConfig* config = nullptr;  // null: made without a config
    int render_type = GLX_RGBA_TYPE;
    XID id = 0, share_id = 0;
    int current_threads = 0;
    bool destroyed = false;
};

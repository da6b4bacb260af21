#include <GL/glx.h>
#include <array>

#include "platform.h"

namespace bench {
namespace {

struct Glx {
    explicit Glx(const std::string& library) : xlib("libX11.so.6"), glx(library) {
        xlib.get(open_display, "XOpenDisplay");
        xlib.get(close_display, "XCloseDisplay");
        xlib.get(create_colormap, "XCreateColormap");
        xlib.get(create_window, "XCreateWindow");
        xlib.get(map_window, "XMapWindow");
        xlib.get(sync, "XSync");
        glx.get(choose_visual, "glXChooseVisual");
        glx.get(create_context, "glXCreateContext");
        glx.get(destroy_context, "glXDestroyContext");
        glx.get(get_proc_address, "glXGetProcAddressARB");
        glx.get(make_current, "glXMakeCurrent");
        glx.get(swap_buffers, "glXSwapBuffers");
    }

    Library xlib, glx;
    decltype(&::XOpenDisplay) open_display = nullptr;
    decltype(&::XCloseDisplay) close_display = nullptr;
    decltype(&::XCreateColormap) create_colormap = nullptr;
    decltype(&::XCreateWindow) create_window = nullptr;
    decltype(&::XMapWindow) map_window = nullptr;
    decltype(&::XSync) sync = nullptr;
    decltype(&::glXChooseVisual) choose_visual = nullptr;
    decltype(&::glXCreateContext) create_context = nullptr;
    decltype(&::glXDestroyContext) destroy_context = nullptr;
    decltype(&::glXGetProcAddressARB) get_proc_address = nullptr;
    decltype(&::glXMakeCurrent) make_current = nullptr;
    decltype(&::glXSwapBuffers) swap_buffers = nullptr;
};

class GlxPlatform final : public Platform {
  public:
    explicit GlxPlatform(const PlatformOptions& options) : glx_(options.gl_library) {
        display_ = glx_.open_display(nullptr);
        if (!display_) throw Skip{"no X display"};
        std::array<int, 11> wanted = {GLX_RGBA, GLX_DOUBLEBUFFER, GLX_RED_SIZE, 8,   GLX_GREEN_SIZE, 8, GLX_BLUE_SIZE,
                                      8,        GLX_DEPTH_SIZE,   24,           None};
        visual_ = glx_.choose_visual(display_, DefaultScreen(display_), wanted.data());
        if (!visual_) throw Skip{"no visual for OpenGL"};
        const Window root = RootWindow(display_, visual_->screen);
        XSetWindowAttributes attributes{};
        attributes.colormap = glx_.create_colormap(display_, root, visual_->visual, AllocNone);
        window_ = glx_.create_window(display_, root, 0, 0, static_cast<unsigned>(options.width),
                                     static_cast<unsigned>(options.height), 0, visual_->depth, InputOutput,
                                     visual_->visual, CWColormap | CWBorderPixel, &attributes);
        glx_.map_window(display_, window_);
        glx_.sync(display_, False);
        GlxPlatform::renew_context();
    }

    ~GlxPlatform() override {
        glx_.make_current(display_, None, nullptr);
        glx_.close_display(display_);
    }

    void renew_context() override {
        if (context_) {
            glx_.make_current(display_, None, nullptr);
            glx_.destroy_context(display_, context_);
        }
        context_ = glx_.create_context(display_, visual_, nullptr, True);
        if (!context_) throw Skip{"glXCreateContext failed"};
        if (!glx_.make_current(display_, window_, context_)) throw Skip{"glXMakeCurrent failed"};
    }

    Function find(const char* name) override { return glx_.get_proc_address(reinterpret_cast<const GLubyte*>(name)); }

    void present() override { glx_.swap_buffers(display_, window_); }

  private:
    Glx glx_;
    Display* display_ = nullptr;
    XVisualInfo* visual_ = nullptr;
    Window window_ = None;
    GLXContext context_ = nullptr;
};

}  // namespace

std::unique_ptr<Platform> open_glx(const PlatformOptions& options) { return std::make_unique<GlxPlatform>(options); }

}  // namespace bench

#include "driver/egl/egl_objects.h"

#include <algorithm>
#include <string_view>

#include "driver/egl/egl_config.h"
#include "driver/glx/glx_objects.h"
#include "driver/glx/xlib.h"
#include "runtime/environment/environment.h"

namespace driver::egl {
namespace {

std::vector<DisplayObject*>& displays() {
    static auto* list = new std::vector<DisplayObject*>;
    return *list;
}

// The application closes a connection that displays were made from.
int close_display(Display* display, XExtCodes*) {
    const std::lock_guard lock(objects_mutex());
    for (DisplayObject* object : displays())
        if (object->platform == Platform::X11 && object->native == display) {
            object->surfaces.clear();
            if (object->connection) *object->connection = nullptr;
            object->native = object;  // another connection at this address is another display
            object->initialized = false;
        }
    return 0;
}

template <typename Object, typename Handle>
std::shared_ptr<Object> find_in(const std::set<std::shared_ptr<Object>>& set, Handle handle) {
    const auto at = std::find_if(set.begin(), set.end(), [&](const auto& object) { return object.get() == handle; });
    return at == set.end() ? nullptr : *at;
}

}  // namespace

runtime::SignalSafeMutex& objects_mutex() {
    static auto* mutex = new runtime::SignalSafeMutex;
    return *mutex;
}

Thread& thread() {
    static thread_local Thread state;
    return state;
}

Thread::~Thread() { release_thread_context(*this); }

void release_thread_context(Thread& thread) {
    if (!thread.context) return;
    glapi::make_current(nullptr, nullptr, nullptr);
    const std::lock_guard lock(objects_mutex());
    --thread.context->current_threads;
    if (thread.draw) --thread.draw->current_threads;
    if (thread.read) --thread.read->current_threads;
    thread.context = nullptr;
    thread.draw = thread.read = nullptr;
}

bool DisplayObject::connect() {
    if (platform == Platform::Surfaceless || platform == Platform::Device) {
        configs = egl_configs(memory_configs());
        return true;
    }
    if (!connection) {
        xcb_connection_t* xcb = nullptr;
        int number = std::max(screen, 0);
        if (!native) {
            int preferred = 0;
            xcb = xcb_connect(nullptr, &preferred);
            if (screen < 0) number = preferred;
            if (xcb_connection_has_error(xcb)) {
                xcb_disconnect(xcb);
                return false;
            }
            owns_connection = true;
        } else if (platform == Platform::Xcb) {
            xcb = static_cast<xcb_connection_t*>(native);
        } else {
            auto* display = static_cast<Display*>(native);
            xcb = XGetXCBConnection(display);
            if (screen < 0) number = DefaultScreen(display);
            glx::on_close(display, close_display);
        }
        if (!xcb || xcb_connection_has_error(xcb) || number >= screen_count(xcb)) return false;
        connection = std::make_shared<xcb_connection_t*>(xcb);
        x11 = describe_screen(xcb, number);
        configs = egl_configs(screen_configs(x11));
    }
    return *connection != nullptr && !configs.empty();
}

DisplayObject* find_display(Platform platform, void* native, int screen) {
    const std::lock_guard lock(objects_mutex());
    for (DisplayObject* display : displays())
        if (display->platform == platform && display->native == native && display->screen == screen) return display;
    auto* display = new DisplayObject;
    display->platform = platform;
    display->native = native;
    display->screen = screen;
    displays().push_back(display);
    return display;
}

DisplayObject* default_display() {
    const char* wish = runtime::foreign_variable("EGL_PLATFORM");
    const std::string_view platform = wish ? wish : "";
    if (platform == "surfaceless") return find_display(Platform::Surfaceless, nullptr, -1);
    if (platform == "device") return find_display(Platform::Device, nullptr, -1);
    DisplayObject* x11 = find_display(Platform::X11, nullptr, -1);
    if (platform == "x11") return x11;
    const std::lock_guard lock(objects_mutex());
    if (x11->connect()) return x11;
    static DisplayObject* fallback = nullptr;
    if (!fallback) {
        fallback = new DisplayObject;
        displays().push_back(fallback);
    }
    return fallback;
}

DisplayObject* display_of(EGLDisplay handle) {
    const auto at = std::find(displays().begin(), displays().end(), static_cast<DisplayObject*>(handle));
    return at == displays().end() ? nullptr : *at;
}

DisplayObject* checked_display(EGLDisplay handle) {
    DisplayObject* display = display_of(handle);
    if (!display) return fail(EGL_BAD_DISPLAY, display);
    if (!display->initialized) return fail<DisplayObject*>(EGL_NOT_INITIALIZED, nullptr);
    return display;
}

std::shared_ptr<SurfaceObject> surface_of(DisplayObject& display, EGLSurface handle) {
    return find_in(display.surfaces, handle);
}

std::shared_ptr<ContextObject> context_of(DisplayObject& display, EGLContext handle) {
    return find_in(display.contexts, handle);
}

std::shared_ptr<SyncObject> sync_of(DisplayObject& display, EGLSync handle) { return find_in(display.syncs, handle); }

const FrameConfig* config_of(const DisplayObject& display, EGLConfig handle) {
    for (const FrameConfig& config : display.configs)
        if (&config == handle) return &config;
    return nullptr;
}

EGLDeviceEXT the_device() {
    static int device;
    return &device;
}

}  // namespace driver::egl

#include "driver/egl/egl_objects.h"

#include <algorithm>
#include <dlfcn.h>
#include <string_view>
#include <utility>

#include "driver/egl/egl_config.h"
#include "driver/platforms/gbm_system.h"
#include "driver/platforms/memory_system.h"
#include "driver/platforms/wayland_system.h"
#include "driver/platforms/x11_system.h"
#include "driver/xlib/xlib_internals.h"
#include "ir/check.h"
#include "runtime/environment/environment.h"
#include "runtime/threads/per_thread.h"

namespace driver::egl {
namespace {

std::vector<std::unique_ptr<DisplayObject>>& displays() {
    static auto* list = new std::vector<std::unique_ptr<DisplayObject>>;
    return *list;
}

// The application closes a connection that displays were made from.
int close_display(Display* display, XExtCodes*) {
    const std::lock_guard lock(objects_mutex());
    for (const auto& object : displays())
        if (object->platform == Platform::X11 && object->native == display) {
            object->surfaces.clear();
            if (object->system) static_cast<X11System*>(object->system.get())->disconnect();
            object->native = object.get();  // another connection at this address is another display
            object->initialized = false;
            object->references = 0;
        }
    return 0;
}

template <typename Object, typename Handle>
std::shared_ptr<Object> find_in(const std::set<std::shared_ptr<Object>>& set, Handle handle) {
    ASMGL_CHECK(objects_mutex().held());
    const auto at = std::find_if(set.begin(), set.end(), [&](const auto& object) { return object.get() == handle; });
    return at == set.end() ? nullptr : *at;
}

}  // namespace

runtime::SignalSafeMutex& objects_mutex() {
    static auto* mutex = new runtime::SignalSafeMutex;
    return *mutex;
}

namespace {

// Stands for threads for whose state there is no memory: they get no context.
constinit Thread spare;

}  // namespace

Thread& thread() { return runtime::per_thread_or(spare); }
bool Thread::is_spare() const { return this == &spare; }

Thread::~Thread() { release_thread_context(*this); }

void release_thread_context(Thread& thread) {
    ASMGL_CHECK(!objects_mutex().held());
    if (!thread.context) return;
    glapi::make_current(nullptr, nullptr, nullptr);
    Binding before;  // ends after the lock
    const std::lock_guard lock(objects_mutex());
    thread.claim(nullptr);
    std::swap(static_cast<Binding&>(thread), before);
}

void Binding::claim(const Thread* thread) const {
    ASMGL_CHECK(objects_mutex().held());
    if (context) context->current_to = thread;
    if (draw) draw->current_to = thread;
    if (read) read->current_to = thread;
}

bool Binding::is_claimed_beside(const Thread& thread) const {
    ASMGL_CHECK(objects_mutex().held());
    const auto by_another = [&](const auto& object) {
        return object && object->current_to && object->current_to != &thread;
    };
    return by_another(context) || by_another(draw) || by_another(read);
}

namespace {

// Null where the platform can't be used.
std::unique_ptr<WindowSystem> connect_x11(const DisplayObject& display) {
    xcb_connection_t* xcb = nullptr;
    const char* name = nullptr;
    int number = std::max(display.screen, 0);
    if (!display.native) {
        int preferred = 0;
        xcb = xcb_connect(nullptr, &preferred);
        if (display.screen < 0) number = preferred;
        if (xcb_connection_has_error(xcb)) {
            xcb_disconnect(xcb);
            return nullptr;
        }
    } else if (display.platform == Platform::Xcb) {
        xcb = static_cast<xcb_connection_t*>(display.native);
    } else {
        auto* xlib = static_cast<Display*>(display.native);
        xcb = XGetXCBConnection(xlib);
        if (display.screen < 0) number = DefaultScreen(xlib);
        xlib::on_close(xlib, close_display);
        name = XDisplayString(xlib);
    }
    if (!xcb || xcb_connection_has_error(xcb) || number >= screen_count(xcb)) return nullptr;
    return std::make_unique<X11System>(xcb, number, name);
}

std::unique_ptr<WindowSystem> connect_to(const DisplayObject& display) {
    switch (display.platform) {
        case Platform::X11:
        case Platform::Xcb: return connect_x11(display);
        case Platform::Wayland: return WaylandSystem::connect(static_cast<wl_display*>(display.native));
        case Platform::Gbm: return GbmSystem::connect(display.native);
        case Platform::Surfaceless:
        case Platform::Device: return std::make_unique<MemorySystem>();
    }
    return nullptr;
}

}  // namespace

bool DisplayObject::connect() {
    if (!system && (system = connect_to(*this))) {
        std::vector<FrameConfig> now = egl_configs(system->configs());
        if (now != configs) {
            // Another connection at the same address, perhaps. What is current still points to the old ones.
            static auto* old = new std::vector<std::vector<FrameConfig>>;
            old->push_back(std::exchange(configs, std::move(now)));
        }
    }
    return system && system->connected() && !configs.empty();
}

void DisplayObject::disconnect() {
    // X11 tells of the end of a connection.
    if (platform != Platform::X11 && platform != Platform::Xcb) system.reset();
}

Platform platform_of(void* native) {
    const char* request = runtime::foreign_variable("EGL_PLATFORM");
    if (request && std::string_view(request) == "wayland") return Platform::Wayland;
    if (request && std::string_view(request) == "x11") return Platform::X11;
    if (request && std::string_view(request) == "drm") return Platform::Gbm;
    // A Wayland display begins with a pointer to the description of its interface, which one of Wayland's libraries
    // has, a device of GBM with one to the function that made it.
    Dl_info info{};
    if (!dladdr(*static_cast<void* const*>(native), &info) || !info.dli_sname) return Platform::X11;
    const std::string_view name = info.dli_sname;
    if (name == "gbm_create_device") return Platform::Gbm;
    return name == "wl_display_interface" ? Platform::Wayland : Platform::X11;
}

DisplayObject* find_display(Platform platform, void* native, int screen, bool counted) {
    const std::lock_guard lock(objects_mutex());
    for (const auto& display : displays())
        if (display->platform == platform && display->native == native && display->screen == screen &&
            display->counted == counted)
            return display.get();
    auto display = std::make_unique<DisplayObject>();
    display->platform = platform;
    display->native = native;
    display->screen = screen;
    display->counted = counted;
    return displays().emplace_back(std::move(display)).get();
}

DisplayObject* default_display() {
    const char* request = runtime::foreign_variable("EGL_PLATFORM");
    const std::string_view platform = request ? request : "";
    if (platform == "surfaceless") return find_display(Platform::Surfaceless, nullptr, -1);
    if (platform == "device") return find_display(Platform::Device, nullptr, -1);
    DisplayObject* wayland = find_display(Platform::Wayland, nullptr, -1);
    if (platform == "wayland") return wayland;
    DisplayObject* x11 = find_display(Platform::X11, nullptr, -1);
    if (platform == "x11") return x11;
    const std::lock_guard lock(objects_mutex());
    if (x11->connect()) return x11;
    if (wayland->connect()) return wayland;
    static DisplayObject* fallback = nullptr;
    if (!fallback) fallback = displays().emplace_back(std::make_unique<DisplayObject>()).get();
    return fallback;
}

DisplayObject* display_of(EGLDisplay handle) {
    ASMGL_CHECK(objects_mutex().held());
    const auto at = std::ranges::find(displays(), handle, &std::unique_ptr<DisplayObject>::get);
    return at == displays().end() ? nullptr : at->get();
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

std::shared_ptr<ImageObject> image_of(DisplayObject& display, EGLImage handle) {
    return find_in(display.images, handle);
}

std::span<const std::unique_ptr<DisplayObject>> all_displays() {
    ASMGL_CHECK(objects_mutex().held());
    return displays();
}

const FrameConfig* config_of(const DisplayObject& display, EGLConfig handle) {
    ASMGL_CHECK(objects_mutex().held());
    for (const FrameConfig& config : display.configs)
        if (&config == handle) return &config;
    return nullptr;
}

EGLDeviceEXT the_device() {
    static int device;
    return &device;
}

}  // namespace driver::egl

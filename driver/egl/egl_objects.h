// EGL's objects: displays, surfaces, contexts and syncs, and what is current to a thread.
#pragma once

#include <memory>
#include <set>
#include <span>
#include <vector>

#include "driver/configs/frame_config.h"
#include "driver/egl/egl_failure.h"
#include "driver/egl/egl_syncs.h"
#include "driver/platforms/window_system.h"
#include "driver/present/swap_schedule.h"
#include "driver/surface.h"
#include "glapi/driver_interface.h"
#include "runtime/threads/signal_hold.h"

namespace driver::egl {

enum class Platform : uint8_t { X11, Xcb, Wayland, Gbm, Surfaceless, Device };
enum class SurfaceKind : uint8_t { Window, Pixmap, Pbuffer };

struct DisplayObject;
struct Thread;

// What KHR_partial_update asks of the order of commands within a frame.
struct FrameDamage {
    bool age_known = false, set = false;
    void clear_frame() { age_known = set = false; }
};

struct SurfaceObject {
    DisplayObject* display = nullptr;
    const FrameConfig* config = nullptr;
    SurfaceKind kind = SurfaceKind::Pbuffer;
    uintptr_t native = 0;  // the window or pixmap
    bool single_buffered = false, opaque = false;
    bool posts_regions = false;  // EGL_POST_SUB_BUFFER_SUPPORTED_NV, as it was asked for
    std::shared_ptr<Surface> surface;
    EGLint swap_behavior = EGL_BUFFER_PRESERVED;  // windows begin with EGL_BUFFER_DESTROYED
    EGLint multisample_resolve = EGL_MULTISAMPLE_RESOLVE_DEFAULT;
    EGLint mipmap_level = 0;
    EGLint colorspace = EGL_GL_COLORSPACE_LINEAR;
    EGLint vg_colorspace = EGL_VG_COLORSPACE_sRGB, vg_alpha_format = EGL_VG_ALPHA_FORMAT_NONPRE;
    EGLint texture_format = EGL_NO_TEXTURE, texture_target = EGL_NO_TEXTURE;
    bool mipmap_texture = false, largest = false;
    glapi::DrawableTextures texture;  // of pbuffers
    FrameDamage damage;
    EGLLabelKHR label = nullptr;
    std::unique_ptr<SwapSchedule> swaps;
    const Thread* current_to = nullptr;  // Binding::claim() sets it
};

struct ContextObject {
    DisplayObject* display = nullptr;
    const FrameConfig* config = nullptr;  // null: EGL_NO_CONFIG_KHR
    EGLenum api = EGL_OPENGL_API;
    glapi::OwnedContext context;
    const Thread* current_to = nullptr;  // Binding::claim() sets it
    EGLLabelKHR label = nullptr;
};

// What of a texture or renderbuffer other contexts may have: glapi/commands/textures/egl_images.h knows it by its
// address.
struct ImageObject {
    ImageObject() = default;
    ImageObject(const ImageObject&) = delete;
    ImageObject& operator=(const ImageObject&) = delete;
    ~ImageObject();
    EGLLabelKHR label = nullptr;
};

// Never deleted: "the dpy handle itself remains valid".
struct DisplayObject {
    Platform platform = Platform::Surfaceless;
    void* native = nullptr;  // what it was found by
    int screen = -1;         // requested by attribute; -1: the connection's own
    bool counted = false;    // EGL_TRACK_REFERENCES_KHR
    int references = 0;      // where they are counted
    bool initialized = false;
    EGLLabelKHR label = nullptr;
    std::unique_ptr<WindowSystem> system;
    std::vector<FrameConfig> configs;  // never moved: contexts and surfaces point to them
    std::set<std::shared_ptr<SurfaceObject>> surfaces;
    std::set<std::shared_ptr<ContextObject>> contexts;
    std::set<std::shared_ptr<SyncObject>> syncs;
    std::set<std::shared_ptr<ImageObject>> images;

    bool connect();  // true where the platform can be used
    // After eglTerminate: the application may close the connection.
    void disconnect();
};

// Guards every object here; not held while drawing or presenting. Functions that say whether it is held check it.
runtime::SignalSafeMutex& objects_mutex();

// What is current to a thread, and lives on there when it is destroyed.
struct Binding {
    std::shared_ptr<ContextObject> context;
    std::shared_ptr<SurfaceObject> draw, read;
    // Keeps the objects from being made current to other threads; null: no longer. The mutex is held.
    void claim(const Thread* thread) const;
    // Whether one of them is claimed by another thread than this. The mutex is held.
    bool is_claimed_beside(const Thread& thread) const;
};

struct Thread : Binding {
    EGLint error = EGL_SUCCESS;
    EGLenum api = EGL_OPENGL_ES_API;
    EGLLabelKHR label = nullptr;
    int commands = 0;     // that are being done: more than one where commands call others
    bool failed = false;  // the outermost of them
    ~Thread();
    // Threads without memory for their state share one. They can't have a context.
    bool is_spare() const;
};
Thread& thread();

// Sets the thread's error; results compare as the value a failing command returns.
template <typename Result>
Result fail(Failure failure, Result result) {
    thread().error = failure.error();
    thread().failed = true;
    return result;
}
template <typename Result>
Result succeed(Result result) {
    thread().error = EGL_SUCCESS;
    thread().failed = false;
    return result;
}

// The display of a platform, made at first use. For X11: the native display (null: a connection of our own to
// $DISPLAY).
DisplayObject* find_display(Platform platform, void* native, int screen, bool counted = false);
// For eglGetDisplay(EGL_DEFAULT_DISPLAY): $EGL_PLATFORM, else X11 or Wayland where there is one, else surfaceless.
DisplayObject* default_display();

// The platform of a native display, for eglGetDisplay.
Platform platform_of(void* native);

// Handles to objects; null where they are not valid. The mutex is held.
DisplayObject* display_of(EGLDisplay handle);
std::shared_ptr<SurfaceObject> surface_of(DisplayObject& display, EGLSurface handle);
std::shared_ptr<ContextObject> context_of(DisplayObject& display, EGLContext handle);
std::shared_ptr<SyncObject> sync_of(DisplayObject& display, EGLSync handle);
std::shared_ptr<ImageObject> image_of(DisplayObject& display, EGLImage handle);
std::span<const std::unique_ptr<DisplayObject>> all_displays();
const FrameConfig* config_of(const DisplayObject& display, EGLConfig handle);
// A valid and initialized display, or null with the error set.
DisplayObject* checked_display(EGLDisplay handle);

inline EGLConfig handle_of(const FrameConfig* config) { return const_cast<FrameConfig*>(config); }

// Binds the thread to nothing; the mutex is not held.
void release_thread_context(Thread& thread);

// Address of an EGL or GL command; null for names that don't exist.
void* procedure(const char* name);

// The one device there is.
EGLDeviceEXT the_device();

}  // namespace driver::egl

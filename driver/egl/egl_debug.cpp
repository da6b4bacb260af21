#include "driver/egl/egl_debug.h"

#include <array>
#include <atomic>
#include <mutex>
#include <utility>

#include "driver/egl/egl_objects.h"
#include "driver/public.h"
#include "ir/check.h"
#include "runtime/threads/fork_hold.h"

namespace driver::egl {
namespace {

struct MessageType {
    EGLint name;
    bool enabled_at_first;
};
// There are no messages of the latter two types.
constexpr MessageType message_types[] = {
    {EGL_DEBUG_MSG_CRITICAL_KHR, true},
    {EGL_DEBUG_MSG_ERROR_KHR, true},
    {EGL_DEBUG_MSG_WARN_KHR, false},
    {EGL_DEBUG_MSG_INFO_KHR, false},
};
constexpr size_t type_count = std::size(message_types);
using Enabled = std::array<bool, type_count>;

constexpr Enabled enabled_at_first() {
    Enabled enabled{};
    for (size_t n = 0; n < type_count; ++n) enabled[n] = message_types[n].enabled_at_first;
    return enabled;
}

struct DebugState {
    runtime::ForkSafe<> mutex;
    EGLDEBUGPROCKHR callback = nullptr;
    Enabled enabled = enabled_at_first();
};
DebugState& state() {
    static auto* const debug = new DebugState;
    return *debug;
}
// Whether there is a callback at all, for those who only ask that.
std::atomic<bool> listens = false;

size_t type_number(EGLAttrib name) {
    size_t n = 0;
    while (n < type_count && message_types[n].name != name) ++n;
    return n;
}

const char* error_name(EGLint error) {
    switch (error) {
#define ERROR_NAME(name) \
    case name: return #name;
        ERROR_NAME(EGL_NOT_INITIALIZED)
        ERROR_NAME(EGL_BAD_ACCESS)
        ERROR_NAME(EGL_BAD_ALLOC)
        ERROR_NAME(EGL_BAD_ATTRIBUTE)
        ERROR_NAME(EGL_BAD_CONFIG)
        ERROR_NAME(EGL_BAD_CONTEXT)
        ERROR_NAME(EGL_BAD_CURRENT_SURFACE)
        ERROR_NAME(EGL_BAD_DISPLAY)
        ERROR_NAME(EGL_BAD_MATCH)
        ERROR_NAME(EGL_BAD_NATIVE_PIXMAP)
        ERROR_NAME(EGL_BAD_NATIVE_WINDOW)
        ERROR_NAME(EGL_BAD_PARAMETER)
        ERROR_NAME(EGL_BAD_SURFACE)
        ERROR_NAME(EGL_CONTEXT_LOST)
        ERROR_NAME(EGL_BAD_DEVICE_EXT)
#undef ERROR_NAME
        default: return "another error";
    }
}

// The label of whatever a handle stands for; null: of nothing. The objects' mutex is held.
EGLLabelKHR* find_label(const void* handle) {
    ASMGL_CHECK(objects_mutex().held());
    if (!handle) return nullptr;
    if (handle == &thread()) return &thread().label;
    for (const auto& display : all_displays()) {
        if (display.get() == handle) return &display->label;
        const auto in = [&](const auto& objects) -> EGLLabelKHR* {
            for (const auto& object : objects)
                if (object.get() == handle) return &object->label;
            return nullptr;
        };
        for (EGLLabelKHR* const label :
             {in(display->surfaces), in(display->contexts), in(display->syncs), in(display->images)})
            if (label) return label;
    }
    return nullptr;
}

void tell(EGLint error, const char* command, EGLLabelKHR label) {
    const bool critical = error == EGL_BAD_ALLOC || error == EGL_CONTEXT_LOST;
    const EGLint type = critical ? EGL_DEBUG_MSG_CRITICAL_KHR : EGL_DEBUG_MSG_ERROR_KHR;
    EGLDEBUGPROCKHR callback = nullptr;
    {
        const std::lock_guard lock(state().mutex);
        if (state().enabled[type_number(type)]) callback = state().callback;
    }
    if (callback) callback(static_cast<EGLenum>(error), command, type, thread().label, label, error_name(error));
}

}  // namespace

Call::Call(const void* object, const char* command) : outermost_(thread().commands++ == 0), command_(command) {
    if (!outermost_) return;
    thread().failed = false;
    if (!object || !listens.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(objects_mutex());
    if (const EGLLabelKHR* const label = find_label(object)) label_ = *label;
}

Call::~Call() {
    --thread().commands;
    if (outermost_ && std::exchange(thread().failed, false) && listens.load(std::memory_order_relaxed))
        tell(thread().error, command_, label_);
}

}  // namespace driver::egl

using namespace driver::egl;

ASMGL_PUBLIC EGLint eglDebugMessageControlKHR(EGLDEBUGPROCKHR callback, const EGLAttrib* attrib_list) {
    const Call call;
    const std::lock_guard lock(state().mutex);
    Enabled enabled = callback ? state().enabled : enabled_at_first();
    for (const EGLAttrib* a = attrib_list; a && *a != EGL_NONE; a += 2) {
        const size_t type = type_number(a[0]);
        if (type == type_count || (a[1] != EGL_TRUE && a[1] != EGL_FALSE))
            return fail(EGL_BAD_ATTRIBUTE, EGL_BAD_ATTRIBUTE);
        enabled[type] = a[1] == EGL_TRUE;
    }
    state().callback = callback;
    state().enabled = callback ? enabled : enabled_at_first();
    listens = callback != nullptr;
    return succeed(EGL_SUCCESS);
}

ASMGL_PUBLIC EGLBoolean eglQueryDebugKHR(EGLint attribute, EGLAttrib* value) {
    const Call call;
    const std::lock_guard lock(state().mutex);
    const size_t type = type_number(attribute);
    if (type == type_count && attribute != EGL_DEBUG_CALLBACK_KHR) return fail(EGL_BAD_ATTRIBUTE, EGL_FALSE);
    if (!value) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    *value = type < type_count ? static_cast<EGLAttrib>(state().enabled[type])
                               : reinterpret_cast<EGLAttrib>(state().callback);
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLint eglLabelObjectKHR(EGLDisplay dpy, EGLenum type, EGLObjectKHR object, EGLLabelKHR label) {
    const Call call(object);
    const std::lock_guard lock(objects_mutex());
    if (type == EGL_OBJECT_THREAD_KHR) {
        thread().label = label;
        return succeed(EGL_SUCCESS);
    }
    DisplayObject* const display = display_of(dpy);
    if (!display) return fail(EGL_BAD_DISPLAY, EGL_BAD_DISPLAY);
    EGLLabelKHR* stored = nullptr;
    const auto of = [&](const auto& found) { stored = found ? &found->label : nullptr; };
    const bool ready = display->initialized;
    switch (type) {
        case EGL_OBJECT_DISPLAY_KHR:
            if (object == dpy) stored = &display->label;
            break;
        case EGL_OBJECT_CONTEXT_KHR:
            if (ready) of(context_of(*display, object));
            break;
        case EGL_OBJECT_SURFACE_KHR:
            if (ready) of(surface_of(*display, object));
            break;
        case EGL_OBJECT_SYNC_KHR:
            if (ready) of(sync_of(*display, object));
            break;
        case EGL_OBJECT_IMAGE_KHR:
            if (ready) of(image_of(*display, object));
            break;
        default: break;  // streams, and what there is not
    }
    if (!stored) return fail(EGL_BAD_PARAMETER, EGL_BAD_PARAMETER);
    *stored = label;
    return succeed(EGL_SUCCESS);
}

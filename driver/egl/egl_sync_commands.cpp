// Synchronization between threads and contexts: EGL 1.5 section 3.8.1, KHR_fence_sync, KHR_wait_sync,
// KHR_reusable_sync, ANDROID_native_fence_sync.
#include <new>
#include <optional>

#include "driver/egl/egl_checks.h"
#include "driver/egl/egl_debug.h"
#include "driver/egl/egl_syncs.h"
#include "driver/public.h"

using namespace driver::egl;

namespace {

// The file of a native fence that the attributes name, or none; nothing where they have anything else.
template <typename Value>
std::optional<int> read_file(EGLenum type, const Value* attributes) {
    int file = EGL_NO_NATIVE_FENCE_FD_ANDROID;
    for (const Value* a = attributes; a && *a != EGL_NONE; a += 2) {
        if (type != EGL_SYNC_NATIVE_FENCE_ANDROID || a[0] != EGL_SYNC_NATIVE_FENCE_FD_ANDROID) return std::nullopt;
        file = static_cast<int>(a[1]);
    }
    return file;
}

// The commands differ in the error for a type that there is none of.
template <typename Value>
EGLSync create_sync(EGLDisplay dpy, EGLenum type, const Value* attributes, EGLint wrong_type) try {
    {
        const std::lock_guard lock(objects_mutex());
        if (!checked_display(dpy)) return EGL_NO_SYNC;
    }
    if (type != EGL_SYNC_FENCE && type != EGL_SYNC_REUSABLE_KHR && type != EGL_SYNC_NATIVE_FENCE_ANDROID)
        return fail(wrong_type, EGL_NO_SYNC);
    const std::optional<int> file = read_file(type, attributes);
    if (!file) return fail(EGL_BAD_ATTRIBUTE, EGL_NO_SYNC);
    std::shared_ptr<SyncObject> sync;
    if (type == EGL_SYNC_REUSABLE_KHR) {
        sync = std::make_shared<SyncObject>();
    } else if (*file != EGL_NO_NATIVE_FENCE_FD_ANDROID) {
        sync = std::make_shared<SyncObject>(*file);
    } else {
        const auto& context = thread().context;
        if (!context || context->display != dpy) return fail(EGL_BAD_MATCH, EGL_NO_SYNC);
        sync = std::make_shared<SyncObject>(glapi::fence_current());
        if (type == EGL_SYNC_NATIVE_FENCE_ANDROID) sync->become_native();
    }
    const std::lock_guard lock(objects_mutex());
    EGLSync handle = sync.get();
    display_of(dpy)->syncs.insert(std::move(sync));
    return succeed(handle);
} catch (const std::bad_alloc&) {
    return fail(EGL_BAD_ALLOC, EGL_NO_SYNC);
}

// The sync object, or null with the error set.
std::shared_ptr<SyncObject> checked_sync(EGLDisplay dpy, EGLSync sync) {
    return checked_object(dpy, sync, sync_of, EGL_BAD_PARAMETER);
}

template <typename Value>
EGLBoolean sync_attribute(EGLDisplay dpy, EGLSync sync, EGLint attribute, Value* value) {
    const auto object = checked_sync(dpy, sync);
    if (!object) return EGL_FALSE;
    if (!value) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    switch (attribute) {
        case EGL_SYNC_TYPE: *value = Value(object->type()); break;
        case EGL_SYNC_STATUS: *value = object->signaled() ? EGL_SIGNALED : EGL_UNSIGNALED; break;
        case EGL_SYNC_CONDITION:
            if (object->type() == EGL_SYNC_REUSABLE_KHR) return fail(EGL_BAD_ATTRIBUTE, EGL_FALSE);
            *value = object->imported() ? EGL_SYNC_NATIVE_FENCE_SIGNALED_ANDROID : EGL_SYNC_PRIOR_COMMANDS_COMPLETE;
            break;
        default: return fail(EGL_BAD_ATTRIBUTE, EGL_FALSE);
    }
    return succeed(EGL_TRUE);
}

}  // namespace

ASMGL_PUBLIC EGLSync eglCreateSync(EGLDisplay dpy, EGLenum type, const EGLAttrib* attrib_list) {
    const Call call(dpy);
    return create_sync(dpy, type, attrib_list, EGL_BAD_PARAMETER);
}

ASMGL_PUBLIC EGLSyncKHR eglCreateSyncKHR(EGLDisplay dpy, EGLenum type, const EGLint* attrib_list) {
    const Call call(dpy);
    return create_sync(dpy, type, attrib_list, EGL_BAD_ATTRIBUTE);
}

// EGL_KHR_cl_event2's form of the command, for the same types.
ASMGL_PUBLIC EGLSyncKHR eglCreateSync64KHR(EGLDisplay dpy, EGLenum type, const EGLAttribKHR* attrib_list) {
    const Call call(dpy);
    return create_sync(dpy, type, attrib_list, EGL_BAD_ATTRIBUTE);
}

ASMGL_PUBLIC EGLBoolean eglDestroySync(EGLDisplay dpy, EGLSync sync) {
    const Call call(sync);
    std::shared_ptr<SyncObject> object;
    {
        const std::lock_guard lock(objects_mutex());
        DisplayObject* display = checked_display(dpy);
        if (!display) return EGL_FALSE;
        object = sync_of(*display, sync);
        if (!object) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
        display->syncs.erase(object);
    }
    // Who waits for it does not wait for ever.
    if (object->type() == EGL_SYNC_REUSABLE_KHR) object->set_signaled(true);
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglDestroySyncKHR(EGLDisplay dpy, EGLSyncKHR sync) { return eglDestroySync(dpy, sync); }

ASMGL_PUBLIC EGLint eglClientWaitSync(EGLDisplay dpy, EGLSync sync, EGLint flags, EGLTime timeout) {
    const Call call(sync);
    const auto object = checked_sync(dpy, sync);
    if (!object) return EGL_FALSE;
    if (flags & EGL_SYNC_FLUSH_COMMANDS_BIT && !object->signaled() && thread().context) glapi::flush_current();
    return succeed(object->wait(timeout) ? EGL_CONDITION_SATISFIED : EGL_TIMEOUT_EXPIRED);
}

ASMGL_PUBLIC EGLint eglClientWaitSyncKHR(EGLDisplay dpy, EGLSyncKHR sync, EGLint flags, EGLTimeKHR timeout) {
    const Call call(sync);
    return eglClientWaitSync(dpy, sync, flags, timeout);
}

ASMGL_PUBLIC EGLBoolean eglWaitSync(EGLDisplay dpy, EGLSync sync, EGLint flags) {
    const Call call(sync);
    const auto object = checked_sync(dpy, sync);
    if (!object) return EGL_FALSE;
    if (flags != 0) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    // Reusable ones are no work of any context, which another could wait for.
    if (!thread().context || object->type() == EGL_SYNC_REUSABLE_KHR) return fail(EGL_BAD_MATCH, EGL_FALSE);
    object->wait(EGL_FOREVER);
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLint eglWaitSyncKHR(EGLDisplay dpy, EGLSyncKHR sync, EGLint flags) {
    const Call call(sync);
    return static_cast<EGLint>(eglWaitSync(dpy, sync, flags));
}

ASMGL_PUBLIC EGLBoolean eglSignalSyncKHR(EGLDisplay dpy, EGLSyncKHR sync, EGLenum mode) {
    const Call call(sync);
    const auto object = checked_sync(dpy, sync);
    if (!object) return EGL_FALSE;
    if (object->type() != EGL_SYNC_REUSABLE_KHR) return fail(EGL_BAD_MATCH, EGL_FALSE);
    if (mode != EGL_SIGNALED && mode != EGL_UNSIGNALED) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    object->set_signaled(mode == EGL_SIGNALED);
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglGetSyncAttrib(EGLDisplay dpy, EGLSync sync, EGLint attribute, EGLAttrib* value) {
    const Call call(sync);
    return sync_attribute(dpy, sync, attribute, value);
}

ASMGL_PUBLIC EGLBoolean eglGetSyncAttribKHR(EGLDisplay dpy, EGLSyncKHR sync, EGLint attribute, EGLint* value) {
    const Call call(sync);
    return sync_attribute(dpy, sync, attribute, value);
}

ASMGL_PUBLIC EGLint eglDupNativeFenceFDANDROID(EGLDisplay dpy, EGLSyncKHR sync) {
    const Call call(sync);
    const auto object = checked_sync(dpy, sync);
    if (!object) return EGL_NO_NATIVE_FENCE_FD_ANDROID;
    if (object->type() != EGL_SYNC_NATIVE_FENCE_ANDROID) return fail(EGL_BAD_PARAMETER, EGL_NO_NATIVE_FENCE_FD_ANDROID);
    const int file = object->duplicate_file();
    return file >= 0 ? succeed(file) : fail(EGL_BAD_ALLOC, EGL_NO_NATIVE_FENCE_FD_ANDROID);
}

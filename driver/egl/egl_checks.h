// Objects of commands' arguments.
#pragma once

#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "driver/egl/egl_objects.h"

namespace driver::egl {

// Sets the thread's error and returns what the command does: Value{} where it fails.
template <typename Value>
Value finish(Outcome<Value> outcome) {
    if (outcome.failure()) return fail(outcome.failure(), Value{});
    return succeed(std::move(outcome).value());
}

// Does a command's work on an initialized display, with the mutex held: it returns an Outcome.
template <typename Work>
auto with_display(EGLDisplay dpy, Work&& work) -> typename decltype(work(std::declval<DisplayObject&>()))::value_type
    try {
    const std::lock_guard lock(objects_mutex());
    DisplayObject* const display = checked_display(dpy);
    if (!display) return {};
    return finish(work(*display));
} catch (const std::bad_alloc&) {
    return fail(EGL_BAD_ALLOC, typename decltype(work(std::declval<DisplayObject&>()))::value_type{});
}

// The same with one of the display's surfaces.
template <typename Work>
auto with_surface(EGLDisplay dpy, EGLSurface surface, Work&& work) {
    return with_display(dpy, [&](DisplayObject& display) -> decltype(work(std::declval<SurfaceObject&>())) {
        const auto object = surface_of(display, surface);
        if (!object) return Failure(EGL_BAD_SURFACE);
        return work(*object);
    });
}

// What a handle stands for on a display, found by `find` (surface_of, sync_of …), or null with the error set:
// `missing` where the display has none such.
template <class Object, class Handle>
std::shared_ptr<Object> checked_object(EGLDisplay dpy, Handle handle,
                                       std::shared_ptr<Object> (*find)(DisplayObject&, Handle), EGLint missing) {
    const std::lock_guard lock(objects_mutex());
    DisplayObject* const display = checked_display(dpy);
    if (!display) return nullptr;
    auto object = find(*display, handle);
    return object ? object : fail(missing, object);
}

}  // namespace driver::egl

// Objects of commands' arguments.
#pragma once

#include <memory>
#include <mutex>

#include "driver/egl/egl_objects.h"

namespace driver::egl {

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

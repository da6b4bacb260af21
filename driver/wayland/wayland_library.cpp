#include "driver/wayland/wayland_library.h"

#include <cstdio>
#include <dlfcn.h>

#include "runtime/environment/environment.h"

#undef wl_buffer_interface
#undef wl_callback_interface
#undef wl_registry_interface
#undef wl_shm_interface
#undef wl_shm_pool_interface

extern "C" {
#define ASMGL_ROW(name) const wl_interface* asmgl_##name = nullptr;
ASMGL_WAYLAND_INTERFACES(ASMGL_ROW)
#undef ASMGL_ROW
}

namespace driver::wayland {

Functions functions;

bool open_library() {
    static const bool complete = [] {
        const char* missing = "libwayland-client.so.0";
        if (void* library = dlopen(missing, RTLD_LAZY | RTLD_LOCAL)) {
            missing = nullptr;
            const auto find = [&](const char* name) {
                void* address = dlsym(library, name);
                if (!address) missing = name;
                return address;
            };
#define ASMGL_ROW(name) functions.found_##name = reinterpret_cast<decltype(functions.found_##name)>(find(#name));
            ASMGL_WAYLAND_FUNCTIONS(ASMGL_ROW)
#undef ASMGL_ROW
#define ASMGL_ROW(name) asmgl_##name = static_cast<const wl_interface*>(find(#name));
            ASMGL_WAYLAND_INTERFACES(ASMGL_ROW)
#undef ASMGL_ROW
        }
        if (missing && runtime::reports(runtime::DebugSubject::Driver))
            std::fprintf(stderr, "asmgl: Wayland can't be used: %s is not there\n", missing);
        return !missing;
    }();
    return complete;
}

}  // namespace driver::wayland

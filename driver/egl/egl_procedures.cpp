#include <string_view>

#include "driver/egl/egl_objects.h"
#include "driver/tool_interface.h"

namespace driver::egl {

void* procedure(const char* name) {
    struct Row {
        std::string_view name;
        void* address;
    };
    static const Row rows[] = {
#define EGL_PROCEDURE(name) {#name, reinterpret_cast<void*>(&name)},
#define EGL_CLIENT_PROCEDURE(name) EGL_PROCEDURE(name)
#define EGL_DISPLAY_PROCEDURE(name) EGL_PROCEDURE(name)
#define EGL_DEVICE_PROCEDURE(name) EGL_PROCEDURE(name)
#include "driver/egl/egl_procedures.def"
#undef EGL_PROCEDURE
#undef EGL_CLIENT_PROCEDURE
#undef EGL_DISPLAY_PROCEDURE
#undef EGL_DEVICE_PROCEDURE
    };
    for (const Row& row : rows)
        if (row.name == name) return row.address;
    if (std::string_view(name) == tool_interface_name) return reinterpret_cast<void*>(&tool_interface);
    return glapi::procedure_address(name);
}

}  // namespace driver::egl

// Versions, strings and names: GLX 1.4 section 3.3.2, ARB_get_proc_address, MESA_query_renderer.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

#include "driver/glx/glx_objects.h"
#include "driver/glx/glx_procedures.h"
#include "driver/public.h"
#include "glapi/driver_interface.h"

using namespace driver::glx;

namespace {

// Everything is answered on the client's side, so client, server and screen have the same extensions.
constexpr char extensions[] =
    "GLX_ARB_context_flush_control GLX_ARB_create_context GLX_ARB_create_context_no_error "
    "GLX_ARB_create_context_profile GLX_ARB_create_context_robustness GLX_ARB_fbconfig_float GLX_ARB_framebuffer_sRGB "
    "GLX_ARB_get_proc_address GLX_ARB_multisample GLX_EXT_buffer_age GLX_EXT_context_priority "
    "GLX_EXT_create_context_es2_profile GLX_EXT_create_context_es_profile GLX_EXT_fbconfig_packed_float "
    "GLX_EXT_framebuffer_sRGB GLX_EXT_get_drawable_type GLX_EXT_import_context GLX_EXT_no_config_context "
    "GLX_EXT_swap_control "
    "GLX_EXT_swap_control_tear GLX_EXT_texture_from_pixmap GLX_EXT_visual_info "
    "GLX_EXT_visual_rating GLX_MESA_copy_sub_buffer GLX_MESA_query_renderer GLX_MESA_swap_control "
    "GLX_OML_swap_method GLX_OML_sync_control GLX_SGIS_multisample GLX_SGIX_fbconfig GLX_SGIX_pbuffer "
    "GLX_SGIX_visual_select_group "
    "GLX_SGI_make_current_read GLX_SGI_swap_control GLX_SGI_video_sync";

const char* string_of(int name) {
    switch (name) {
        case GLX_VENDOR: return "asmgl";
        case GLX_VERSION: return "1.4";
        case GLX_EXTENSIONS: return extensions;
        default: return nullptr;
    }
}

bool renderer_integer(int attribute, unsigned int* value) {
    if (!value) return false;
    switch (attribute) {
        case GLX_RENDERER_VENDOR_ID_MESA:
        case GLX_RENDERER_DEVICE_ID_MESA: value[0] = 0xFFFFFFFF; return true;  // no PCI device
        case GLX_RENDERER_VERSION_MESA:
            value[0] = ASMGL_VERSION_MAJOR;
            value[1] = ASMGL_VERSION_MINOR;
            value[2] = ASMGL_VERSION_PATCH;
            return true;
        case GLX_RENDERER_ACCELERATED_MESA: value[0] = 0; return true;
        case GLX_RENDERER_VIDEO_MEMORY_MESA: {
            const uint64_t bytes =
                static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE));
            // Addresses of 32 bits reach little of a large machine's.
            value[0] = static_cast<unsigned>(std::min<uint64_t>(bytes >> 20, sizeof(void*) < 8 ? 2048 : 0xFFFFFFFF));
            return true;
        }
        case GLX_RENDERER_UNIFIED_MEMORY_ARCHITECTURE_MESA: value[0] = 1; return true;
        case GLX_RENDERER_PREFERRED_PROFILE_MESA: value[0] = GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB; return true;
        case GLX_RENDERER_OPENGL_CORE_PROFILE_VERSION_MESA:
        case GLX_RENDERER_OPENGL_COMPATIBILITY_PROFILE_VERSION_MESA: {
            // A profile that is not there, like OpenGL ES below, is version 0.0.
            const glapi::SupportedVersions& versions = glapi::supported_versions();
            const bool core = attribute == GLX_RENDERER_OPENGL_CORE_PROFILE_VERSION_MESA;
            const int number = core ? versions.core : versions.compatibility;
            value[0] = static_cast<unsigned>(number / 10);
            value[1] = static_cast<unsigned>(number % 10);
            return true;
        }
        case GLX_RENDERER_OPENGL_ES_PROFILE_VERSION_MESA: value[0] = value[1] = 1; return true;
        case GLX_RENDERER_OPENGL_ES2_PROFILE_VERSION_MESA:
            value[0] = glapi::whole_es_version / 10;
            value[1] = glapi::whole_es_version % 10;
            return true;
        default: return false;
    }
}

const char* renderer_string(int attribute) {
    switch (attribute) {
        case GLX_RENDERER_VENDOR_ID_MESA:
        case GLX_RENDERER_DEVICE_ID_MESA: return "asmgl";
        default: return nullptr;
    }
}

bool is_renderer(Display* display, int screen, int renderer) {
    const std::lock_guard lock(objects_mutex());
    return renderer == 0 && screen_of(display_state(display), screen);
}

}  // namespace

namespace driver::glx {

void* procedure(std::string_view name) {
    struct Row {
        std::string_view name;
        void* address;
    };
    static const auto rows = [] {
        auto table = std::to_array<Row>({
#define GLX_PROCEDURE(name) {#name, reinterpret_cast<void*>(&name)},
#define GLX_EXTENSION_PROCEDURE(name, ...) GLX_PROCEDURE(name)
#include "driver/glx/glx_procedures.def"
#undef GLX_PROCEDURE
#undef GLX_EXTENSION_PROCEDURE
        });
        std::sort(table.begin(), table.end(), [](const Row& a, const Row& b) { return a.name < b.name; });
        return table;
    }();
    const auto at = std::lower_bound(rows.begin(), rows.end(), name,
                                     [](const Row& row, std::string_view wanted) { return row.name < wanted; });
    if (at != rows.end() && at->name == name) return at->address;
    return glapi::procedure_address(name);
}

}  // namespace driver::glx

ASMGL_PUBLIC Bool glXQueryExtension(Display* dpy, int* errorb, int* event) {
    const std::lock_guard lock(objects_mutex());
    const DisplayState* state = display_state(dpy);
    if (!state) return False;
    if (errorb) *errorb = state->error_base;
    if (event) *event = state->event_base;
    return True;
}

ASMGL_PUBLIC Bool glXQueryVersion(Display*, int* maj, int* min) {
    if (maj) *maj = 1;
    if (min) *min = 4;
    return True;
}

ASMGL_PUBLIC const char* glXGetClientString(Display*, int name) { return string_of(name); }

ASMGL_PUBLIC const char* glXQueryServerString(Display* dpy, int screen, int name) {
    const std::lock_guard lock(objects_mutex());
    return screen_of(display_state(dpy), screen) ? string_of(name) : nullptr;
}

ASMGL_PUBLIC const char* glXQueryExtensionsString(Display* dpy, int screen) {
    return glXQueryServerString(dpy, screen, GLX_EXTENSIONS);
}

ASMGL_PUBLIC __GLXextFuncPtr glXGetProcAddressARB(const GLubyte* name) {
    if (!name) return nullptr;
    return reinterpret_cast<__GLXextFuncPtr>(procedure(reinterpret_cast<const char*>(name)));
}

ASMGL_PUBLIC void (*glXGetProcAddress(const GLubyte* name))() { return glXGetProcAddressARB(name); }

ASMGL_PUBLIC Bool glXQueryRendererIntegerMESA(Display* dpy, int screen, int renderer, int attribute,
                                              unsigned int* value) {
    return is_renderer(dpy, screen, renderer) && renderer_integer(attribute, value);
}

ASMGL_PUBLIC Bool glXQueryCurrentRendererIntegerMESA(int attribute, unsigned int* value) {
    return current().context && renderer_integer(attribute, value);
}

ASMGL_PUBLIC const char* glXQueryRendererStringMESA(Display* dpy, int screen, int renderer, int attribute) {
    return is_renderer(dpy, screen, renderer) ? renderer_string(attribute) : nullptr;
}

ASMGL_PUBLIC const char* glXQueryCurrentRendererStringMESA(int attribute) {
    return current().context ? renderer_string(attribute) : nullptr;
}

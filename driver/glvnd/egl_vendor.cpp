// libEGL_asmgl.so.0's side of GLVND's EGL interface (glvnd/libeglabi.h).
#include <string_view>

#include "driver/egl/egl_objects.h"
#include "driver/public.h"

// After egl_headers.h, which keeps Xlib out.
#include <glvnd/libeglabi.h>

namespace {

const __EGLapiExports* glvnd = nullptr;

// Extensions' commands: the vendor is that of the display or device that comes first.
struct ByDisplay {
    static __EGLvendorInfo* vendor(EGLDisplay display) { return glvnd->getVendorFromDisplay(display); }
    static constexpr EGLint error = EGL_BAD_DISPLAY;
};
struct ByDevice {
    static __EGLvendorInfo* vendor(EGLDeviceEXT device) { return glvnd->getVendorFromDevice(device); }
    static constexpr EGLint error = EGL_BAD_DEVICE_EXT;
};

template <auto* command, typename By>
struct Dispatch;

template <typename Result, typename First, typename... Rest, Result (*command)(First, Rest...), typename By>
struct Dispatch<command, By> {
    static inline int index = -1;

    static Result call(First first, Rest... rest) {
        glvnd->threadInit();
        __EGLvendorInfo* vendor = By::vendor(first);
        if (!vendor) {
            glvnd->setEGLError(By::error);
            return Result{};
        }
        glvnd->setLastVendor(vendor);
        using Function = Result (*)(First, Rest...);
        const auto function =
            index < 0 ? nullptr : reinterpret_cast<Function>(glvnd->fetchDispatchEntry(vendor, index));
        return function ? function(first, rest...) : Result{};
    }
};

struct Row {
    std::string_view name;
    void* dispatch;
    int* index;
};

const Row* row_of(std::string_view name) {
    static const Row rows[] = {
#define EGL_PROCEDURE(name)
#define EGL_CLIENT_PROCEDURE(name)
#define DISPATCHED(name, By) {#name, reinterpret_cast<void*>(&Dispatch<name, By>::call), &Dispatch<name, By>::index},
#define EGL_DISPLAY_PROCEDURE(name) DISPATCHED(name, ByDisplay)
#define EGL_DEVICE_PROCEDURE(name) DISPATCHED(name, ByDevice)
#include "driver/egl/egl_procedures.def"
#undef EGL_PROCEDURE
#undef EGL_CLIENT_PROCEDURE
#undef EGL_DISPLAY_PROCEDURE
#undef EGL_DEVICE_PROCEDURE
#undef DISPATCHED
    };
    for (const Row& row : rows)
        if (row.name == name) return &row;
    return nullptr;
}

EGLDisplay get_platform_display(EGLenum platform, void* native, const EGLAttrib* attributes) {
    // EGL_NONE: eglGetDisplay(EGL_DEFAULT_DISPLAY).
    if (platform == EGL_NONE) return eglGetDisplay(EGL_DEFAULT_DISPLAY);
    return eglGetPlatformDisplay(platform, native, attributes);
}

EGLBoolean supports_api(EGLenum api) { return api == EGL_OPENGL_API || api == EGL_OPENGL_ES_API; }

const char* vendor_string(int name) {
    return name == __EGL_VENDOR_STRING_PLATFORM_EXTENSIONS
               ? "EGL_EXT_platform_device EGL_EXT_platform_wayland EGL_EXT_platform_x11 EGL_EXT_platform_xcb "
                 "EGL_KHR_platform_gbm EGL_KHR_platform_wayland EGL_KHR_platform_x11 EGL_MESA_platform_gbm "
                 "EGL_MESA_platform_surfaceless"
               : nullptr;
}

void* get_procedure(const char* name) { return driver::egl::procedure(name); }

void* get_dispatch(const char* name) {
    const Row* row = row_of(name);
    return row ? row->dispatch : nullptr;
}

void set_index(const char* name, int index) {
    if (const Row* row = row_of(name)) *row->index = index;
}

}  // namespace

ASMGL_PUBLIC EGLBoolean __egl_Main(uint32_t version, const __EGLapiExports* exports, __EGLvendorInfo*,
                                   __EGLapiImports* imports) {
    if (EGL_VENDOR_ABI_GET_MAJOR_VERSION(version) != EGL_VENDOR_ABI_MAJOR_VERSION) return EGL_FALSE;
    glvnd = exports;
    imports->getPlatformDisplay = get_platform_display;
    imports->getSupportsAPI = supports_api;
    imports->getVendorString = vendor_string;
    imports->getProcAddress = get_procedure;
    imports->getDispatchAddress = get_dispatch;
    imports->setDispatchIndex = set_index;
    return EGL_TRUE;
}

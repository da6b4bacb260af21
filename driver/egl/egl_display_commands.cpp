// Displays, initialization, strings, configs and devices: EGL 1.5 sections 3.1 to 3.4, the platform and device
// extensions.
#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "driver/egl/egl_config.h"
#include "driver/egl/egl_debug.h"
#include "driver/egl/egl_objects.h"
#include "driver/public.h"

using namespace driver::egl;
using driver::FrameConfig;

namespace {

constexpr char client_extensions[] =
    "EGL_EXT_client_extensions EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query "
    "EGL_EXT_explicit_device EGL_EXT_platform_base EGL_EXT_platform_device EGL_EXT_platform_wayland "
    "EGL_EXT_platform_x11 EGL_EXT_platform_xcb "
    "EGL_KHR_client_get_all_proc_addresses EGL_KHR_debug EGL_KHR_display_reference EGL_KHR_platform_gbm "
    "EGL_KHR_platform_wayland "
    "EGL_KHR_platform_x11 "
    "EGL_MESA_platform_gbm EGL_MESA_platform_surfaceless";
// Extensions of all displays, behind those of X11, which has pixmaps that images can be made of.
constexpr char x11_extensions[] =
    "EGL_KHR_image EGL_KHR_image_pixmap "
    "EGL_ANDROID_native_fence_sync EGL_ANGLE_sync_control_rate EGL_CHROMIUM_sync_control EGL_EXT_buffer_age "
    "EGL_EXT_config_select_group EGL_EXT_create_context_robustness EGL_EXT_image_dma_buf_import "
    "EGL_EXT_image_dma_buf_import_modifiers EGL_EXT_image_gl_colorspace EGL_EXT_pixel_format_float "
    "EGL_EXT_present_opaque EGL_EXT_swap_buffers_with_damage EGL_IMG_context_priority EGL_KHR_config_attribs "
    "EGL_KHR_context_flush_control EGL_KHR_create_context EGL_KHR_create_context_no_error EGL_KHR_fence_sync "
    "EGL_KHR_get_all_proc_addresses EGL_KHR_gl_colorspace EGL_KHR_gl_renderbuffer_image "
    "EGL_KHR_gl_texture_2D_image EGL_KHR_gl_texture_3D_image EGL_KHR_gl_texture_cubemap_image EGL_KHR_image_base "
    "EGL_KHR_no_config_context EGL_KHR_partial_update EGL_KHR_reusable_sync EGL_KHR_surfaceless_context "
    "EGL_KHR_swap_buffers_with_damage EGL_KHR_wait_sync EGL_MESA_configless_context EGL_MESA_query_driver "
    "EGL_NV_post_sub_buffer";
constexpr const char* display_extensions =
    x11_extensions + std::string_view("EGL_KHR_image EGL_KHR_image_pixmap ").size();
constexpr char device_extensions[] = "EGL_EXT_device_query_name EGL_EXT_explicit_device EGL_MESA_device_software";

// What attributes say of a display.
struct DisplayOptions {
    int screen = -1;
    bool counted = false;
};

EGLDisplay platform_display(EGLenum platform, void* native, const DisplayOptions& options) {
    const auto find = [&](Platform found, void* by, int screen = -1) {
        return succeed<EGLDisplay>(find_display(found, by, screen, options.counted));
    };
    switch (platform) {
        case EGL_PLATFORM_X11_KHR: return find(Platform::X11, native, options.screen);
        case EGL_PLATFORM_XCB_EXT: return find(Platform::Xcb, native, options.screen);
        case EGL_PLATFORM_WAYLAND_KHR: return find(Platform::Wayland, native);
        case EGL_PLATFORM_GBM_KHR: return find(Platform::Gbm, native);
        case EGL_PLATFORM_SURFACELESS_MESA:
            // "<native_display> must be EGL_DEFAULT_DISPLAY."
            if (native) return fail(EGL_BAD_PARAMETER, EGL_NO_DISPLAY);
            return find(Platform::Surfaceless, nullptr);
        case EGL_PLATFORM_DEVICE_EXT:
            if (native && native != the_device()) return fail(EGL_BAD_PARAMETER, EGL_NO_DISPLAY);
            return find(Platform::Device, nullptr);
        default: return fail(EGL_BAD_PARAMETER, EGL_NO_DISPLAY);
    }
}

// Reads the attributes of a display.
template <typename Value>
Outcome<DisplayOptions> read_options(EGLenum platform, const Value* attributes) {
    DisplayOptions options;
    for (const Value* a = attributes; a && *a != EGL_NONE; a += 2) {
        const bool screen = (platform == EGL_PLATFORM_X11_KHR && a[0] == EGL_PLATFORM_X11_SCREEN_KHR) ||
                            (platform == EGL_PLATFORM_XCB_EXT && a[0] == EGL_PLATFORM_XCB_SCREEN_EXT);
        if (screen) {
            options.screen = static_cast<int>(a[1]);
        } else if (a[0] == EGL_TRACK_REFERENCES_KHR && (a[1] == EGL_TRUE || a[1] == EGL_FALSE)) {
            options.counted = a[1] == EGL_TRUE;
        } else if (a[0] == EGL_DEVICE_EXT && sizeof(Value) == sizeof(EGLAttrib) &&
                   platform != EGL_PLATFORM_DEVICE_EXT) {
            // EXT_explicit_device: the one there is goes with every platform.
            if (a[1] != reinterpret_cast<EGLAttrib>(the_device())) return Failure(EGL_BAD_DEVICE_EXT);
        } else {
            return Failure(EGL_BAD_ATTRIBUTE);
        }
    }
    return options;
}

template <typename Value>
EGLDisplay platform_display(EGLenum platform, void* native, const Value* attributes) {
    const auto options = read_options(platform, attributes);
    if (options.failure()) return fail(options.failure(), EGL_NO_DISPLAY);
    return platform_display(platform, native, options.value());
}

EGLBoolean return_configs(const std::vector<const FrameConfig*>& configs, EGLConfig* out, EGLint size, EGLint* count) {
    if (!out) {
        *count = static_cast<EGLint>(configs.size());
        return succeed(EGL_TRUE);
    }
    *count = std::clamp(size, 0, static_cast<EGLint>(configs.size()));
    for (EGLint i = 0; i < *count; ++i) out[i] = handle_of(configs[static_cast<size_t>(i)]);
    return succeed(EGL_TRUE);
}

}  // namespace

ASMGL_PUBLIC EGLint eglGetError() {
    const EGLint error = thread().error;
    thread().error = EGL_SUCCESS;
    return error;
}

ASMGL_PUBLIC EGLDisplay eglGetDisplay(EGLNativeDisplayType display_id) {
    const Call call(&thread());
    if (display_id == EGL_DEFAULT_DISPLAY) return succeed<EGLDisplay>(default_display());
    return succeed<EGLDisplay>(find_display(platform_of(display_id), display_id, -1));
}

ASMGL_PUBLIC EGLDisplay eglGetPlatformDisplay(EGLenum platform, void* native_display, const EGLAttrib* attrib_list) {
    const Call call(&thread());
    return platform_display(platform, native_display, attrib_list);
}

ASMGL_PUBLIC EGLDisplay eglGetPlatformDisplayEXT(EGLenum platform, void* native_display, const EGLint* attrib_list) {
    const Call call(&thread());
    return platform_display(platform, native_display, attrib_list);
}

ASMGL_PUBLIC EGLBoolean eglInitialize(EGLDisplay dpy, EGLint* major, EGLint* minor) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = display_of(dpy);
    if (!display) return fail(EGL_BAD_DISPLAY, EGL_FALSE);
    if (!display->initialized && !display->connect()) return fail(EGL_NOT_INITIALIZED, EGL_FALSE);
    display->references = display->counted ? display->references + 1 : 1;
    display->initialized = true;
    if (major) *major = 1;
    if (minor) *minor = 5;
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglTerminate(EGLDisplay dpy) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    DisplayObject* display = display_of(dpy);
    if (!display) return fail(EGL_BAD_DISPLAY, EGL_FALSE);
    // KHR_display_reference: the last of as many as it was initialized ends it.
    if (display->counted && display->references > 1) {
        --display->references;
        return succeed(EGL_TRUE);
    }
    display->references = 0;
    // What is current lives on in its thread.
    display->surfaces.clear();
    display->contexts.clear();
    display->syncs.clear();
    display->images.clear();
    display->disconnect();
    display->initialized = false;
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC const char* eglQueryString(EGLDisplay dpy, EGLint name) {
    const Call call(dpy);
    if (dpy == EGL_NO_DISPLAY) {
        if (name == EGL_EXTENSIONS) return succeed<const char*>(client_extensions);
        if (name == EGL_VERSION) return succeed<const char*>("1.5 asmgl");
        return fail<const char*>(EGL_BAD_DISPLAY, nullptr);
    }
    const std::lock_guard lock(objects_mutex());
    const DisplayObject* const object = checked_display(dpy);
    if (!object) return nullptr;
    switch (name) {
        case EGL_CLIENT_APIS: return succeed<const char*>("OpenGL OpenGL_ES");
        case EGL_EXTENSIONS:
            return succeed<const char*>(object->system->shares_pixmaps() ? x11_extensions : display_extensions);
        case EGL_VENDOR: return succeed<const char*>("asmgl");
        case EGL_VERSION: return succeed<const char*>("1.5 asmgl");
        default: return fail<const char*>(EGL_BAD_PARAMETER, nullptr);
    }
}

ASMGL_PUBLIC EGLBoolean eglGetConfigs(EGLDisplay dpy, EGLConfig* configs, EGLint config_size, EGLint* num_config) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    const DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_FALSE;
    if (!num_config) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    std::vector<const FrameConfig*> all;
    for (const FrameConfig& config : display->configs) all.push_back(&config);
    return return_configs(all, configs, config_size, num_config);
}

ASMGL_PUBLIC EGLBoolean eglChooseConfig(EGLDisplay dpy, const EGLint* attrib_list, EGLConfig* configs,
                                        EGLint config_size, EGLint* num_config) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    const DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_FALSE;
    if (!num_config) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    auto chosen = choose_configs(display->configs, attrib_list);
    if (!chosen) return fail(EGL_BAD_ATTRIBUTE, EGL_FALSE);
    for (const EGLint* a = attrib_list; a && *a != EGL_NONE; a += 2) {
        if (a[0] != EGL_MATCH_NATIVE_PIXMAP || a[1] == EGL_NONE) continue;
        const auto misfit = [&](const FrameConfig& config) {
            return display->system->match_pixmap(config, static_cast<uintptr_t>(a[1]));
        };
        if (misfit(display->configs.front()) == driver::NativeError::NotThere)
            return fail(EGL_BAD_NATIVE_PIXMAP, EGL_FALSE);
        std::erase_if(*chosen, [&](const FrameConfig* config) { return misfit(*config) != driver::NativeError::None; });
    }
    return return_configs(*chosen, configs, config_size, num_config);
}

ASMGL_PUBLIC EGLBoolean eglGetConfigAttrib(EGLDisplay dpy, EGLConfig config, EGLint attribute, EGLint* value) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    const DisplayObject* display = checked_display(dpy);
    if (!display) return EGL_FALSE;
    const FrameConfig* frame = config_of(*display, config);
    if (!frame) return fail(EGL_BAD_CONFIG, EGL_FALSE);
    const auto result = driver::egl::attribute(*frame, attribute);
    if (!result) return fail(EGL_BAD_ATTRIBUTE, EGL_FALSE);
    if (!value) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    *value = *result;
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglQueryDevicesEXT(EGLint max_devices, EGLDeviceEXT* devices, EGLint* num_devices) {
    const Call call;
    if (!num_devices || (devices && max_devices <= 0)) return fail(EGL_BAD_PARAMETER, EGL_FALSE);
    if (devices) devices[0] = the_device();
    *num_devices = 1;
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC const char* eglQueryDeviceStringEXT(EGLDeviceEXT device, EGLint name) {
    const Call call;
    if (device != the_device()) return fail<const char*>(EGL_BAD_DEVICE_EXT, nullptr);
    switch (name) {
        case EGL_EXTENSIONS: return succeed<const char*>(device_extensions);
        case EGL_VENDOR: return succeed<const char*>("asmgl");
        case EGL_RENDERER_EXT: return succeed<const char*>("asmgl");
        default: return fail<const char*>(EGL_BAD_PARAMETER, nullptr);
    }
}

ASMGL_PUBLIC EGLBoolean eglQueryDeviceAttribEXT(EGLDeviceEXT device, EGLint, EGLAttrib*) {
    const Call call;
    return fail(device == the_device() ? EGL_BAD_ATTRIBUTE : EGL_BAD_DEVICE_EXT, EGL_FALSE);
}

static EGLBoolean query_display(EGLDisplay dpy, EGLint attribute, EGLAttrib* value) {
    const std::lock_guard lock(objects_mutex());
    const DisplayObject* const display = checked_display(dpy);
    if (!display) return EGL_FALSE;
    if (!value || (attribute != EGL_DEVICE_EXT && attribute != EGL_TRACK_REFERENCES_KHR))
        return fail(EGL_BAD_ATTRIBUTE, EGL_FALSE);
    *value = attribute == EGL_DEVICE_EXT ? reinterpret_cast<EGLAttrib>(the_device()) : EGLAttrib{display->counted};
    return succeed(EGL_TRUE);
}

ASMGL_PUBLIC EGLBoolean eglQueryDisplayAttribEXT(EGLDisplay dpy, EGLint attribute, EGLAttrib* value) {
    const Call call(dpy);
    return query_display(dpy, attribute, value);
}

ASMGL_PUBLIC EGLBoolean eglQueryDisplayAttribKHR(EGLDisplay dpy, EGLint attribute, EGLAttrib* value) {
    const Call call(dpy);
    return query_display(dpy, attribute, value);
}

ASMGL_PUBLIC const char* eglGetDisplayDriverName(EGLDisplay dpy) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    return checked_display(dpy) ? succeed<const char*>("asmgl") : nullptr;
}

ASMGL_PUBLIC char* eglGetDisplayDriverConfig(EGLDisplay dpy) {
    const Call call(dpy);
    const std::lock_guard lock(objects_mutex());
    return checked_display(dpy) ? succeed(strdup("")) : nullptr;
}

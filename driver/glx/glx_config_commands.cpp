// Configuration management: GLX 1.4 sections 3.3.3 and 3.4.1, SGIX_fbconfig.
#include <cstdlib>

#include "driver/glx/glx_config.h"
#include "driver/glx/glx_objects.h"
#include "driver/glx/glx_requests.h"
#include "driver/public.h"

using namespace driver::glx;
using driver::FrameConfig;

namespace {

// Arrays that the application frees with XFree, which is free().
GLXFBConfig* config_array(const std::vector<const FrameConfig*>& configs, int* count) {
    *count = static_cast<int>(configs.size());
    if (configs.empty()) return nullptr;
    auto* result = static_cast<GLXFBConfig*>(std::malloc(configs.size() * sizeof(GLXFBConfig)));
    if (!result) {
        *count = 0;
        return nullptr;
    }
    for (size_t i = 0; i < configs.size(); ++i) result[i] = handle_of(configs[i]);
    return result;
}

}  // namespace

ASMGL_PUBLIC GLXFBConfig* glXGetFBConfigs(Display* dpy, int screen, int* nelements) {
    const std::lock_guard lock(objects_mutex());
    int ignored;
    if (!nelements) nelements = &ignored;
    *nelements = 0;
    const GlxScreen* s = screen_of(display_state(dpy), screen);
    if (!s) return nullptr;
    std::vector<const FrameConfig*> all;
    for (const FrameConfig& config : s->configs) all.push_back(&config);
    return config_array(all, nelements);
}

ASMGL_PUBLIC GLXFBConfig* glXChooseFBConfig(Display* dpy, int screen, const int* attrib_list, int* nelements) {
    const std::lock_guard lock(objects_mutex());
    int ignored;
    if (!nelements) nelements = &ignored;
    *nelements = 0;
    const GlxScreen* s = screen_of(display_state(dpy), screen);
    return s ? config_array(choose_configs(s->configs, attrib_list), nelements) : nullptr;
}

ASMGL_PUBLIC int glXGetFBConfigAttrib(Display* dpy, GLXFBConfig config, int attribute, int* value) {
    const Outcome<int> outcome = with_objects([&]() -> Outcome<int> {
        const DisplayState* state = display_state(dpy);
        const FrameConfig* const frame = state ? state->config_from_handle(config) : nullptr;
        if (!frame) return Failure::glx(GlxError::GlxBadFBConfig);
        const auto result = driver::glx::attribute(*frame, attribute, false);
        if (!result) return GLX_BAD_ATTRIBUTE;
        if (value) *value = *result;
        return Success;
    });
    outcome.failure().send(dpy, get_fb_configs_request);
    return outcome.failure() ? GLX_BAD_VALUE : outcome.value();
}

ASMGL_PUBLIC XVisualInfo* glXGetVisualFromFBConfig(Display* dpy, GLXFBConfig config) {
    const std::lock_guard lock(objects_mutex());
    DisplayState* state = display_state(dpy);
    int screen = 0;
    const FrameConfig* frame = state ? state->config_from_handle(config, &screen) : nullptr;
    return frame && frame->visual ? state->visual_info(*frame, screen) : nullptr;
}

ASMGL_PUBLIC XVisualInfo* glXChooseVisual(Display* dpy, int screen, int* attribList) {
    const std::lock_guard lock(objects_mutex());
    DisplayState* state = display_state(dpy);
    const GlxScreen* s = screen_of(state, screen);
    const FrameConfig* config = s ? choose_visual(s->configs, attribList) : nullptr;
    return config ? state->visual_info(*config, screen) : nullptr;
}

ASMGL_PUBLIC int glXGetConfig(Display* dpy, XVisualInfo* visual, int attribute, int* value) {
    const std::lock_guard lock(objects_mutex());
    DisplayState* state = display_state(dpy);
    if (!state) return GLX_NO_EXTENSION;
    if (!visual || !value) return GLX_BAD_VALUE;
    if (!screen_of(state, visual->screen)) return GLX_BAD_SCREEN;
    const FrameConfig* config = state->config_from_visual(visual);
    if (attribute == GLX_USE_GL) {
        *value = config != nullptr;
        return Success;
    }
    if (!config) return GLX_BAD_VISUAL;
    if (attribute == GLX_RGBA) {
        *value = True;
        return Success;
    }
    const auto result = driver::glx::attribute(*config, attribute, true);
    if (!result) return GLX_BAD_ATTRIBUTE;
    *value = *result;
    return Success;
}

ASMGL_PUBLIC int glXGetFBConfigAttribSGIX(Display* dpy, GLXFBConfigSGIX config, int attribute, int* value) {
    return glXGetFBConfigAttrib(dpy, config, attribute, value);
}

ASMGL_PUBLIC GLXFBConfigSGIX* glXChooseFBConfigSGIX(Display* dpy, int screen, int* attrib_list, int* nelements) {
    return glXChooseFBConfig(dpy, screen, attrib_list, nelements);
}

ASMGL_PUBLIC XVisualInfo* glXGetVisualFromFBConfigSGIX(Display* dpy, GLXFBConfigSGIX config) {
    return glXGetVisualFromFBConfig(dpy, config);
}

ASMGL_PUBLIC GLXFBConfigSGIX glXGetFBConfigFromVisualSGIX(Display* dpy, XVisualInfo* vis) {
    const std::lock_guard lock(objects_mutex());
    const DisplayState* state = display_state(dpy);
    return state ? handle_of(state->config_from_visual(vis)) : nullptr;
}

#include "driver/egl/egl_context_attributes.h"

namespace driver::egl {
namespace {

// Whether contexts of OpenGL ES take the attribute: profiles and forward compatibility are OpenGL's, and so is robust
// access as a flag.
bool taken_by_es(EGLint attribute, EGLint value) {
    switch (attribute) {
        case EGL_CONTEXT_OPENGL_PROFILE_MASK:
        case EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE: return false;
        case EGL_CONTEXT_FLAGS_KHR:
            return !(value &
                     (EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR | EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR));
        default: return true;
    }
}

// The attributes of EXT_create_context_robustness are those of EGL 1.5 under other tokens.
EGLint token_of(EGLint attribute) {
    if (attribute == EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT) return EGL_CONTEXT_OPENGL_ROBUST_ACCESS;
    if (attribute == EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT)
        return EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY;
    return attribute;
}

}  // namespace

Failure read_attributes(const EGLint* attributes, glapi::ContextRequest& request) {
    EGLint profile = EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    bool taken = true;
    for (const EGLint* a = attributes; a && *a != EGL_NONE; a += 2) {
        const EGLint value = a[1];
        if (request.api == glapi::Api::OpenGlEs && !taken_by_es(a[0], value)) return EGL_BAD_ATTRIBUTE;
        // They are OpenGL ES's alone, but what does not go together is told first.
        if (request.api == glapi::Api::OpenGl && token_of(a[0]) != a[0]) taken = false;
        switch (token_of(a[0])) {
            case EGL_CONTEXT_MAJOR_VERSION: request.major = value; break;
            case EGL_CONTEXT_MINOR_VERSION: request.minor = value; break;
            case EGL_CONTEXT_OPENGL_PROFILE_MASK: profile = value; break;
            case EGL_CONTEXT_OPENGL_DEBUG: request.debug = value != EGL_FALSE; break;
            case EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE: request.forward_compatible = value != EGL_FALSE; break;
            case EGL_CONTEXT_OPENGL_ROBUST_ACCESS: request.robust_access = value != EGL_FALSE; break;
            case EGL_CONTEXT_OPENGL_NO_ERROR_KHR: request.no_error = value != EGL_FALSE; break;
            case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY:
                if (value != EGL_NO_RESET_NOTIFICATION && value != EGL_LOSE_CONTEXT_ON_RESET) return EGL_BAD_ATTRIBUTE;
                request.lose_context_on_reset = value == EGL_LOSE_CONTEXT_ON_RESET;
                break;
            case EGL_CONTEXT_FLAGS_KHR:
                if (value & ~(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR | EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR |
                              EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR))
                    return EGL_BAD_ATTRIBUTE;
                if (value & EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) request.debug = true;
                if (value & EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR) request.forward_compatible = true;
                if (value & EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR) request.robust_access = true;
                break;
            case EGL_CONTEXT_RELEASE_BEHAVIOR_KHR:
                if (value != EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR && value != EGL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR)
                    return EGL_BAD_ATTRIBUTE;
                request.flush_on_release = value == EGL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR;
                break;
            case EGL_CONTEXT_PRIORITY_LEVEL_IMG:
                // A request: all contexts have the same.
                if (value != EGL_CONTEXT_PRIORITY_HIGH_IMG && value != EGL_CONTEXT_PRIORITY_MEDIUM_IMG &&
                    value != EGL_CONTEXT_PRIORITY_LOW_IMG)
                    return EGL_BAD_ATTRIBUTE;
                break;
            default: return EGL_BAD_ATTRIBUTE;
        }
    }
    if (!glapi::version_defined(request.api, request.major, request.minor)) return EGL_BAD_MATCH;
    if (request.no_error && (request.debug || request.robust_access)) return EGL_BAD_MATCH;
    if (!taken) return EGL_BAD_ATTRIBUTE;
    if (request.api == glapi::Api::OpenGlEs) {
        // Robustness would be an extension of OpenGL ES 1.1 that isn't there.
        const bool robust = request.robust_access || request.lose_context_on_reset;
        return robust && request.major == 1 ? EGL_BAD_MATCH : Failure();
    }
    const bool has_profiles = request.major > 3 || (request.major == 3 && request.minor >= 2);
    if (request.forward_compatible && request.major < 3) return EGL_BAD_MATCH;
    if (has_profiles && profile != EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT &&
        profile != EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT)
        return EGL_BAD_MATCH;
    const bool core = has_profiles && profile == EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    request.profile = core ? glapi::Profile::Core : glapi::Profile::Compatibility;
    return {};
}

}  // namespace driver::egl

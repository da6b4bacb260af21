#include "driver/glx/glx_context_attributes.h"

#include "driver/glx/glx_config.h"

namespace driver::glx {

Failure read_attributes(const int* attributes, ContextAttributes& wanted) {
    bool screen_given = false, render_type_given = false;
    int flags = 0, profile = GLX_CONTEXT_CORE_PROFILE_BIT_ARB;
    bool bad_strategy = false;
    for (const int* a = attributes; a && *a != None; a += 2) {
        switch (a[0]) {
            case GLX_CONTEXT_MAJOR_VERSION_ARB: wanted.request.major = a[1]; break;
            case GLX_CONTEXT_MINOR_VERSION_ARB: wanted.request.minor = a[1]; break;
            case GLX_CONTEXT_FLAGS_ARB: flags = a[1]; break;
            case GLX_CONTEXT_PROFILE_MASK_ARB: profile = a[1]; break;
            case GLX_RENDER_TYPE:
                if (!render_type(a[1])) return Failure::core(BadValue);
                wanted.render_type = a[1];
                render_type_given = true;
                break;
            case GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB:
                wanted.request.lose_context_on_reset = a[1] == GLX_LOSE_CONTEXT_ON_RESET_ARB;
                bad_strategy = !wanted.request.lose_context_on_reset && a[1] != GLX_NO_RESET_NOTIFICATION_ARB;
                break;
            case GLX_CONTEXT_OPENGL_NO_ERROR_ARB: wanted.request.no_error = a[1] != 0; break;
            case GLX_CONTEXT_RELEASE_BEHAVIOR_ARB:
                if (a[1] != GLX_CONTEXT_RELEASE_BEHAVIOR_NONE_ARB && a[1] != GLX_CONTEXT_RELEASE_BEHAVIOR_FLUSH_ARB)
                    return Failure::core(BadValue);
                wanted.request.flush_on_release = a[1] == GLX_CONTEXT_RELEASE_BEHAVIOR_FLUSH_ARB;
                break;
            case GLX_CONTEXT_PRIORITY_LEVEL_EXT:
                // A wish: every context has medium priority.
                if (a[1] != GLX_CONTEXT_PRIORITY_HIGH_EXT && a[1] != GLX_CONTEXT_PRIORITY_MEDIUM_EXT &&
                    a[1] != GLX_CONTEXT_PRIORITY_LOW_EXT)
                    return Failure::core(BadValue);
                break;
            case GLX_SCREEN:
                // EXT_no_config_context; with a config it must be the config's own.
                if (wanted.config && a[1] != wanted.screen) return Failure::core(BadValue);
                wanted.screen = a[1];
                screen_given = true;
                break;
            default: return Failure::core(BadValue);
        }
    }
    // EXT_no_config_context: "if GLX_SCREEN is not specified, or GLX_RENDER_TYPE is specified, BadValue is generated."
    if (!wanted.config) {
        if (!screen_given || render_type_given) return Failure::core(BadValue);
        wanted.render_type = static_cast<int>(GLX_DONT_CARE);
    }
    if (flags &
        ~(GLX_CONTEXT_DEBUG_BIT_ARB | GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB | GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB))
        return Failure::core(BadValue);
    // The text names no error for a strategy that is none; other implementations report this one.
    if (bad_strategy) return Failure::core(BadMatch);
    wanted.request.debug = flags & GLX_CONTEXT_DEBUG_BIT_ARB;
    wanted.request.forward_compatible = flags & GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB;
    wanted.request.robust_access = flags & GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB;
    // ARB_create_context_no_error: debug and robust contexts are asked to tell of errors.
    if (wanted.request.no_error && (wanted.request.debug || wanted.request.robust_access))
        return Failure::core(BadMatch);

    const int major = wanted.request.major, minor = wanted.request.minor;
    // EXT_create_context_es_profile: the profile that says which API the version is of.
    const bool es = profile == GLX_CONTEXT_ES_PROFILE_BIT_EXT;
    if (es) wanted.request.api = glapi::Api::OpenGlEs;
    wanted.request.linear_windows = es;
    // "Specify an OpenGL version and feature set that are not defined" (ARB_create_context).
    if (!glapi::version_defined(wanted.request.api, major, minor)) {
        return es ? Failure::glx(GlxError::GlxBadProfileARB) : Failure::core(BadMatch);
    }
    if (wanted.request.forward_compatible && major < 3) return Failure::core(BadMatch);
    if (wanted.config && wanted.render_type != render_type(*wanted.config)->type) return Failure::core(BadMatch);

    if (es) return 10 * major + minor > glapi::whole_es_version ? Failure::glx(GlxError::GlxBadProfileARB) : Failure();
    if (profile != GLX_CONTEXT_CORE_PROFILE_BIT_ARB && profile != GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB) {
        return Failure::glx(GlxError::GlxBadProfileARB);
    }
    const bool core = (major > 3 || (major == 3 && minor >= 2)) && profile == GLX_CONTEXT_CORE_PROFILE_BIT_ARB;
    wanted.request.profile = core ? glapi::Profile::Core : glapi::Profile::Compatibility;
    return {};
}

}  // namespace driver::glx

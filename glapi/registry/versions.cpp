#include "glapi/registry/versions.h"

#include "runtime/environment.h"

namespace glapi {
namespace {

Version read_version() {
    const runtime::VersionWish& wish = runtime::environment().version;
    if (!wish.major) return {};
    return {wish.major, wish.minor,
            wish.profile == runtime::VersionWish::Profile::Core ? Profile::Core : Profile::Compatibility};
}

}  // namespace

Version supported_version() {
    static const Version version = read_version();
    return version;
}

// EGL 1.5, 3.7.1: who asks for OpenGL ES 1.0 or 1.1 gets 1.1, the Common profile. GLX_ARB_create_context too: a context of a later compatible version may be returned; profiles matter
// from 3.2 on; a forward-compatible context needs 3.0.
ContextError check_request(const ContextRequest& request) {
    if (request.api == Api::OpenGlEs) {
        const bool defined = request.major == 1 && (request.minor == 0 || request.minor == 1);
        return defined ? ContextError::None : ContextError::VersionNotAvailable;
    }
    const Version version = supported_version();
    const auto number = [](int major, int minor) { return 100 * major + minor; };
    const int asked = number(request.major, request.minor), have = number(version.major, version.minor);
    if (asked > have) return ContextError::VersionNotAvailable;
    if (asked >= number(3, 2) && request.profile == Profile::Core && version.profile != Profile::Core) {
        return ContextError::ProfileNotAvailable;
    }
    return ContextError::None;
}

}  // namespace glapi

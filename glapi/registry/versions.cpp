#include "glapi/registry/versions.h"

#include "runtime/environment/environment.h"

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

bool version_defined(Api api, int major, int minor) {
    constexpr int highest_minor[] = {-1, 5, 1, 3, 6}, highest_minor_es[] = {-1, 1, 0, 2, -1};
    if (major < 1 || major > 4 || minor < 0) return false;
    return minor <= (api == Api::OpenGlEs ? highest_minor_es : highest_minor)[major];
}

// EGL 1.5, 3.7.1: who asks for OpenGL ES 1.0 or 1.1 gets 1.1, the Common profile. GLX_ARB_create_context too: a context
// of a later compatible version may be returned; profiles matter from 3.2 on; a forward-compatible context needs 3.0.
ContextError check_request(const ContextRequest& request) {
    if (request.api == Api::OpenGlEs) {
        return request.major == 1 && version_defined(request.api, 1, request.minor) ? ContextError::None
                                                                                    : ContextError::VersionNotAvailable;
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

#include "glapi/registry/versions.h"

#include <cctype>
#include <cstdio>
#include <string>

#include "glapi/environment.h"

namespace glapi {
namespace {

Version read_version() {
    Version version;
    const std::string text(environment::value("ASMGL_VERSION"));
    if (text.empty()) return version;
    Version wanted;
    int read = 0;
    if (std::sscanf(text.c_str(), "%d.%d%n", &wanted.major, &wanted.minor, &read) == 2) {
        const std::string rest = text.substr(size_t(read));
        if (rest.empty() || rest == "COMPAT") return wanted;
        if (rest == "CORE") {
            wanted.profile = Profile::Core;
            return wanted;
        }
    }
    std::fprintf(stderr, "asmgl: ASMGL_VERSION=%s is not of the form x.y, x.yCOMPAT or x.yCORE\n", text.c_str());
    return version;
}

}  // namespace

Version supported_version() {
    static const Version version = read_version();
    return version;
}

// GLX_ARB_create_context and EGL 1.5, 3.7.1: a context of a later compatible version may be returned; profiles matter
// from 3.2 on; a forward-compatible context needs 3.0.
ContextError check_request(const ContextRequest& request) {
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

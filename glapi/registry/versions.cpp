#include "glapi/registry/versions.h"

#include <algorithm>

#include "runtime/environment/environment.h"

namespace glapi {
namespace {

constexpr VersionRow rows[] = {
#define ASMGL_GL_VERSION(number, shading_language) {number, shading_language},
#include "glapi/registry/versions.def"
#undef ASMGL_GL_VERSION
};

// Profiles begin with 3.2. 3.1 alone equals its core profile; with ARB_compatibility it equals the other one. And
// forward-compatible contexts of 3.0 lack what 3.1 has removed.
constexpr int first_with_profiles = 32, first_with_core = 31;

// ASMGL_VERSION raises both profiles, or the one that it names.
SupportedVersions read_versions() {
    using Profile = runtime::VersionSetting::Profile;
    const runtime::VersionSetting& request = runtime::environment().version;
    const int number = 10 * request.major + request.minor;
    SupportedVersions versions{whole_version, whole_version};
    if (request.major) {
        versions.compatibility = request.profile == Profile::Core ? std::min(number, whole_version) : number;
        versions.core = request.profile == Profile::Compatibility ? 0 : number;
    }
    if (versions.core < first_with_core) versions.core = 0;
    return versions;
}

}  // namespace

const SupportedVersions& supported_versions() {
    static const SupportedVersions versions = read_versions();
    return versions;
}

std::span<const VersionRow> version_rows() { return rows; }

int shading_language_version(int number) {
    const auto* const row = std::ranges::find(rows, number, &VersionRow::number);
    return row == std::end(rows) ? 0 : row->shading_language;
}

bool version_defined(Api api, int major, int minor) {
    if (major < 1 || minor < 0 || minor > 9) return false;
    if (api == Api::OpenGl) return std::ranges::find(rows, 10 * major + minor, &VersionRow::number) != std::end(rows);
    constexpr int highest_minor[] = {-1, 1, 0, 2};
    return major < 4 && minor <= highest_minor[major];
}

// EGL 1.5, 3.7.1: who asks for OpenGL ES 1.0 or 1.1 gets 1.1, the Common profile; who asks for 2.0 or 3.0 gets the
// highest that there is, which has all that they have. GLX_ARB_create_context: a context of a later compatible version
// may be returned, which is the highest here. That goes for forward-compatible ones, too: no later version has removed
// more than 3.1 did.
ContextError choose_version(const ContextRequest& request, const SupportedVersions& supported, Version& version) {
    if (request.api == Api::OpenGlEs) {
        const bool first = request.major == 1;
        version = {first ? 1 : whole_es_version / 10, first ? 1 : whole_es_version % 10, Profile::Compatibility, 0,
                   Api::OpenGlEs};
        const bool there = version_defined(request.api, request.major, request.minor) &&
                           10 * request.major + request.minor <= whole_es_version;
        return there ? ContextError::None : ContextError::VersionNotAvailable;
    }
    const int asked = 10 * request.major + request.minor;
    const bool without_choice = asked == first_with_core && supported.compatibility < asked;
    const bool core =
        asked >= first_with_profiles ? request.profile == Profile::Core : request.forward_compatible || without_choice;
    const int highest = core ? supported.core : supported.compatibility;
    const int other = core ? supported.compatibility : supported.core;
    if (asked > highest)
        return asked >= first_with_profiles && asked <= other ? ContextError::ProfileNotAvailable
                                                              : ContextError::VersionNotAvailable;
    version = {highest / 10, highest % 10, core ? Profile::Core : Profile::Compatibility};
    // Only 3.1 itself is compatible with 3.1, or later ones' core profile, which lacks what 3.1 has by
    // ARB_compatibility.
    if (asked == first_with_core && !core) version = {3, 1, Profile::Compatibility, highest};
    return ContextError::None;
}

}  // namespace glapi

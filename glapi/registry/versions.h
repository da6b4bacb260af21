// Which versions contexts have, and which requests can be met.
#pragma once

#include <span>

#include "glapi/context_request.h"

namespace glapi {

// The highest complete version. Raise it when the next one is complete: versions_test compares it with the registry's
// list of commands; contexts, GetString and the names of extensions follow.
inline constexpr int whole_version = 46;
// The same for OpenGL ES from 2.0 on.
inline constexpr int whole_es_version = 32;

// What a context has.
struct Version {
    int major = 1, minor = 5;
    Profile profile = Profile::Compatibility;
    // 3.1 with ARB_compatibility: the version of the compatibility profile that gives languages and extensions.
    int beyond = 0;
    Api api = Api::OpenGl;
    int number() const { return 10 * major + minor; }
    int offered() const { return beyond > number() ? beyond : number(); }

    bool is_es() const { return api == Api::OpenGlEs; }
    bool is_es1() const { return is_es() && major == 1; }
    bool is_es2() const { return is_es() && major >= 2; }  // or later: they are one API that has grown
    // Whether it is the core profile, or a version that is nothing else.
    bool is_core() const { return profile == Profile::Core; }
};

struct VersionRow {
    int number, shading_language;  // 10 * major + minor; 100 times the shading language's, or 0
};
std::span<const VersionRow> version_rows();
// The language's version in the OpenGL version with this number.
int shading_language_version(int number);

// Whether there is such a version of the API at all.
bool version_defined(Api api, int major, int minor);

// The version of the context that `request` asks for.
ContextError choose_version(const ContextRequest& request, const SupportedVersions& supported, Version& version);

}  // namespace glapi

// The strings of GetString and GetStringi: the same for all contexts of an API and a version.
#pragma once

#include <string>
#include <vector>

#include "glapi/registry/versions.h"

namespace glapi {

struct ContextStrings {
    std::vector<const char*> extensions;  // sorted
    std::string joined_extensions;        // separated by spaces
    std::string version;
    std::string shading_language;                // empty: there is none
    std::vector<std::string> shading_languages;  // what #version may say, the highest first
};

// Made once for each kind of context, and kept.
const ContextStrings& context_strings(Api api, const Version& version);

}  // namespace glapi

// The extensions that #extension may name: one row each in extensions.def.
#pragma once

#include <string_view>

#include "glsl/language/versions.h"

namespace glsl {

struct ExtensionRow {
    std::string_view name;     // with GL_
    std::string_view where;    // the versions that know it (versions.h), without extensions
    std::string_view core;     // the versions that have what it adds, or empty
    std::string_view implied;  // names without GL_ that it enables with itself, separated by blanks
    bool implemented;          // by the front end; false: known by name only, so that a message can say more
};

int extension_count();
const ExtensionRow& extension_row(int row);

// The row of a name with or without its GL_; -1: there is none.
int find_extension(std::string_view name);

// Sets or clears an extension and what it implies.
void enable_extension(ExtensionSet& set, int row, bool on);

}  // namespace glsl

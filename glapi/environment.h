// The environment variables the library reads. One table: environment.def.
#pragma once

#include <span>
#include <string_view>

namespace glapi::environment {

struct Variable {
    const char* name;
    const char* values;
    const char* description;
};
std::span<const Variable> variables();

// The variable's value; empty where it is not set. `name` must be in the table.
std::string_view value(std::string_view name);

// Whether ASMGL_DEBUG names this subject.
bool debug_flag(std::string_view subject);

}  // namespace glapi::environment

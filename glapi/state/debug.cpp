#include "glapi/state/debug.h"

#include <cstdio>

#include "glapi/environment.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

bool Debug::wants_errors() const { return environment::debug_flag("api"); }

void Debug::report_error(GLenum code, const char* text) {
    if (environment::debug_flag("api")) std::fprintf(stderr, "asmgl: %s: %s\n", enum_name(code), text);
}

}  // namespace glapi

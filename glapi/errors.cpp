#include "glapi/errors.h"

#include <cstdarg>
#include <cstdio>

#include "glapi/gates.h"
#include "glapi/lists/display_list.h"
#include "glapi/state/debug.h"

namespace glapi {

void Errors::error(GLenum code, const char* format, ...) {
    if (lists_.preparing) {
        lists_.preparation_failed = true;
        return;
    }
    if (no_error_ && code != GL_OUT_OF_MEMORY) return;
    if (pending_error == GL_NO_ERROR) pending_error = code;
    if (!debug_.wants_errors()) return;
    char text[512];
    const auto named = static_cast<size_t>(std::snprintf(text, sizeof text, "%s: ", gates_.command));
    va_list arguments;
    va_start(arguments, format);
    const int written = std::vsnprintf(text + named, sizeof text - named, format, arguments);
    va_end(arguments);
    if (written > 0) debug_.report_error(code, text);
}

}  // namespace glapi

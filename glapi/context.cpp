#include "glapi/context.h"

#include <cstdarg>
#include <cstdio>
#include <utility>

#include "glapi/objects/programs/shaders.h"
#include "glapi/state/es_state.h"

namespace glapi {

thread_local constinit Current current;

Context::Context(const ContextRequest& made_for, std::shared_ptr<ShareGroup> share_group)
    : request(made_for), shared(std::move(share_group)) {
    debug.output = made_for.debug;
    close_gate(is_es() ? gate::OpenGlOnly | gate::EsTokens : gate::EsOnly);
    if (is_es()) {
        set_es_state(state);
        set_es_arrays(*vertex_arrays.standard);
    }
}

Context::~Context() {
    if (programs.current) programs.current->users--;
}

void Context::error(GLenum code, const char* format, ...) {
    if (lists.preparing) {
        lists.preparation_failed = true;
        return;
    }
    if (pending_error == GL_NO_ERROR) pending_error = code;
    if (!debug.wants_errors()) return;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int written = std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (written > 0) debug.report_error(code, text);
}

}  // namespace glapi

#include "glapi/context.h"

#include <cstdarg>
#include <cstdio>
#include <utility>

#include "glapi/pixels/es_formats.h"
#include "glapi/state/es_state.h"

namespace glapi {

thread_local constinit Current current;

bool Context::takes(const InternalFormat& format) const {
    return !(is_core() && is_removed_format(format)) && !(format.name == GL_ETC1_RGB8_OES && !is_es());
}

const InternalFormat* Context::renderable_format(GLenum name) const {
    // EXT_texture_format_BGRA8888.
    const InternalFormat* const format =
        find_renderable_format(name == GL_BGRA && is_es2() ? GLenum{GL_BGRA8_EXT} : name);
    if (!format || !takes(*format) || (is_es2() && !(format->sized && is_es_renderable(*format)))) return nullptr;
    return format;
}

// OpenGL 3.0 to 4.1 called RGB9_E5 renderable by mistake, and drivers still take it.
const InternalFormat* Context::renderbuffer_format(GLenum name) const {
    return name == GL_RGB9_E5 && !is_es() ? find_internal_format(name) : renderable_format(name);
}

Context::Context(const ContextRequest& made_for, const Version& given, std::shared_ptr<ShareGroup> share_group)
    : request(made_for), version(given), strings(context_strings(made_for.api, given)), shared(std::move(share_group)) {
    debug.output = made_for.debug;
    if (made_for.lose_context_on_reset) {
        drawing.watchdog.stopped->lose_with(shared->loss);
        shared->loss->add(gates);
    }
    for (const auto& texture : textures.defaults) texture->depth_mode = initial_depth_mode(is_core(), is_es2());
    close_gate(is_es1() ? gate::NotEs1 | gate::Es1Tokens : is_es2() ? gate::NotEs2 | gate::Es2Tokens : gate::EsOnly);
    if (is_core()) {
        close_gate(gate::CompatibilityOnly | gate::CoreTokens);
        // What the core profile has removed clamps nothing: signed buffers hold -1 (GL 4.6 §17.3.6.1).
        state.color_buffer.clamp_fragment_color = GL_FALSE;
    }
    if (is_es1()) {
        set_es_state(state);
        set_es_arrays(*vertex_arrays.standard);
    }
    if (is_es2()) {
        set_es2_state(state);
        textures.seamless_cube = true;  // OpenGL ES 3.0 §3.8.10: always
        textures.images.fill(free_image_unit());
    }
}

Context::~Context() { shared->loss->remove(gates); }

void Context::error(GLenum code, const char* format, ...) {
    if (lists.preparing) {
        lists.preparation_failed = true;
        return;
    }
    // KHR_no_error: such contexts tell of nothing but memory that is exhausted.
    if (request.no_error && code != GL_OUT_OF_MEMORY) return;
    if (pending_error == GL_NO_ERROR) pending_error = code;
    if (!debug.wants_errors()) return;
    char text[512];
    const auto named = static_cast<size_t>(std::snprintf(text, sizeof text, "%s: ", gates.command));
    va_list arguments;
    va_start(arguments, format);
    const int written = std::vsnprintf(text + named, sizeof text - named, format, arguments);
    va_end(arguments);
    if (written > 0) debug.report_error(code, text);
}

}  // namespace glapi

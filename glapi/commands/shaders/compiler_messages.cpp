#include "glapi/commands/shaders/compiler_messages.h"

#include <cstdio>
#include <new>
#include <string>
#include <string_view>

#include "glapi/objects/programs/shaders.h"
#include "glapi/state/debug.h"
#include "runtime/environment/environment.h"

namespace glapi {
namespace {

// The ids of messages whose source is the compiler.
enum MessageId : GLuint { not_compiled = 1, not_linked, compiler_warning, linker_warning };

// As much of the log as a message takes, whole lines where there are some.
std::string_view shortened(std::string_view log, size_t most) {
    while (log.ends_with('\n')) log.remove_suffix(1);
    if (log.size() <= most) return log;
    log = log.substr(0, most);
    const size_t line = log.rfind('\n');
    return line == std::string_view::npos ? log : log.substr(0, line);
}

// To the application by KHR_debug, and what went wrong to the standard error under ASMGL_DEBUG=programs.
bool is_heard(const Debug& debug) { return debug.output || runtime::reports(runtime::DebugSubject::Programs); }

void emit(Debug& debug, bool is_error, MessageId id, std::string what, std::string_view log) {
    if (!is_error && log.empty()) return;
    what += is_error ? id == not_compiled ? " doesn't compile: " : " doesn't link: " : ": ";
    if (is_error && runtime::reports(runtime::DebugSubject::Programs)) {
        const std::string_view whole = shortened(log, log.size());
        std::fprintf(stderr, "asmgl: %s\n%.*s\n", what.c_str(), static_cast<int>(whole.size()), whole.data());
    }
    if (!debug.output) return;
    what += shortened(log, limits::MAX_DEBUG_MESSAGE_LENGTH - 1 - what.size());
    debug.emit({GL_DEBUG_SOURCE_SHADER_COMPILER, is_error ? GLenum{GL_DEBUG_TYPE_ERROR} : GLenum{GL_DEBUG_TYPE_OTHER},
                id, is_error ? GLenum{GL_DEBUG_SEVERITY_HIGH} : GLenum{GL_DEBUG_SEVERITY_MEDIUM}, std::move(what)});
}

}  // namespace

void report_compilation(Debug& debug, const ShaderObject& shader) try {
    if (!is_heard(debug)) return;
    const bool is_error = !shader.compile_status;
    emit(debug, is_error, is_error ? not_compiled : compiler_warning,
         "the " + std::string(arbasm::stage_name(shader.stage)) + " shader " + std::to_string(shader.name), shader.log);
} catch (const std::bad_alloc&) {  // the message is lost, the log is not
}

void report_link(Debug& debug, const GlslProgram& program) try {
    if (!is_heard(debug)) return;
    const bool is_error = !program.link_status;
    emit(debug, is_error, is_error ? not_linked : linker_warning, "the program " + std::to_string(program.name),
         program.log);
} catch (const std::bad_alloc&) {
}

void collect(Debug& debug, ShaderObject& shader) {
    if (!shader.job) return;
    shader.collect();
    report_compilation(debug, shader);
}

void collect(Debug& debug, GlslProgram& program) {
    if (!program.job) return;
    // What is wrong with its shaders comes first.
    if (is_heard(debug))
        for (const auto& shader : program.shaders) collect(debug, *shader);
    program.collect();
    report_link(debug, program);
}

}  // namespace glapi

// What program objects tell of themselves (GL 4.6 §7.14).
#include <algorithm>

#include "glapi/commands/shaders/compiler_messages.h"
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

namespace {

size_t with_zero(const std::string& text) { return text.empty() ? 0 : text.size() + 1; }

// Characters of the longest name, with the zero at its end.
template <class Row>
size_t longest(const std::vector<Row>& rows) {
    size_t most = 0;
    for (const Row& row : rows) most = std::max(most, row.full_name().size() + 1);
    return most;
}

}  // namespace

namespace commands {

void checked::GetProgramiv(Context& context, GlslProgram& program, GLenum property, GLint* values) {
    if (property == GL_COMPLETION_STATUS_KHR) {
        *values = !program.job || program.job->is_finished();
        return;
    }
    collect(context.debug, program);
    const glsl::LinkedProgram& linked = program.told();
    const glsl::Feedback& feedback = program.told_feedback();
    switch (property) {
#define PROGRAM_OBJECT_PROPERTY(token, value) \
    case token:                               \
        *values = static_cast<GLint>(value);  \
        return;
#include "glapi/commands/shaders/program_object_properties.def"
        default: get_stage_property(context, program, property, values);
    }
}

void checked::GetProgramInfoLog(Context&, GlslProgram& program, GLsizei size, GLsizei* length, GLchar* log) {
    copy_text(program.log, size, length, log);
}

void checked::GetAttachedShaders(Context&, GlslProgram& program, GLsizei most, GLsizei* count, GLuint* names) {
    const size_t written = std::min(program.shaders.size(), static_cast<size_t>(most));
    for (size_t n = 0; n < written; n++) names[n] = program.shaders[n]->name;
    if (count) *count = static_cast<GLsizei>(written);
}

}  // namespace commands
}  // namespace glapi

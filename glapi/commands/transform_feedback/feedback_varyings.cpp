// What transform feedback captures of GLSL programs (GL 4.6 §11.1.2.1).
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"

namespace glapi {

namespace {

// gl_NextBuffer and gl_SkipComponentsN are no outputs.
bool is_word(std::string_view name) { return name == "gl_NextBuffer" || name.starts_with("gl_SkipComponents"); }

}  // namespace

namespace commands {

void checked::TransformFeedbackVaryings(Context& context, GlslProgram& program, GLsizei count,
                                        const GLchar* const* varyings, GLenum mode) {
    const bool separate = mode == GL_SEPARATE_ATTRIBS;
    if (separate && count > feedback_buffer_count)
        return context.error(GL_INVALID_VALUE, "%d varyings for %d buffers", count, feedback_buffer_count);
    std::vector<std::string> names;
    int buffers = 1;
    for (GLsizei n = 0; n < count; n++) {
        if (!varyings || !varyings[n]) return context.error(GL_INVALID_VALUE, "varying %d has no name", n);
        names.emplace_back(varyings[n]);
        if (separate && is_word(names.back()))
            return context.error(GL_INVALID_OPERATION, "%s is for INTERLEAVED_ATTRIBS", varyings[n]);
        if (names.back() == "gl_NextBuffer" && ++buffers > feedback_buffer_count)
            return context.error(GL_INVALID_OPERATION, "more than %d buffers", feedback_buffer_count);
    }
    program.wanted.feedback_varyings = std::move(names);
    program.wanted.feedback_separate = separate;
}

void checked::GetTransformFeedbackVarying(Context& context, GlslProgram& program, GLuint index, GLsizei size,
                                          GLsizei* length, GLsizei* count, GLenum* type, GLchar* text) {
    if (index >= program.told_feedback().varyings.size())
        return context.error(GL_INVALID_VALUE, "the program %u captures no varying %u", program.name, index);
    const glsl::FeedbackVarying& varying = program.feedback().varyings[index];
    copy_text(varying.name, size, length, text);
    *count = varying.size;
    *type = varying.type ? type_enum(*varying.type) : GLenum{GL_NONE};
}

}  // namespace commands
}  // namespace glapi

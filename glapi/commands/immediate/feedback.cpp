#include "glapi/immediate/feedback.h"

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/state/limits.h"

namespace glapi {
namespace commands {

GLint checked::RenderMode(Context& context, GLenum mode) {
    FeedbackState& state = context.feedback;
    if ((mode == GL_SELECT && !state.select_buffer_set) || (mode == GL_FEEDBACK && !state.feedback_buffer_set)) {
        context.error(GL_INVALID_OPERATION, "no buffer has been given");
        return 0;
    }
    GLint result = 0;
    if (state.mode == GL_SELECT) {
        state.write_hit_record();
        result = state.select_overflow ? -1 : state.hits;
    } else if (state.mode == GL_FEEDBACK) {
        result = state.feedback_overflow ? -1 : state.feedback_count;
    }
    state.mode = mode;
    state.names.clear();
    state.hit = state.select_overflow = state.feedback_overflow = false;
    state.select_count = state.feedback_count = 0;
    state.hits = 0;
    return result;
}

void checked::SelectBuffer(Context& context, GLsizei size, GLuint* buffer) {
    FeedbackState& state = context.feedback;
    if (state.mode == GL_SELECT) return context.error(GL_INVALID_OPERATION, "while selecting");
    state.select_buffer = buffer;
    state.select_size = size;
    state.select_buffer_set = true;
}

void FeedbackBuffer(Context& context, GLsizei size, GLenum type, GLfloat* buffer) {
    FeedbackState& state = context.feedback;
    if (state.mode == GL_FEEDBACK) return context.error(GL_INVALID_OPERATION, "while in feedback mode");
    if (size < 0) return context.error(GL_INVALID_VALUE, "size is negative");
    switch (type) {
        case GL_2D:
        case GL_3D:
        case GL_3D_COLOR:
        case GL_3D_COLOR_TEXTURE:
        case GL_4D_COLOR_TEXTURE: break;
        default: return context.error(GL_INVALID_ENUM, "0x%x is not a vertex format", type);
    }
    state.feedback_buffer = buffer;
    state.feedback_size = size;
    state.feedback_type = type;
    state.feedback_buffer_set = true;
}

void PassThrough(Context& context, GLfloat token) {
    FeedbackState& state = context.feedback;
    if (state.mode != GL_FEEDBACK) return;
    state.write_feedback(GL_PASS_THROUGH_TOKEN);
    state.write_feedback(token);
}

// The name stack is used in selection mode only (GL 2.1 §5.2); a change of it ends the hit record under way.
void InitNames(Context& context) {
    FeedbackState& state = context.feedback;
    if (state.mode != GL_SELECT) return;
    state.write_hit_record();
    state.names.clear();
}
void LoadName(Context& context, GLuint name) {
    FeedbackState& state = context.feedback;
    if (state.mode != GL_SELECT) return;
    if (state.names.empty()) return context.error(GL_INVALID_OPERATION, "the name stack is empty");
    state.write_hit_record();
    state.names.back() = name;
}
void PushName(Context& context, GLuint name) {
    FeedbackState& state = context.feedback;
    if (state.mode != GL_SELECT) return;
    if (state.names.size() >= size_t{limits::MAX_NAME_STACK_DEPTH})
        return context.error(GL_STACK_OVERFLOW, "the name stack is full");
    state.write_hit_record();
    state.names.push_back(name);
}
void PopName(Context& context) {
    FeedbackState& state = context.feedback;
    if (state.mode != GL_SELECT) return;
    if (state.names.empty()) return context.error(GL_STACK_UNDERFLOW, "the name stack is empty");
    state.write_hit_record();
    state.names.pop_back();
}

}  // namespace commands
}  // namespace glapi

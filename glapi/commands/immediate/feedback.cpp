#include "glapi/immediate/feedback.h"

#include <algorithm>
#include <cmath>

#include "glapi/context.h"
#include "glapi/generated/commands.h"

namespace glapi {

using rasterizer::WindowVertex;

namespace {

class Sink final : public rasterizer::PrimitiveSink {
  public:
    explicit Sink(FeedbackState& state) : state_(state) {}

    void point(const WindowVertex& vertex) override {
        if (state_.mode == GL_SELECT) return state_.count_hit(vertex.position[2]);
        state_.write_feedback(GL_POINT_TOKEN);
        state_.write_feedback_vertex(vertex);
    }
    void line(const WindowVertex& a, const WindowVertex& b, bool stipple_reset) override {
        if (state_.mode == GL_SELECT) {
            state_.count_hit(a.position[2]);
            return state_.count_hit(b.position[2]);
        }
        state_.write_feedback(stipple_reset ? GL_LINE_RESET_TOKEN : GL_LINE_TOKEN);
        state_.write_feedback_vertex(a);
        state_.write_feedback_vertex(b);
    }
    void polygon(std::span<const WindowVertex> vertices) override {
        if (state_.mode == GL_SELECT) {
            for (const WindowVertex& vertex : vertices) state_.count_hit(vertex.position[2]);
            return;
        }
        state_.write_feedback(GL_POLYGON_TOKEN);
        state_.write_feedback(static_cast<GLfloat>(vertices.size()));
        for (const WindowVertex& vertex : vertices) state_.write_feedback_vertex(vertex);
    }

  private:
    FeedbackState& state_;
};

}  // namespace

FeedbackState::FeedbackState() : sink_(std::make_unique<Sink>(*this)) {}
FeedbackState::~FeedbackState() = default;

void FeedbackState::write_feedback(GLfloat value) {
    if (feedback_count < feedback_size)
        feedback_buffer[feedback_count++] = value;
    else
        feedback_overflow = true;
}

void FeedbackState::write_feedback_vertex(const WindowVertex& vertex) {
    // GL 2.1 table 5.2.
    int coordinates = 2;
    if (feedback_type == GL_3D || feedback_type == GL_3D_COLOR || feedback_type == GL_3D_COLOR_TEXTURE) coordinates = 3;
    if (feedback_type == GL_4D_COLOR_TEXTURE) coordinates = 4;
    const bool color = feedback_type != GL_2D && feedback_type != GL_3D;
    const bool texture = feedback_type == GL_3D_COLOR_TEXTURE || feedback_type == GL_4D_COLOR_TEXTURE;
    for (int i = 0; i < coordinates; ++i) write_feedback(vertex.position[static_cast<size_t>(i)]);
    if (color)
        for (float value : vertex.color) write_feedback(value);
    if (texture)
        for (float value : vertex.texture_coordinate) write_feedback(value);
}

void FeedbackState::count_hit(float depth) {
    depth = std::clamp(depth, 0.0f, 1.0f);
    hit_near = hit ? std::min(hit_near, depth) : depth;
    hit_far = hit ? std::max(hit_far, depth) : depth;
    hit = true;
}

void FeedbackState::write_hit_record() {
    if (!hit) return;
    hit = false;
    auto write = [&](GLuint value) {
        if (select_count < select_size)
            select_buffer[select_count++] = value;
        else
            select_overflow = true;
    };
    auto scaled = [](float depth) { return static_cast<GLuint>(std::llround(depth * 4294967295.0)); };
    write(static_cast<GLuint>(names.size()));
    write(scaled(hit_near));
    write(scaled(hit_far));
    for (GLuint name : names) write(name);
    ++hits;
}

namespace commands {

GLint RenderMode(Context& context, GLenum mode) {
    FeedbackState& state = context.feedback;
    if (mode != GL_RENDER && mode != GL_SELECT && mode != GL_FEEDBACK) {
        context.error(GL_INVALID_ENUM, "glRenderMode: 0x%x is not a mode", mode);
        return 0;
    }
    if ((mode == GL_SELECT && !state.select_buffer_set) || (mode == GL_FEEDBACK && !state.feedback_buffer_set)) {
        context.error(GL_INVALID_OPERATION, "glRenderMode: no buffer has been given");
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

void SelectBuffer(Context& context, GLsizei size, GLuint* buffer) {
    FeedbackState& state = context.feedback;
    if (size < 0) return context.error(GL_INVALID_VALUE, "glSelectBuffer: size is negative");
    if (state.mode == GL_SELECT) return context.error(GL_INVALID_OPERATION, "glSelectBuffer while selecting");
    state.select_buffer = buffer;
    state.select_size = size;
    state.select_buffer_set = true;
}

void FeedbackBuffer(Context& context, GLsizei size, GLenum type, GLfloat* buffer) {
    FeedbackState& state = context.feedback;
    if (state.mode == GL_FEEDBACK)
        return context.error(GL_INVALID_OPERATION, "glFeedbackBuffer while in feedback mode");
    if (size < 0) return context.error(GL_INVALID_VALUE, "glFeedbackBuffer: size is negative");
    switch (type) {
        case GL_2D:
        case GL_3D:
        case GL_3D_COLOR:
        case GL_3D_COLOR_TEXTURE:
        case GL_4D_COLOR_TEXTURE: break;
        default: return context.error(GL_INVALID_ENUM, "glFeedbackBuffer: 0x%x is not a vertex format", type);
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
    if (state.names.empty()) return context.error(GL_INVALID_OPERATION, "glLoadName: the name stack is empty");
    state.write_hit_record();
    state.names.back() = name;
}
void PushName(Context& context, GLuint name) {
    FeedbackState& state = context.feedback;
    if (state.mode != GL_SELECT) return;
    if (state.names.size() >= name_stack_depth)
        return context.error(GL_STACK_OVERFLOW, "glPushName: the name stack is full");
    state.write_hit_record();
    state.names.push_back(name);
}
void PopName(Context& context) {
    FeedbackState& state = context.feedback;
    if (state.mode != GL_SELECT) return;
    if (state.names.empty()) return context.error(GL_STACK_UNDERFLOW, "glPopName: the name stack is empty");
    state.write_hit_record();
    state.names.pop_back();
}

}  // namespace commands
}  // namespace glapi

#include "glapi/immediate/feedback.h"

#include <algorithm>
#include <cmath>

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

}  // namespace glapi

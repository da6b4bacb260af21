// Selection and feedback (GL 2.1 §5.2, §5.3): primitives go to a buffer of the application instead of the framebuffer.
#pragma once

#include <memory>
#include <vector>

#include "glapi/generated/gl.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

struct FeedbackState {
    FeedbackState();
    ~FeedbackState();

    GLenum mode = GL_RENDER;

    // Feedback.
    GLfloat* feedback_buffer = nullptr;
    GLsizei feedback_size = 0;
    GLenum feedback_type = GL_2D;
    GLsizei feedback_count = 0;  // values written, or that would have been
    bool feedback_overflow = false;
    bool feedback_buffer_set = false;

    // Selection.
    GLuint* select_buffer = nullptr;
    GLsizei select_size = 0;
    GLsizei select_count = 0;
    GLint hits = 0;
    bool select_overflow = false;
    bool select_buffer_set = false;
    std::vector<GLuint> names;
    bool hit = false;
    float hit_near = 1, hit_far = 0;

    // Where draws send their primitives; null while rendering.
    rasterizer::PrimitiveSink* sink() const { return mode == GL_RENDER ? nullptr : sink_.get(); }

    void write_feedback(GLfloat value);
    void write_feedback_vertex(const rasterizer::WindowVertex& vertex);
    void count_hit(float depth);
    // Writes the record of the hits since the name stack last changed.
    void write_hit_record();

  private:
    std::unique_ptr<rasterizer::PrimitiveSink> sink_;
};

}  // namespace glapi

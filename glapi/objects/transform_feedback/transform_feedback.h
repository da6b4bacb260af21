// Transform feedback objects: what is captured behind the last vertex stage, and into which buffers.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/name_table.h"
#include "glapi/state/limits.h"
#include "rasterizer/draw/draw.h"

namespace glapi {

struct GlslProgram;

inline constexpr int feedback_buffer_count = limits::MAX_TRANSFORM_FEEDBACK_BUFFERS;

struct FeedbackObject {
    explicit FeedbackObject(GLuint object_name) : name(object_name) {}

    struct BufferRange {
        std::shared_ptr<Buffer> buffer;
        size_t offset = 0, size = 0;
        bool whole = true;  // up to the buffer's end, whatever its size
    };

    GLuint name;
    std::array<BufferRange, feedback_buffer_count> ranges;
    // An attribute of glTransformFeedbackAttribsNV: as specified, and as captured.
    struct Attribute {
        GLint token, components, index;
    };
    std::vector<Attribute> attributes;
    std::vector<rasterizer::FeedbackVarying> varyings;
    std::array<uint32_t, feedback_buffer_count> strides{};  // bytes; 0: nothing goes there
    std::array<uint8_t, feedback_buffer_count> streams{};
    GLenum buffer_mode = GL_INTERLEAVED_ATTRIBS;

    bool active = false, paused = false, ended = false;
    // The GLSL program that is captured while this is active, if any; the program knows by `program_use`.
    std::shared_ptr<GlslProgram> program;
    std::shared_ptr<const void> program_use;
    GLenum primitive = GL_NONE;  // of BeginTransformFeedback
    rasterizer::TransformFeedback capture;
    std::array<uint64_t, runtime::max_vertex_streams> vertices{};  // of the last Begin and End, for drawing them
};

struct FeedbackObjects {
    FeedbackObjects();

    NameTable<FeedbackObject> names;
    std::shared_ptr<FeedbackObject> standard;  // object 0
    std::shared_ptr<FeedbackObject> bound;     // never null
    std::shared_ptr<Buffer> buffer;            // the general binding point TRANSFORM_FEEDBACK_BUFFER

    bool running() const { return bound->active && !bound->paused; }
    // Where a deleted buffer is bound: at the general point, and in the bound object. What is under way captures
    // nothing into it from then on.
    void unbind(const Buffer& deleted);
};

// Sets Draw::transform_feedback while feedback runs.
void resolve_feedback(const FeedbackObjects& state, rasterizer::Draw& draw);

}  // namespace glapi

#include "glapi/objects/transform_feedback/transform_feedback.h"

#include <algorithm>

#include "glapi/commands/buffers/buffers.h"
#include "glapi/commands/check_count.h"
#include "glapi/commands/draw/draws.h"
#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shaders.h"
#include "glapi/share_group.h"
#include "rasterizer/rasterizer.h"

namespace glapi {
namespace {

using arbasm::BindingKind;

// A row of table X.1 of NV_transform_feedback: what TransformFeedbackAttribsNV names.
struct CapturedAttribute {
    GLint token;
    BindingKind kind;
    int components;  // the largest number
    int indices;     // one past the largest index
    bool secondary = false, back = false;
};
constexpr CapturedAttribute captured_attributes[] = {
    {GL_POSITION, BindingKind::Position, 4, 1},
    {GL_PRIMARY_COLOR, BindingKind::Color, 4, 1},
    {GL_SECONDARY_COLOR_NV, BindingKind::Color, 4, 1, true},
    {GL_BACK_PRIMARY_COLOR_NV, BindingKind::Color, 4, 1, false, true},
    {GL_BACK_SECONDARY_COLOR_NV, BindingKind::Color, 4, 1, true, true},
    {GL_FOG_COORDINATE, BindingKind::FogCoord, 1, 1},
    {GL_POINT_SIZE, BindingKind::PointSize, 1, 1},
    {GL_TEXTURE_COORD_NV, BindingKind::Texcoord, 4, 8},
    {GL_CLIP_DISTANCE_NV, BindingKind::Clip, 1, 8},
    {GL_VERTEX_ID_NV, BindingKind::VertexId, 1, 1},
    {GL_PRIMITIVE_ID_NV, BindingKind::PrimitiveId, 1, 1},
    {GL_GENERIC_ATTRIB_NV, BindingKind::GenericAttrib, 4, 32},
    {GL_LAYER_NV, BindingKind::Layer, 1, 1},
};

const CapturedAttribute* find_attribute(GLint token) {
    const auto* const found = std::ranges::find(captured_attributes, token, &CapturedAttribute::token);
    return found == std::end(captured_attributes) ? nullptr : found;
}

int skipped_components(GLint token) {
    switch (token) {
        case GL_SKIP_COMPONENTS1_NV: return 1;
        case GL_SKIP_COMPONENTS2_NV: return 2;
        case GL_SKIP_COMPONENTS3_NV: return 3;
        case GL_SKIP_COMPONENTS4_NV: return 4;
        default: return 0;
    }
}

void set_attributes(Errors& errors, const FeedbackObjects& feedback_objects, GLsizei count, const GLint* attribs,
                    std::span<const GLint> streams, GLenum mode) {
    FeedbackObject& object = *feedback_objects.bound;
    if (object.active) return errors.error(GL_INVALID_OPERATION, "transform feedback is active");
    if (mode != GL_INTERLEAVED_ATTRIBS && mode != GL_SEPARATE_ATTRIBS)
        return errors.error(GL_INVALID_ENUM, "0x%x is not a buffer mode", mode);
    if (!check_count(errors, count)) return;
    const bool separate = mode == GL_SEPARATE_ATTRIBS;
    if (separate && count > feedback_buffer_count)
        return errors.error(GL_INVALID_VALUE, "%d attributes for %d buffers", count, feedback_buffer_count);
    std::vector<rasterizer::FeedbackVarying> varyings;
    std::array<uint32_t, feedback_buffer_count> strides{};
    std::vector<std::pair<GLint, GLint>> named;
    size_t buffer = 0;
    int total = 0;
    // No more entries are looked at than there is room for components.
    for (GLsizei i = 0; i < count && (separate || total <= limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS);
         ++i) {
        const GLint token = attribs[3 * i], components = attribs[3 * i + 1], index = attribs[3 * i + 2];
        const int skipped = skipped_components(token);
        if (token == GL_NEXT_BUFFER_NV || skipped) {
            if (separate)
                return errors.error(GL_INVALID_OPERATION,
                                    "NEXT_BUFFER and SKIP_COMPONENTS are for "
                                    "INTERLEAVED_ATTRIBS");
            // "component count / attribute number inconsistent with the type" (ARB_transform_feedback3).
            if (index != 0 || components != 0)
                return errors.error(GL_INVALID_VALUE, "this attribute has neither components nor an index");
            if (skipped)
                strides[buffer] += static_cast<uint32_t>(4 * skipped);
            else if (++buffer >= feedback_buffer_count)
                return errors.error(GL_INVALID_OPERATION, "more than %d buffers", feedback_buffer_count);
            total += skipped;
            continue;
        }
        const CapturedAttribute* const attribute = find_attribute(token);
        if (!attribute) return errors.error(GL_INVALID_ENUM, "0x%x can't be captured", token);
        if (components < 0 || components > 4) return errors.error(GL_INVALID_OPERATION, "%d components", components);
        if (components > attribute->components)
            return errors.error(GL_INVALID_VALUE, "%d components of an attribute that has %d", components,
                                attribute->components);
        if (index < 0 || index >= attribute->indices)
            return errors.error(GL_INVALID_VALUE, "attribute number %d is beyond the %d there are", index,
                                attribute->indices);
        if (std::ranges::find(named, std::pair(token, index)) != named.end())
            return errors.error(GL_INVALID_OPERATION, "an attribute is named twice");
        named.emplace_back(token, index);
        if (separate) buffer = static_cast<size_t>(i);
        rasterizer::FeedbackVarying varying;
        varying.binding.kind = attribute->kind;
        varying.binding.index = static_cast<int16_t>(index);
        varying.binding.secondary = attribute->secondary;
        varying.binding.back = attribute->back;
        varying.components = static_cast<uint8_t>(components);
        varying.buffer = static_cast<uint8_t>(buffer);
        varying.offset = strides[buffer];
        strides[buffer] += static_cast<uint32_t>(4 * components);
        total += components;
        varyings.push_back(varying);
    }
    if (!separate && total > limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS)
        return errors.error(GL_INVALID_VALUE, "%d components, more than %d", total,
                            limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS);
    const size_t buffers = count == 0 ? 0 : buffer + 1;
    std::array<uint8_t, feedback_buffer_count> of_buffer{};
    if (!streams.empty()) {
        if (streams.size() != buffers)
            return errors.error(GL_INVALID_OPERATION, "%zu streams for %zu buffers", streams.size(), buffers);
        for (size_t i = 0; i < streams.size(); ++i) {
            if (streams[i] < 0 || streams[i] >= static_cast<GLint>(runtime::max_vertex_streams))
                return errors.error(GL_INVALID_VALUE, "there is no stream %d", streams[i]);
            of_buffer[i] = static_cast<uint8_t>(streams[i]);
        }
    }
    object.attributes.clear();
    for (GLsizei i = 0; i < count; ++i)
        object.attributes.push_back({attribs[3 * i], attribs[3 * i + 1], attribs[3 * i + 2]});
    object.varyings = std::move(varyings);
    object.strides = strides;
    object.streams = of_buffer;
    object.buffer_mode = mode;
}

// The GLSL program whose last stage before rasterization is captured; null: none is in use.
std::shared_ptr<GlslProgram> captured_program(const ProgramState& programs) {
    for (const arbasm::Stage stage :
         {arbasm::Stage::Geometry, arbasm::Stage::TessEvaluation, arbasm::Stage::TessControl, arbasm::Stage::Vertex})
        if (auto program = programs.program_of(stage)) return program;
    return nullptr;
}

// What is captured: the outputs of the GLSL program in use, or the attributes that the object was told.
rasterizer::TransformFeedback chosen_capture(const ProgramState& programs, const FeedbackObject& object) {
    rasterizer::TransformFeedback capture;
    const std::shared_ptr<GlslProgram> program = captured_program(programs);
    if (!program) {
        capture.varyings = object.varyings;
        for (size_t i = 0; i < feedback_buffer_count; ++i) {
            capture.buffers[i].stride = object.strides[i];
            capture.buffers[i].stream = object.streams[i];
        }
        return capture;
    }
    const glsl::Feedback& feedback = program->feedback();
    for (const glsl::FeedbackCapture& captured : feedback.captures) {
        rasterizer::FeedbackVarying varying;
        varying.binding = captured.binding;
        varying.first = static_cast<uint8_t>(captured.first);
        varying.components = static_cast<uint8_t>(captured.components);
        varying.buffer = static_cast<uint8_t>(captured.buffer);
        varying.offset = captured.offset;
        capture.varyings.push_back(varying);
    }
    // A layout may declare the stride of a buffer that nothing is captured into: then nothing goes there.
    for (const glsl::FeedbackVarying& varying : feedback.varyings) {
        if (!varying.type && varying.size == 0) continue;  // gl_NextBuffer
        const auto buffer = static_cast<size_t>(varying.buffer);
        capture.buffers[buffer].stride = feedback.strides[buffer];
        capture.buffers[buffer].stream = feedback.streams[buffer];
    }
    return capture;
}

void begin(Context& context, GLenum primitive) {
    FeedbackObject& object = *context.feedback_objects.bound;
    if (primitive != GL_POINTS && primitive != GL_LINES && primitive != GL_TRIANGLES && primitive != GL_PATCHES)
        return context.error(GL_INVALID_ENUM, "0x%x is not POINTS, LINES, TRIANGLES or PATCHES", primitive);
    if (object.active) return context.error(GL_INVALID_OPERATION, "feedback is active");
    rasterizer::TransformFeedback capture = chosen_capture(context.programs, object);
    if (capture.varyings.empty()) return context.error(GL_INVALID_OPERATION, "nothing has been chosen for capture");
    for (size_t i = 0; i < feedback_buffer_count; ++i)
        if (capture.buffers[i].stride != 0 && !object.ranges[i].buffer)
            return context.error(GL_INVALID_OPERATION, "no buffer is bound at index %zu", i);
    const auto& geometry = context.programs[ProgramTarget::Geometry];
    if (geometry.enabled && geometry.bound->program &&
        geometry.bound->program->has(arbasm::Option::NvGeometryProgramPassthrough))
        return context.error(GL_INVALID_OPERATION, "what passes through geometry program %u can't be captured",
                             geometry.bound->name);
    // Drawing that still reads the buffers comes first.
    context.rasterizer.finish();
    object.active = true;
    object.paused = false;
    object.primitive = primitive;
    object.program = captured_program(context.programs);
    object.program_use = object.program ? object.program->feedback_use : nullptr;
    object.capture = std::move(capture);
}

void end(Errors& errors, const FeedbackObjects& feedback_objects) {
    FeedbackObject& object = *feedback_objects.bound;
    if (!object.active) return errors.error(GL_INVALID_OPERATION, "feedback is not active");
    object.active = object.paused = false;
    object.program = nullptr;
    object.program_use = nullptr;
    object.ended = true;
    object.vertices = object.capture.vertices;
}

void bind_range(Context& context, GLenum target, GLuint index, GLuint name, GLintptr offset, GLsizeiptr size,
                bool whole) {
    if (bind_indexed_buffer(context, target, index, name, offset, size, whole)) return;
    if (target != GL_TRANSFORM_FEEDBACK_BUFFER)
        return context.error(GL_INVALID_ENUM, "0x%x has no indexed bindings", target);
    FeedbackObjects& state = context.feedback_objects;
    FeedbackObject& object = *state.bound;
    if (index >= feedback_buffer_count)
        return context.error(GL_INVALID_VALUE, "index %u is beyond the %d there are", index, feedback_buffer_count);
    if (object.active) return context.error(GL_INVALID_OPERATION, "transform feedback is active");
    std::shared_ptr<Buffer> buffer;
    if (offset < 0 || offset % 4 != 0) return context.error(GL_INVALID_VALUE, "the offset is no multiple of 4");
    if (name != 0) {
        if (!whole && size <= 0) return context.error(GL_INVALID_VALUE, "the size is not positive");
        if (size % 4 != 0) return context.error(GL_INVALID_VALUE, "the size is no multiple of 4");
        // Makes the object if the name has none yet.
        commands::BindBuffer(context, GL_TRANSFORM_FEEDBACK_BUFFER, name);
        buffer = state.buffer;
        if (!buffer || buffer->name != name) return;
    } else {
        state.buffer = nullptr;
    }
    object.ranges[index] = {buffer, static_cast<size_t>(offset), static_cast<size_t>(size), whole};
}

// Several at consecutive binding points (ARB_multi_bind), but not at the general one. What can be bound is, whatever is
// wrong with the rest; `bind_one(index, i, buffer)` binds buffers[i].
template <typename Function>
void bind_several(Context& context, GLenum target, GLuint first, GLsizei count, const GLuint* buffers,
                  Function&& bind_one) {
    const bool feedback = target == GL_TRANSFORM_FEEDBACK_BUFFER;
    const int available = feedback ? feedback_buffer_count : indexed_binding_count(target);
    if (available == 0) return context.error(GL_INVALID_ENUM, "0x%x has no indexed bindings", target);
    if (!check_count(context, count)) return;
    if (uint64_t{first} + static_cast<uint64_t>(count) > static_cast<uint64_t>(available))
        return context.error(GL_INVALID_OPERATION, "there are no %d binding points from %u on", count, first);
    if (feedback && context.feedback_objects.bound->active)
        return context.error(GL_INVALID_OPERATION, "transform feedback is active");
    std::shared_ptr<Buffer>& general = *buffer_binding(context, target);
    const std::shared_ptr<Buffer> bound = general;
    for (GLuint i = 0; i < static_cast<GLuint>(count); ++i) {
        const GLuint name = buffers ? buffers[i] : 0;
        if (name == 0)
            bind_range(context, target, first + i, 0, 0, 0, true);
        else if (context.shared->buffers.get(name))
            bind_one(first + i, i, name);
        else
            context.error(GL_INVALID_OPERATION, "there is no buffer %u", name);
    }
    general = bound;
}

void draw_feedback(Context& context, GLenum mode, GLuint id, GLuint stream, GLsizei instances) {
    if (stream >= runtime::max_vertex_streams) return context.error(GL_INVALID_VALUE, "there is no stream %u", stream);
    if (instances < 0) return context.error(GL_INVALID_VALUE, "the number of instances is negative");
    const FeedbackObjects& state = context.feedback_objects;
    const std::shared_ptr<FeedbackObject> object = id == 0 ? state.standard : state.names.find(id);
    if (!object) return context.error(GL_INVALID_VALUE, "%u is not a transform feedback object", id);
    if (!object->ended) return context.error(GL_INVALID_OPERATION, "nothing has been captured yet");
    if (!validate_draw(context, mode)) return;
    draw_or_compile(context, {.mode = mode,
                              .count = static_cast<int32_t>(std::min<uint64_t>(object->vertices[stream], INT32_MAX)),
                              .instance_count = instances});
}

}  // namespace

namespace commands {

void TransformFeedbackAttribsNV(Context& context, GLsizei count, const GLint* attribs, GLenum mode) {
    set_attributes(context, context.feedback_objects, count, attribs, {}, mode);
}
void checked::TransformFeedbackStreamAttribsNV(Context& context, GLsizei count, const GLint* attribs, GLsizei buffers,
                                               const GLint* streams, GLenum mode) {
    set_attributes(context, context.feedback_objects, count, attribs, {streams, static_cast<size_t>(buffers)}, mode);
}

void BeginTransformFeedback(Context& context, GLenum primitive) { begin(context, primitive); }
void EndTransformFeedback(Context& context) { end(context, context.feedback_objects); }

void PauseTransformFeedback(Context& context) {
    FeedbackObject& object = *context.feedback_objects.bound;
    if (!object.active || object.paused) return context.error(GL_INVALID_OPERATION, "feedback is not running");
    object.paused = true;
}
void ResumeTransformFeedback(Context& context) {
    FeedbackObject& object = *context.feedback_objects.bound;
    if (!object.active || !object.paused) return context.error(GL_INVALID_OPERATION, "feedback is not paused");
    if (object.program != captured_program(context.programs))
        return context.error(GL_INVALID_OPERATION, "another program is in use");
    object.paused = false;
}

void checked::DeleteTransformFeedbacks(Context& context, std::span<const GLuint> ids) {
    FeedbackObjects& state = context.feedback_objects;
    for (const GLuint id : ids) {
        const FeedbackObject* const object = id ? state.names.get(id) : nullptr;
        if (object && object->active) return context.error(GL_INVALID_OPERATION, "object %u is active", id);
    }
    for (const GLuint id : ids) {
        if (id == 0) continue;
        if (state.bound->name == id) state.bound = state.standard;
        state.names.erase(id);
    }
}

void checked::BindTransformFeedback(Context& context, GLuint id) {
    FeedbackObjects& state = context.feedback_objects;
    if (state.running()) return context.error(GL_INVALID_OPERATION, "the bound object is running");
    if (id == 0) {
        state.bound = state.standard;
        return;
    }
    if (!state.names.reserved(id)) return context.error(GL_INVALID_OPERATION, "%u was not generated", id);
    std::shared_ptr<FeedbackObject> object = state.names.find(id);
    if (!object) {
        object = std::make_shared<FeedbackObject>(id);
        state.names.insert(id, object);
    }
    state.bound = std::move(object);
}

void DrawTransformFeedback(Context& context, GLenum mode, GLuint id) { draw_feedback(context, mode, id, 0, 1); }
void DrawTransformFeedbackStream(Context& context, GLenum mode, GLuint id, GLuint stream) {
    draw_feedback(context, mode, id, stream, 1);
}
void DrawTransformFeedbackInstanced(Context& context, GLenum mode, GLuint id, GLsizei instances) {
    draw_feedback(context, mode, id, 0, instances);
}
void DrawTransformFeedbackStreamInstanced(Context& context, GLenum mode, GLuint id, GLuint stream, GLsizei instances) {
    draw_feedback(context, mode, id, stream, instances);
}

// ---- buffers by index

void BindBufferBase(Context& context, GLenum target, GLuint index, GLuint buffer) {
    bind_range(context, target, index, buffer, 0, 0, true);
}
void BindBufferRange(Context& context, GLenum target, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr size) {
    bind_range(context, target, index, buffer, offset, size, false);
}
void BindBuffersBase(Context& context, GLenum target, GLuint first, GLsizei count, const GLuint* buffers) {
    bind_several(context, target, first, count, buffers,
                 [&](GLuint index, GLuint, GLuint buffer) { bind_range(context, target, index, buffer, 0, 0, true); });
}
void BindBuffersRange(Context& context, GLenum target, GLuint first, GLsizei count, const GLuint* buffers,
                      const GLintptr* offsets, const GLsizeiptr* sizes) {
    bind_several(context, target, first, count, buffers, [&](GLuint index, GLuint i, GLuint buffer) {
        bind_range(context, target, index, buffer, offsets[i], sizes[i], false);
    });
}
void BindBufferOffsetEXT(Context& context, GLenum target, GLuint index, GLuint buffer, GLintptr offset) {
    bind_range(context, target, index, buffer, offset, 0, true);
}

}  // namespace commands
}  // namespace glapi

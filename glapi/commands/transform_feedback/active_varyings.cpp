// NV_transform_feedback's way to say what is captured of GLSL programs: active varyings, by locations, after the link.
#include <algorithm>
#include <utility>

#include "glapi/commands/checked_objects.h"
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/shader_or_program.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/share_group.h"

namespace glapi {
namespace {

// What a location stands for: a varying or, of an array, one element. They are numbered in this order, a varying before
// its elements.
struct VaryingElement {
    const glsl::ActiveVarying* varying = nullptr;
    int element = -1;
};
int locations_of(const glsl::ActiveVarying& varying) { return 1 + (varying.is_array ? varying.size : 0); }

VaryingElement varying_at(const glsl::LinkedProgram& linked, GLint location) {
    for (const glsl::ActiveVarying& varying : linked.active_varyings) {
        const int count = locations_of(varying);
        if (location >= 0 && location < count) return {&varying, location - 1};
        location -= count;
    }
    return {};
}

GLint location_of(const glsl::LinkedProgram& linked, std::string_view name) {
    const ElementName wanted = element_name(name);
    GLint location = 0;
    for (const glsl::ActiveVarying& varying : linked.active_varyings) {
        if (varying.name == name) return location;
        if (varying.is_array && wanted.indexed && varying.name == wanted.name && wanted.element < varying.size)
            return location + 1 + wanted.element;
        location += locations_of(varying);
    }
    return -1;
}

std::string name_of(const VaryingElement& wanted) {
    return wanted.element < 0 ? wanted.varying->name
                              : wanted.varying->name + "[" + std::to_string(wanted.element) + "]";
}
uint32_t bytes_of(const VaryingElement& wanted) {
    return wanted.element < 0 ? wanted.varying->bytes
                              : wanted.varying->bytes / static_cast<uint32_t>(wanted.varying->size);
}

// Adds it to what goes into a buffer.
void capture(const VaryingElement& wanted, size_t buffer, glsl::Feedback& feedback) {
    const glsl::ActiveVarying& varying = *wanted.varying;
    const uint32_t bytes = bytes_of(wanted),
                   first = wanted.element < 0 ? 0 : bytes * static_cast<uint32_t>(wanted.element);
    uint32_t& stride = feedback.strides[buffer];
    for (glsl::FeedbackCapture captured : varying.captures) {
        if (captured.offset < first || captured.offset >= first + bytes) continue;
        captured.offset += stride - first;
        captured.buffer = static_cast<int>(buffer);
        feedback.captures.push_back(std::move(captured));
    }
    feedback.varyings.push_back(
        {name_of(wanted), varying.type, wanted.element < 0 ? varying.size : 1, static_cast<int>(buffer), stride});
    feedback.streams[buffer] = static_cast<uint8_t>(varying.stream);
    stride += bytes;
}

void choose_varyings(Errors& errors, GlslProgram& program, std::span<const GLint> locations, GLenum mode) {
    glsl::Feedback feedback;
    feedback.separate = mode == GL_SEPARATE_ATTRIBS;
    constexpr int most_separate = limits::MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS;
    uint32_t components = 0;
    for (size_t n = 0; n < locations.size(); ++n) {
        const VaryingElement wanted = varying_at(*program.linked, locations[n]);
        if (!wanted.varying) return errors.error(GL_INVALID_OPERATION, "no varying has the location %d", locations[n]);
        if (std::ranges::count(locations, locations[n]) > 1)
            return errors.error(GL_INVALID_OPERATION, "the location %d is named twice", locations[n]);
        const uint32_t own = bytes_of(wanted) / 4;
        components += own;
        if (feedback.separate && own > static_cast<uint32_t>(most_separate))
            return errors.error(GL_INVALID_VALUE, "%s has %u components, more than %d", name_of(wanted).c_str(), own,
                                most_separate);
        if (!feedback.separate &&
            components > static_cast<uint32_t>(limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS))
            return errors.error(GL_INVALID_OPERATION, "%u components, more than %d", components,
                                limits::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS);
        const size_t buffer = feedback.separate ? n : 0;
        if (!feedback.separate && n > 0 && wanted.varying->stream != feedback.streams[0])
            return errors.error(GL_INVALID_OPERATION, "varyings of two streams in one buffer");
        capture(wanted, buffer, feedback);
    }
    program.chosen_feedback = std::make_shared<const glsl::Feedback>(std::move(feedback));
    program.feedback_locations.assign(locations.begin(), locations.end());
    program.resources.clear();
}

}  // namespace

std::shared_ptr<GlslProgram> find_nv_program(Context& context, GLuint name) {
    const auto found = context.shared->shaders.find(name);
    if (found && found->program) return find_program(context, name);
    context.error(GL_INVALID_OPERATION, "there is no program %u", name);
    return nullptr;
}

std::shared_ptr<GlslProgram> find_linked_nv_program(Context& context, GLuint name) {
    std::shared_ptr<GlslProgram> program = find_nv_program(context, name);
    if (!program || (program->link_status && program->linked)) return program;
    context.error(GL_INVALID_OPERATION, "the program %u is not linked", name);
    return nullptr;
}

namespace commands {

void checked::ActiveVaryingNV(Context&, GlslProgram& program, const GLchar* varying) {
    if (varying) program.wanted.active_varyings.emplace_back(varying);
}

GLint checked::GetVaryingLocationNV(Context&, GlslProgram& program, const GLchar* varying) {
    return location_of(*program.linked, given_name(varying));
}

void checked::GetActiveVaryingNV(Context& context, GlslProgram& program, GLuint index, GLsizei size, GLsizei* length,
                                 GLsizei* count, GLenum* type, GLchar* text) {
    if (index >= program.told().active_varyings.size())
        return context.error(GL_INVALID_VALUE, "the program %u has no varying %u", program.name, index);
    const glsl::ActiveVarying& varying = program.linked->active_varyings[index];
    copy_text(varying.name, size, length, text);
    *count = varying.size;
    *type = type_enum(*varying.type);
}

void TransformFeedbackVaryingsNV(Context& context, GLuint name, GLsizei count, const GLint* locations, GLenum mode) {
    if (context.feedback_objects.bound->active)
        return context.error(GL_INVALID_OPERATION, "transform feedback is active");
    const auto program = find_linked_nv_program(context, name);
    if (!program || !check_uncaptured(context, *program) || !check_size(context, count)) return;
    if (mode != GL_INTERLEAVED_ATTRIBS && mode != GL_SEPARATE_ATTRIBS)
        return context.error(GL_INVALID_ENUM, "0x%x is no buffer mode", mode);
    if (mode == GL_SEPARATE_ATTRIBS && count > feedback_buffer_count)
        return context.error(GL_INVALID_VALUE, "%d varyings for %d buffers", count, feedback_buffer_count);
    choose_varyings(context, *program, {locations, static_cast<size_t>(count)}, mode);
}

void checked::GetTransformFeedbackVaryingNV(Context& context, GlslProgram& program, GLuint index, GLint* location) {
    const auto& varyings = program.feedback().varyings;
    if (index >= varyings.size())
        return context.error(GL_INVALID_VALUE, "the program %u captures no varying %u", program.name, index);
    *location = program.chosen_feedback ? program.feedback_locations[index]
                                        : location_of(*program.linked, varyings[index].name);
}

}  // namespace commands
}  // namespace glapi

// ARB_program_interface_query: the resources of a program's interfaces and their properties (GL 4.6 §7.3.1).
#include <algorithm>

#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

namespace {

using Interfaces = uint32_t;
constexpr Interfaces uniforms = 1, uniform_blocks = 2, counter_buffers = 4, inputs = 8, outputs = 16,
                     buffer_variables = 32, storage_blocks = 64, feedback_varyings = 128, feedback_buffers = 256,
                     subroutines = 512, subroutine_uniforms = 1024, all_interfaces = 2047;
constexpr Interfaces variables = uniforms | inputs | outputs | buffer_variables;
constexpr Interfaces blocks = uniform_blocks | counter_buffers | storage_blocks;

struct InterfaceRow {
    GLenum token;
    Interfaces interface;
    arbasm::Stage stage{};  // of subroutines
};
constexpr InterfaceRow interface_rows[] = {
    {GL_UNIFORM, uniforms},
    {GL_UNIFORM_BLOCK, uniform_blocks},
    {GL_ATOMIC_COUNTER_BUFFER, counter_buffers},
    {GL_PROGRAM_INPUT, inputs},
    {GL_PROGRAM_OUTPUT, outputs},
    {GL_BUFFER_VARIABLE, buffer_variables},
    {GL_SHADER_STORAGE_BLOCK, storage_blocks},
    {GL_TRANSFORM_FEEDBACK_VARYING, feedback_varyings},
    {GL_TRANSFORM_FEEDBACK_BUFFER, feedback_buffers},
    {GL_VERTEX_SUBROUTINE, subroutines, arbasm::Stage::Vertex},
    {GL_TESS_CONTROL_SUBROUTINE, subroutines, arbasm::Stage::TessControl},
    {GL_TESS_EVALUATION_SUBROUTINE, subroutines, arbasm::Stage::TessEvaluation},
    {GL_GEOMETRY_SUBROUTINE, subroutines, arbasm::Stage::Geometry},
    {GL_FRAGMENT_SUBROUTINE, subroutines, arbasm::Stage::Fragment},
    {GL_COMPUTE_SUBROUTINE, subroutines, arbasm::Stage::Compute},
    {GL_VERTEX_SUBROUTINE_UNIFORM, subroutine_uniforms, arbasm::Stage::Vertex},
    {GL_TESS_CONTROL_SUBROUTINE_UNIFORM, subroutine_uniforms, arbasm::Stage::TessControl},
    {GL_TESS_EVALUATION_SUBROUTINE_UNIFORM, subroutine_uniforms, arbasm::Stage::TessEvaluation},
    {GL_GEOMETRY_SUBROUTINE_UNIFORM, subroutine_uniforms, arbasm::Stage::Geometry},
    {GL_FRAGMENT_SUBROUTINE_UNIFORM, subroutine_uniforms, arbasm::Stage::Fragment},
    {GL_COMPUTE_SUBROUTINE_UNIFORM, subroutine_uniforms, arbasm::Stage::Compute},
};

ProgramResource uniform_resource(const glsl::Uniform& uniform) {
    ProgramResource resource;
    const bool counter = uniform.type->kind == glsl::TypeKind::AtomicCounter;
    resource.name = uniform.full_name();
    resource.type = type_enum(*uniform.type);
    resource.array_size = uniform.array_size;
    resource.location = uniform.location;
    (counter ? resource.counter_buffer : resource.block_index) = uniform.block;
    resource.offset = uniform.offset;
    resource.array_stride = uniform.array_stride;
    resource.matrix_stride = uniform.matrix_stride;
    resource.row_major = uniform.row_major;
    resource.top_level_array_size = uniform.top_level_array_size;
    resource.top_level_array_stride = uniform.top_level_array_stride;
    resource.stages = uniform.stages;
    return resource;
}

ProgramResource block_resource(const glsl::BufferBlock& block) {
    ProgramResource resource;
    resource.name = block.name;
    resource.binding = block.binding;
    resource.data_size = static_cast<GLint>(block.size);
    resource.stages = block.stages;
    resource.variables = block.variables;
    return resource;
}

ProgramResource variable_resource(const glsl::InterfaceVariable& variable) {
    ProgramResource resource;
    resource.name = variable.full_name();
    resource.type = type_enum(*variable.type);
    resource.array_size = variable.array_size;
    resource.location = variable.location;
    resource.location_component = variable.component;
    if (variable.stage == arbasm::Stage::Fragment && variable.location >= 0) resource.location_index = variable.index;
    resource.step = variable.type->columns;
    resource.per_patch = variable.patch;
    resource.stages = 1u << static_cast<unsigned>(variable.stage);
    return resource;
}

ProgramResource varying_resource(const glsl::FeedbackVarying& varying, const glsl::Feedback& feedback) {
    ProgramResource resource;
    resource.name = varying.name;
    resource.type = varying.type ? type_enum(*varying.type) : GLenum{GL_NONE};
    resource.array_size = varying.size;
    resource.offset = static_cast<GLint>(varying.offset);
    // Buffers are numbered among those that something goes to.
    resource.feedback_buffer = 0;
    for (int buffer = 0; buffer < varying.buffer; buffer++)
        resource.feedback_buffer += feedback.strides[static_cast<size_t>(buffer)] != 0;
    return resource;
}

std::vector<ProgramResource> feedback_buffer_resources(const glsl::Feedback& feedback) {
    std::vector<ProgramResource> result;
    for (size_t buffer = 0; buffer < feedback.strides.size(); buffer++) {
        if (!feedback.strides[buffer]) continue;
        ProgramResource resource;
        resource.binding = static_cast<GLint>(buffer);
        resource.feedback_stride = static_cast<GLint>(feedback.strides[buffer]);
        for (size_t n = 0; n < feedback.varyings.size(); n++)
            if (feedback.varyings[n].buffer == static_cast<int>(buffer) && feedback.varyings[n].type)
                resource.variables.push_back(static_cast<GLint>(n));
        result.push_back(std::move(resource));
    }
    return result;
}

ProgramResource subroutine_resource(const std::string& name) {
    ProgramResource resource;
    resource.name = name;
    return resource;
}

ProgramResource subroutine_uniform_resource(const glsl::SubroutineUniform& uniform) {
    ProgramResource resource;
    resource.name = uniform.full_name();
    resource.array_size = uniform.array_size;
    resource.location = uniform.location;
    resource.compatible = uniform.compatible;
    return resource;
}

template <class Row, class Make>
std::vector<ProgramResource> made_of(const std::vector<Row>& rows, Make make) {
    std::vector<ProgramResource> result;
    result.reserve(rows.size());
    for (const Row& row : rows) result.push_back(make(row));
    return result;
}

std::vector<ProgramResource> list_resources(const GlslProgram& program, const InterfaceRow& row) {
    const glsl::LinkedProgram& linked = program.told();
    const glsl::LinkedStage& stage = linked.stages[static_cast<size_t>(row.stage)];
    switch (row.interface) {
        case subroutines: return made_of(stage.subroutines, subroutine_resource);
        case subroutine_uniforms: return made_of(stage.subroutine_uniforms, subroutine_uniform_resource);
        case uniforms: return made_of(linked.uniforms, uniform_resource);
        case uniform_blocks: return made_of(linked.uniform_blocks, block_resource);
        case counter_buffers: return made_of(linked.counter_buffers, block_resource);
        case storage_blocks: return made_of(linked.storage_blocks, block_resource);
        case buffer_variables: return made_of(linked.buffer_variables, uniform_resource);
        case inputs: return made_of(linked.inputs, variable_resource);
        case outputs: return made_of(linked.results, variable_resource);
        case feedback_varyings:
            return made_of(program.told_feedback().varyings, [&](const glsl::FeedbackVarying& own) {
                return varying_resource(own, program.told_feedback());
            });
        case feedback_buffers: return feedback_buffer_resources(program.told_feedback());
        default: return {};
    }
}

// A program and one of its interfaces. No program: an error.
struct Asked {
    std::shared_ptr<GlslProgram> program;
    Interfaces interface = 0;
    std::vector<ProgramResource>* resources = nullptr;
};

// `wanted`: the interfaces that the command takes; others are `refusal`.
Asked ask(Context& context, GLuint name, GLenum token, Interfaces wanted, GLenum refusal = GL_INVALID_ENUM) {
    const std::shared_ptr<GlslProgram> program = find_program(context, name);
    if (!program) return {};
    const auto* const row = std::ranges::find(interface_rows, token, &InterfaceRow::token);
    if (row == std::end(interface_rows) || !(row->interface & wanted)) {
        context.error(refusal, "%s is not an interface that it takes", enum_name(token));
        return {};
    }
    const auto [found, is_new] = program->resources.try_emplace(token);
    if (is_new) found->second = list_resources(*program, *row);
    // Bindings of blocks change.
    const std::vector<int>* const bindings = row->interface == uniform_blocks   ? &program->uniform_bindings
                                             : row->interface == storage_blocks ? &program->storage_bindings
                                                                                : nullptr;
    for (size_t n = 0; bindings && n < found->second.size(); n++) found->second[n].binding = (*bindings)[n];
    return {program, row->interface, &found->second};
}

const ProgramResource* find_resource(Errors& errors, const Asked& asked, GLuint index) {
    if (!asked.program) return nullptr;
    if (index < asked.resources->size()) return &(*asked.resources)[index];
    errors.error(GL_INVALID_VALUE, "the program %u has no such resource %u", asked.program->name, index);
    return nullptr;
}

// Whether the resource has this name, or has it with "[0]" behind.
bool is_called(const ProgramResource& resource, std::string_view name) {
    if (name.empty()) return false;  // resources of SPIR-V have no names
    if (resource.name == name) return true;
    return resource.name.ends_with("[0]") && resource.name.size() == name.size() + 3 && resource.name.starts_with(name);
}

bool is_special_varying(const ProgramResource& resource) {
    return resource.type == GL_NONE && resource.name.starts_with("gl_");
}

// The resource with a location that a name stands for, which may be that of an array's element; null: none.
const ProgramResource* find_located(const Asked& asked, std::string_view name, GLint& element) {
    const ElementName wanted = element_name(name);
    element = wanted.element;
    if (wanted.name.empty()) return nullptr;
    for (const ProgramResource& resource : *asked.resources) {
        if (resource.name == name) {
            element = 0;
            return &resource;
        }
        const bool array = resource.name.ends_with("[0]");
        if (array && resource.name.size() == wanted.name.size() + 3 && resource.name.starts_with(wanted.name) &&
            element < resource.array_size)
            return &resource;
    }
    return nullptr;
}

// The values of a property; false after an error.
bool resource_values(Errors& errors, const ProgramResource& resource, Interfaces interface, GLenum property,
                     std::vector<GLint>& values) {
    Interfaces having = 0;
    switch (property) {
#define RESOURCE_PROPERTY(token, interfaces, value)                          \
    case token:                                                              \
        having = interfaces;                                                 \
        if (having & interface) values.push_back(static_cast<GLint>(value)); \
        break;
#include "glapi/commands/shaders/program_resource_properties.def"
        case GL_ACTIVE_VARIABLES:
            having = blocks | feedback_buffers;
            if (having & interface) values.insert(values.end(), resource.variables.begin(), resource.variables.end());
            break;
        case GL_COMPATIBLE_SUBROUTINES:
            having = subroutine_uniforms;
            if (having & interface) values.insert(values.end(), resource.compatible.begin(), resource.compatible.end());
            break;
        default: errors.error(GL_INVALID_ENUM, "%s is no property", enum_name(property)); return false;
    }
    if (having & interface) return true;
    errors.error(GL_INVALID_OPERATION, "resources of this interface have no %s", enum_name(property));
    return false;
}

}  // namespace

namespace commands {

void GetProgramInterfaceiv(Context& context, GLuint name, GLenum interface, GLenum property, GLint* values) {
    // ARB_program_interface_query: INVALID_OPERATION for whatever an interface does not support. 4.6 has INVALID_ENUM
    // for tokens that are none of the query's; other drivers have kept the extension's, which tests of it want.
    const Asked asked = ask(context, name, interface, all_interfaces, GL_INVALID_OPERATION);
    if (!asked.program) return;
    const auto most = [&](Interfaces having, auto measure) {
        if (!(asked.interface & having))
            return context.error(GL_INVALID_OPERATION, "this interface has no %s", enum_name(property));
        size_t result = 0;
        for (const ProgramResource& resource : *asked.resources) result = std::max(result, measure(resource));
        *values = static_cast<GLint>(result);
    };
    switch (property) {
        case GL_ACTIVE_RESOURCES: *values = static_cast<GLint>(asked.resources->size()); return;
        case GL_MAX_NAME_LENGTH:
            return most(all_interfaces & ~(counter_buffers | feedback_buffers),
                        [](const ProgramResource& resource) { return resource.name.size() + 1; });
        case GL_MAX_NUM_ACTIVE_VARIABLES:
            return most(blocks | feedback_buffers,
                        [](const ProgramResource& resource) { return resource.variables.size(); });
        case GL_MAX_NUM_COMPATIBLE_SUBROUTINES:
            return most(subroutine_uniforms,
                        [](const ProgramResource& resource) { return resource.compatible.size(); });
        default: context.error(GL_INVALID_OPERATION, "%s is not asked", enum_name(property));
    }
}

GLuint GetProgramResourceIndex(Context& context, GLuint name, GLenum interface, const GLchar* wanted) {
    const Asked asked = ask(context, name, interface, all_interfaces & ~(counter_buffers | feedback_buffers));
    if (!asked.program) return GL_INVALID_INDEX;
    for (size_t n = 0; n < asked.resources->size(); n++) {
        const ProgramResource& resource = (*asked.resources)[n];
        if (asked.interface == feedback_varyings ? resource.name == given_name(wanted) && !is_special_varying(resource)
                                                 : is_called(resource, given_name(wanted)))
            return static_cast<GLuint>(n);
    }
    return GL_INVALID_INDEX;
}

void GetProgramResourceName(Context& context, GLuint name, GLenum interface, GLuint index, GLsizei size,
                            GLsizei* length, GLchar* text) {
    const Asked asked = ask(context, name, interface, all_interfaces & ~(counter_buffers | feedback_buffers));
    const ProgramResource* const resource = find_resource(context, asked, index);
    if (resource && check_size(context, size)) copy_text(resource->name, size, length, text);
}

void GetProgramResourceiv(Context& context, GLuint name, GLenum interface, GLuint index, GLsizei count,
                          const GLenum* properties, GLsizei size, GLsizei* length, GLint* values) {
    const Asked asked = ask(context, name, interface, all_interfaces);
    if (!asked.program) return;
    if (count <= 0) return context.error(GL_INVALID_VALUE, "there are %d properties", count);
    const ProgramResource* const resource = find_resource(context, asked, index);
    if (!resource || !check_size(context, size)) return;
    std::vector<GLint> answers;
    for (GLsizei n = 0; n < count; n++)
        if (!resource_values(context, *resource, asked.interface, properties[n], answers)) return;
    const size_t written = std::min(answers.size(), static_cast<size_t>(size));
    std::copy_n(answers.begin(), written, values);
    if (length) *length = static_cast<GLsizei>(written);
}

GLint GetProgramResourceLocation(Context& context, GLuint name, GLenum interface, const GLchar* wanted) {
    if (!find_linked(context, name)) return -1;
    const Asked asked = ask(context, name, interface, uniforms | inputs | outputs | subroutine_uniforms);
    if (!asked.program) return -1;
    GLint element = 0;
    const ProgramResource* const resource = find_located(asked, given_name(wanted), element);
    return resource && resource->location >= 0 ? resource->location + element * resource->step : -1;
}

GLint GetProgramResourceLocationIndex(Context& context, GLuint name, GLenum interface, const GLchar* wanted) {
    if (!find_linked(context, name)) return -1;
    const Asked asked = ask(context, name, interface, outputs);
    if (!asked.program) return -1;
    GLint element = 0;
    const ProgramResource* const resource = find_located(asked, given_name(wanted), element);
    return resource ? resource->location_index : -1;
}

}  // namespace commands
}  // namespace glapi

// Program objects: attaching, linking, use, queries (GL 2.0 §2.15.2, §2.15.3, §6.1.14).
#include <algorithm>

#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/program_limits.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

namespace {

constexpr GLenum program_targets[] = {GL_VERTEX_PROGRAM_ARB,  GL_TESS_CONTROL_PROGRAM_NV, GL_TESS_EVALUATION_PROGRAM_NV,
                                      GL_GEOMETRY_PROGRAM_NV, GL_FRAGMENT_PROGRAM_ARB,    GL_COMPUTE_PROGRAM_NV};

// The linked stages as the objects that draws take, their uniforms zero or as the shaders initialise them.
void make_stages(GlslProgram& program) {
    for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
        program.stages[stage] = nullptr;
        const std::shared_ptr<const arbasm::Program>& linked = program.linked->stages[stage].program;
        if (!linked) continue;
        auto object = std::make_shared<ProgramObject>(0, program_targets[stage]);
        object->program = linked;
        object->source = program.linked->stages[stage].text;
        object->sampler_units.assign(linked->texture_units.size(), 0);
        object->image_units.assign(linked->image_units.size(), 0);
        program.stages[stage] = std::move(object);
    }
    program.uniform_bindings.clear();
    program.storage_bindings.clear();
    for (const glsl::BufferBlock& block : program.linked->uniform_blocks)
        program.uniform_bindings.push_back(block.binding);
    for (const glsl::BufferBlock& block : program.linked->storage_blocks)
        program.storage_bindings.push_back(block.binding);
    program.bind_blocks();
    for (const glsl::Uniform& uniform : program.linked->uniforms) {
        for (size_t stage = 0; uniform.binding >= 0 && stage < arbasm::stage_count; stage++) {
            if (uniform.first[stage] < 0 || !program.stages[stage]) continue;
            ProgramObject& object = *program.stages[stage];
            std::vector<int>& units = uniform.type->is_image() ? object.image_units : object.sampler_units;
            for (int n = 0; n < uniform.array_size; n++)
                if (const auto unit = static_cast<size_t>(uniform.first[stage] + n); unit < units.size())
                    units[unit] = uniform.binding + n;
        }
        if (uniform.initial.empty()) continue;
        for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
            if (uniform.first[stage] < 0 || !program.stages[stage] || uniform.type->is_opaque()) continue;
            auto& parameters = program.stages[stage]->local_parameters;
            const size_t rows = uniform.type->rows;
            const size_t registers = uniform.initial.size() / rows;
            parameters.resize(std::max(parameters.size(), static_cast<size_t>(uniform.first[stage]) + registers));
            for (size_t n = 0; n < uniform.initial.size(); n++)
                parameters[static_cast<size_t>(uniform.first[stage]) + n / rows][n % rows] =
                    uniform.type->is_bool() ? (uniform.initial[n] ? 0xffffffffu : 0u)
                                            : static_cast<uint32_t>(uniform.initial[n]);
        }
    }
}

bool check_size(Context& context, GLsizei size, const char* command) {
    if (size >= 0) return true;
    context.error(GL_INVALID_VALUE, "%s: the size %d is negative", command, size);
    return false;
}

}  // namespace

namespace commands {

GLuint CreateProgram(Context& context) {
    const GLuint name = context.shared->shaders.generate_range(1);
    auto entry = std::make_shared<ShaderOrProgram>();
    entry->program = std::make_shared<GlslProgram>(name);
    context.shared->shaders.insert(name, std::move(entry));
    return name;
}

void DeleteProgram(Context& context, GLuint name) {
    if (!name) return;
    const auto program = find_program(context, name, "glDeleteProgram");
    if (!program) return;
    program->deleted = true;
    release_if_unused(context, *program);
}

GLboolean IsProgram(Context& context, GLuint name) {
    const auto found = context.shared->shaders.find(name);
    return found && found->program;
}

void AttachShader(Context& context, GLuint name, GLuint shader_name) {
    const auto program = find_program(context, name, "glAttachShader");
    const auto shader = program ? find_shader(context, shader_name, "glAttachShader") : nullptr;
    if (!shader) return;
    if (std::find(program->shaders.begin(), program->shaders.end(), shader) != program->shaders.end()) {
        context.error(GL_INVALID_OPERATION, "glAttachShader: the program %u has the shader %u already", name,
                      shader_name);
        return;
    }
    program->shaders.push_back(shader);
    shader->attachments++;
}

void DetachShader(Context& context, GLuint name, GLuint shader_name) {
    const auto program = find_program(context, name, "glDetachShader");
    const auto shader = program ? find_shader(context, shader_name, "glDetachShader") : nullptr;
    if (!shader) return;
    const auto found = std::find(program->shaders.begin(), program->shaders.end(), shader);
    if (found == program->shaders.end()) {
        context.error(GL_INVALID_OPERATION, "glDetachShader: the program %u does not have the shader %u", name,
                      shader_name);
        return;
    }
    program->shaders.erase(found);
    shader->attachments--;
    release_if_unused(context, *shader);
}

void LinkProgram(Context& context, GLuint name) {
    const auto program = find_program(context, name, "glLinkProgram");
    if (!program) return;
    program->link_status = false;
    program->validate_status = false;
    std::vector<std::shared_ptr<const glsl::Shader>> shaders;
    for (const auto& shader : program->shaders) {
        if (!shader->compile_status) {
            program->log = "error: the shader " + std::to_string(shader->name) + " is not compiled\n";
            return;
        }
        shaders.push_back(shader->compiled);
    }
    if (shaders.empty()) {
        program->log = "error: the program has no shaders\n";
        return;
    }
    glsl::LinkOptions options = program->wanted;
    options.limits = program_limits();
    auto linked = std::make_shared<glsl::LinkedProgram>(glsl::link(shaders, options));
    program->log = linked->log;
    if (!linked->linked) return;
    program->linked = std::move(linked);
    program->link_status = true;
    make_stages(*program);
}

void UseProgram(Context& context, GLuint name) {
    std::shared_ptr<GlslProgram> program;
    if (name) {
        program = find_linked(context, name, "glUseProgram");
        if (!program) return;
    }
    const std::shared_ptr<GlslProgram> before = std::move(context.programs.current);
    if (program) program->users++;
    context.programs.current = std::move(program);
    if (before) {
        before->users--;
        release_if_unused(context, *before);
    }
}

void ValidateProgram(Context& context, GLuint name) {
    const auto program = find_program(context, name, "glValidateProgram");
    if (!program) return;
    program->validate_status = program->link_status;
    program->log = program->link_status ? "" : "error: the program is not linked\n";
    // Samplers of two types on one unit (GL 2.0 §2.15.4).
    if (!program->link_status) return;
    std::array<const glsl::Type*, texture_unit_count> units{};
    for (const glsl::Uniform& uniform : program->linked->uniforms) {
        if (!uniform.type->is_sampler()) continue;
        for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
            if (uniform.first[stage] < 0) continue;
            for (int n = 0; n < uniform.array_size; n++) {
                const int unit = program->stages[stage]->sampler_unit(static_cast<size_t>(uniform.first[stage] + n));
                const glsl::Type*& type = units[static_cast<size_t>(unit)];
                if (type && type != uniform.type) {
                    program->validate_status = false;
                    program->log = "error: texture unit " + std::to_string(unit) + " has samplers of two types\n";
                }
                type = uniform.type;
            }
        }
    }
}

void BindAttribLocation(Context& context, GLuint name, GLuint index, const GLchar* attribute) {
    const auto program = find_program(context, name, "glBindAttribLocation");
    if (!program) return;
    if (index >= static_cast<GLuint>(program_limits().generic_attributes)) {
        context.error(GL_INVALID_VALUE, "glBindAttribLocation: there is no attribute %u", index);
        return;
    }
    const std::string_view word(attribute);
    if (word.starts_with("gl_")) {
        context.error(GL_INVALID_OPERATION, "glBindAttribLocation: %s is built in", attribute);
        return;
    }
    program->wanted.attribute_locations[std::string(word)] = static_cast<int>(index);
}

GLint GetAttribLocation(Context& context, GLuint name, const GLchar* attribute) {
    const auto program = find_linked(context, name, "glGetAttribLocation");
    if (!program) return -1;
    for (const glsl::Attribute& row : program->linked->attributes)
        if (row.name == attribute) return row.location;
    return -1;
}

void GetActiveAttrib(Context& context, GLuint name, GLuint index, GLsizei size, GLsizei* length, GLint* count,
                     GLenum* type, GLchar* text) {
    const auto program = find_program(context, name, "glGetActiveAttrib");
    if (!program || !check_size(context, size, "glGetActiveAttrib")) return;
    const size_t active = program->linked ? program->linked->attributes.size() : 0;
    if (index >= active) {
        context.error(GL_INVALID_VALUE, "glGetActiveAttrib: the program %u has no active attribute %u", name, index);
        return;
    }
    const glsl::Attribute& row = program->linked->attributes[index];
    copy_text(row.name, size, length, text);
    *count = row.array_size;
    *type = type_enum(*row.type);
}

void BindFragDataLocation(Context& context, GLuint name, GLuint color, const GLchar* output) {
    const auto program = find_program(context, name, "glBindFragDataLocation");
    if (!program) return;
    if (color >= static_cast<GLuint>(program_limits().draw_buffers)) {
        context.error(GL_INVALID_VALUE, "glBindFragDataLocation: there is no draw buffer %u", color);
        return;
    }
    const std::string_view word(output);
    if (word.starts_with("gl_")) {
        context.error(GL_INVALID_OPERATION, "glBindFragDataLocation: %s is built in", output);
        return;
    }
    program->wanted.output_locations[std::string(word)] = static_cast<int>(color);
}

GLint GetFragDataLocation(Context& context, GLuint name, const GLchar* output) {
    const auto program = find_linked(context, name, "glGetFragDataLocation");
    if (!program) return -1;
    for (const glsl::FragmentOutput& row : program->linked->outputs)
        if (row.name == output) return row.location;
    return -1;
}

void GetProgramiv(Context& context, GLuint name, GLenum property, GLint* values) {
    const auto program = find_program(context, name, "glGetProgramiv");
    if (!program) return;
    const auto longest = [](const auto& rows, bool arrays) {
        size_t most = 0;
        for (const auto& row : rows) most = std::max(most, row.name.size() + 1);
        (void)arrays;
        return static_cast<GLint>(most);
    };
    const glsl::LinkedProgram* linked = program->linked.get();
    switch (property) {
        case GL_DELETE_STATUS: *values = program->deleted; return;
        case GL_LINK_STATUS: *values = program->link_status; return;
        case GL_VALIDATE_STATUS: *values = program->validate_status; return;
        case GL_INFO_LOG_LENGTH:
            *values = program->log.empty() ? 0 : static_cast<GLint>(program->log.size()) + 1;
            return;
        case GL_ATTACHED_SHADERS: *values = static_cast<GLint>(program->shaders.size()); return;
        case GL_ACTIVE_ATTRIBUTES: *values = linked ? static_cast<GLint>(linked->attributes.size()) : 0; return;
        case GL_ACTIVE_ATTRIBUTE_MAX_LENGTH: *values = linked ? longest(linked->attributes, false) : 0; return;
        case GL_ACTIVE_UNIFORMS: *values = linked ? static_cast<GLint>(linked->uniforms.size()) : 0; return;
        case GL_ACTIVE_UNIFORM_MAX_LENGTH: {
            size_t most = 0;
            if (linked)
                for (const glsl::Uniform& uniform : linked->uniforms)
                    most = std::max(most, uniform.name.size() + (uniform.is_array ? 4 : 1));
            *values = static_cast<GLint>(most);
            return;
        }
        case GL_ACTIVE_UNIFORM_BLOCKS: *values = linked ? static_cast<GLint>(linked->uniform_blocks.size()) : 0; return;
        case GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH:
            *values = linked ? longest(linked->uniform_blocks, false) : 0;
            return;
        case GL_ACTIVE_ATOMIC_COUNTER_BUFFERS:
            *values = linked ? static_cast<GLint>(linked->counter_buffers.size()) : 0;
            return;
        default: context.error(GL_INVALID_ENUM, "glGetProgramiv: programs have no %s", enum_name(property));
    }
}

void GetProgramInfoLog(Context& context, GLuint name, GLsizei size, GLsizei* length, GLchar* log) {
    const auto program = find_program(context, name, "glGetProgramInfoLog");
    if (program && check_size(context, size, "glGetProgramInfoLog")) copy_text(program->log, size, length, log);
}

void GetAttachedShaders(Context& context, GLuint name, GLsizei most, GLsizei* count, GLuint* names) {
    const auto program = find_program(context, name, "glGetAttachedShaders");
    if (!program || !check_size(context, most, "glGetAttachedShaders")) return;
    const size_t written = std::min(program->shaders.size(), static_cast<size_t>(most));
    for (size_t n = 0; n < written; n++) names[n] = program->shaders[n]->name;
    if (count) *count = static_cast<GLsizei>(written);
}

}  // namespace commands
}  // namespace glapi

// Subroutine uniforms (GL 4.6 §7.10). Their values belong to the context that uses the program; they begin anew
// whenever it comes into use.
#include <algorithm>

#include "glapi/commands/checked_objects.h"
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

namespace {

const ShaderStage* find_stage(Errors& errors, GLenum type) {
    const auto* const row = std::ranges::find(shader_stages, type, &ShaderStage::type);
    if (row != std::end(shader_stages)) return row;
    errors.error(GL_INVALID_ENUM, "there are no shaders of %s", enum_name(type));
    return nullptr;
}

const glsl::SubroutineUniform* find_uniform(Errors& errors, const glsl::LinkedStage& stage, GLuint index) {
    if (index < stage.subroutine_uniforms.size()) return &stage.subroutine_uniforms[index];
    errors.error(GL_INVALID_VALUE, "there is no subroutine uniform %u", index);
    return nullptr;
}

// The register of a location of a stage in use; null: no uniform has it.
const glsl::SubroutineUniform* uniform_at(const glsl::LinkedStage& stage, int location) {
    for (const glsl::SubroutineUniform& uniform : stage.subroutine_uniforms)
        if (location >= uniform.location && location < uniform.location + uniform.array_size) return &uniform;
    return nullptr;
}

size_t longest_subroutine(const glsl::LinkedStage& stage) {
    size_t most = 0;
    for (const std::string& name : stage.subroutines) most = std::max(most, name.size() + 1);
    return most;
}

size_t longest_uniform(const glsl::LinkedStage& stage) {
    size_t most = 0;
    for (const glsl::SubroutineUniform& uniform : stage.subroutine_uniforms)
        most = std::max(most, uniform.full_name().size() + 1);
    return most;
}

// The program object in use that has the stage, and the stage; no program: an error.
struct StageInUse {
    std::shared_ptr<GlslProgram> program;
    arbasm::Stage stage{};
    const glsl::LinkedStage* linked = nullptr;
};

StageInUse stage_in_use(Errors& errors, const ProgramState& programs, GLenum type) {
    const ShaderStage* const row = find_stage(errors, type);
    if (!row) return {};
    const auto program = programs.program_of(row->stage);
    const auto stage = static_cast<size_t>(row->stage);
    if (program && program->stages[stage]) return {program, row->stage, &program->linked->stages[stage]};
    errors.error(GL_INVALID_OPERATION, "no program with a shader of this stage is in use");
    return {};
}

}  // namespace

const glsl::LinkedStage* find_linked_stage(Context& context, GLuint name, GLenum type) {
    const auto program = find_linked(context, name);
    const ShaderStage* const row = program ? find_stage(context, type) : nullptr;
    return row ? &program->linked->stages[static_cast<size_t>(row->stage)] : nullptr;
}

const glsl::LinkedStage* find_any_stage(Context& context, GLuint name, GLenum type) {
    const auto program = find_program(context, name);
    const ShaderStage* const row = program ? find_stage(context, type) : nullptr;
    if (!row) return nullptr;
    return &program->told().stages[static_cast<size_t>(row->stage)];
}

namespace commands {

GLuint checked::GetSubroutineIndex(Context&, const glsl::LinkedStage& stage, const GLchar* wanted) {
    if (given_name(wanted).empty()) return GL_INVALID_INDEX;
    const auto found = std::ranges::find(stage.subroutines, std::string_view(wanted));
    return found == stage.subroutines.end() ? GL_INVALID_INDEX : static_cast<GLuint>(found - stage.subroutines.begin());
}

GLint checked::GetSubroutineUniformLocation(Context&, const glsl::LinkedStage& stage, const GLchar* wanted) {
    int element = 0;
    const glsl::SubroutineUniform* const uniform = find_named(stage.subroutine_uniforms, given_name(wanted), element);
    return uniform ? uniform->location + element : -1;
}

void checked::GetActiveSubroutineUniformiv(Context& context, const glsl::LinkedStage& stage, GLuint index,
                                           GLenum property, GLint* values) {
    const glsl::SubroutineUniform* const uniform = find_uniform(context, stage, index);
    if (!uniform) return;
    switch (property) {
        case GL_NUM_COMPATIBLE_SUBROUTINES: *values = static_cast<GLint>(uniform->compatible.size()); return;
        case GL_COMPATIBLE_SUBROUTINES: std::ranges::copy(uniform->compatible, values); return;
        case GL_UNIFORM_SIZE: *values = uniform->array_size; return;
        case GL_UNIFORM_NAME_LENGTH: *values = static_cast<GLint>(uniform->full_name().size()) + 1; return;
        default: context.error(GL_INVALID_ENUM, "%s is not asked", enum_name(property));
    }
}

void checked::GetActiveSubroutineUniformName(Context& context, const glsl::LinkedStage& stage, GLuint index,
                                             GLsizei size, GLsizei* length, GLchar* text) {
    const glsl::SubroutineUniform* const uniform = find_uniform(context, stage, index);
    if (uniform && check_size(context, size)) copy_text(uniform->full_name(), size, length, text);
}

void checked::GetActiveSubroutineName(Context& context, const glsl::LinkedStage& stage, GLuint index, GLsizei size,
                                      GLsizei* length, GLchar* text) {
    if (index >= stage.subroutines.size()) return context.error(GL_INVALID_VALUE, "there is no subroutine %u", index);
    copy_text(stage.subroutines[index], size, length, text);
}

void UniformSubroutinesuiv(Context& context, GLenum type, GLsizei count, const GLuint* indices) {
    const StageInUse stage = stage_in_use(context, context.programs, type);
    if (!stage.program) return;
    if (count != stage.linked->subroutine_locations)
        return context.error(GL_INVALID_VALUE, "%d indices for %d locations", count,
                             stage.linked->subroutine_locations);
    for (GLsizei n = 0; n < count; n++) {
        const glsl::SubroutineUniform* const uniform = uniform_at(*stage.linked, n);
        if (!uniform) continue;
        if (indices[n] >= stage.linked->subroutines.size())
            return context.error(GL_INVALID_VALUE, "there is no subroutine %u", indices[n]);
        if (std::ranges::find(uniform->compatible, static_cast<int>(indices[n])) == uniform->compatible.end())
            return context.error(GL_INVALID_OPERATION, "%s can't be the subroutine %u", uniform->name.c_str(),
                                 indices[n]);
    }
    std::vector<GLuint>& values = context.programs.subroutines_of(stage.stage);
    for (GLsizei n = 0; n < count; n++)
        if (uniform_at(*stage.linked, n)) values[static_cast<size_t>(n)] = indices[n];
}

void GetUniformSubroutineuiv(Context& context, GLenum type, GLint location, GLuint* value) {
    const StageInUse stage = stage_in_use(context, context.programs, type);
    if (!stage.program) return;
    if (location < 0 || location >= stage.linked->subroutine_locations)
        return context.error(GL_INVALID_VALUE, "there is no location %d", location);
    *value = context.programs.subroutines_of(stage.stage)[static_cast<size_t>(location)];
}

void checked::GetProgramStageiv(Context& context, const glsl::LinkedStage& stage, GLenum property, GLint* values) {
    switch (property) {
        case GL_ACTIVE_SUBROUTINES: *values = static_cast<GLint>(stage.subroutines.size()); return;
        case GL_ACTIVE_SUBROUTINE_UNIFORMS: *values = static_cast<GLint>(stage.subroutine_uniforms.size()); return;
        case GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS: *values = stage.subroutine_locations; return;
        case GL_ACTIVE_SUBROUTINE_MAX_LENGTH: *values = static_cast<GLint>(longest_subroutine(stage)); return;
        case GL_ACTIVE_SUBROUTINE_UNIFORM_MAX_LENGTH: *values = static_cast<GLint>(longest_uniform(stage)); return;
        default: context.error(GL_INVALID_ENUM, "%s is not asked", enum_name(property));
    }
}

}  // namespace commands
}  // namespace glapi

// EXT_separate_shader_objects: a program for each stage without a pipeline object.
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/pipelines.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

void give_up_separate_programs(ProgramState& programs, ShareGroup& shared) {
    if (!programs.separate) return;
    give_up(shared, *programs.separate);
    programs.separate = nullptr;
}

namespace {

// The stages' programs; each may become another one.
ProgramPipeline& separate_programs(ProgramState& programs, ShareGroup& shared) {
    if (programs.separate) return *programs.separate;
    programs.separate = std::make_shared<ProgramPipeline>(0);
    for (auto& used : programs.separate->programs) use_at(shared, used, programs.current);
    return *programs.separate;
}

// Where all are the same again there is nothing separate.
void join_programs(ProgramState& programs, ShareGroup& shared) {
    for (const auto& program : programs.separate->programs)
        if (program != programs.current) return;
    give_up_separate_programs(programs, shared);
}

// The stage of a shader type that the command takes; null: it is none.
const ShaderStage* find_stage(GLenum type) {
    if (type != GL_VERTEX_SHADER && type != GL_GEOMETRY_SHADER && type != GL_FRAGMENT_SHADER) return nullptr;
    for (const ShaderStage& row : shader_stages)
        if (row.type == type) return &row;
    return nullptr;
}

}  // namespace

namespace commands {

void UseShaderProgramEXT(Context& context, GLenum type, GLuint name) {
    const ShaderStage* const row = find_stage(type);
    if (!row) return context.error(GL_INVALID_ENUM, "%s is no stage with programs of its own", enum_name(type));
    std::shared_ptr<GlslProgram> program;
    if (name) {
        program = find_linked(context, name);
        if (!program) return;
    }
    if (context.feedback_objects.bound->active)
        return context.error(GL_INVALID_OPERATION, "transform feedback is active");
    const auto stage = static_cast<size_t>(row->stage);
    context.programs.subroutine_uniforms[stage] = {};
    use_at(*context.shared, separate_programs(context.programs, *context.shared).programs[stage], std::move(program));
    join_programs(context.programs, *context.shared);
}

void ActiveProgramEXT(Context& context, GLuint name) {
    std::shared_ptr<GlslProgram> program;
    if (name) {
        program = find_linked(context, name);
        if (!program) return;
    }
    separate_programs(context.programs, *context.shared);
    use_at(*context.shared, context.programs.current, std::move(program));
    join_programs(context.programs, *context.shared);
}

// A separable program, so that what the shader declares itself meets what the other program declares by the same name.
GLuint CreateShaderProgramEXT(Context& context, GLenum type, const GLchar* string) {
    return CreateShaderProgramv(context, type, 1, &string);
}

}  // namespace commands
}  // namespace glapi

// EXT_separate_shader_objects: a program for each stage without a pipeline object.
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/pipelines.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

void give_up_separate_programs(Context& context) {
    if (!context.programs.separate) return;
    give_up(context, *context.programs.separate);
    context.programs.separate = nullptr;
}

namespace {

// The places of the stages' programs, each of which may become another one.
ProgramPipeline& separate_programs(Context& context) {
    ProgramState& programs = context.programs;
    if (programs.separate) return *programs.separate;
    programs.separate = std::make_shared<ProgramPipeline>(0);
    for (auto& place : programs.separate->programs) use_at(context, place, programs.current);
    return *programs.separate;
}

// Where all are the same again there is nothing separate.
void join_programs(Context& context) {
    for (const auto& program : context.programs.separate->programs)
        if (program != context.programs.current) return;
    give_up_separate_programs(context);
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
    use_at(context, separate_programs(context).programs[stage], std::move(program));
    join_programs(context);
}

void ActiveProgramEXT(Context& context, GLuint name) {
    std::shared_ptr<GlslProgram> program;
    if (name) {
        program = find_linked(context, name);
        if (!program) return;
    }
    separate_programs(context);
    use_at(context, context.programs.current, std::move(program));
    join_programs(context);
}

// A separable program, so that what the shader declares itself meets what the other program declares by the same name.
GLuint CreateShaderProgramEXT(Context& context, GLenum type, const GLchar* string) {
    return CreateShaderProgramv(context, type, 1, &string);
}

}  // namespace commands
}  // namespace glapi

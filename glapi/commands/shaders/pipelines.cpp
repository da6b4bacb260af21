// Separable programs and program pipeline objects (GL 4.6 §7.4).
#include "glapi/objects/programs/pipelines.h"

#include "glapi/commands/checked_objects.h"
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

namespace {

// False after an error: what transform feedback captures comes from this pipeline's programs.
bool check_not_running(Errors& errors, const ProgramState& programs, const FeedbackObjects& feedback_objects,
                       const ProgramPipeline* pipeline) {
    if (!feedback_objects.running() || programs.in_use() || programs.pipeline.get() != pipeline) return true;
    errors.error(GL_INVALID_OPERATION, "transform feedback is running");
    return false;
}

}  // namespace

std::shared_ptr<ProgramPipeline> find_pipeline(Errors& errors, ProgramState& programs, GLuint name, GLenum unknown) {
    NameTable<ProgramPipeline>& names = programs.pipelines;
    if (!name || !names.reserved(name)) {
        errors.error(unknown, "%u is no name from glGenProgramPipelines", name);
        return nullptr;
    }
    std::shared_ptr<ProgramPipeline> pipeline = names.find(name);
    if (!pipeline) {
        pipeline = std::make_shared<ProgramPipeline>(name);
        names.insert(name, pipeline);
    }
    return pipeline;
}

namespace commands {

void checked::DeleteProgramPipelines(Context& context, std::span<const GLuint> names) {
    for (const GLuint name : names) {
        const std::shared_ptr<ProgramPipeline> pipeline = context.programs.pipelines.find(name);
        if (pipeline) give_up(*context.shared, *pipeline);
        if (pipeline && context.programs.pipeline == pipeline) context.programs.pipeline = nullptr;
        if (name) context.programs.pipelines.erase(name);
    }
}

void BindProgramPipeline(Context& context, GLuint name) {
    std::shared_ptr<ProgramPipeline> pipeline;
    if (name) {
        pipeline = find_pipeline(context, context.programs, name);
        if (!pipeline) return;
    }
    if (context.feedback_objects.running() && !context.programs.in_use())
        return context.error(GL_INVALID_OPERATION, "transform feedback is running");
    if (!context.programs.in_use()) context.programs.subroutine_uniforms = {};
    context.programs.pipeline = std::move(pipeline);
}

void checked::UseProgramStages(Context& context, ProgramPipeline& pipeline, GLbitfield stages, GLuint program_name) {
    GLbitfield known = 0;
    for (const ShaderStage& row : shader_stages) known |= row.bit;
    if (stages != GL_ALL_SHADER_BITS && (stages & ~known))
        return context.error(GL_INVALID_VALUE, "0x%x has bits that are no stages", stages);
    std::shared_ptr<GlslProgram> program;
    if (program_name) {
        program = find_linked(context, program_name);
        if (!program) return;
        if (!program->linked->separable)
            return context.error(GL_INVALID_OPERATION, "the program %u is not separable", program_name);
    }
    if (!check_not_running(context, context.programs, context.feedback_objects, &pipeline)) return;
    for (const ShaderStage& row : shader_stages) {
        if (!(stages & row.bit)) continue;
        const auto stage = static_cast<size_t>(row.stage);
        if (context.programs.pipeline.get() == &pipeline && !context.programs.in_use())
            context.programs.subroutine_uniforms[stage] = {};
        use_at(*context.shared, pipeline.programs[stage], program && program->stages[stage] ? program : nullptr);
    }
    pipeline.validate_status = false;
}

void checked::ActiveShaderProgram(Context& context, ProgramPipeline& pipeline, GLuint program_name) {
    std::shared_ptr<GlslProgram> program;
    if (program_name) {
        program = find_linked(context, program_name);
        if (!program) return;
    }
    use_at(*context.shared, pipeline.active, std::move(program));
}

void checked::ValidateProgramPipeline(Context& context, ProgramPipeline& pipeline) {
    // Without programs there is nothing to execute.
    const std::string problem = pipeline.any() ? pipeline.problem(context.version.is_es()) : "it has no programs";
    pipeline.validate_status = problem.empty();
    pipeline.log = problem.empty() ? "" : "error: " + problem + "\n";
}

void checked::GetProgramPipelineiv(Context& context, ProgramPipeline& pipeline, GLenum property, GLint* values) {
    const auto name_of = [](const std::shared_ptr<GlslProgram>& program) {
        return program ? static_cast<GLint>(program->name) : 0;
    };
    switch (property) {
        case GL_ACTIVE_PROGRAM: *values = name_of(pipeline.active); return;
        case GL_VALIDATE_STATUS: *values = pipeline.validate_status; return;
        case GL_INFO_LOG_LENGTH:
            *values = pipeline.log.empty() ? 0 : static_cast<GLint>(pipeline.log.size()) + 1;
            return;
        default: break;
    }
    for (const ShaderStage& row : shader_stages)
        if (row.type == property) {
            *values = name_of(pipeline.programs[static_cast<size_t>(row.stage)]);
            return;
        }
    context.error(GL_INVALID_ENUM, "pipelines have no %s", enum_name(property));
}

void checked::GetProgramPipelineInfoLog(Context&, ProgramPipeline& pipeline, GLsizei size, GLsizei* length,
                                        GLchar* log) {
    copy_text(pipeline.log, size, length, log);
}

void checked::ProgramParameteri(Context& context, GlslProgram& program, GLenum property, GLint value) {
    bool* const flag = property == GL_PROGRAM_SEPARABLE                 ? &program.wanted.separable
                       : property == GL_PROGRAM_BINARY_RETRIEVABLE_HINT ? &program.binary_wanted
                                                                        : nullptr;
    if (!flag) return set_geometry_property(context, program, property, value);
    if (value != GL_TRUE && value != GL_FALSE)
        return context.error(GL_INVALID_VALUE, "%d is neither TRUE nor FALSE", value);
    *flag = value == GL_TRUE;
}

GLuint CreateShaderProgramv(Context& context, GLenum type, GLsizei count, const GLchar* const* strings) {
    if (count < 0) {
        context.error(GL_INVALID_VALUE, "the count %d is negative", count);
        return 0;
    }
    const GLuint shader_name = CreateShader(context, type);
    if (!shader_name) return 0;
    ShaderSource(context, shader_name, count, strings, nullptr);
    CompileShader(context, shader_name);
    const GLuint name = CreateProgram(context);
    const auto program = find_program(context, name);
    const auto shader = find_shader(context, shader_name);
    program->wanted.separable = true;
    if (shader->compile_status) {
        AttachShader(context, name, shader_name);
        LinkProgram(context, name);
        DetachShader(context, name, shader_name);
    }
    program->log += shader->log;
    DeleteShader(context, shader_name);
    return name;
}

}  // namespace commands
}  // namespace glapi

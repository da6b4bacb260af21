// Program objects: attaching, linking, use (GL 4.6 §7.3).
#include <algorithm>
#include <mutex>

#include "glapi/commands/shaders/compiler_messages.h"
#include "glapi/commands/shaders/language_options.h"
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/pipelines.h"
#include "glapi/objects/programs/program_limits.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shader_or_program.h"
#include "glapi/objects/transform_feedback/transform_feedback.h"
#include "glapi/share_group.h"
#include "glapi/state/debug.h"

namespace glapi {

bool check_uncaptured(Errors& errors, const GlslProgram& program) {
    if (!program.captured()) return true;
    errors.error(GL_INVALID_OPERATION, "transform feedback captures what program %u writes", program.name);
    return false;
}

void link_program(Context& context, GlslProgram& program, std::vector<LinkJob::Input> inputs, ProgramSources sources) {
    const auto job = std::make_shared<LinkJob>();
    job->inputs = std::move(inputs);
    job->settings = compiler_settings(context);
    job->options = sources.options;
    job->options.limits = shader_limits();
    job->options.es = context.version.is_es2();
    job->sources = std::move(sources);
    job->binary_hint = program.binary_wanted;
    LinkJob::start_when_ready(job, context.programs.compiler_threads);
    program.job = job;
    // Contexts that use the program use the new one from now on.
    if (program.users || (context.debug.output && context.debug.synchronous)) collect(context.debug, program);
}

void use_at(ShareGroup& shared, std::shared_ptr<GlslProgram>& used, std::shared_ptr<GlslProgram> program) {
    const std::shared_ptr<GlslProgram> before = std::move(used);
    if (program) program->users++;
    used = std::move(program);
    if (!before) return;
    before->users--;
    release_if_unused(shared, *before);
}

void give_up_programs(ProgramState& programs, ShareGroup& shared) {
    const std::scoped_lock lock(shared.mutex);
    use_at(shared, programs.current, nullptr);
    give_up_separate_programs(programs, shared);
    programs.pipelines.for_each([&](GLuint, ProgramPipeline& pipeline) { give_up(shared, pipeline); });
}

void give_up(ShareGroup& shared, ProgramPipeline& pipeline) {
    for (auto& program : pipeline.programs) use_at(shared, program, nullptr);
    use_at(shared, pipeline.active, nullptr);
}

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
    const auto program = find_program_at_work(context, name);
    if (!program) return;
    program->deleted = true;
    release_if_unused(*context.shared, *program);
}

GLboolean IsProgram(Context& context, GLuint name) {
    const auto found = context.shared->shaders.find(name);
    return found && found->program;
}

void AttachShader(Context& context, GLuint name, GLuint shader_name) {
    const auto program = find_program_at_work(context, name);
    const auto shader = program ? find_shader_at_work(context, shader_name) : nullptr;
    if (!shader) return;
    if (std::find(program->shaders.begin(), program->shaders.end(), shader) != program->shaders.end()) {
        context.error(GL_INVALID_OPERATION, "the program %u has the shader %u already", name, shader_name);
        return;
    }
    if (context.version.is_es2() &&
        std::ranges::find(program->shaders, shader->stage, &ShaderObject::stage) != program->shaders.end()) {
        context.error(GL_INVALID_OPERATION, "the program %u has a shader of this stage already", name);
        return;
    }
    program->shaders.push_back(shader);
    shader->attachments++;
}

void DetachShader(Context& context, GLuint name, GLuint shader_name) {
    const auto program = find_program_at_work(context, name);
    const auto shader = program ? find_shader_at_work(context, shader_name) : nullptr;
    if (!shader) return;
    const auto found = std::find(program->shaders.begin(), program->shaders.end(), shader);
    if (found == program->shaders.end()) {
        context.error(GL_INVALID_OPERATION, "the program %u does not have the shader %u", name, shader_name);
        return;
    }
    program->shaders.erase(found);
    shader->attachments--;
    release_if_unused(*context.shared, *shader);
}

void checked::LinkProgram(Context& context, GlslProgram& program) {
    if (!check_uncaptured(context, program)) return;
    program.link_status = false;
    program.validate_status = false;
    program.resources.clear();
    ProgramSources sources;
    std::vector<LinkJob::Input> inputs;
    for (const auto& shader : program.shaders) {
        if (!shader->job && !shader->compile_status) {
            program.log = "error: the shader " + std::to_string(shader->name) + " is not compiled\n";
            return report_link(context.debug, program);
        }
        inputs.push_back({shader->name, shader->compiled, shader->job});
        sources.shaders.emplace_back(shader->stage, shader->job ? shader->job->text : shader->text);
    }
    // Without shaders all processing is that of the fixed functions, which the core profile doesn't have.
    if (inputs.empty() && context.version.is_core()) {
        program.log = "error: the program has no shaders\n";
        return report_link(context.debug, program);
    }
    sources.options = program.wanted;
    link_program(context, program, std::move(inputs), std::move(sources));
}

void UseProgram(Context& context, GLuint name) {
    if (context.feedback_objects.running()) return context.error(GL_INVALID_OPERATION, "transform feedback is running");
    std::shared_ptr<GlslProgram> program;
    if (name) {
        program = find_linked(context, name);
        if (!program) return;
    }
    context.programs.subroutine_uniforms = {};
    use_at(*context.shared, context.programs.current, std::move(program));
    give_up_separate_programs(context.programs, *context.shared);
}

void checked::ValidateProgram(Context&, GlslProgram& program) {
    program.validate_status = program.link_status;
    program.log = program.link_status ? "" : "error: the program is not linked\n";
    if (!program.link_status) return;
    if (const int unit = program.contested_unit(); unit >= 0) {
        program.validate_status = false;
        program.log = "error: texture unit " + std::to_string(unit) + " has samplers of two types\n";
    }
}

}  // namespace commands
}  // namespace glapi

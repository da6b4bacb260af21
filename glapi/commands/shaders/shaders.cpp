// Shader objects: source, compilation, queries (GL 2.0 §2.15.1, §6.1.14).
#include <algorithm>
#include <charconv>

#include "glapi/commands/shaders/compiler_messages.h"
#include "glapi/commands/shaders/language_options.h"
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/programs/shader_or_program.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"
#include "glapi/state/debug.h"

namespace glapi {

namespace {

template <auto member>
auto find_kind(Context& context, GLuint name, const char* kind, const char* other) {
    const auto found = context.shared->shaders.find(name);
    auto object = found ? (*found).*member : nullptr;
    if (!object && found)
        context.error(GL_INVALID_OPERATION, "%u is a %s, not a %s", name, other, kind);
    else if (!object)
        context.error(GL_INVALID_VALUE, "%u is no %s", name, kind);
    return object;
}

}  // namespace

std::shared_ptr<ShaderObject> find_shader_at_work(Context& context, GLuint name) {
    return find_kind<&ShaderOrProgram::shader>(context, name, "shader", "program");
}

std::shared_ptr<GlslProgram> find_program_at_work(Context& context, GLuint name) {
    return find_kind<&ShaderOrProgram::program>(context, name, "program", "shader");
}

std::shared_ptr<ShaderObject> find_shader(Context& context, GLuint name) {
    std::shared_ptr<ShaderObject> shader = find_shader_at_work(context, name);
    if (shader) collect(context.debug, *shader);
    return shader;
}

std::shared_ptr<GlslProgram> find_program(Context& context, GLuint name) {
    std::shared_ptr<GlslProgram> program = find_program_at_work(context, name);
    if (program) collect(context.debug, *program);
    return program;
}

std::shared_ptr<GlslProgram> find_linked(Context& context, GLuint name) {
    std::shared_ptr<GlslProgram> program = find_program(context, name);
    if (program && !program->link_status) {
        context.error(GL_INVALID_OPERATION, "the program %u is not linked", name);
        return nullptr;
    }
    return program;
}

void release_if_unused(ShareGroup& shared, ShaderObject& shader) {
    if (shader.deleted && !shader.attachments) shared.shaders.erase(shader.name);
}

void release_if_unused(ShareGroup& shared, GlslProgram& program) {
    if (!program.deleted || program.users) return;
    const GLuint name = program.name;
    const auto shaders = std::move(program.shaders);
    program.shaders.clear();
    for (const auto& shader : shaders) {
        shader->attachments--;
        release_if_unused(shared, *shader);
    }
    shared.shaders.erase(name);  // `program` may be gone
}

void copy_text(std::string_view text, GLsizei size, GLsizei* length, GLchar* to) {
    const size_t count = size > 0 ? std::min(text.size(), static_cast<size_t>(size) - 1) : 0;
    if (to && size > 0) {
        std::copy_n(text.data(), count, to);
        to[count] = '\0';
    }
    if (length) *length = static_cast<GLsizei>(count);
}

void compile_shader(Context& context, ShaderObject& shader, std::span<const std::string_view> search_points) {
    auto text = std::make_shared<ShaderText>();
    text->source = shader.source;
    shader.job = nullptr;
    // Named strings may change, and are read at once.
    if (!context.shared->named_strings) {
        const auto job = std::make_shared<CompileJob>(shader.stage, std::move(text), compiler_settings(context));
        CompilerJob::start(job, context.programs.compiler_threads);
        shader.job = job;
        if (context.debug.output && context.debug.synchronous) collect(context.debug, shader);
        return;
    }
    const glsl::IncludeSearch search(named_strings(*context.shared), search_points);
    const CollectingIncludes includes(search, *text);
    shader.compiled = compile_text(shader.stage, *text, compiler_settings(context)->options(&includes));
    shader.compile_status = !glsl::has_errors(*shader.compiled);
    shader.log = glsl::log_of(*shader.compiled);
    shader.text = std::move(text);
    report_compilation(context.debug, shader);
}

bool check_text(Errors& errors, const ShaderObject& shader) {
    if (!shader.module) return true;
    errors.error(GL_INVALID_OPERATION, "the shader %u is a SPIR-V module", shader.name);
    return false;
}

bool check_size(Errors& errors, GLsizei size) {
    if (size >= 0) return true;
    errors.error(GL_INVALID_VALUE, "the size %d is negative", size);
    return false;
}

ElementName element_name(std::string_view word) {
    if (!word.ends_with(']')) return {word};
    const size_t bracket = word.rfind('[');
    if (bracket == std::string_view::npos) return {};
    const std::string_view digits = word.substr(bracket + 1, word.size() - bracket - 2);
    ElementName result{word.substr(0, bracket), 0, true};
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), result.element);
    const bool number = problem == std::errc{} && end == digits.data() + digits.size() && result.element >= 0;
    return number && (digits.size() == 1 || digits[0] != '0') ? result : ElementName{};
}

namespace commands {

GLuint CreateShader(Context& context, GLenum type) {
    for (const ShaderStage& row : shader_stages) {
        if (row.type != type) continue;
        const GLuint name = context.shared->shaders.generate_range(1);
        auto entry = std::make_shared<ShaderOrProgram>();
        entry->shader = std::make_shared<ShaderObject>(name, row.stage);
        context.shared->shaders.insert(name, std::move(entry));
        return name;
    }
    context.error(GL_INVALID_ENUM, "there are no shaders of %s", enum_name(type));
    return 0;
}

void DeleteShader(Context& context, GLuint name) {
    if (!name) return;
    const auto shader = find_shader_at_work(context, name);
    if (!shader) return;
    shader->deleted = true;
    release_if_unused(*context.shared, *shader);
}

GLboolean IsShader(Context& context, GLuint name) {
    const auto found = context.shared->shaders.find(name);
    return found && found->shader;
}

void checked::ShaderSource(Context&, ShaderObject& shader, GLsizei count, const GLchar* const* strings,
                           const GLint* lengths) {
    std::string source;
    for (GLsizei n = 0; n < count; n++) {
        if (!strings[n]) continue;
        if (lengths && lengths[n] >= 0)
            source.append(strings[n], static_cast<size_t>(lengths[n]));
        else
            source.append(strings[n]);
    }
    shader.source = std::move(source);
    shader.module = nullptr;
}

void checked::CompileShader(Context& context, ShaderObject& shader) {
    if (check_text(context, shader)) compile_shader(context, shader, {});
}

void checked::GetShaderiv(Context& context, ShaderObject& shader, GLenum property, GLint* values) {
    if (property == GL_COMPILE_STATUS || property == GL_INFO_LOG_LENGTH) collect(context.debug, shader);
    const auto with_zero = [](const std::string& text) {
        return text.empty() ? 0 : static_cast<GLint>(text.size()) + 1;
    };
    switch (property) {
        case GL_SHADER_TYPE:
            for (const ShaderStage& row : shader_stages)
                if (row.stage == shader.stage) *values = static_cast<GLint>(row.type);
            return;
        case GL_DELETE_STATUS: *values = shader.deleted; return;
        case GL_COMPILE_STATUS: *values = shader.compile_status; return;
        case GL_INFO_LOG_LENGTH: *values = with_zero(shader.log); return;
        case GL_SHADER_SOURCE_LENGTH: *values = with_zero(shader.source); return;
        case GL_SPIR_V_BINARY: *values = shader.module != nullptr; return;
        case GL_COMPLETION_STATUS_KHR: *values = !shader.job || shader.job->is_finished(); return;
        default: context.error(GL_INVALID_ENUM, "shaders have no %s", enum_name(property));
    }
}

void checked::GetShaderInfoLog(Context&, ShaderObject& shader, GLsizei size, GLsizei* length, GLchar* log) {
    copy_text(shader.log, size, length, log);
}

void checked::GetShaderSource(Context&, ShaderObject& shader, GLsizei size, GLsizei* length, GLchar* source) {
    copy_text(shader.source, size, length, source);
}

void checked::GetShaderPrecisionFormat(Context& context, GLenum, GLenum precision, GLint* range, GLint* bits) {
    switch (precision) {
        // All are IEEE single precision, and integers of 32 bits.
        case GL_LOW_FLOAT:
        case GL_MEDIUM_FLOAT:
        case GL_HIGH_FLOAT:
            range[0] = range[1] = 127;
            *bits = 23;
            return;
        case GL_LOW_INT:
        case GL_MEDIUM_INT:
        case GL_HIGH_INT:
            range[0] = 31;
            range[1] = 30;
            *bits = 0;
            return;
        default: context.error(GL_INVALID_ENUM, "%s is no precision", enum_name(precision));
    }
}

// A hint that nothing will be compiled for a while; nothing is kept that could be given up.
void ReleaseShaderCompiler(Context&) {}

void MaxShaderCompilerThreadsKHR(Context& context, GLuint count) { context.programs.compiler_threads = count; }

}  // namespace commands
}  // namespace glapi

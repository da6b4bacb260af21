// Shader objects: source, compilation, queries (GL 2.0 §2.15.1, §6.1.14).
#include <algorithm>

#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

namespace {

struct StageRow {
    GLenum type;
    arbasm::Stage stage;
};
constexpr StageRow stage_rows[] = {
    {GL_VERTEX_SHADER, arbasm::Stage::Vertex},
    {GL_FRAGMENT_SHADER, arbasm::Stage::Fragment},
};

}  // namespace

std::shared_ptr<ShaderObject> find_shader(Context& context, GLuint name, const char* command) {
    const auto found = context.shared->shaders.find(name);
    if (found && found->shader) return found->shader;
    context.error(found ? GL_INVALID_OPERATION : GL_INVALID_VALUE, "%s: %u is %s", command, name,
                  found ? "a program, not a shader" : "no shader");
    return nullptr;
}

std::shared_ptr<GlslProgram> find_program(Context& context, GLuint name, const char* command) {
    const auto found = context.shared->shaders.find(name);
    if (found && found->program) return found->program;
    context.error(found ? GL_INVALID_OPERATION : GL_INVALID_VALUE, "%s: %u is %s", command, name,
                  found ? "a shader, not a program" : "no program");
    return nullptr;
}

std::shared_ptr<GlslProgram> find_linked(Context& context, GLuint name, const char* command) {
    std::shared_ptr<GlslProgram> program = find_program(context, name, command);
    if (program && !program->link_status) {
        context.error(GL_INVALID_OPERATION, "%s: the program %u is not linked", command, name);
        return nullptr;
    }
    return program;
}

void release_if_unused(Context& context, ShaderObject& shader) {
    if (shader.deleted && !shader.attachments) context.shared->shaders.erase(shader.name);
}

void release_if_unused(Context& context, GlslProgram& program) {
    if (!program.deleted || program.users) return;
    const GLuint name = program.name;
    const auto shaders = std::move(program.shaders);
    program.shaders.clear();
    for (const auto& shader : shaders) {
        shader->attachments--;
        release_if_unused(context, *shader);
    }
    context.shared->shaders.erase(name);  // `program` may be gone
}

void copy_text(std::string_view text, GLsizei size, GLsizei* length, GLchar* to) {
    const size_t count = size > 0 ? std::min(text.size(), static_cast<size_t>(size) - 1) : 0;
    if (to && size > 0) {
        std::copy_n(text.data(), count, to);
        to[count] = '\0';
    }
    if (length) *length = static_cast<GLsizei>(count);
}

namespace commands {

GLuint CreateShader(Context& context, GLenum type) {
    for (const StageRow& row : stage_rows) {
        if (row.type != type) continue;
        const GLuint name = context.shared->shaders.generate_range(1);
        auto entry = std::make_shared<ShaderOrProgram>();
        entry->shader = std::make_shared<ShaderObject>(name, row.stage);
        context.shared->shaders.insert(name, std::move(entry));
        return name;
    }
    context.error(GL_INVALID_ENUM, "glCreateShader: there are no shaders of %s", enum_name(type));
    return 0;
}

void DeleteShader(Context& context, GLuint name) {
    if (!name) return;
    const auto shader = find_shader(context, name, "glDeleteShader");
    if (!shader) return;
    shader->deleted = true;
    release_if_unused(context, *shader);
}

GLboolean IsShader(Context& context, GLuint name) {
    const auto found = context.shared->shaders.find(name);
    return found && found->shader;
}

void ShaderSource(Context& context, GLuint name, GLsizei count, const GLchar* const* strings, const GLint* lengths) {
    const auto shader = find_shader(context, name, "glShaderSource");
    if (!shader) return;
    if (count < 0) {
        context.error(GL_INVALID_VALUE, "glShaderSource: the count %d is negative", count);
        return;
    }
    std::string source;
    for (GLsizei n = 0; n < count; n++) {
        if (!strings[n]) continue;
        if (lengths && lengths[n] >= 0)
            source.append(strings[n], static_cast<size_t>(lengths[n]));
        else
            source.append(strings[n]);
    }
    shader->source = std::move(source);
}

void CompileShader(Context& context, GLuint name) {
    const auto shader = find_shader(context, name, "glCompileShader");
    if (!shader) return;
    const std::string_view strings[] = {shader->source};
    shader->compiled = glsl::compile(shader->stage, strings);
    shader->compile_status = !glsl::has_errors(*shader->compiled);
    shader->log = glsl::log_of(*shader->compiled);
}

void GetShaderiv(Context& context, GLuint name, GLenum property, GLint* values) {
    const auto shader = find_shader(context, name, "glGetShaderiv");
    if (!shader) return;
    const auto with_zero = [](const std::string& text) {
        return text.empty() ? 0 : static_cast<GLint>(text.size()) + 1;
    };
    switch (property) {
        case GL_SHADER_TYPE:
            for (const StageRow& row : stage_rows)
                if (row.stage == shader->stage) *values = static_cast<GLint>(row.type);
            return;
        case GL_DELETE_STATUS: *values = shader->deleted; return;
        case GL_COMPILE_STATUS: *values = shader->compile_status; return;
        case GL_INFO_LOG_LENGTH: *values = with_zero(shader->log); return;
        case GL_SHADER_SOURCE_LENGTH: *values = with_zero(shader->source); return;
        default: context.error(GL_INVALID_ENUM, "glGetShaderiv: shaders have no %s", enum_name(property));
    }
}

void GetShaderInfoLog(Context& context, GLuint name, GLsizei size, GLsizei* length, GLchar* log) {
    const auto shader = find_shader(context, name, "glGetShaderInfoLog");
    if (!shader) return;
    if (size < 0) {
        context.error(GL_INVALID_VALUE, "glGetShaderInfoLog: the size %d is negative", size);
        return;
    }
    copy_text(shader->log, size, length, log);
}

void GetShaderSource(Context& context, GLuint name, GLsizei size, GLsizei* length, GLchar* source) {
    const auto shader = find_shader(context, name, "glGetShaderSource");
    if (!shader) return;
    if (size < 0) {
        context.error(GL_INVALID_VALUE, "glGetShaderSource: the size %d is negative", size);
        return;
    }
    copy_text(shader->source, size, length, source);
}

}  // namespace commands
}  // namespace glapi

// Shaders of SPIR-V: modules, their specialization (GL 4.6 §7.2).
#include <algorithm>
#include <array>

#include "glsl/compile.h"
#include "glsl/spirv/specialize.h"

#include "glapi/commands/shaders/compiler_messages.h"
#include "glapi/commands/shaders/language_options.h"
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/shader_formats.h"
#include "glapi/registry/enum_names.h"

namespace glapi {

namespace commands {

void ShaderBinary(Context& context, GLsizei count, const GLuint* names, GLenum format, const void* binary,
                  GLsizei length) {
    if (count < 0 || length < 0)
        return context.error(GL_INVALID_VALUE, "%s is negative", count < 0 ? "count" : "length");
    if (const auto formats = shader_binary_formats(context.version.is_es());
        std::ranges::find(formats, format) == formats.end())
        return context.error(GL_INVALID_ENUM, "%s is no format of shaders", enum_name(format));
    std::vector<std::shared_ptr<ShaderObject>> shaders;
    for (GLsizei n = 0; n < count; n++) {
        shaders.push_back(find_shader(context, names[n]));
        if (!shaders.back()) return;
    }
    if (length % 4 || length == 0)
        return context.error(GL_INVALID_VALUE, "%d bytes are no words of a SPIR-V module", length);
    const auto module = std::make_shared<const std::string>(static_cast<const char*>(binary), length);
    for (const auto& shader : shaders) {
        shader->module = module;
        shader->compile_status = false;
        shader->compiled = nullptr;
        shader->text = nullptr;
        shader->source.clear();
        shader->log.clear();
    }
}

void checked::SpecializeShader(Context& context, ShaderObject& shader, const GLchar* entry_point, GLuint count,
                               const GLuint* indices, const GLuint* values) {
    if (!shader.module) return context.error(GL_INVALID_OPERATION, "the shader %u is no SPIR-V module", shader.name);
    if (shader.compile_status)
        return context.error(GL_INVALID_OPERATION, "the shader %u has been specialized already", shader.name);
    auto text = std::make_shared<ShaderText>();
    text->is_spirv = true;
    text->source = *shader.module;
    text->entry_point = given_name(entry_point);
    if (count && (!indices || !values))
        return context.error(GL_INVALID_VALUE, "there are no values for %u constants", count);
    for (GLuint n = 0; n < count; n++) text->constants[indices[n]] = values[n];
    const glsl::spirv::Specialization specialization{text->entry_point, text->constants};
    const glsl::spirv::Unknown unknown =
        glsl::spirv::unknown_to(shader.stage, module_words(*shader.module), specialization);
    if (unknown.entry_point)
        return context.error(GL_INVALID_VALUE, "the module has no entry point %s", text->entry_point.c_str());
    if (unknown.stage)
        return context.error(GL_INVALID_OPERATION, "the entry point %s is of another stage", text->entry_point.c_str());
    if (unknown.constant)
        return context.error(GL_INVALID_VALUE, "the module has no specialization constant %u", *unknown.constant);
    shader.compiled = compile_text(shader.stage, *text, compiler_settings(context)->options(nullptr));
    shader.compile_status = !glsl::has_errors(*shader.compiled);
    shader.log = glsl::log_of(*shader.compiled);
    shader.text = std::move(text);
    report_compilation(context.debug, shader);
}

}  // namespace commands
}  // namespace glapi

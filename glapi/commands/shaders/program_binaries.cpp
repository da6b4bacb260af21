// Program binaries (GL 4.6 §7.5).
#include <cstring>

#include "glsl/compile.h"

#include "glapi/commands/shaders/compiler_messages.h"
#include "glapi/commands/shaders/language_options.h"
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"

namespace glapi::commands {

void GetProgramBinary(Context& context, GLuint name, GLsizei size, GLsizei* length, GLenum* format, void* binary) {
    if (length) *length = 0;
    const auto program = find_linked(context, name);
    if (!program || !check_size(context, size)) return;
    const std::string bytes = write_binary(program->sources);
    if (static_cast<size_t>(size) < bytes.size())
        return context.error(GL_INVALID_OPERATION, "the binary of %zu bytes does not fit into %d", bytes.size(), size);
    std::memcpy(binary, bytes.data(), bytes.size());
    if (length) *length = static_cast<GLsizei>(bytes.size());
    *format = program_binary_format;
}

void checked::ProgramBinary(Context& context, GlslProgram& program, GLenum format, const void* binary, GLsizei length) {
    if (format != program_binary_format) return context.error(GL_INVALID_ENUM, "0x%x is no format of binaries", format);
    if (!check_uncaptured(context, program)) return;
    program.link_status = false;
    program.resources.clear();
    program.validate_status = false;
    std::optional<ProgramSources> sources =
        read_binary({static_cast<const std::byte*>(binary), static_cast<size_t>(length)});
    if (!sources) {
        program.log = "error: the binary is not one that this driver has made\n";
        return report_link(context.debug, program);
    }
    std::vector<LinkJob::Input> shaders;
    const std::shared_ptr<const CompilerSettings> settings = compiler_settings(context);
    for (const auto& [stage, text] : sources->shaders) {
        const StoredIncludes includes(*text);
        shaders.push_back({0, compile_text(stage, *text, settings->options(&includes)), nullptr});
        if (glsl::has_errors(*shaders.back().compiled)) {
            program.log = glsl::log_of(*shaders.back().compiled);
            return report_link(context.debug, program);
        }
    }
    program.wanted.separable = sources->options.separable;
    link_program(context, program, std::move(shaders), std::move(*sources));
}

}  // namespace glapi::commands

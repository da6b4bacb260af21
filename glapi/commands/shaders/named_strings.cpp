// Named strings, which shaders include (ARB_shading_language_include).
#include "glapi/commands/shaders/shader_names.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/shader_or_program.h"
#include "glapi/registry/enum_names.h"
#include "glapi/share_group.h"

namespace glapi {

glsl::IncludeTree& named_strings(ShareGroup& shared) {
    std::shared_ptr<glsl::IncludeTree>& tree = shared.named_strings;
    if (!tree) tree = std::make_shared<glsl::IncludeTree>();
    return *tree;
}

namespace {

std::string_view text_of(const GLchar* text, GLint length) {
    return length < 0 ? std::string_view(text) : std::string_view(text, static_cast<size_t>(length));
}

// A path that begins with a slash and is valid; no path after an error.
std::optional<std::string_view> check_path(Errors& errors, const GLchar* path, GLint length) {
    if (!path) {
        errors.error(GL_INVALID_VALUE, "there is no name");
        return {};
    }
    const std::string_view text = text_of(path, length);
    if (text.starts_with('/') && glsl::IncludeTree::location_of(text)) return text;
    errors.error(GL_INVALID_VALUE, "%.*s is no path from the root", static_cast<int>(text.size()), text.data());
    return {};
}

// The string of a name; null after an error.
const std::string* find_string(Errors& errors, ShareGroup& shared, const GLchar* name, GLint length) {
    const std::optional<std::string_view> path = check_path(errors, name, length);
    if (!path) return nullptr;
    const std::string* const found = named_strings(shared).find(*path);
    if (!found)
        errors.error(GL_INVALID_OPERATION, "there is no string %.*s", static_cast<int>(path->size()), path->data());
    return found;
}

}  // namespace

namespace commands {

void NamedStringARB(Context& context, GLenum type, GLint name_length, const GLchar* name, GLint length,
                    const GLchar* text) {
    // The text names no error for other types; other drivers give this one.
    if (type != GL_SHADER_INCLUDE_ARB)
        return context.error(GL_INVALID_VALUE, "%s is not SHADER_INCLUDE_ARB", enum_name(type));
    const std::optional<std::string_view> path = check_path(context, name, name_length);
    if (!path) return;
    if (!text) return context.error(GL_INVALID_VALUE, "there is no string");
    named_strings(*context.shared).set(*path, text_of(text, length));
}

void DeleteNamedStringARB(Context& context, GLint length, const GLchar* name) {
    if (find_string(context, *context.shared, name, length))
        named_strings(*context.shared).erase(text_of(name, length));
}

GLboolean IsNamedStringARB(Context& context, GLint length, const GLchar* name) {
    if (!name) return GL_FALSE;
    const std::string_view path = text_of(name, length);
    return path.starts_with('/') && named_strings(*context.shared).find(path) != nullptr;
}

void GetNamedStringARB(Context& context, GLint name_length, const GLchar* name, GLsizei size, GLint* length,
                       GLchar* text) {
    const std::string* const found = find_string(context, *context.shared, name, name_length);
    if (found && check_size(context, size)) copy_text(*found, size, length, text);
}

void GetNamedStringivARB(Context& context, GLint length, const GLchar* name, GLenum property, GLint* values) {
    const std::string* const found = find_string(context, *context.shared, name, length);
    if (!found) return;
    switch (property) {
        case GL_NAMED_STRING_LENGTH_ARB: *values = static_cast<GLint>(found->size()) + 1; return;
        case GL_NAMED_STRING_TYPE_ARB: *values = GL_SHADER_INCLUDE_ARB; return;
        default: context.error(GL_INVALID_ENUM, "named strings have no %s", enum_name(property));
    }
}

void checked::CompileShaderIncludeARB(Context& context, GLuint name, GLsizei count, const GLchar* const* paths,
                                      const GLint* lengths) {
    // Other commands say INVALID_VALUE of a name that there is not.
    if (!context.shared->shaders.find(name)) return context.error(GL_INVALID_OPERATION, "%u is no shader", name);
    const auto shader = find_shader(context, name);
    if (!shader || !check_text(context, *shader)) return;
    if (count > 0 && !paths) return context.error(GL_INVALID_VALUE, "there are no paths");
    std::vector<std::string_view> search;
    for (GLsizei n = 0; n < count; n++) {
        const std::optional<std::string_view> path = check_path(context, paths[n], lengths ? lengths[n] : -1);
        if (!path) return;
        search.push_back(*path);
    }
    compile_shader(context, *shader, search);
}

}  // namespace commands
}  // namespace glapi

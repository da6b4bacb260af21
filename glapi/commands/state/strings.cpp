// GetString and GetStringi (GL 2.1 §6.1.11, GL 4.3 §22.2).
#include "glsl/spirv/specialize.h"

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/registry/context_strings.h"
#include "glapi/registry/enum_names.h"

namespace glapi {
namespace {

const GLubyte* bytes(const char* text) { return reinterpret_cast<const GLubyte*>(text); }

}  // namespace

namespace commands {

const GLubyte* GetString(Context& context, GLenum name) {
    const ContextStrings& strings = context.strings;
    switch (name) {
        case GL_SHADING_LANGUAGE_VERSION:
            // The one that goes with the version (GL 2.0 §6.1.11); before 2.0 there is none.
            if (!strings.shading_language.empty()) return bytes(strings.shading_language.c_str());
            break;
        case GL_VENDOR: return bytes("asmgl");
        case GL_RENDERER: return bytes("asmgl software rasterizer");
        case GL_VERSION: return bytes(strings.version.c_str());
        case GL_EXTENSIONS:
            if (!context.version.is_core()) return bytes(strings.joined_extensions.c_str());
            break;
        case GL_PROGRAM_ERROR_STRING_ARB: return bytes(context.programs.error_string.c_str());
        default: break;
    }
    context.error(GL_INVALID_ENUM, "%s is not a string", enum_name(name));
    return nullptr;
}

const GLubyte* GetStringi(Context& context, GLenum name, GLuint index) {
    const ContextStrings& strings = context.strings;
    if (name == GL_SPIR_V_EXTENSIONS) {
        const auto modules = glsl::spirv::extensions();
        if (index < modules.size()) return bytes(modules[index]);
        context.error(GL_INVALID_VALUE, "%s has no string %u", enum_name(name), index);
        return nullptr;
    }
    const bool languages = name == GL_SHADING_LANGUAGE_VERSION && !strings.shading_languages.empty();
    if (name != GL_EXTENSIONS && !languages) {
        context.error(GL_INVALID_ENUM, "%s is not an indexed string", enum_name(name));
        return nullptr;
    }
    if (index >= (languages ? strings.shading_languages.size() : strings.extensions.size())) {
        context.error(GL_INVALID_VALUE, "%s has no string %u", enum_name(name), index);
        return nullptr;
    }
    return bytes(languages ? strings.shading_languages[index].c_str() : strings.extensions[index]);
}

}  // namespace commands
}  // namespace glapi

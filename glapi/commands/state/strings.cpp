// GetString and GetStringi (GL 2.1 §6.1.11).
#include <algorithm>
#include <vector>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/registry/enum_names.h"
#include "glapi/registry/extensions.h"
#include "glapi/registry/versions.h"

namespace glapi {
namespace {

const GLubyte* bytes(const char* text) { return reinterpret_cast<const GLubyte*>(text); }

std::vector<const char*> sorted(std::vector<const char*> names) {
    std::ranges::sort(names, {}, [](const char* name) { return std::string_view(name); });
    return names;
}

std::string joined(std::span<const char* const> names) {
    std::string text;
    for (const char* name : names) {
        if (!text.empty()) text += ' ';
        text += name;
    }
    return text;
}

}  // namespace

std::span<const char* const> extension_names(Api api) {
    static const auto names = sorted({
#define ASMGL_EXTENSION(name) #name,
#include "glapi/registry/extensions.def"
#undef ASMGL_EXTENSION
    });
    static const auto es_names = sorted({
#define ASMGL_ES_EXTENSION(name) #name,
#include "glapi/registry/es_extensions.def"
#undef ASMGL_ES_EXTENSION
    });
    return api == Api::OpenGlEs ? es_names : names;
}

const std::string& extension_string(Api api) {
    static const std::string text = joined(extension_names(Api::OpenGl));
    static const std::string es_text = joined(extension_names(Api::OpenGlEs));
    return api == Api::OpenGlEs ? es_text : text;
}

const std::string& version_string(Api api) {
    static const std::string es_text = "OpenGL ES-CM 1.1 asmgl";  // the Common profile
    static const std::string text = [] {
        const Version version = supported_version();
        std::string number = std::to_string(version.major) + '.' + std::to_string(version.minor);
        if (version.major * 10 + version.minor >= 32) {
            number += version.profile == Profile::Core ? " (Core Profile)" : " (Compatibility Profile)";
        }
        return number + " asmgl";
    }();
    return api == Api::OpenGlEs ? es_text : text;
}

namespace {

// The version of the shading language that belongs to the GL version reported; null before 2.0.
const char* shading_language_version() {
    static const std::string text = [] {
        const Version version = supported_version();
        const int number = version.major * 10 + version.minor;
        if (number >= 33) return std::to_string(version.major) + '.' + std::to_string(version.minor * 10);
        static constexpr std::pair<int, const char*> older[] = {
            {32, "1.50"}, {31, "1.40"}, {30, "1.30"}, {21, "1.20"}, {20, "1.10"}};
        for (const auto& [gl, language] : older)
            if (number >= gl) return std::string(language);
        return std::string();
    }();
    return text.empty() ? nullptr : text.c_str();
}

}  // namespace

namespace commands {

const GLubyte* GetString(Context& context, GLenum name) {
    switch (name) {
        case GL_SHADING_LANGUAGE_VERSION:
            // The one that goes with the version (GL 2.0 §6.1.11); before 2.0 there is none.
            if (const char* const version = shading_language_version()) return bytes(version);
            break;
        case GL_VENDOR: return bytes("asmgl");
        case GL_RENDERER: return bytes("asmgl software rasterizer");
        case GL_VERSION: return bytes(version_string(context.request.api).c_str());
        case GL_EXTENSIONS: return bytes(extension_string(context.request.api).c_str());
        case GL_PROGRAM_ERROR_STRING_ARB: return bytes(context.programs.error_string.c_str());
        default: break;
    }
    context.error(GL_INVALID_ENUM, "glGetString: %s is not a string", enum_name(name));
    return nullptr;
}

const GLubyte* GetStringi(Context& context, GLenum name, GLuint index) {
    if (name != GL_EXTENSIONS) {
        context.error(GL_INVALID_ENUM, "glGetStringi: %s is not an indexed string", enum_name(name));
        return nullptr;
    }
    const auto names = extension_names(context.request.api);
    if (index >= names.size()) {
        context.error(GL_INVALID_VALUE, "glGetStringi: there is no extension %u", index);
        return nullptr;
    }
    return bytes(names[index]);
}

}  // namespace commands
}  // namespace glapi

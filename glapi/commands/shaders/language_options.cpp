#include "glapi/commands/shaders/language_options.h"

#include <algorithm>
#include <utility>

#include "glsl/language/extensions.h"

#include "glapi/context.h"
#include "glapi/registry/context_strings.h"

namespace glapi {

namespace {

// What the ES languages have come to desktop contexts by.
constexpr std::pair<std::string_view, int> es_languages[] = {
    {"GL_ARB_ES3_2_compatibility", 320},
    {"GL_ARB_ES3_1_compatibility", 310},
    {"GL_ARB_ES3_compatibility", 300},
    {"GL_ARB_ES2_compatibility", 100},
};

int newest_es(const ContextStrings& strings) {
    for (const auto& [extension, version] : es_languages)
        if (std::ranges::find(strings.extensions, extension, [](const char* name) { return std::string_view(name); }) !=
            strings.extensions.end())
            return version;
    return 0;
}

// The extensions that the context names, and, of OpenGL, those of the ES language, which it names by
// ARB_ES3_1_compatibility alone.
glsl::ExtensionSet offered_extensions(const Version& version, const ContextStrings& strings) {
    constexpr std::string_view subgroups = "GL_KHR_shader_subgroup";  // one name for all of its parts
    glsl::ExtensionSet extensions;
    for (int row = 0; row < glsl::extension_count() && !version.is_es2(); ++row)
        if (glsl::extension_row(row).where.starts_with("es")) extensions.set(row, glsl::extension_row(row).implemented);
    for (const std::string_view name : strings.extensions) {
        if (const int row = glsl::find_extension(name); row >= 0)
            extensions.set(row, glsl::extension_row(row).implemented);
        for (int row = 0; name == subgroups && row < glsl::extension_count(); ++row)
            if (glsl::extension_row(row).name.starts_with(subgroups)) extensions.set(row, true);
    }
    return extensions;
}

}  // namespace

std::shared_ptr<const CompilerSettings> compiler_settings(Context& context) {
    auto settings = std::make_shared<CompilerSettings>();
    glsl::PreprocessorOptions& languages = settings->languages;
    languages.compatibility = !context.version.is_core();
    // Before 2.0 a context has no shading language but by extensions, and what these are not asked for is not refused.
    if (context.version.is_es2()) {
        settings->has_extensions = true;
        languages.newest = 0;
        languages.newest_es = 10 * context.version.number();
    } else if (const int version = shading_language_version(context.version.offered())) {
        settings->has_extensions = true;
        languages.newest = version;
        languages.newest_es = newest_es(context.strings);
    }
    if (settings->has_extensions) settings->extensions = offered_extensions(context.version, context.strings);
    return settings;
}

}  // namespace glapi

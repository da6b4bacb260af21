#include "glapi/commands/shaders/language_options.h"

#include <algorithm>
#include <utility>

#include "glsl/language/extensions.h"

#include "glapi/commands/state/limit_value.h"
#include "glapi/context.h"

namespace glapi {

namespace {

struct LimitRow {
    std::string_view constant;
    GLenum token;
    bool is_vector;
};
constexpr LimitRow limit_rows[] = {
#define GLSL_CONSTANT(name, type, where, limit, value) {#name, GL_##limit, std::string_view(type) == "ivec3"},
#include "glsl/language/builtin_constants.def"
#undef GLSL_CONSTANT
};

// What the ES languages have come to desktop contexts by.
constexpr std::pair<std::string_view, int> es_languages[] = {
    {"GL_ARB_ES3_2_compatibility", 320},
    {"GL_ARB_ES3_1_compatibility", 310},
    {"GL_ARB_ES3_compatibility", 300},
    {"GL_ARB_ES2_compatibility", 100},
};

int newest_es(const Context& context) {
    for (const auto& [extension, version] : es_languages)
        if (std::ranges::find(context.strings.extensions, extension, [](const char* name) {
                return std::string_view(name);
            }) != context.strings.extensions.end())
            return version;
    return 0;
}

class ContextLimits : public glsl::LimitSource {
  public:
    explicit ContextLimits(Context& context) : context_(context) {}
    int32_t value(const glsl::ConstantRow& row, int component) const override {
        const auto* const known = std::ranges::find(limit_rows, row.name, &LimitRow::constant);
        if (known == std::end(limit_rows) || known->token == GL_NONE) return row.value;
        return limit_value(context_, known->token, known->is_vector ? component : -1).value_or(row.value);
    }

  private:
    Context& context_;
};

// The extensions that the context names, and, of OpenGL, those of the ES language, which it names by
// ARB_ES3_1_compatibility alone.
glsl::ExtensionSet offered_extensions(const Context& context) {
    constexpr std::string_view subgroups = "GL_KHR_shader_subgroup";  // one name for all of its parts
    glsl::ExtensionSet extensions;
    for (int row = 0; row < glsl::extension_count() && !context.is_es2(); ++row)
        if (glsl::extension_row(row).where.starts_with("es")) extensions.set(row, glsl::extension_row(row).implemented);
    for (const std::string_view name : context.strings.extensions) {
        if (const int row = glsl::find_extension(name); row >= 0)
            extensions.set(row, glsl::extension_row(row).implemented);
        for (int row = 0; name == subgroups && row < glsl::extension_count(); ++row)
            if (glsl::extension_row(row).name.starts_with(subgroups)) extensions.set(row, true);
    }
    return extensions;
}

}  // namespace

std::shared_ptr<const glsl::Shader> compile_text(Context& context, arbasm::Stage stage, const ShaderText& text,
                                                 const glsl::IncludeResolver& includes, int vertices_in) {
    const ContextLimits limits(context);
    glsl::PreprocessorOptions options;
    options.includes = &includes;
    options.limits = &limits;
    options.compatibility = !context.is_core();
    if (vertices_in) options.vertices_in = vertices_in;
    // Before 2.0 a context has no shading language but by extensions, and what these are not asked for is not refused.
    glsl::ExtensionSet extensions;
    if (context.is_es2()) {
        extensions = offered_extensions(context);
        options.newest = 0;
        options.newest_es = 10 * context.version.number();
        options.offered = &extensions;
    } else if (const int version = shading_language_version(context.version.number())) {
        extensions = offered_extensions(context);
        options.newest = version;
        options.newest_es = newest_es(context);
        options.offered = &extensions;
    }
    return compile_text(stage, text, options);
}

}  // namespace glapi

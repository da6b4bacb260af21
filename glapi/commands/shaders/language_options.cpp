#include "glapi/commands/shaders/language_options.h"

#include <algorithm>

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

}  // namespace

LanguageOptions::LanguageOptions(Context& context, const glsl::IncludeResolver& includes) : context_(context) {
    options_.includes = &includes;
    options_.limits = this;
    options_.compatibility = !context.is_core();
    // Before 2.0 a context has no shading language but by extensions, and what these are not asked for is not refused.
    if (const int version = shading_language_version(context.version.number())) options_.newest = version;
}

int32_t LanguageOptions::value(const glsl::ConstantRow& row, int component) const {
    const auto* const known = std::ranges::find(limit_rows, row.name, &LimitRow::constant);
    if (known == std::end(limit_rows) || known->token == GL_NONE) return row.value;
    return limit_value(context_, known->token, known->is_vector ? component : -1).value_or(row.value);
}

}  // namespace glapi

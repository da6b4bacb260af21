#include "glsl/text/preprocessor_context.h"

#include "glsl/language/extensions.h"

namespace glsl {

std::string listed(std::string_view where) {
    std::string text;
    for (const char c : where) {
        if (c == ' ') text += ',';
        text += c;
    }
    return text;
}

bool PreprocessorContext::supported(int extension) const {
    const ExtensionRow& row = extension_row(extension);
    if (options_.offered != nullptr ? !options_.offered->has(extension) : !row.implemented) return false;
    return holds(row.where, language());
}

void expect_end(PreprocessorContext& context, Lexer& lexer, std::string_view directive) {
    const RawToken token = lexer.next();
    if (ends_line(token)) return;
    // Older programs of the desktop have `#endif NAME`, and drivers let it pass.
    if (context.in_version_with(330, 100))
        context.error(token.where, "more after #" + std::string(directive));
    else
        context.warning(token.where, "more after #" + std::string(directive) + ", which is ignored");
}

}  // namespace glsl

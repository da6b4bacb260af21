#include "glsl/syntax/builtin_text.h"

#include "glsl/syntax/parser.h"
#include "glsl/text/preprocessor.h"

namespace glsl {

// Texts of built-ins are GLSL of the newest version.
void read_builtin_text(Checker& checker, Function* function, std::string_view text) {
    const std::string_view strings[] = {"#version 460 compatibility\n", text};
    Preprocessed preprocessed = preprocess(strings);
    checker.begin_body(function);
    Parser parser(checker, preprocessed.tokens);
    BlockStatement* body = parser.text();
    checker.end_body(function, body);
    checker.context().shader().builtin_sources.push_back(std::move(preprocessed.source));
}

}  // namespace glsl

// #version and #extension: which language the rest is written in. Private to the folder.
#pragma once

#include "glsl/text/preprocessor_context.h"

namespace glsl {

void use_default_version(PreprocessorContext& context);
// What follows the word, from `lexer`.
void read_version(PreprocessorContext& context, Lexer& lexer, const Location& where);
void read_extension(PreprocessorContext& context, Lexer& lexer, const Location& where);

}  // namespace glsl

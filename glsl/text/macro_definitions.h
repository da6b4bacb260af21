// #define and #undef. Private to the folder.
#pragma once

#include "glsl/text/preprocessor_context.h"

namespace glsl {

// What follows the word, from `lexer`.
void define_macro(PreprocessorContext& context, Lexer& lexer);
void undefine_macro(PreprocessorContext& context, Lexer& lexer);

}  // namespace glsl

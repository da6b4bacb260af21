// The lines of #if, #elif and #line: macros are expanded, then it is an expression. Private to the folder.
#pragma once

#include "glsl/text/macro_expansion.h"

namespace glsl {

// The rest of a directive's line. `with_defined`: the operator of #if becomes its value.
RawTokens expanded_line(PreprocessorContext& context, MacroExpansion& expansion, bool with_defined);
// Evaluates #if and #elif; false after an error.
bool evaluate_condition(PreprocessorContext& context, MacroExpansion& expansion, const Location& where,
                        std::string_view directive);

}  // namespace glsl

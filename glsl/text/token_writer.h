// Preprocessing tokens to tokens of the grammar: words are classified, numbers converted. Private to the folder.
#pragma once

#include "glsl/text/preprocessor_context.h"

namespace glsl {

void write_token(PreprocessorContext& context, RawToken& raw);

}  // namespace glsl

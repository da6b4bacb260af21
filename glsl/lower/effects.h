// Whether evaluating an expression changes anything: then what was read before it has to be kept.
#pragma once

#include "glsl/tree/tree.h"

namespace glsl {

bool has_effects(const Expression* expression);
// Few instructions, none of which the grammar forbids to execute in vain.
bool is_cheap(const Expression* expression);

}  // namespace glsl

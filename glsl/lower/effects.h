// Whether evaluating an expression changes anything: then what was read before it is kept.
#pragma once

#include "glsl/tree/tree.h"

namespace glsl {

bool has_effects(const Expression* expression);
// A few instructions that may be executed speculatively.
bool is_cheap(const Expression* expression);

}  // namespace glsl

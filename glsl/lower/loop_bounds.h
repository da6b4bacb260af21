// Which loops end whatever the invocation holds that runs them.
#pragma once

#include "glsl/tree/tree.h"

namespace glsl {

// Whether a statement contains a loop that is not known to end: a loop that does not count by a constant up or down to
// a bound.
bool may_run_for_ever(const Statement* statement);

}  // namespace glsl

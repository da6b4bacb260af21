// The limits of ir/limits.def, as the code of this room writes them.
#pragma once

#include "ir/limits.h"

namespace glapi {

namespace limits = arbasm::limits;

}  // namespace glapi

// What a body reads.
#pragma once

#include "glsl/check/context.h"

namespace glsl {

// Refuses reads of what is writeonly.
void check_reads(CheckContext& context, const Statement* body);

// Warns of local variables that are certainly read before anything is written to them. Only code that goes straight on
// from the declaration to the read is certain; branches, loops and jumps in between are left out.
void warn_first_reads(CheckContext& context, const Statement* body);

}  // namespace glsl

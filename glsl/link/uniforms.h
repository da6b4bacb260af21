// Uniforms of the default block: where each stage has them, their locations, and their names as applications know them.
#pragma once

#include "glsl/link/link_context.h"

namespace glsl {

// A uniform has one type in all stages, used or not (4.3.5 of GLSL 1.20), one precision, one format; and samplers and
// images are handles in all of them or in none.
void check_uniforms(LinkContext& context);
void assign_uniforms(LinkContext& context);
// Whether a stage has registers for its uniforms and `more`; for each before it is taken apart, since what a hostile
// shader declares may be larger than any memory.
bool check_registers(LinkContext& context, const StageUnit& own, int64_t more);

}  // namespace glsl

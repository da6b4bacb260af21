// layout(…) in; and layout(…) out; of all shaders of a stage as one.
#pragma once

#include <string>

#include "glsl/link.h"
#include "glsl/link/stage_unit.h"

namespace glsl {

// Joins the layouts of the stage's shaders into StageInput::layout; a line of the log for each contradiction and for
// what is missing. False after a mistake.
bool merge_layouts(StageUnit& unit, const LinkOptions& options, std::string& log);

}  // namespace glsl

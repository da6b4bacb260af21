// Shaders of ATI_fragment_shader as assembly programs.
#pragma once

#include <string>

#include "glapi/objects/programs/ati_fragment_shaders.h"

namespace glapi::fixed_function {

// Program text (!!NVfp4.0). Constants are local parameters 0 to 7. Registers keep their values from pass to pass where
// nothing is passed or sampled into them; a unit without texture samples as (0, 0, 0, 1).
std::string ati_shader_text(const AtiFragmentShader& shader, const AtiFragmentShader::Variant& variant);

}  // namespace glapi::fixed_function

// Shaders of EXT_vertex_shader as assembly programs.
#pragma once

#include <string>

#include "glapi/objects/programs/vertex_shaders.h"

namespace glapi::fixed_function {

// Program text (!!NVvp4.0), and what the program reads: finds `parameters`, `variants` and `counts` of the shader,
// whose instructions must name symbols of the group rightly. The text is wrong where the counts are beyond their
// limits. Bit n of `clip_planes`: plane n clips.
std::string vertex_shader_text(VertexShader& shader, const VertexShaderGroup& group, uint32_t clip_planes);

}  // namespace glapi::fixed_function

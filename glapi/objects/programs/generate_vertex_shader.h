// Shaders of EXT_vertex_shader as assembly programs.
#pragma once

#include <string>

#include "glapi/objects/programs/vertex_shaders.h"

namespace glapi::fixed_function {

// Makes the program text (!!NVvp4.0), and fills in `parameters`, `variants` and `counts` of the shader. Its
// instructions name only existing symbols of the group. If counts exceed their limits, the text is invalid. Bit n
// of `clip_planes`: plane n clips.
std::string vertex_shader_text(VertexShader& shader, const VertexShaderGroup& group, uint32_t clip_planes);

}  // namespace glapi::fixed_function

// What the inputs and outputs of a shader keep to as a whole: known when all has been read.
#pragma once

#include "glsl/check/context.h"

namespace glsl {

// Where derivatives are taken in a compute shader, its groups are made of whole quads.
void check_compute_groups(CheckContext& context);
// A fragment shader writes one kind: gl_FragColor, gl_FragData, or outputs of its own.
void check_fragment_colors(CheckContext& context);
// EXT_shader_framebuffer_fetch_non_coherent: what reads the framebuffer says that it is not coherent.
void check_framebuffer_reads(CheckContext& context);

}  // namespace glsl

// Compiling for a context: with the versions and extensions that it offers, and the values of built-in constants.
#pragma once

#include <memory>

#include "glsl/compile.h"

#include "glapi/objects/programs/program_binary.h"

namespace glapi {

class Context;

// `vertices_in`: what gl_VerticesIn stands for; 0: not known yet.
std::shared_ptr<const glsl::Shader> compile_text(Context& context, arbasm::Stage stage, const ShaderText& text,
                                                 const glsl::IncludeResolver& includes, int vertices_in = 0);

}  // namespace glapi

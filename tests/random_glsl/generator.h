// Random GLSL shaders that are right: the same stage and seed give the same text.
#pragma once

#include <cstdint>
#include <string>

#include "ir/language.h"

namespace random_glsl {

// Threads of a work group, vertices of patches, primitives that come in.
inline constexpr int group_threads = 32, patch_vertices = 4, primitive_vertices = 3;

// What begins the lines of constants. Without it they are const; with it taken out and `uniform` put in, without their
// values, the shader must compute the same.
inline constexpr const char* constant_mark = "/*constant*/ const ";

std::string random_shader(arbasm::Stage stage, uint64_t seed);

}  // namespace random_glsl

// Assembly programs.
#pragma once

#include <glad/gl.h>

namespace sample {

// Loads a program and leaves it bound to `target`; ends the sample with the driver's message when it is refused.
GLuint load_program(GLenum target, const char* text);

}  // namespace sample

// Assembly programs.
#pragma once

#include <glad/gl.h>

namespace sample {

// Loads a program and leaves it bound to `target`; ends the sample with the driver's message when it is refused. Where
// the driver lacks `extension`, which the program's language needs, the message names it.
GLuint load_program(GLenum target, const char* text, const char* extension = nullptr);

}  // namespace sample

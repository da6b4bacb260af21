// Pictures from and to files, and as textures.
#pragma once

#include <glad/gl.h>
#include <string>
#include <vector>

namespace sample {

// RGB, bottom row first.
bool write_png(const std::string& file, int width, int height, const std::vector<unsigned char>& pixels);

// Loads samples/textures/NAME as a mipmapped texture and leaves it bound to GL_TEXTURE_2D; ends the program with a
// message when the file is not there.
GLuint load_texture(const char* name);

}  // namespace sample

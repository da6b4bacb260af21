#include "common/image.h"

#include <cstdio>
#include <cstdlib>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace sample {

bool write_png(const std::string& file, int width, int height, const std::vector<unsigned char>& pixels) {
    stbi_flip_vertically_on_write(1);
    return stbi_write_png(file.c_str(), width, height, 3, pixels.data(), width * 3) != 0;
}

GLuint load_texture(const char* name) {
    const char* folder = std::getenv("SAMPLE_TEXTURES");
    const std::string file = std::string(folder ? folder : SAMPLE_TEXTURES) + "/" + name;
    int width = 0, height = 0;
    stbi_set_flip_vertically_on_load(1);
    unsigned char* pixels = stbi_load(file.c_str(), &width, &height, nullptr, 4);
    if (!pixels) {
        std::fprintf(stderr, "%s: %s\n", file.c_str(), stbi_failure_reason());
        std::exit(1);
    }
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    stbi_image_free(pixels);
    return texture;
}

}  // namespace sample

#include "texture_images.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace bench {
namespace {

constexpr int cube_size = 512, volume_size = 64;

// Four bytes for each texel: soft waves with a lattice on them, so that both slopes and edges are filtered.
std::vector<uint8_t> image(int width, int height, int phase) {
    std::vector<uint8_t> texels(size_t(width) * size_t(height) * 4);
    const auto wave = [](float turns) { return 127.5f + 127.5f * std::sin(6.2831853f * turns); };
    uint8_t* at = texels.data();
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const float u = (float(x) + 0.5f) / float(width), v = (float(y) + 0.5f) / float(height);
            const float line = int(u * 32) % 4 == 0 || int(v * 32) % 4 == 0 ? 0.6f : 1.0f;
            const float shift = 0.15f * float(phase);
            *at++ = uint8_t(line * wave(2 * u + v + shift));
            *at++ = uint8_t(line * wave(3 * v - u));
            *at++ = uint8_t(line * wave(5 * u + shift));
            *at++ = uint8_t(wave(u * 2 + v * 2));
        }
    }
    return texels;
}

bool compressed(GLint format) {
    return format == GL_COMPRESSED_RGBA_S3TC_DXT1_EXT || format == GL_COMPRESSED_RGBA_S3TC_DXT5_EXT;
}

// Blocks with end points taken from the picture and indices that run through them: no compressor is needed for that.
std::vector<uint8_t> blocks(GLint format, int size) {
    const bool with_alpha = format == GL_COMPRESSED_RGBA_S3TC_DXT5_EXT;
    const int across = std::max(1, size / 4);
    const std::vector<uint8_t> colors = image(across, across, 0);
    std::vector<uint8_t> result;
    const auto put = [&](std::initializer_list<int> bytes) {
        for (const int byte : bytes) result.push_back(uint8_t(byte));
    };
    for (int i = 0; i < across * across; ++i) {
        const uint8_t* color = &colors[size_t(i) * 4];
        const int first = (color[0] >> 3) << 11 | (color[1] >> 2) << 5 | color[2] >> 3;
        const int second = first ^ 0x2104;
        if (with_alpha) put({color[3], 255 - color[3], 0x88, 0xc6, 0xfa, 0x05, 0x39, 0x77});
        put({first & 255, first >> 8, second & 255, second >> 8, 0x1b, 0xe4, 0x4e, 0xb1});
    }
    return result;
}

void level_2d(GLenum target, GLint format, int level, int size, int phase) {
    if (compressed(format)) {
        const std::vector<uint8_t> data = blocks(format, size);
        gl::CompressedTexImage2D(target, level, GLenum(format), size, size, 0, GLsizei(data.size()), data.data());
        return;
    }
    const std::vector<uint8_t> texels = image(size, size, phase);
    if (format == GL_DEPTH_COMPONENT24) {
        std::vector<uint32_t> depths(size_t(size) * size_t(size));
        for (size_t i = 0; i < depths.size(); ++i) depths[i] = uint32_t(texels[4 * i]) * 0x01010101u;
        gl::TexImage2D(target, level, format, size, size, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, depths.data());
        return;
    }
    gl::TexImage2D(target, level, format, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
}

}  // namespace

GLuint make_texture(GLenum target, GLint format) {
    GLuint name = 0;
    gl::GenTextures(1, &name);
    gl::BindTexture(target, name);
    gl::PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    const GLint wrap = target == GL_TEXTURE_RECTANGLE || target == GL_TEXTURE_CUBE_MAP ? GL_CLAMP_TO_EDGE : GL_REPEAT;
    gl::TexParameteri(target, GL_TEXTURE_WRAP_S, wrap);
    gl::TexParameteri(target, GL_TEXTURE_WRAP_T, wrap);
    if (format == GL_DEPTH_COMPONENT24) gl::TexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    switch (target) {
        case GL_TEXTURE_RECTANGLE: level_2d(target, format, 0, image_size, 0); break;
        case GL_TEXTURE_CUBE_MAP:
            for (int side = 0; side < 6; ++side)
                for (int level = 0; cube_size >> level > 0; ++level)
                    level_2d(GL_TEXTURE_CUBE_MAP_POSITIVE_X + GLenum(side), format, level, cube_size >> level, side);
            break;
        case GL_TEXTURE_3D:
            for (int level = 0; volume_size >> level > 0; ++level) {
                const int size = volume_size >> level;
                std::vector<uint8_t> texels;
                for (int z = 0; z < size; ++z) {
                    const std::vector<uint8_t> slice = image(size, size, z << level);
                    texels.insert(texels.end(), slice.begin(), slice.end());
                }
                gl::TexImage3D(target, level, format, size, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
            }
            break;
        default:
            for (int level = 0; image_size >> level > 0; ++level)
                level_2d(target, format, level, image_size >> level, 0);
    }
    return name;
}

}  // namespace bench

// For tests: every texture target, and textures whose texels are a function of where they are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <ostream>
#include <span>
#include <vector>

#include "runtime/images/texture.h"

namespace runtime::texture_targets {

inline constexpr int side = 16, layer_count = 5, sample_count = 4, buffer_size = 40;

// Where an instruction finds its numbers: 0…3 in the first vector, 4, 5 in the second; -1: nowhere.
struct Target {
    const char* name;
    TextureKind kind;
    int dimensions;  // coordinates that say where
    int layer, reference, lod, clamp;
    bool cube() const { return kind == TextureKind::Cube || kind == TextureKind::CubeArray; }
    bool multisample() const { return kind == TextureKind::Multisample2D || kind == TextureKind::MultisampleArray2D; }
    bool mipmapped() const { return kind != TextureKind::Rectangle && kind != TextureKind::Buffer && !multisample(); }
};
// For the names of failed tests.
inline void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }
inline constexpr Target targets[] = {
    {"1D", TextureKind::Texture1D, 1, -1, -1, 3, 4},
    {"2D", TextureKind::Texture2D, 2, -1, -1, 3, 4},
    {"3D", TextureKind::Texture3D, 3, -1, -1, 3, 4},
    {"CUBE", TextureKind::Cube, 3, -1, -1, 3, 4},
    {"RECT", TextureKind::Rectangle, 2, -1, -1, -1, 4},
    {"ARRAY1D", TextureKind::Array1D, 1, 1, -1, 3, 4},
    {"ARRAY2D", TextureKind::Array2D, 2, 2, -1, 3, 4},
    {"ARRAYCUBE", TextureKind::CubeArray, 3, 3, -1, 4, 5},
    {"SHADOW1D", TextureKind::Texture1D, 1, -1, 2, 3, 4},
    {"SHADOW2D", TextureKind::Texture2D, 2, -1, 2, 3, 4},
    {"SHADOWRECT", TextureKind::Rectangle, 2, -1, 2, -1, 4},
    {"SHADOWCUBE", TextureKind::Cube, 3, -1, 3, 4, 5},
    {"SHADOWARRAY1D", TextureKind::Array1D, 1, 1, 2, 3, 4},
    {"SHADOWARRAY2D", TextureKind::Array2D, 2, 2, 3, -1, 4},
    {"SHADOWARRAYCUBE", TextureKind::CubeArray, 3, 3, 4, -1, 5},
    {"BUFFER", TextureKind::Buffer, 1, -1, -1, -1, -1},
    {"RENDERBUFFER", TextureKind::Multisample2D, 2, -1, -1, -1, -1},
    {"2DMS", TextureKind::Multisample2D, 2, -1, -1, -1, -1},
    {"ARRAY2DMS", TextureKind::MultisampleArray2D, 2, 2, -1, -1, -1},
};

// ---- textures whose texels are a function of where they are --------------------------------------------------------

inline double texel_value(int level, int x, int y, int z, int sample, int c) {
    const uint32_t hash =
        (((((static_cast<uint32_t>(level) * 31 + static_cast<uint32_t>(x)) * 37 + static_cast<uint32_t>(y)) * 41 +
           static_cast<uint32_t>(z)) *
              43 +
          static_cast<uint32_t>(sample)) *
             47 +
         static_cast<uint32_t>(c)) *
        2654435761u;
    return (hash >> 20) / 4096.0;
}

inline int size_of(const Target& target, int level, int d) {
    const bool halves = d < (target.cube() ? 2 : target.dimensions);
    return halves ? std::max(side >> level, 1) : 1;
}
inline int slices_of(const Target& target, int level) {
    if (target.kind == TextureKind::Texture3D) return size_of(target, level, 2);
    return (target.cube() ? 6 : 1) * (target.layer >= 0 ? layer_count : 1);
}

inline std::shared_ptr<const Texture> make_texture(const Target& target) {
    auto texture = std::make_shared<Texture>();
    texture->kind = target.kind;
    texture->format = target.reference >= 0 ? Format::Depth32Float : Format::Rgba32Float;
    if (target.kind == TextureKind::Buffer) {
        auto memory = std::make_shared<std::vector<float>>();
        for (int x = 0; x < buffer_size; x++)
            for (int c = 0; c < 4; c++) memory->push_back(static_cast<float>(texel_value(0, x, 0, 0, 0, c)));
        texture->buffer = std::as_bytes(std::span<const float>(*memory));
        texture->buffer_owner = memory;
        return texture;
    }
    const int samples = target.multisample() ? sample_count : 1;
    for (int level = 0; level <= (target.mipmapped() ? 4 : 0); level++) {
        const int height = target.dimensions == 1 ? 1 : size_of(target, level, 1), slices = slices_of(target, level);
        auto image =
            std::make_shared<Image>(texture->format, Extent{size_of(target, level, 0), height, slices}, samples);
        for (int z = 0; z < slices; z++)
            for (int y = 0; y < height; y++)
                for (int s = 0; s < samples; s++) {
                    auto* row = reinterpret_cast<float*>(image->row(y, z, s));
                    for (int x = 0; x < size_of(target, level, 0); x++)
                        for (int c = 0; c < (target.reference >= 0 ? 1 : 4); c++)
                            *row++ = static_cast<float>(texel_value(level, x, y, z, s, c));
                }
        texture->levels.push_back(image);
    }
    return texture;
}

}  // namespace runtime::texture_targets

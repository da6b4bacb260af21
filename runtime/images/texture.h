// Textures and samplers as programs see them: plain data, immutable while a draw uses them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runtime/images/image.h"

namespace runtime {

enum class TextureKind : uint8_t {
    Texture1D,
    Texture2D,
    Texture3D,
    Cube,
    Rectangle,
    Array1D,
    Array2D,
    CubeArray,
    Buffer,
    Multisample2D,
    MultisampleArray2D,
    Renderbuffer  // as applications bind it; programs see a Multisample2D
};

// What a texture swizzle selects.
enum class Channel : uint8_t { Red, Green, Blue, Alpha, Zero, One };

// A complete texture (glapi checks completeness; an incomplete one is bound as no texture).
struct Texture {
    TextureKind kind = TextureKind::Texture2D;
    Format format = Format::None;
    std::vector<std::shared_ptr<const Image>> levels;  // [0] is the base level; each holds all layers or faces
    std::array<Channel, 4> swizzle{Channel::Red, Channel::Green, Channel::Blue, Channel::Alpha};
    // Depth textures: how a looked-up or compared value becomes a vector (DEPTH_TEXTURE_MODE), already in `swizzle`
    // terms: the sampler produces (d, d, d, d)-free raw (d, 0, 0, 1) and the swizzle does the rest.
    bool sample_stencil = false;
    // Buffer textures: texels in memory.
    std::span<const std::byte> buffer;
    std::shared_ptr<const void> buffer_owner;
};

using Vector4Bits = std::array<uint32_t, 4>;  // floats, or integers for integer formats

enum class Wrap : uint8_t {
    Repeat,
    MirroredRepeat,
    ClampToEdge,
    ClampToBorder,
    Clamp,
    MirrorClampToEdge,
    MirrorClampToBorder,
    MirrorClamp
};
enum class Filter : uint8_t { Nearest, Linear };
enum class MipFilter : uint8_t { None, Nearest, Linear };
enum class CompareFunction : uint8_t { Never, Less, Equal, LessOrEqual, Greater, NotEqual, GreaterOrEqual, Always };

// How a filter reduces its texels to one: the weighted average, or the minimum or maximum of texels with a weight.
enum class Reduction : uint8_t { Average, Minimum, Maximum };

struct Sampler {
    Wrap wrap_s = Wrap::Repeat, wrap_t = Wrap::Repeat, wrap_r = Wrap::Repeat;
    Filter min_filter = Filter::Nearest;
    MipFilter mip_filter = MipFilter::Linear;
    Filter mag_filter = Filter::Linear;
    float min_lod = -1000, max_lod = 1000;
    float lod_bias = 0;  // texture object's plus texture unit's, clamped by the front end
    float max_anisotropy = 1;
    bool compare = false;
    CompareFunction compare_function = CompareFunction::LessOrEqual;
    bool seamless_cube = false;
    bool srgb_decode = true;
    Reduction reduction = Reduction::Average;
    Vector4Bits border_color{};
    bool operator==(const Sampler&) const = default;
};

}  // namespace runtime

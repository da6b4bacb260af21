// One access of a group of lanes by the plain sampler: any format, any target, one lane after the other.
#pragma once

#include <algorithm>

#include "runtime/formats/float_bits.h"
#include "runtime/sampling/sampler.h"
#include "runtime/sampling/sampler_math.h"

namespace runtime::sampling {

inline constexpr uint32_t float_one = 0x3f800000;

// Differences between kinds of textures.
struct KindFacts {
    int dimensions;       // coordinates that filtering runs over
    int layer_component;  // the coordinate with the array layer; -1: no layers
    bool cube = false;
};
constexpr KindFacts kind_facts(TextureKind kind) {
    switch (kind) {
        case TextureKind::Texture1D:
        case TextureKind::Buffer: return {1, -1};
        case TextureKind::Array1D: return {1, 1};
        case TextureKind::Texture2D:
        case TextureKind::Rectangle:
        case TextureKind::Multisample2D:
        case TextureKind::Renderbuffer: return {2, -1};
        case TextureKind::Array2D:
        case TextureKind::MultisampleArray2D: return {2, 2};
        case TextureKind::Cube: return {2, -1, true};
        case TextureKind::CubeArray: return {2, 3, true};
        case TextureKind::Texture3D: return {3, -1};
    }
    return {2, -1};
}
constexpr bool is_cube(TextureKind kind) { return kind_facts(kind).cube; }

// Everything that is the same for all lanes of a call.
class Access {
  public:
    // `missing`: where lanes are noted that a texel without memory counts for; null: nowhere.
    Access(const TextureBinding& binding, const SampleInstruction& instruction, const SampleOperands& operands,
           LaneMask* missing);

    int dimensions() const { return dimensions_; }
    int last_level() const { return static_cast<int>(texture_.levels.size()) - 1; }

    void filtered(LaneMask active, LaneVector& result) const;
    void query_lod(LaneMask active, LaneVector& result) const;
    void gather(LaneMask active, LaneVector& result) const;
    void fetch(LaneMask active, LaneVector& result) const;
    void query_size(LaneMask active, LaneVector& result) const;

  private:
    // Where one lane samples: coordinates as filtering takes them, faces and layers resolved to a slice.
    struct Position {
        std::array<float, 3> coordinate{};  // [0, 1], or texels for rectangles
        int32_t layer = 0;                  // cubes: 6·element
        int face = 0;
        std::array<int32_t, 3> offset{};
        float reference = 0;
        int lane = 0;
    };
    // Axis of anisotropy in units of coordinates; `samples` > 1 only where anisotropic filtering applies.
    struct Footprint {
        float lod = 0;
        int samples = 1;
        std::array<float, 3> axis{};
    };
    struct Texel4 {
        std::array<float, 4> value;
    };

    Texel border_texel_value() const;
    // Levels may be stored differently from each other: compressed base levels have uncompressed mipmaps.
    void load_one(const Image& image, int32_t x, int32_t y, int32_t slice, int32_t sample, Texel& value) const {
        const Format format = decodes_curve_ ? image.format() : linear_counterpart(image.format());
        const int32_t block_height = format_info(format).block_height;
        load_block_texels(as_loaded(format), image.row(y / block_height, slice, sample), x, y % block_height, 1,
                          &value);
        decode_curve(value);
    }
    // Bytes on the curve are loaded as they are.
    Format as_loaded(Format format) const { return curved_ ? linear_counterpart(format) : format; }
    void decode_curve(Texel& value) const {
        for (size_t c = 0; curved_ && c < 3; ++c) {
            const auto byte = static_cast<uint32_t>(std::nearbyint(float_of(value[c]) * 255.0f));
            value[c] = bits_of(finished_byte(static_cast<float>(on_curve(byte) << 8)));
        }
    }
    float coordinate(int component, int lane) const {
        return operands_.coordinates ? float_of(operands_.coordinates->component[component].lane[lane]) : 0.0f;
    }
    // What a program gives may be anything; clamped, sums with it do not overflow.
    int32_t given_offset(int component, int lane) const {
        if (!operands_.offsets) return 0;
        return clamp_index(static_cast<int32_t>(operands_.offsets->component[component].lane[lane]), -1 << 20, 1 << 20);
    }
    static float word(const LaneWord* words, int lane) { return words ? float_of(words->lane[lane]) : 0.0f; }
    static float element(const LaneVector* vector, int component, int lane) {
        return vector ? float_of(vector->component[component].lane[lane]) : 0.0f;
    }
    Position position(int lane) const;
    Footprint footprint(int lane, const Position& position) const;
    float reference(int lane) const;

    // One texel at wrapped indices; border_texel in any of them gives the border colour. `counts`: it has a weight.
    Texel texel(const Image& image, std::array<int32_t, 3> index, const Position& position, int face,
                bool counts) const;
    Texel compared(Texel texel, const Position& position) const;
    Texel cube_texel(const Image& image, int32_t i, int32_t j, const Position& position, bool counts) const;
    void note_use(const Image& image, int32_t x, int32_t y, int32_t slice, int lane) const {
        if (missing_ && image.lacks_pages() && !image.is_resident(x, y, slice)) *missing_ |= LaneMask{1} << lane;
    }
    // Which of them count: those that have a weight, all (bits 0 to 3), …
    static constexpr int weighted = 0, all_four = 15;
    std::array<Texel4, 4> quad_of_texels(const Image& image, const Position& position, std::array<float, 2>& weight,
                                         int counted) const;
    Texel nearest(const Image& image, const Position& position) const;
    Texel4 linear(const Image& image, const Position& position) const;
    Texel4 filter_level(int level, Filter filter, const Position& position) const;
    Texel4 filter_lod(float lod, const Position& position) const;
    // Two values of a filter as one; the first has a weight in any case.
    float combined(float first, float second, float weight) const;
    // A texel as filters take it, and what they give as a number.
    Texel4 filtered_values(const Texel& texel) const {
        Texel4 result;
        for (size_t c = 0; c < 4; ++c) {
            const float value = float_of(texel[c]);
            result.value[c] = curved_ ? on_curve_units(value) : bytes_ ? value * byte_units : value;
        }
        return result;
    }
    float finished(float value) const { return bytes_ ? finished_byte(value) : value; }
    void swizzle(const Texel& raw, int lane, LaneVector& result) const;

    const Texture& texture_;
    const Sampler& sampler_;
    const SampleInstruction& instruction_;
    const SampleOperands operands_;
    TextureKind kind_;
    int dimensions_;
    int layer_component_;
    const FormatInfo& info_;
    bool decodes_curve_;
    Format format_;
    bool stencil_, integer_, compare_, fixed_depth_;
    bool bytes_, curved_;  // values are in byte_units while they are filtered; they are on SrgbCurve
    std::array<Wrap, 3> wrap_;
    Texel border_;
    LaneMask* missing_;
};

}  // namespace runtime::sampling

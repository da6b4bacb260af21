// The state that a sampler is specialised for, as plain data. The files compiled for a SIMD level include
// nothing else of the room, so that no shared inline function gets instructions that other CPUs lack.
//
// Three things meet in a lookup: the sampler of a texture unit (SamplerKey and PreparedSampler, found once per draw and
// unit), the instruction (SampleInstruction, found when a program is decoded) and its operands (SampleOperands, which
// each group of lanes has its own of).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "runtime/images/texture.h"
#include "runtime/lent.h"
#include "runtime/sampling/sample_instruction.h"
#include "runtime/simd/cpu_features.h"
#include "runtime/simd/lane_group.h"

namespace runtime {

// How a texel in memory becomes values that filters mix: floats, except of integers, which are values by their bits.
enum class TexelDecode : uint8_t {
    Bytes,  // unsigned normalized: byte · 65536, made numbers in [0, 1] when all filtering is done (byte_units)
    Srgb8,  // the same on the curve (SrgbCurve), the last of two or four elements beside it
    Snorm8,
    Unorm16,  // Depth16, too
    Snorm16,
    Float16,
    Float32,
    Depth24,  // in the upper bits of the word
    Depth32,
    Rgb565,
    Rgba4,
    Rgb5A1,
    R3G3B2,
    Rgb10A2,
    R11G11B10Float,
    Rgb9E5,
    // integers
    Uint8,  // stencil, too
    Sint8,
    Uint16,
    Sint16,
    Word32,
    Rgb10A2Uint
};
// Whether values are in byte_units while they are filtered, and weights have eight bits.
constexpr bool has_byte_units(TexelDecode decode) { return decode <= TexelDecode::Srgb8; }
constexpr bool is_integer(TexelDecode decode) { return decode >= TexelDecode::Uint8; }

// The sRGB curve as samplers have it, in numbers of 16 bits: b · 256 to the linear value · 65280. A straight line up to
// `knee`, a polynomial behind it, all of it positive and each product's upper 16 bits: 2.2 of 65280 are the most that
// it is wrong, a tenth of the step from a byte to the next. 0 and 255 are met.
struct SrgbCurve {
    static constexpr uint16_t knee = 10 << 8, slope = 5122;
    static constexpr uint16_t terms[6] = {68, 1955, 35534, 40240, 15859, 3928};  // the last two are subtracted
};

// Everything static about a texture and its sampler. Equal keys are served by the same code.
struct SamplerKey {
    // The source of a component of the result: an element, or one of these constants.
    static constexpr uint8_t zero = 4, one = 5;

    TextureKind kind = TextureKind::Texture2D;
    TexelDecode decode = TexelDecode::Bytes;
    uint8_t elements = 0;  // of a texel; 0: only sample_generic() serves
    uint8_t texel_bytes = 0;
    std::array<uint8_t, 4> component{0, 1, 2, 3};  // after the texture's swizzle
    bool border = false;                           // a wrap mode reaches it
    bool compare = false;                          // SHADOW targets compare
    CompareFunction compare_function = CompareFunction::Always;
    Wrap wrap_s = Wrap::Repeat, wrap_t = Wrap::Repeat, wrap_r = Wrap::Repeat;
    Filter min_filter = Filter::Nearest, mag_filter = Filter::Linear;
    MipFilter mip_filter = MipFilter::None;
    bool anisotropic = false;
    bool seamless = false;      // linear filters of cubes reach across edges
    bool skips_decode = false;  // texels on the sRGB curve are taken as they are, but for fetches

    // Whether reference values are clamped to what a depth format holds.
    constexpr bool clamps_reference() const { return decode != TexelDecode::Float32; }

    bool operator==(const SamplerKey&) const = default;
};
static_assert(std::has_unique_object_representations_v<SamplerKey>, "hashed by its bytes");
size_t hash(const SamplerKey& key);

struct SamplerLevel {
    const std::byte* base;
    int32_t row_stride, slice_stride, sample_stride;  // all of the image lies within 2^31 bytes of base
    int32_t size[3];
    float scale[3];  // of coordinates to texels: the size, or 1 for rectangles
    // For windows (filter_lanes.h), s in the lower and t in the upper half: the last positions that have one, negative
    // where none has; and what positions are multiplied by, so that the sum counts texels.
    uint32_t last_window, window_step;
};

struct PreparedSampler;
using SamplerRoutine = void (*)(const PreparedSampler& sampler, const SampleInstruction& instruction,
                                const SampleOperands& operands, LaneMask active, LaneVector& result);

// A sampler whose key is resolved, with the values that need no other code.
struct PreparedSampler {
    static constexpr size_t most_levels = 16;

    SamplerKey key;
    SamplerRoutine routine = nullptr;  // null: only sample_generic() serves
    int32_t layers = 1;                // of cubes: of six faces each
    int32_t samples = 1;
    int32_t last_level = 0;
    float lod_bias = 0, min_lod = 0, max_lod = 0;
    float max_anisotropy = 1;
    uint32_t border_element[4] = {};   // as decoded
    SamplerLevel levels[most_levels];  // those up to last_level are set

    PreparedSampler() {}  // leaves the levels as they are
};

// Fills in a sampler for an existing texture. Keep the returned object for as long as the sampler is used, like the
// texture.
ASMGL_LENT std::shared_ptr<const void> prepare_sampler(const Texture& texture, const Sampler& sampler,
                                                       PreparedSampler& prepared);

// Whether samplers over lanes do what an instruction with coordinates wants; a prepared sampler's routine, what this
// one wants.
bool serves(const SamplerKey& key, const SampleInstruction& instruction);
bool serves(const PreparedSampler& sampler, const SampleInstruction& instruction, const SampleOperands& operands);

// Whether linear filters of a format have byte_units and weights of eight bits; and whether its colours are on
// SrgbCurve.
bool filters_bytes(Format format);
bool is_on_curve(Format format);

// The code for a key with elements.
SamplerRoutine sampler_routine(const SamplerKey& key, SimdLevel level);
template <SimdLevel>
SamplerRoutine sampler_routine_at(const SamplerKey& key);

}  // namespace runtime

// What decides how a specialised sampler works, as plain data. The files compiled for one instruction set include
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
#include "runtime/sampling/sample_instruction.h"
#include "runtime/simd/cpu_features.h"
#include "runtime/simd/lane_group.h"

namespace runtime {

// How a texel becomes values before filtering.
enum class TexelDecode : uint8_t {
    Bytes,    // 1…4 elements of 8 bits, kept as 0…255 until after filtering
    Depth16,  // one element, in [0, 1]
    Depth24,  // in the upper bits of the word
    Float32,  // 1…4 elements; Depth32Float too
    Float16
};

// Everything static about a texture and its sampler. Equal keys are served by the same code.
struct SamplerKey {
    // What a component of the result is: an element, or one of the constants.
    static constexpr uint8_t zero = 4, one = 5;

    TextureKind kind = TextureKind::Texture2D;
    TexelDecode decode = TexelDecode::Bytes;
    uint8_t elements = 0;  // of a texel; 0: only sample_generic() serves
    uint8_t texel_bytes = 0;
    std::array<uint8_t, 4> component{0, 1, 2, 3};  // after the texture's swizzle
    bool border = false;                           // a wrap mode reaches it
    bool fixed_point = false;                      // reference values are clamped to what the format holds
    bool compare = false;                          // SHADOW targets compare
    CompareFunction compare_function = CompareFunction::Always;
    Wrap wrap_s = Wrap::Repeat, wrap_t = Wrap::Repeat;
    Filter min_filter = Filter::Nearest, mag_filter = Filter::Linear;
    MipFilter mip_filter = MipFilter::None;
    bool anisotropic = false;

    bool operator==(const SamplerKey&) const = default;
};
static_assert(std::has_unique_object_representations_v<SamplerKey>, "hashed by its bytes");
size_t hash(const SamplerKey& key);

struct SamplerLevel {
    const std::byte* base;
    int32_t row_stride, slice_stride;  // all of the image lies within 2^31 bytes of base
    int32_t width, height;
};

struct PreparedSampler;
using SamplerRoutine = void (*)(const PreparedSampler& sampler, const SampleInstruction& instruction,
                                const SampleOperands& operands, LaneMask active, LaneVector& result);

// A sampler whose key is resolved, with the values that need no other code.
struct PreparedSampler {
    static constexpr size_t most_levels = 16;

    SamplerKey key;
    SamplerRoutine routine = nullptr;  // null: only sample_generic() serves
    int32_t layers = 1;                // which are slices
    int32_t last_level = 0;
    float lod_bias = 0, min_lod = 0, max_lod = 0;
    float max_anisotropy = 1;
    std::array<float, 4> border_element{};         // as decoded: 0…255 for bytes
    std::array<SamplerLevel, most_levels> levels;  // those up to last_level are set

    PreparedSampler() {}  // leaves the levels as they are
};

// Fills in a sampler for a texture that is there.
void prepare_sampler(const Texture& texture, const Sampler& sampler, PreparedSampler& prepared);

// Whether the prepared sampler's routine does what the instruction wants.
bool serves(const PreparedSampler& sampler, const SampleInstruction& instruction, const SampleOperands& operands);

// The code for a key with elements.
SamplerRoutine sampler_routine(const SamplerKey& key, SimdLevel level);
SamplerRoutine sampler_routine_sse4(const SamplerKey& key);
SamplerRoutine sampler_routine_avx2(const SamplerKey& key);
SamplerRoutine sampler_routine_avx512(const SamplerKey& key);

}  // namespace runtime

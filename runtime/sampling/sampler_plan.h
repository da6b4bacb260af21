// What a specialised sampler needs to know of a texture access, as plain data. The files compiled for one instruction
// set include nothing else of the room, so that no shared inline function gets instructions that other CPUs lack.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/sampling/sampler.h"

namespace runtime {

struct SamplerLevel {
    const std::byte* base;
    int32_t row_stride, slice_stride;  // all of the image lies within 2^31 bytes of base
    int32_t width, height;
};

struct SamplerPlan {
    // How a texel becomes values before filtering.
    enum class Decode : uint8_t {
        Bytes,    // 1…4 elements of 8 bits, kept as 0…255 until after filtering
        Depth16,  // one element, in [0, 1]
        Depth24,  // in the upper bits of the word
        Float32,  // 1…4 elements; Depth32Float too
        Float16
    };
    // What a component of the result is: an element, or one of the constants.
    static constexpr uint8_t zero = 4, one = 5;

    enum class Lod : uint8_t { Derivatives, Zero, Given };

    // Filtered values; or texels as they are: the four that a linear filter would take, four with an offset each, or
    // one by integer coordinates and level.
    enum class Shape : uint8_t { Filter, Gather, GatherOffsets, Fetch };

    Shape shape = Shape::Filter;

    Decode decode = Decode::Bytes;
    uint8_t elements = 4, texel_bytes = 4;
    uint8_t component[4] = {0, 1, 2, 3};  // after the texture's swizzle
    bool border = false;                  // a wrap mode reaches it
    float border_element[4] = {};         // as decoded: 0…255 for bytes
    bool normalized = true, two_dimensional = true, cube = false;
    bool compare = false, clamp_reference = false;
    uint8_t gathered = 0;         // the component that Gather looks at, as `component` says it
    int8_t layer_component = -1;  // of the coordinates; layers are slices
    int32_t layers = 1;
    Wrap wrap_s = Wrap::Repeat, wrap_t = Wrap::Repeat;
    Filter min_filter = Filter::Nearest, mag_filter = Filter::Linear;
    MipFilter mip_filter = MipFilter::None;
    CompareFunction compare_function = CompareFunction::Always;
    Lod lod_source = Lod::Derivatives;
    bool add_lod = false;  // Bias: request.lod counts too
    float lod_bias = 0, min_lod = 0, max_lod = 0;
    float max_anisotropy = 1;  // above 1 only where it applies
    int32_t last_level = 0;

    bool moved = false;  // by `offset`, and by `offsets` where they are given; GatherOffsets has x and y apart
    int32_t offset[2] = {};
    const LaneVector* offsets = nullptr;
    const LaneVector* offsets_y = nullptr;

    const LaneVector* coordinates = nullptr;
    const LaneWord* reference = nullptr;
    const LaneWord* lod = nullptr;
    const std::shared_ptr<const Image>* levels = nullptr;
};

// False where only sample_generic() will do.
bool make_sampler_plan(const TextureBinding& binding, const SampleRequest& request, SamplerPlan& plan);
SamplerLevel sampler_level(const SamplerPlan& plan, int32_t level);

void sample_sse4(const SamplerPlan& plan, LaneMask active, LaneVector& result);
void sample_avx2(const SamplerPlan& plan, LaneMask active, LaneVector& result);
void sample_avx512(const SamplerPlan& plan, LaneMask active, LaneVector& result);

}  // namespace runtime

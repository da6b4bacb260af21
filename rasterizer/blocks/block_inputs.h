// The attributes of a piece of a block, recorded.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rasterizer/blocks/pixel_key.h"
#include "rasterizer/fragment/interpolation.h"
#include "rasterizer/fragment/pixel_samples.h"
#include "runtime/jit/recorded_objects.h"

namespace rasterizer {

struct BlockConstants;
struct TilePrimitive;

// Where in the pixel an input is interpolated: at the centre, the centroid of covered samples, or the shaded sample.
// With sample shading by state, all inputs are interpolated at the sample.
inline arbasm::SampleLocation location_of(const PixelKey& key, const FragmentInput& input) {
    const FragmentPipeline& pipeline = *key.pipeline;
    if (pipeline.key.samples == 1) return arbasm::SampleLocation::Pixel;
    return pipeline.all_at_samples ? arbasm::SampleLocation::Sample : input.location;
}
bool has_centroids(const PixelKey& key);

class BlockInputs {
  public:
    // Where in their pixels attributes are taken.
    using Location = PixelPoint<runtime::jit::Float>;
    struct Fragments {
        Location center;
        std::optional<Location> centroid;  // where has_centroids()
        Location sample;                   // where it lies that is shaded
        runtime::jit::ScalarUnsigned sample_number;
        runtime::jit::Unsigned coverage;  // a bit for each sample
    };
    // Data of a primitive's vertices, loaded before the loop over pieces.
    struct Corners {
        std::array<runtime::jit::PointerTo<float>, 3> corners;
        runtime::jit::PointerTo<float> flat;
    };
    static Corners corners_of(const PixelKey& key, runtime::jit::PointerTo<TilePrimitive> primitive);

    BlockInputs(const PixelKey& key, runtime::jit::PointerTo<TilePrimitive> primitive, const Corners& corners,
                runtime::jit::PointerTo<BlockConstants> constants, const Fragments& fragments);

    // The value of a component that the program reads.
    runtime::jit::Unsigned value(int32_t attribute, int component) const {
        return values_.at(static_cast<size_t>(attribute)).at(static_cast<size_t>(component));
    }
    // The same elsewhere in the pixels, of attributes that differ from location to location.
    using Values = std::array<runtime::jit::Unsigned, 4>;
    Values value_at(int32_t attribute, Location location) const;

  private:
    struct Weighted {
        Location at;
        Weights<runtime::jit::Float> weights;
    };
    Weighted weighted(Location at) const;
    const std::optional<Weighted>& weighted_at(arbasm::SampleLocation location) const;
    Values record(const FragmentInput& input, const Fragments& fragments) const;
    Values record_kind(const FragmentInput& input, const Fragments& fragments) const;
    Values record_sprite(const FragmentInput& input, const Weighted& weighted) const;
    Values with_sprite(const FragmentInput& input, const Weighted& weighted, const Values& others) const;
    Values record_varying(const FragmentInput& input, const Weighted& weighted) const;
    Values record_position(const Weighted& weighted) const;
    runtime::jit::Float number(float TilePrimitive::*member) const;
    runtime::jit::PointerTo<float> corner(int index) const { return corners_.corners.at(static_cast<size_t>(index)); }

    const PixelKey& key_;
    runtime::jit::PointerTo<TilePrimitive> primitive_;
    const Corners& corners_;
    runtime::jit::PointerTo<BlockConstants> constants_;
    std::optional<Weighted> center_, centroid_, sample_;
    std::vector<Values> values_;
};

}  // namespace rasterizer

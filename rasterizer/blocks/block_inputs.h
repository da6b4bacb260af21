// The attributes of a piece of a block, recorded.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "rasterizer/blocks/pixel_key.h"
#include "rasterizer/fragment/interpolation.h"
#include "runtime/jit/recorded_memory.h"

namespace rasterizer {

// Whether an input is taken at the centroid of what is covered of a pixel.
inline bool is_at_centroid(const PixelKey& key, const FragmentInput& input) {
    return key.pipeline->key.samples > 1 && input.location == arbasm::SampleLocation::Centroid;
}
bool has_centroids(const PixelKey& key);

class BlockInputs {
  public:
    // Where in their pixels attributes are taken.
    struct Place {
        runtime::jit::Float x, y;
    };
    // `centroid`: where has_centroids().
    BlockInputs(const PixelKey& key, runtime::jit::Pointer primitive, runtime::jit::Pointer constants, Place center,
                std::optional<Place> centroid);

    // Of components that the program reads.
    runtime::jit::Unsigned value(int32_t attribute, int component) const { return values_.at({attribute, component}); }

  private:
    struct Weighted {
        Place at;
        Weights<runtime::jit::Float> weights;
    };
    Weighted weighted(Place at) const;
    void record(int32_t attribute, const FragmentInput& input);
    void record_varying(int32_t attribute, const FragmentInput& input, const Weighted& weighted);
    void record_position(int32_t attribute, const Weighted& weighted);
    runtime::jit::ScalarFloat number(size_t offset) const;  // of the primitive
    runtime::jit::Pointer corner(int index) const;
    void set(int32_t attribute, int component, runtime::jit::Unsigned value) {
        values_.insert_or_assign({attribute, component}, value);
    }

    const PixelKey& key_;
    runtime::jit::Pointer primitive_, constants_;
    std::optional<Weighted> center_, centroid_;
    std::map<std::pair<int32_t, int>, runtime::jit::Unsigned> values_;
};

}  // namespace rasterizer

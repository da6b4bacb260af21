// The attributes of a piece of a block, recorded.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "rasterizer/blocks/pixel_key.h"
#include "rasterizer/fragment/interpolation.h"
#include "runtime/jit/recorded_memory.h"

namespace rasterizer {

class BlockInputs {
  public:
    // `x`, `y`: where attributes are taken.
    BlockInputs(const PixelKey& key, runtime::jit::Pointer primitive, runtime::jit::Pointer constants,
                runtime::jit::Float x, runtime::jit::Float y);

    // Of components that the program reads.
    runtime::jit::Unsigned value(int32_t attribute, int component) const { return values_.at({attribute, component}); }

  private:
    void record_weights();
    void record(int32_t attribute, const FragmentInput& input);
    void record_varying(int32_t attribute, const FragmentInput& input);
    runtime::jit::ScalarFloat number(size_t offset) const;  // of the primitive
    runtime::jit::Pointer corner(int index) const;
    void set(int32_t attribute, int component, runtime::jit::Unsigned value) {
        values_.insert_or_assign({attribute, component}, value);
    }

    const PixelKey& key_;
    runtime::jit::Pointer primitive_, constants_;
    runtime::jit::Float x_, y_;
    std::optional<Weights<runtime::jit::Float>> weights_;
    std::map<std::pair<int32_t, int>, runtime::jit::Unsigned> values_;
};

}  // namespace rasterizer

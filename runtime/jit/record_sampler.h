// Texture lookups inside a function that is being recorded: the text of runtime/sampling/*_lanes.h, specialised by a
// sampler's key and an instruction, with the bits of sample().
#pragma once

#include <array>
#include <functional>

#include "runtime/jit/recorded_objects.h"
#include "runtime/sampling/sampler_key.h"

namespace runtime::jit {

// The operands of an instruction (SampleOperands); null: not given. Words have one component.
struct RecordedOperands {
    using Read = std::function<Unsigned(int component)>;
    Read coordinates, gradient_x, gradient_y, offsets, offsets_y;
    Read reference, lod, lod_clamp;
};

// Records a sample for a key and an instruction for which serves() holds. `sampler`: one with that key, which does not
// change while the function runs. The result of lanes outside of `lanes` is unspecified; they give derivatives.
std::array<Unsigned, 4> record_sample(const SamplerKey& key, const SampleInstruction& instruction,
                                      const RecordedOperands& operands, PointerTo<PreparedSampler> sampler, Mask lanes);

}  // namespace runtime::jit

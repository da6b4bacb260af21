#include "runtime/sampling/sampler.h"

#include <algorithm>

namespace runtime {

void sample(const TextureBinding& binding, const SampleInstruction& instruction, const SampleOperands& operands,
            LaneMask active, LaneVector& result) {
    const PreparedSampler& sampler = binding.prepared();
    if (serves(sampler, instruction, operands)) return sampler.routine(sampler, instruction, operands, active, result);
    sample_generic(binding, instruction, operands, active, result);
}

bool lacks_pages(const TextureBinding& binding) {
    const auto& texture = binding.texture();
    return texture && std::ranges::any_of(texture->levels, [](const auto& level) { return level->lacks_pages(); });
}

void sample_sparse(const TextureBinding& binding, const SampleInstruction& instruction, const SampleOperands& operands,
                   LaneMask active, LaneVector& result, LaneMask& missing) {
    missing = 0;
    if (lacks_pages(binding)) return sample_generic(binding, instruction, operands, active, result, &missing);
    sample(binding, instruction, operands, active, result);
}

}  // namespace runtime

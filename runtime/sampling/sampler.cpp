#include "runtime/sampling/sampler.h"

namespace runtime {

void sample(const TextureBinding& binding, const SampleInstruction& instruction, const SampleOperands& operands,
            LaneMask active, LaneVector& result) {
    const PreparedSampler& sampler = binding.prepared();
    if (serves(sampler, instruction, operands)) return sampler.routine(sampler, instruction, operands, active, result);
    sample_generic(binding, instruction, operands, active, result);
}

}  // namespace runtime

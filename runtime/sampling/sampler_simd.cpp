#include "runtime/sampling/native_sampler.h"
#include "runtime/simd/of_level.h"

namespace runtime {

template <>
SamplerRoutine sampler_routine_at<this_level>(const SamplerKey& key) {
    return sampler::ASMGL_ISA::routine_of(key);
}

}  // namespace runtime

#include "runtime/sampling/sampler_lanes.h"

namespace runtime {

SamplerRoutine sampler_routine_avx512(const SamplerKey& key) { return sampler::avx512::routine_of(key); }

}  // namespace runtime

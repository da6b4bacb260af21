#include "runtime/sampling/native_sampler.h"

namespace runtime {

SamplerRoutine sampler_routine_avx2(const SamplerKey& key) { return sampler::avx2::routine_of(key); }

}  // namespace runtime

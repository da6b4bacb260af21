#include "runtime/sampling/native_sampler.h"

namespace runtime {

SamplerRoutine sampler_routine_avx512(const SamplerKey& key) { return sampler::avx512::routine_of(key); }

}  // namespace runtime

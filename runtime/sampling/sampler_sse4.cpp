#include "runtime/sampling/native_sampler.h"

namespace runtime {

SamplerRoutine sampler_routine_sse4(const SamplerKey& key) { return sampler::sse4::routine_of(key); }

}  // namespace runtime

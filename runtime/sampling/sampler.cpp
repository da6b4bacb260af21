#include "runtime/sampling/sampler.h"

#include "runtime/sampling/sampler_plan.h"
#include "runtime/simd/cpu_features.h"

namespace runtime {

void sample(const TextureBinding& binding, const SampleRequest& request, LaneMask active, LaneVector& result) {
    SamplerPlan plan;
    if (!make_sampler_plan(binding, request, plan)) return sample_generic(binding, request, active, result);
    static const SimdLevel level = simd_level();
    switch (level) {
        case SimdLevel::Sse4: return sample_sse4(plan, active, result);
        case SimdLevel::Avx2: return sample_avx2(plan, active, result);
        case SimdLevel::Avx512: return sample_avx512(plan, active, result);
    }
}

}  // namespace runtime

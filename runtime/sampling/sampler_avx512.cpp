#define SAMPLER_ISA sampler_avx512
#define SAMPLER_WIDTH 16
#include "runtime/sampling/sampler_lanes.h"

namespace runtime {

void sample_avx512(const SamplerPlan& plan, LaneMask active, LaneVector& result) {
    sampler_avx512::sample_plan(plan, active, result);
}

}  // namespace runtime

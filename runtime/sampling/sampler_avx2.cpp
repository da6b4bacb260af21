#define SAMPLER_ISA sampler_avx2
#define SAMPLER_WIDTH 8
#include "runtime/sampling/sampler_lanes.h"

namespace runtime {

void sample_avx2(const SamplerPlan& plan, LaneMask active, LaneVector& result) {
    sampler_avx2::sample_plan(plan, active, result);
}

}  // namespace runtime

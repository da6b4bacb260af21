#define SAMPLER_ISA sampler_sse4
#define SAMPLER_WIDTH 4
#include "runtime/sampling/sampler_lanes.h"

namespace runtime {

void sample_sse4(const SamplerPlan& plan, LaneMask active, LaneVector& result) {
    sampler_sse4::sample_plan(plan, active, result);
}

}  // namespace runtime

#include "runtime/sampling/sampler.h"

#include "runtime/sampling/sampler_plan.h"
#include "runtime/simd/cpu_features.h"

namespace runtime {

SampleTarget sample_target(arbasm::TextureTarget target) {
    using arbasm::TextureTarget;
    switch (target) {
        case TextureTarget::Target1D: return {TextureKind::Texture1D, false};
        case TextureTarget::None:
        case TextureTarget::Target2D: return {TextureKind::Texture2D, false};
        case TextureTarget::Target3D: return {TextureKind::Texture3D, false};
        case TextureTarget::TargetCube: return {TextureKind::Cube, false};
        case TextureTarget::TargetRect: return {TextureKind::Rectangle, false};
        case TextureTarget::TargetShadow1D: return {TextureKind::Texture1D, true};
        case TextureTarget::TargetShadow2D: return {TextureKind::Texture2D, true};
        case TextureTarget::TargetShadowRect: return {TextureKind::Rectangle, true};
        case TextureTarget::TargetArray1D: return {TextureKind::Array1D, false};
        case TextureTarget::TargetArray2D: return {TextureKind::Array2D, false};
        case TextureTarget::TargetShadowCube: return {TextureKind::Cube, true};
        case TextureTarget::TargetShadowArray1D: return {TextureKind::Array1D, true};
        case TextureTarget::TargetShadowArray2D: return {TextureKind::Array2D, true};
        case TextureTarget::TargetBuffer: return {TextureKind::Buffer, false};
        case TextureTarget::TargetArrayCube: return {TextureKind::CubeArray, false};
        case TextureTarget::TargetShadowArrayCube: return {TextureKind::CubeArray, true};
        case TextureTarget::TargetRenderbuffer:
        case TextureTarget::Target2DMS: return {TextureKind::Multisample2D, false};
        case TextureTarget::TargetArray2DMS: return {TextureKind::MultisampleArray2D, false};
    }
    return {};
}

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

#include "runtime/jit/known_samplers.h"

#include <algorithm>

namespace runtime::jit {

using decoded::SampleStep;

std::vector<SamplerKey> KnownSamplers::met_by(const SampleStep& step) const {
    std::vector<SamplerKey> keys;
    // Whether what is found at run time lacks memory somewhere, the interpreter's function asks.
    if (!step.coordinates.is_given || (step.sparse && step.unit.varies())) return keys;
    const auto add = [&](const SamplerKey& key) {
        if (serves(key, step.instruction) && std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    };
    if (step.unit.by_handle) {
        std::ranges::for_each(of_handles, add);
    } else if (of_unit) {
        const int32_t count = step.unit.is_array ? step.unit.count : 1;
        for (int32_t i = 0; i < count; i++)
            if (const SamplerKey* const key = of_unit(step.unit.first + i)) add(*key);
    }
    if (keys.size() > most_at_once) keys.clear();
    return keys;
}

namespace {

// About how many filters within a level a lookup is, as code: what LLVM's time goes with. 64 of them take it a second.
int recorded_filters(const SamplerKey& key) {
    const int levels = key.mip_filter == MipFilter::Linear ? 2 : 1;
    const int apart = key.mip_filter != MipFilter::None && key.min_filter != key.mag_filter ? 1 : 0;
    const int planes = key.seamless ? 3 : key.kind == TextureKind::Texture3D ? 2 : 1;
    return (levels + apart) * planes;
}
constexpr int most_recorded_filters = 100;

}  // namespace

KnownSamplers KnownSamplers::bounded(const decoded::Code& code) const {
    int filters = 0;
    code.steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, SampleStep>)
            for (const SamplerKey& key : met_by(step)) filters += recorded_filters(key);
    });
    return filters <= most_recorded_filters ? *this : KnownSamplers();
}

}  // namespace runtime::jit

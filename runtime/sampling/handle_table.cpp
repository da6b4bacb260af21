#include "runtime/sampling/handle_table.h"

#include <algorithm>
#include <cstring>

namespace runtime {

void HandleTable::find_samplers() {
    samplers.clear();
    for (const auto& [handle, texture] : textures) {
        const PreparedSampler& sampler = texture.prepared();
        if (!sampler.routine || std::ranges::find(samplers, sampler.key) != samplers.end()) continue;
        if (samplers.size() == most_samplers) return samplers.clear();
        samplers.push_back(sampler.key);
    }
    // Tables of the same samplers are served by the same code, whatever order their handles have.
    std::ranges::sort(
        samplers, [](const SamplerKey& a, const SamplerKey& b) { return std::memcmp(&a, &b, sizeof(SamplerKey)) < 0; });
}

}  // namespace runtime

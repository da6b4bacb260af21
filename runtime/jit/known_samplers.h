// The samplers that a program's lookups meet, where code is recorded for them.
#pragma once

#include <functional>
#include <vector>

#include "runtime/decode/code.h"
#include "runtime/decode/steps.h"
#include "runtime/sampling/sampler_key.h"

namespace runtime::jit {

struct KnownSamplers {
    // The sampler of a texture unit. Null, or without elements: unknown.
    std::function<const SamplerKey*(int32_t unit)> of_unit;
    // The samplers of resident textures, for lookups by handle (HandleTable::samplers).
    std::vector<SamplerKey> of_handles;

    // A lookup by a run-time index or a handle is recorded for so many samplers.
    static constexpr size_t most_at_once = 4;

    explicit operator bool() const { return of_unit || !of_handles.empty(); }
    // Those for which a lookup is recorded inside of the program, each once: one of a unit; of an array's units, or of
    // handles, all that samplers over lanes serve. None: the interpreter's function does it.
    std::vector<SamplerKey> met_by(const decoded::SampleStep& step) const;
    // These samplers, or none where lookups are so many that LLVM would take seconds.
    KnownSamplers bounded(const decoded::Code& code) const;
};

}  // namespace runtime::jit

#include "runtime/jit/record_sampler.h"

#include "runtime/jit/sampler_vocabulary.h"
// The text, over what that file names.
#include "runtime/sampling/sampler_lanes.h"

namespace runtime {
namespace sampler::ASMGL_ISA {
namespace {

template <int n>
Values<n> merged_fork(jit::Fork& fork, const Values<n>& if_holds, const Values<n>& if_not) {
    return each<n>([&](int i) { return Float(fork.merged(if_holds.value[i].value, if_not.value[i].value)); });
}
Texels merged_fork(jit::Fork& fork, const Texels& if_holds, const Texels& if_not) {
    const auto texel = [&](int i) { return Unsigned(fork.merged(if_holds.texel[i].value, if_not.texel[i].value)); };
    return {{texel(0), texel(1), texel(2), texel(3)}};
}

TexelWords merged_fork(jit::Fork& fork, const TexelWords& if_holds, const TexelWords& if_not) {
    const auto word = [&](int i) { return Unsigned(fork.merged(if_holds.word[i].value, if_not.word[i].value)); };
    return {{word(0), word(1), word(2), word(3)}};
}
FootprintWords merged_fork(jit::Fork& fork, const FootprintWords& if_holds, const FootprintWords& if_not) {
    const auto texel = [&](int i) { return merged_fork(fork, if_holds.texel[i], if_not.texel[i]); };
    return {{texel(0), texel(1), texel(2), texel(3)}};
}

template <int elements>
std::array<Unsigned, 4> recorded(const SamplerKey& key, const SampleInstruction& instruction,
                                 const jit::RecordedOperands& given, jit::PointerTo<PreparedSampler> sampler,
                                 Mask lanes) {
    const bool fetches =
        instruction.operation == SampleOperation::Fetch || instruction.operation == SampleOperation::FetchMultisample;
    const AccessWith<SamplerKey> access{Numbers(sampler), key, instruction,
                                        key.compare && instruction.shadow && !fetches};
    const Operands operands(given);
    const Result result = access.fetches()   ? fetch_texels<elements>(access, operands, lanes)
                          : access.gathers() ? gather_texels<elements>(access, operands, position_of(access, operands))
                                             : filter<elements>(access, operands, nullptr, lanes);
    return {as_unsigned(result.component[0]), as_unsigned(result.component[1]), as_unsigned(result.component[2]),
            as_unsigned(result.component[3])};
}

}  // namespace
}  // namespace sampler::ASMGL_ISA

namespace jit {

std::array<Unsigned, 4> record_sample(const SamplerKey& key, const SampleInstruction& instruction,
                                      const RecordedOperands& operands, PointerTo<PreparedSampler> sampler,
                                      Mask lanes) {
    using namespace sampler::ASMGL_ISA;
    switch (key.elements) {
        case 1: return recorded<1>(key, instruction, operands, sampler, lanes);
        case 2: return recorded<2>(key, instruction, operands, sampler, lanes);
        case 3: return recorded<3>(key, instruction, operands, sampler, lanes);
        default: return recorded<4>(key, instruction, operands, sampler, lanes);
    }
}

}  // namespace jit
}  // namespace runtime

// Texture lookups inside of the program's code, where it is known when it is recorded which samplers there are.
#pragma once

#include "runtime/jit/emit_called.h"
#include "runtime/jit/uniform_values.h"

namespace runtime::jit {

// Whether a step asks what is the same for all lanes, as long as they ask for the same level.
bool asks_inside(const SampleStep& step);

class TextureEmitter {
  public:
    // `textures`: of units with a known sampler.
    TextureEmitter(const Code& code, const Piece& piece, const KnownSamplers& known_samplers,
                   PointerTo<TextureBinding> textures, const UniformValues& uniform, const Registers& registers,
                   const ExecutionMask& mask, const StepCaller& caller)
        : code_(code),
          piece_(piece),
          known_samplers_(known_samplers),
          textures_(textures),
          uniform_(uniform),
          registers_(registers),
          mask_(mask),
          caller_(caller) {}

    void emit(const SampleStep& step) const;

  private:
    struct Meant;
    using FindMeant = std::function<Meant(ScalarUnsigned first)>;

    // One sampler's lookup, for lanes that mean it.
    std::array<Unsigned, 4> sampled(const SampleStep& step, const SamplerKey& key, PointerTo<PreparedSampler> sampler,
                                    Mask lanes) const;
    void sample_unit(const SampleStep& step, const SamplerKey& key) const;
    FindMeant meant_by_handle(const SampleStep& step, const std::vector<SamplerKey>& keys) const;
    FindMeant meant_by_index(const SampleStep& step, const std::vector<SamplerKey>& keys) const;
    void sample_any(const SampleStep& step, const std::vector<SamplerKey>& keys) const;
    void emit_query(const SampleStep& step) const;
    PointerTo<PreparedSampler> sampler_of_unit(int32_t unit) const;

    const Code& code_;
    const Piece& piece_;
    const KnownSamplers& known_samplers_;
    const PointerTo<TextureBinding> textures_;
    const UniformValues& uniform_;
    const Registers& registers_;
    const ExecutionMask& mask_;
    const StepCaller& caller_;
};

}  // namespace runtime::jit

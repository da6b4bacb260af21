// Texture lookups inside of the program's code, where the unit's sampler is known when it is recorded.
#include "runtime/jit/program_emitter.h"
#include "runtime/jit/record_sampler.h"
#include "runtime/sampling/texture_binding.h"

namespace runtime::jit {

bool ProgramEmitter::samples_inside(const SampleStep& step, const SamplerOfUnit& sampler_key) {
    if (step.unit.varies() || !sampler_key || !step.coordinates.is_given) return false;
    const SamplerKey* const key = sampler_key(step.unit.first);
    return key && serves(*key, step.instruction);
}

// False: the interpreter's function must do it.
bool ProgramEmitter::sample_natively(const SampleStep& step) {
    if (form_ != Form::Structured || !samples_inside(step, around_->sampler_key)) return false;
    const SamplerKey* const key = around_->sampler_key(step.unit.first);
    const auto reader = [&](const SampleStep::Address& address) {
        if (!address.is_given) return RecordedOperands::Read();
        return RecordedOperands::Read([this, place = address.place](int component) {
            return read({place.base, place.offset + static_cast<uint32_t>(component) * word_bytes});
        });
    };
    const RecordedOperands operands{reader(step.coordinates), reader(step.gradient_x), reader(step.gradient_y),
                                    reader(step.offsets),     reader(step.offsets_y),  reader(step.reference),
                                    reader(step.lod),         reader(step.lod_clamp)};
    const Pointer sampler = around_->samplers +
                            int64_t{step.unit.first} * static_cast<int64_t>(sizeof(TextureBinding)) +
                            static_cast<int64_t>(TextureBinding::prepared_offset());
    const Mask lanes = running();
    const auto result = record_sample(*key, step.instruction, operands, sampler, lanes);
    for (uint32_t c = 0; c < 4; c++) {
        const Place place{step.place.base, step.place.offset + c * word_bytes};
        write(place, everyone_ ? result[c] : choose(lanes, result[c], read(place)));
    }
    return true;
}

void ProgramEmitter::emit_sample(const SampleStep& step) {
    if (!sample_natively(step)) emit_called(step);
}

}  // namespace runtime::jit

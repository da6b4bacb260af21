// Texture lookups inside of the program's code, where the unit's sampler is known when it is recorded.
#include "runtime/execution/routine.h"
#include "runtime/jit/program_emitter.h"
#include "runtime/jit/record_sampler.h"
#include "runtime/jit/step_calls.h"
#include "runtime/sampling/texture_binding.h"

namespace runtime::jit {

bool ProgramEmitter::samples_inside(const SampleStep& step, const SamplerOfUnit& sampler_key) {
    if (step.unit.varies() || !sampler_key || !step.coordinates.is_given || step.sparse) return false;
    const SamplerKey* const key = sampler_key(step.unit.first);
    return key && serves(*key, step.instruction);
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

ProgramEmitter::SamplerOfUnit ProgramEmitter::bounded(const Code& code, SamplerOfUnit sampler_key) {
    int filters = 0;
    code.steps.visit([&](const auto& step) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(step)>, SampleStep>)
            if (samples_inside(step, sampler_key)) filters += recorded_filters(*sampler_key(step.unit.first));
    });
    return filters <= most_recorded_filters ? sampler_key : SamplerOfUnit();
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

bool ProgramEmitter::asks_inside(const SampleStep& step) {
    const SampleOperation operation = step.instruction.operation;
    return !step.unit.varies() && !step.sparse &&
           (operation == SampleOperation::QuerySize || operation == SampleOperation::QuerySamples);
}

// Once for all lanes.
void ProgramEmitter::emit_texture_query(const SampleStep& step) {
    const Mask lanes = running();
    const Unsigned levels = step.lod.is_given ? read(step.lod.place) : Unsigned(0u);
    const ScalarUnsigned level = lane(levels, lowest_bit(to_bits(lanes) | ScalarUnsigned(1u << (lane_count() - 1))));
    when(
        every_lane((levels == spread(level)) | !lanes),
        [&] {
            const Pointer answer = stack_memory(sizeof(Vector4), 8);
            call(texture_query_function(), around_->machine, ScalarUnsigned(code_.steps.offset_of(&step)), level,
                 answer);
            for (uint32_t c = 0; c < 4; c++) {
                const Place place{step.place.base, step.place.offset + c * word_bytes};
                const Unsigned value = spread(load<ScalarUnsigned>(answer + int64_t{4 * c}));
                write(place, everyone_ ? value : choose(lanes, value, read(place)));
            }
        },
        [&] { emit_called(step); });
}

void ProgramEmitter::emit_sample(const SampleStep& step) {
    if (asks_inside(step)) return emit_texture_query(step);
    if (!sample_natively(step)) emit_called(step);
}

}  // namespace runtime::jit

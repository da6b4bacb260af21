#include "runtime/jit/emit_textures.h"

#include <algorithm>
#include <bit>

#include "runtime/execution/routine.h"
#include "runtime/interpreter/machine.h"
#include "runtime/jit/read_operands.h"
#include "runtime/jit/record_sampler.h"
#include "runtime/jit/recorded_flow.h"
#include "runtime/jit/step_calls.h"
#include "runtime/sampling/texture_binding.h"

namespace runtime::jit {

using interpreter::Machine;

std::array<Unsigned, 4> TextureEmitter::sampled(const SampleStep& step, const SamplerKey& key,
                                                PointerTo<PreparedSampler> sampler, Mask lanes) const {
    const auto reader = [&](const SampleStep::Argument& argument) {
        if (!argument.is_given) return RecordedOperands::Read();
        return RecordedOperands::Read([this, first = argument.address](int component) {
            return registers_.read(component_of(first, static_cast<uint32_t>(component)));
        });
    };
    const RecordedOperands operands{reader(step.coordinates), reader(step.gradient_x), reader(step.gradient_y),
                                    reader(step.offsets),     reader(step.offsets_y),  reader(step.reference),
                                    reader(step.lod),         reader(step.lod_clamp)};
    return record_sample(key, step.instruction, operands, sampler, lanes);
}

PointerTo<PreparedSampler> TextureEmitter::sampler_of_unit(int32_t unit) const {
    return textures_[unit].at(TextureBinding::prepared_member());
}

void TextureEmitter::sample_unit(const SampleStep& step, const SamplerKey& key) const {
    const PointerTo<PreparedSampler> sampler = sampler_of_unit(step.unit.first);
    const Mask lanes = mask_.running();
    const auto result = sampled(step, key, sampler, lanes);
    for (uint32_t c = 0; c < 4; c++) {
        const RegisterAddress address = component_of(step.destination, c);
        registers_.write(address, mask_.is_everyone() ? result[c] : choose(lanes, result[c], registers_.read(address)));
    }
    if (!step.sparse) return;
    const auto missing = piece_.machine.at(&Machine::missing);
    store(missing, missing.load() & ~(to_bits(lanes) << piece_.first_lane));
}

namespace {

// Which of the samplers the units of an array have; beyond them: the interpreter's function does what means that unit.
std::vector<uint32_t> samplers_of_array(const UnitAccess& unit, const KnownSamplers& known,
                                        const std::vector<SamplerKey>& keys) {
    std::vector<uint32_t> numbers;
    for (int32_t i = 0; i < unit.count; i++) {
        const SamplerKey* const key = known.of_unit(unit.first + i);
        const auto found = key ? std::ranges::find(keys, *key) : keys.end();
        numbers.push_back(static_cast<uint32_t>(found - keys.begin()));
    }
    return numbers;
}

// Which of the samplers a PreparedSampler has, as samplers_of_array() counts them.
ScalarUnsigned sampler_number(PointerTo<PreparedSampler> prepared, const std::vector<SamplerKey>& keys) {
    static_assert(sizeof(SamplerKey) % 4 == 0);
    using Words = std::array<uint32_t, sizeof(SamplerKey) / 4>;
    const Pointer key = prepared.at(&PreparedSampler::key);
    ScalarUnsigned number(static_cast<uint32_t>(keys.size()));
    for (size_t k = keys.size(); k-- > 0;) {
        const auto words = std::bit_cast<Words>(keys[k]);
        ScalarUnsigned differs(0u);
        for (size_t i = 0; i < words.size(); i++)
            differs = differs | (load<ScalarUnsigned>(key + static_cast<int64_t>(4 * i)) ^ ScalarUnsigned(words[i]));
        number = choose(differs == ScalarUnsigned(0u), ScalarUnsigned(static_cast<uint32_t>(k)), number);
    }
    return number;
}

}  // namespace

// Lanes that mean a texture.
struct TextureEmitter::Meant {
    Mask lanes;
    PointerTo<PreparedSampler> sampler;
    ScalarUnsigned number;  // of the keys
};

TextureEmitter::FindMeant TextureEmitter::meant_by_handle(const SampleStep& step,
                                                          const std::vector<SamplerKey>& keys) const {
    const WideUnsigned handles = wide_component<WideUnsigned>(registers_, step.unit.handle, 0);
    return [this, handles, &keys](ScalarUnsigned first) {
        const ScalarWideUnsigned handle = lane(handles, first);
        const PointerTo<PreparedSampler> sampler(
            call_for_pointer(sampler_of_handle_function(), piece_.machine, handle));
        return Meant{handles == broadcast(handle), sampler, sampler_number(sampler, keys)};
    };
}

TextureEmitter::FindMeant TextureEmitter::meant_by_index(const SampleStep& step,
                                                         const std::vector<SamplerKey>& keys) const {
    const Unsigned indices = as_unsigned(clamped_index(registers_, step.unit.element, step.unit.count));
    std::vector<uint32_t> numbers = samplers_of_array(step.unit, known_samplers_, keys);
    const bool all_same = std::ranges::all_of(numbers, [&](uint32_t number) { return number == numbers[0]; });
    numbers.resize((numbers.size() + 3) / 4 * 4);  // rows
    std::optional<Pointer> table;
    if (!all_same) table = constant_memory(numbers);
    return [this, &step, indices, table, number = numbers[0]](ScalarUnsigned first) {
        const ScalarUnsigned index = lane(indices, first);
        const PointerTo<PreparedSampler> sampler(sampler_of_unit(step.unit.first) +
                                                 to_wide(index) * ScalarWideUnsigned(uint64_t{sizeof(TextureBinding)}));
        return Meant{
            indices == broadcast(index), sampler,
            table ? load_constant<ScalarUnsigned>(*table + (index << ScalarUnsigned(2u))) : ScalarUnsigned(number)};
    };
}

// Lanes that mean the same texture go together, as in the interpreter; where it is known that all do, without more ado.
void TextureEmitter::sample_any(const SampleStep& step, const std::vector<SamplerKey>& keys) const {
    const FindMeant meant_by = step.unit.by_handle ? meant_by_handle(step, keys) : meant_by_index(step, keys);

    const ScalarUnsigned none(0u);
    const Variable<ScalarUnsigned> left(none);  // lanes for the interpreter's function
    std::vector<Variable<Unsigned>> results;
    for (int c = 0; c < 4; c++) results.emplace_back(Unsigned(0u));
    const auto sample_for = [&](const Meant& meant, Mask lanes, bool all) {
        for (size_t k = 0; k < keys.size(); k++)
            when(meant.number == ScalarUnsigned(static_cast<uint32_t>(k)), [&] {
                const auto result = sampled(step, keys[k], meant.sampler, lanes);
                for (size_t c = 0; c < 4; c++)
                    results[c] = all ? result[c] : choose(lanes, result[c], results[c].get());
            });
        const ScalarMask is_known = meant.number < ScalarUnsigned(static_cast<uint32_t>(keys.size()));
        left = left.get() | choose(is_known, none, to_bits(lanes));
    };
    const bool is_uniform =
        step.unit.by_handle ? uniform_.is_uniform(step.unit.handle, 1, true) : uniform_.is_uniform(step.unit.element);
    if (is_uniform) {
        sample_for(meant_by(first_of(mask_.running())), mask_.running(), true);
    } else {
        const Variable<ScalarUnsigned> rest(to_bits(mask_.running()));
        const Label done;
        done.jump_if(rest.get() == none);
        loop([&] {
            const Meant meant = meant_by(lowest_bit(rest));
            const Mask lanes = meant.lanes & from_bits(rest);
            sample_for(meant, lanes, false);
            rest = rest.get() & ~to_bits(lanes);
            return rest.get() != none;
        });
        done.bind();
    }
    // Results may be where operands are.
    const Mask others = from_bits(left), lanes = mask_.running() & !others;
    if_any(others, [&] { caller_.call_for(step, others); });
    for (uint32_t c = 0; c < 4; c++) {
        const RegisterAddress address = component_of(step.destination, c);
        registers_.write(address, choose(lanes, results[c].get(), registers_.read(address)));
    }
}

bool asks_inside(const SampleStep& step) {
    const SampleOperation operation = step.instruction.operation;
    return !step.unit.varies() && !step.sparse &&
           (operation == SampleOperation::QuerySize || operation == SampleOperation::QuerySamples);
}

// Once for all lanes.
void TextureEmitter::emit_query(const SampleStep& step) const {
    const Mask lanes = mask_.running();
    const Unsigned levels = step.lod.is_given ? registers_.read(step.lod.address) : Unsigned(0u);
    const ScalarUnsigned level = lane(levels, first_of(lanes));
    when(
        every_lane((levels == broadcast(level)) | !lanes),
        [&] {
            const Pointer answer = stack_memory(sizeof(Vector4), 8);
            call(texture_query_function(), piece_.machine, ScalarUnsigned(code_.steps.offset_of(&step)), level, answer);
            for (uint32_t c = 0; c < 4; c++) {
                const RegisterAddress address = component_of(step.destination, c);
                const Unsigned value = broadcast(load<ScalarUnsigned>(answer + int64_t{4 * c}));
                registers_.write(address, mask_.is_everyone() ? value : choose(lanes, value, registers_.read(address)));
            }
        },
        [&] { caller_.call(step); });
}

void TextureEmitter::emit(const SampleStep& step) const {
    if (asks_inside(step)) return emit_query(step);
    const std::vector<SamplerKey> keys = known_samplers_.met_by(step);
    if (keys.empty()) return caller_.call(step);
    if (step.unit.varies()) return sample_any(step, keys);
    if (!step.sparse) return sample_unit(step, keys[0]);
    const ScalarUnsigned lacks =
        call_for<ScalarUnsigned>(lacks_pages_function(), piece_.machine, ScalarUnsigned(step.unit.first));
    when(
        lacks == ScalarUnsigned(0u), [&] { sample_unit(step, keys[0]); }, [&] { caller_.call(step); });
}

}  // namespace runtime::jit

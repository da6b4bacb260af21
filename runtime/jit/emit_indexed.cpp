#include "runtime/jit/emit_indexed.h"

#include "runtime/execution/routine.h"
#include "runtime/jit/read_operands.h"
#include "runtime/jit/recorded_flow.h"
#include "runtime/jit/recorded_rows.h"

namespace runtime::jit {

void IndexEmitter::emit(const GatherRegistersStep& step) const {
    Mask outside(false);
    const Signed index = clamped_index(registers_, step.element, step.size, step.zero_outside ? &outside : nullptr);
    const Unsigned offsets =
        as_unsigned(index) * Unsigned(step.registers_each * vector_bytes) + lane_numbers() * Unsigned(4u);
    const Pointer base = registers_.pointer(step.first);
    if (step.first.base == Base::Attributes)
        for (uint32_t word = 0; word < 4 * step.registers_each * static_cast<uint32_t>(step.size); word++)
            registers_.spill(component_of(step.first, word));
    // Clamped indices are never outside, whatever lanes that do not run hold.
    for (uint32_t word = 0; word < 4 * step.registers_each; word++) {
        const Unsigned value = gather<Unsigned>(base + int64_t{word * word_bytes}, offsets, Mask(true));
        registers_.write(component_of(step.destination, word),
                         step.zero_outside ? choose(outside, Unsigned(0u), value) : value);
    }
}

void IndexEmitter::emit(const GatherParametersStep& step) const {
    // Constants are not among the parameters that the application sets.
    std::vector<uint32_t> constants, is_constant;
    size_t constant_count = 0;
    for (int32_t i = 0; i < step.size; i++) {
        const arbasm::Binding& binding = program_.parameters[static_cast<size_t>(step.first + i)];
        const bool constant = binding.kind == arbasm::BindingKind::Constant;
        constant_count += constant;
        for (const uint32_t word : binding.constant) {
            constants.push_back(constant ? word : 0);
            is_constant.push_back(constant ? ~0u : 0);
        }
    }
    Mask outside(false);
    const Signed index = clamped_index(registers_, step.element, step.size, step.zero_outside ? &outside : nullptr);
    const Unsigned offsets = as_unsigned(index) * Unsigned(uint32_t{sizeof(Vector4)});
    // A load for each lane and shuffles cost less than the CPU's gathers: each component would take one.
    const auto rows_of = [&](Pointer base) {
        std::vector<Pointer> rows;
        for (int i = 0; i < lane_count(); i++) rows.push_back(base + lane(offsets, i));
        return load_rows(rows, 4);
    };
    const Pointer set = parameters_[step.first];
    std::vector<Unsigned> values = rows_of(constant_count ? constant_memory(constants) : set);
    if (constant_count != 0 && constant_count != static_cast<size_t>(step.size)) {
        const std::vector<Unsigned> others = rows_of(set), which = rows_of(constant_memory(is_constant));
        for (size_t c = 0; c < 4; c++) values[c] = (values[c] & which[c]) | (others[c] & ~which[c]);
    }
    for (uint32_t c = 0; c < 4; c++)
        registers_.write(component_of(step.destination, c),
                         step.zero_outside ? choose(outside, Unsigned(0u), values[c]) : values[c]);
}

// Lanes and components as the step before kept them.
void IndexEmitter::emit(const ScatterRegistersStep& step) const {
    if (step.shared) return caller_.call_for_kept(step, results_.kept());  // other lanes' registers, too
    struct Word {
        int64_t offset;  // in the element
        Mask lanes;
        ScalarUnsigned bits;
        LaneArray values;
    };
    std::vector<Word> words;
    for (uint32_t c = 0; c < 4; c++) {
        const std::optional<Mask>& keep = results_.kept()[c];
        if (!keep) continue;
        const Mask lanes = *keep & mask_.running();
        for (uint32_t part = 0; part < step.registers_each; part++) {
            const uint32_t offset = part * vector_bytes + c * word_bytes;
            words.push_back({offset, lanes, to_bits(lanes),
                             LaneArray(registers_.read({step.source.base, step.source.offset + offset}))});
        }
    }
    const Unsigned index = as_unsigned(clamped_index(registers_, step.element, step.size, nullptr));
    const LaneArray offsets(index * Unsigned(step.registers_each * vector_bytes) + lane_numbers() * Unsigned(4u));
    Mask any(false);
    for (const Word& word : words) any = any | word.lanes;
    const Pointer base = registers_.pointer(step.first);
    for_each_lane(any, [&](ScalarUnsigned i) {
        const Pointer at = base + offsets.at(i);
        for (const Word& word : words)
            when(to_mask((word.bits >> i) & ScalarUnsigned(1u)), [&] { store(at + word.offset, word.values.at(i)); });
    });
}

}  // namespace runtime::jit

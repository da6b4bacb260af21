#include "runtime/jit/registers.h"

#include "runtime/interpreter/machine.h"

namespace runtime::jit {

using interpreter::Machine;

namespace {

int32_t register_number(uint32_t offset) { return static_cast<int32_t>(offset / vector_bytes); }
int component_number(uint32_t offset) { return static_cast<int>(offset % vector_bytes / word_bytes); }

}  // namespace

Registers::Registers(const Code& code, const RegisterLayout& layout, const ProgramInputs& inputs, const Piece& piece)
    : code_(code), layout_(layout), inputs_(inputs), piece_(piece) {
    for (const auto& [base, offset] : layout.words()) {
        if (is_in_memory({base, offset})) continue;
        Unsigned initial(0u);
        if (base == Base::Results && inputs.result_before)
            initial = inputs.result_before(register_number(offset), component_number(offset));
        variables_.emplace(std::pair{base, offset}, Variable<Unsigned>(initial));
    }
    for (const RegisterAddress address : layout.cleared()) store(pointer(address), Unsigned(0u), alignment_of_lanes());
}

Pointer Registers::base_of(Base base) const {
    return piece_.machine.load_constant(&Machine::base, static_cast<int>(base));
}

Pointer Registers::pointer(RegisterAddress address) const {
    return piece_.first_word(base_of(address.base) + int64_t{address.offset});
}

Unsigned Registers::uniform(uint32_t offset) const {
    const UniformSlot& slot = code_.uniforms[offset / uniform_bytes];
    const arbasm::Binding& binding = code_.program->parameters[static_cast<size_t>(slot.parameter)];
    if (binding.kind == arbasm::BindingKind::Constant) return Unsigned(binding.constant[slot.component]);
    return broadcast(inputs_.parameters.elements()[4 * slot.parameter + slot.component].load_constant());
}

Unsigned Registers::thread_word(uint32_t offset) const {
    const Unsigned id = lane_numbers() + broadcast(piece_.first_lane);
    const Unsigned own = Unsigned(1u) << id, below = own - Unsigned(1u);
    switch (static_cast<ThreadWord>(offset / word_bytes)) {
        case ThreadWord::Zero: return Unsigned(0u);
        case ThreadWord::Id: return id;
        case ThreadWord::EqualMask: return own;
        case ThreadWord::LessMask: return below;
        case ThreadWord::LessOrEqualMask: return below | own;
        case ThreadWord::GreaterMask: return ~(below | own);
        case ThreadWord::GreaterOrEqualMask: return ~below;
        case ThreadWord::Helper: return choose(*piece_.helpers, ~Unsigned(0u), Unsigned(0u));
        case ThreadWord::Count: break;
    }
    return Unsigned(0u);
}

Unsigned Registers::read(RegisterAddress address) const {
    switch (address.base) {
        case Base::Constants: return Unsigned(address.offset == 0 ? 0u : 0x3f800000u);
        case Base::Uniforms: return uniform(address.offset);
        case Base::Threads: return thread_word(address.offset);
        case Base::Attributes:
            if (inputs_.attribute)
                return inputs_.attribute(register_number(address.offset), component_number(address.offset));
            return load_constant<Unsigned>(pointer(address), alignment_of_lanes());
        case Base::Scratch:
        case Base::Results: break;
    }
    if (is_in_memory(address)) return load<Unsigned>(pointer(address), alignment_of_lanes());
    return variables_.at({address.base, address.offset});
}

void Registers::write(RegisterAddress address, Unsigned value) const {
    if (is_in_memory(address))
        store(pointer(address), value, alignment_of_lanes());
    else
        variables_.at({address.base, address.offset}) = value;
}

Unsigned Registers::result(int32_t result, int component) const {
    const RegisterAddress address = address_of_result(result, component);
    if (layout_.words().contains({address.base, address.offset}) || is_in_memory(address)) return read(address);
    return inputs_.result_before ? inputs_.result_before(result, component) : Unsigned(0u);
}

void Registers::spill(RegisterAddress address) const {
    switch (address.base) {
        case Base::Constants:
        case Base::Threads: return;
        case Base::Uniforms:
            store(base_of(address.base) + int64_t{address.offset}, lane(uniform(address.offset), 0));
            return;
        case Base::Attributes:
            if (inputs_.attribute) store(pointer(address), read(address), alignment_of_lanes());
            return;
        case Base::Scratch:
        case Base::Results:
            if (!is_in_memory(address)) store(pointer(address), read(address), alignment_of_lanes());
            return;
    }
}

void Registers::reload(RegisterAddress address, bool everywhere, Mask lanes) const {
    if (is_in_memory(address)) return;
    const Unsigned value = load<Unsigned>(pointer(address), alignment_of_lanes());
    write(address, everywhere ? value : choose(lanes, value, read(address)));
}

}  // namespace runtime::jit

#include "ir/optimize/propagation.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "ir/program_facts.h"

namespace arbasm {
namespace {

constexpr uint32_t float_one = 0x3f800000;

uint32_t word_of(const ConditionFlags& flags) {
    return (flags.sign ? 1u : 0u) | (flags.zero ? 2u : 0u) | (flags.carry ? 4u : 0u) | (flags.overflow ? 8u : 0u);
}

bool writes(const Instruction& instruction, size_t component) { return instruction.result.write_mask >> component & 1; }

// Whether an operand may be replaced: attributes that are interpolated anew and subroutines may not.
bool is_substituted(const Instruction& instruction, int n) {
    const Traits& traits = opcode_info(instruction.opcode).traits;
    if (traits.flow == FlowRole::Call || traits.has(Trait::Stack)) return false;
    return traits.has(Trait::Interpolates) ? n > 0 : !is_64_bit(operand_type(instruction, n));
}

}  // namespace

// ---- what is known

KnownValue Propagation::value_of(const Operand& operand, uint8_t selector) const {
    if (selector >= swizzle_zero) return KnownValue::constant(selector == swizzle_zero ? 0 : float_one);
    if (operand.variable < 0 || operand.relative.file != RegisterFile::None) return {};
    const Variable& named = variable(operand.variable);
    if (named.is_long) return {};
    KnownValue copy;
    copy.kind = KnownValue::Kind::Copy;
    copy.file = operand.file;
    copy.variable = operand.variable;
    copy.element = operand.element;
    copy.component = selector;
    const auto number = static_cast<size_t>(named.register_of(operand.element));
    switch (operand.file) {
        case RegisterFile::Parameter: {
            // Those that this pass has made have no register yet.
            if (named.base < 0) break;
            const Binding& binding = program_.parameters[number];
            return binding.kind == BindingKind::Constant ? KnownValue::constant(binding.constant[selector]) : copy;
        }
        case RegisterFile::Attribute: {
            const Attribute& attribute = program_.attributes[number];
            // What the output patch or the framebuffer holds may change.
            return attribute.per_vertex || attribute.binding.of_output ? KnownValue{} : copy;
        }
        case RegisterFile::Temporary: {
            const int32_t slot = slots_.of(operand.file, operand.variable, operand.element) + selector;
            const KnownValue held = known_.at(slot);
            if (held.kind != KnownValue::Kind::Unknown) return held;
            copy.slot = slot;
            copy.version = known_.version(slot);
            return copy;
        }
        case RegisterFile::Address:
            return known_.at(slots_.of(operand.file, operand.variable, operand.element) + selector);
        case RegisterFile::None:
        case RegisterFile::Result:
        case RegisterFile::Buffer:
        case RegisterFile::Texture:
        case RegisterFile::Image:
        case RegisterFile::Storage:
        case RegisterFile::Counter:
        case RegisterFile::Shared:
        case RegisterFile::Subroutine: break;
    }
    return {};
}

std::optional<uint32_t> Propagation::word_of(const Operand& operand, uint8_t selector) const {
    if (const auto made = constant_words_.find(operand.variable); made != constant_words_.end())
        return made->second[selector];
    const KnownValue value = value_of(operand, selector);
    return value.is_constant() ? std::optional(value.bits) : std::nullopt;
}

std::optional<ConditionFlags> Propagation::flags_of(int code_register, int component) const {
    const KnownValue value = known_.at(slots_.code(code_register, component));
    if (!value.is_constant()) return {};
    return ConditionFlags{(value.bits & 1) != 0, (value.bits & 2) != 0, (value.bits & 4) != 0, (value.bits & 8) != 0};
}

// All that an operation reads; empty: not all of it is constant.
std::optional<OperandWords> Propagation::words_of(const Instruction& instruction) const {
    OperandWords words{};
    for (int n = 0; n < instruction.operand_count; n++) {
        const auto at = static_cast<size_t>(n);
        const Operand& operand = instruction.operands[at];
        const bool scalar = is_read_as_scalar(instruction, n);
        const uint8_t needed = needed_components(instruction, n);
        for (size_t c = 0; c < 4; c++) {
            if (!scalar && !(needed >> c & 1)) continue;
            const auto word = word_of(operand, operand.swizzle[scalar ? 0 : c]);
            if (!word) return {};
            words[at][c] = *word;
        }
    }
    return words;
}

// ---- operands

// An index that is known becomes part of the constant one, where the register is there.
void Propagation::resolve_index(RelativeIndex& relative, int32_t& element, int32_t size) const {
    if (relative.file == RegisterFile::None || relative.variable < 0) return;
    Operand index;
    index.file = relative.file;
    index.variable = relative.variable;
    index.element = relative.element;
    const auto word = word_of(index, relative.component);
    if (!word) return;
    const int64_t sum = int64_t{element} + std::bit_cast<int32_t>(*word);
    if (sum < 0 || sum >= size) return;
    element = static_cast<int32_t>(sum);
    relative = {};
}

void Propagation::resolve_indices(Instruction& instruction) const {
    const auto resolve = [&](RelativeIndex& relative, int32_t& element, int32_t of) {
        if (of >= 0) resolve_index(relative, element, variable(of).size);
    };
    for (size_t n = 0; n < instruction.operand_count; n++) {
        Operand& operand = instruction.operands[n];
        resolve(operand.relative, operand.element, operand.variable);
        if (operand.file == RegisterFile::Attribute)
            resolve_index(operand.vertex_relative, operand.vertex, primitive_vertices(program_.primitive_in));
    }
    resolve(instruction.result.relative, instruction.result.element, instruction.result.variable);
    resolve(instruction.texture.relative, instruction.texture.unit, instruction.texture.variable);
}

// Whether the text of a program can say it: there is no word for NaN.
bool Propagation::can_be_written(uint32_t bits, DataType type) const {
    return type != DataType::F32 || !std::isnan(std::bit_cast<float>(bits));
}

Operand Propagation::constant(const std::array<uint32_t, 4>& words) {
    auto found = constants_.find(words);
    if (found == constants_.end()) {
        Variable parameter;
        parameter.file = RegisterFile::Parameter;
        Binding binding;
        binding.kind = BindingKind::Constant;
        binding.constant = words;
        found = constants_.emplace(words, builder_.add(std::move(parameter), {binding})).first;
        constant_words_.emplace(found->second, words);
    }
    return builder_.use(found->second);
}

// What an operand's components are copies of, if it is one register or constants, takes its place.
void Propagation::substitute(Instruction& instruction, int n) {
    Operand& operand = instruction.operands[static_cast<size_t>(n)];
    if (operand.file != RegisterFile::Temporary || operand.relative.file != RegisterFile::None) return;
    if (slots_.is_wide(operand.variable) || !is_substituted(instruction, n)) return;
    const uint8_t needed = needed_components(instruction, n);
    const DataType type = operand_type(instruction, n);
    std::array<KnownValue, 4> values{};
    std::optional<size_t> first;
    bool constants = true, copies = true;
    for (size_t c = 0; c < 4; c++) {
        const uint8_t selector = operand.swizzle[c];
        if (!(needed >> c & 1)) continue;
        values[c] = value_of(operand, selector);
        constants &= values[c].is_constant() && can_be_written(values[c].bits, type);
        if (selector >= swizzle_zero) continue;  // SWZ
        if (!first) first = c;
        const KnownValue& model = values[*first];
        copies &= values[c].kind == KnownValue::Kind::Copy && values[c].file == model.file &&
                  values[c].variable == model.variable && values[c].element == model.element;
    }
    if (!first) return;
    const KnownValue model = values[*first];
    Operand replaced = operand;
    if (constants) {
        std::array<uint32_t, 4> words{};
        bool same = true;
        for (size_t c = 0; c < 4; c++) {
            words[c] = needed >> c & 1 ? values[c].bits : model.bits;
            same &= words[c] == model.bits;
        }
        replaced = constant(words);
        replaced.swizzle = same ? Swizzle{0, 0, 0, 0} : identity_swizzle;
        replaced.scalar = operand.scalar;
    } else if (copies && model.variable != operand.variable) {
        const Variable& from = variable(model.variable);
        if (from.type != DataType::Typeless || from.is_short) return;
        replaced = builder_.use(model.variable);
        replaced.element = model.element;
        replaced.scalar = operand.scalar;
        bool identity = true;
        for (size_t c = 0; c < 4; c++) {
            if (!(needed >> c & 1) || operand.swizzle[c] >= swizzle_zero) continue;
            identity &= values[c].component == c;
        }
        for (size_t c = 0; c < 4; c++) {
            const bool reads = needed >> c & 1;
            if (reads && operand.swizzle[c] >= swizzle_zero)
                replaced.swizzle[c] = operand.swizzle[c];
            else
                replaced.swizzle[c] = reads      ? values[c].component
                                      : identity ? static_cast<uint8_t>(c)
                                                 : model.component;
        }
        if (operand.scalar) replaced.swizzle.fill(model.component);
    } else {
        return;
    }
    replaced.negate = operand.negate;
    replaced.absolute = operand.absolute;
    replaced.negate_inside = operand.negate_inside;
    operand = replaced;
}

// ---- results

// Components whose condition is known are written whatever happens, or never.
void Propagation::decide_result(Instruction& instruction) const {
    Destination& result = instruction.result;
    if (result.condition.test == ConditionTest::True || has_effects(instruction)) return;
    if (is_residency(result.condition.test)) return;
    uint8_t always = 0, unknown = 0;
    for (size_t c = 0; c < 4; c++) {
        if (!writes(instruction, c)) continue;
        const auto bit = static_cast<uint8_t>(1 << c);
        if (result.condition.test == ConditionTest::False) continue;
        const auto flags = flags_of(result.condition.code_register, result.condition.swizzle[c]);
        if (!flags)
            unknown |= bit;
        else if (passes(result.condition.test, *flags))
            always |= bit;
    }
    result.write_mask = always | unknown;
    if (!unknown) result.condition = {};
}

// An instruction whose operands are constants becomes a move of its result.
bool Propagation::fold(Instruction& instruction) {
    if (!can_be_evaluated(builder_.program, instruction)) return false;
    const std::optional<OperandWords> words = words_of(instruction);
    if (!words) return false;
    const Evaluated result = evaluate(program_, instruction, *words);
    const DataType type = result_type(instruction);
    // Engines need not agree in the bits of a NaN, and there is no word for one.
    for (size_t c = 0; c < 4; c++)
        if (writes(instruction, c) && !can_be_written(result.words[c], type)) return false;
    const bool always = instruction.result.condition.test == ConditionTest::True;
    const bool carries = has_carry(operation_of(instruction.opcode)) && instruction.type != DataType::F32 &&
                         instruction.condition_update != ConditionUpdate::None;
    std::array<uint32_t, 4> moved{};
    bool can_be_moved = instruction.result.file != RegisterFile::Address && !carries &&
                        (type == DataType::F32 || is_nv4_family(program_.instruction_set));
    std::optional<uint32_t> any;
    for (size_t c = 0; c < 4; c++) {
        if (writes(instruction, c) && !any) any = result.words[c];
    }
    for (size_t c = 0; c < 4; c++) moved[c] = writes(instruction, c) ? result.words[c] : any.value_or(0);
    const bool is_moved = instruction.opcode == Opcode::Mov && instruction.saturation == Saturation::None &&
                          instruction.operands[0].file == RegisterFile::Parameter && !instruction.operands[0].negate &&
                          !instruction.operands[0].absolute && !instruction.operands[0].negate_inside;
    if (can_be_moved && !is_moved) {
        Instruction move;
        move.opcode = Opcode::Mov;
        move.type = type;
        move.condition_update = instruction.condition_update;
        move.result = instruction.result;
        move.where = instruction.where;
        move.operand_count = 1;
        move.operands[0] = constant(moved);
        if (std::ranges::all_of(moved, [&](uint32_t word) { return word == moved[0]; }))
            move.operands[0].swizzle = {0, 0, 0, 0};
        instruction = move;
    }
    note_results(instruction);
    if (!always) return true;
    const int32_t first =
        instruction.result.relative.file != RegisterFile::None
            ? -1
            : slots_.of(instruction.result.file, instruction.result.variable, instruction.result.element);
    for (size_t c = 0; c < 4; c++) {
        if (!writes(instruction, c)) continue;
        if (first >= 0) known_.set(first + static_cast<int32_t>(c), KnownValue::constant(result.words[c]));
        if (instruction.condition_update != ConditionUpdate::None)
            known_.set(slots_.code(instruction.condition_update == ConditionUpdate::Code1, static_cast<int>(c)),
                       KnownValue::constant(arbasm::word_of(result.flags[c])));
    }
    return true;
}

void Propagation::note_results(const Instruction& instruction) {
    slots_.for_each_result(instruction, [this](int32_t slot) { known_.forget(slot); });
    slots_.for_each_code(instruction, [this](int32_t slot) { known_.forget(slot); });
}

// Bits as they are, from registers of 32 bits to one.
bool Propagation::is_plain_move(const Instruction& instruction) const {
    if (!has_trait(instruction.opcode, Trait::Moves)) return false;
    const Operand& from = instruction.operands[0];
    const Destination& result = instruction.result;
    return instruction.saturation == Saturation::None && !is_64_bit(instruction.type) && !from.negate &&
           !from.absolute && !from.negate_inside && result.file == RegisterFile::Temporary &&
           result.relative.file == RegisterFile::None && result.condition.test == ConditionTest::True &&
           !slots_.is_wide(result.variable) && can_be_evaluated(builder_.program, instruction);
}

void Propagation::note_move(const Instruction& instruction) {
    const Operand& from = instruction.operands[0];
    const int32_t first = slots_.of(instruction.result.file, instruction.result.variable, instruction.result.element);
    std::array<KnownValue, 4> values{};
    for (size_t c = 0; c < 4; c++)
        if (writes(instruction, c)) values[c] = value_of(from, from.swizzle[c]);
    note_results(instruction);
    for (size_t c = 0; c < 4; c++)
        if (writes(instruction, c)) known_.set(first + static_cast<int32_t>(c), values[c]);
}

// ---- instructions

bool Propagation::never_kills(const Instruction& instruction) const {
    if (instruction.condition_operand) return decided(instruction) == false;
    const auto words = words_of(instruction);
    if (!words || instruction.type != DataType::F32) return false;
    const Operand& operand = instruction.operands[0];
    if (operand.absolute || operand.negate || operand.negate_inside) return false;
    return std::ranges::none_of((*words)[0], [](uint32_t word) { return std::bit_cast<float>(word) < 0.0f; });
}

void Propagation::rewrite(Instruction instruction) {
    if (instruction.opcode == Opcode::Kil && never_kills(instruction)) return;
    decide_result(instruction);
    // Threads that do not come here may hold something else: what they are asked for stays in its register, which they
    // index themselves.
    if (!sees_other_threads(instruction) || (depth_ == 0 && !threads_part_)) {
        resolve_indices(instruction);
        for (int n = 0; n < instruction.operand_count; n++) substitute(instruction, n);
    }
    // Nothing is written, not even a condition code.
    if (instruction.result.write_mask == 0 && !has_effects(instruction)) return;
    if (!fold(instruction)) {
        if (is_plain_move(instruction))
            note_move(instruction);
        else
            note_results(instruction);
    }
    written_.push_back(std::move(instruction));
}

}  // namespace arbasm

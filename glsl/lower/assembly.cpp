#include "glsl/lower/assembly.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

#include "ir/check.h"
#include "ir/opcode.h"

namespace glsl {

namespace {

// Infinities and NaNs have no literal.
bool has_literals(const Operand& operand, Scalar scalar, uint8_t read) {
    bool finite = true;
    for (size_t n = 0; is_floating_point(scalar) && n < 4; n++) {
        const uint64_t bits = operand.numbers[n];
        if (read >> n & 1)
            finite &= scalar == Scalar::Double ? std::isfinite(std::bit_cast<double>(bits))
                                               : std::isfinite(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    }
    return finite;
}

// What stands in component w of a literal that says nothing of it.
uint64_t one_of(arbasm::DataType type) {
    if (type == arbasm::DataType::F64) return std::bit_cast<uint64_t>(1.0);
    return type == arbasm::DataType::F32 ? std::bit_cast<uint32_t>(1.0f) : 1u;
}

// The components of a vector of numbers that an instruction reads: those it writes, where it computes each on its own.
uint8_t components_read(Opcode opcode, uint8_t written) {
    const arbasm::OpcodeInfo& info = arbasm::opcode_info(opcode);
    return info.category == arbasm::OpcodeCategory::Arithmetic && info.result.kind == 'v' ? written : 15;
}

}  // namespace

uint64_t literal_bits(uint64_t bits, Scalar scalar) {
    switch (carrier(scalar)) {
        case Scalar::Bool: return bits ? ~uint64_t{0} : 0;
        case Scalar::Int: return static_cast<uint64_t>(int64_t{static_cast<int32_t>(bits)});
        case Scalar::Double:
        case Scalar::Int64:
        case Scalar::Uint64: return bits;
        case Scalar::Float:
        case Scalar::Uint:
        case Scalar::None:
        case Scalar::Int8:
        case Scalar::Uint8:
        case Scalar::Int16:
        case Scalar::Uint16:
        case Scalar::Float16: break;
    }
    return static_cast<uint32_t>(bits);
}

arbasm::DataType stored_type(Scalar scalar) {
    switch (scalar) {
        case Scalar::Float: return arbasm::DataType::F32;
        case Scalar::Int: return arbasm::DataType::S32;
        case Scalar::Double: return arbasm::DataType::F64;
        case Scalar::Int64: return arbasm::DataType::S64;
        case Scalar::Uint64: return arbasm::DataType::U64;
        case Scalar::Int8: return arbasm::DataType::S8;
        case Scalar::Uint8: return arbasm::DataType::U8;
        case Scalar::Int16: return arbasm::DataType::S16;
        case Scalar::Uint16: return arbasm::DataType::U16;
        case Scalar::Float16: return arbasm::DataType::F16;
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Uint: break;
    }
    return arbasm::DataType::U32;
}

Operation accessing(Opcode opcode, arbasm::DataType storage, int components) {
    Operation operation(opcode, arbasm::register_type(storage));
    operation.storage = storage;
    operation.storage_components = static_cast<uint8_t>(components);
    return operation;
}

Operand named(const Register& at) {
    Operand operand;
    operand.at = at;
    return operand;
}

Operand literal(uint64_t bits) {
    Operand operand;
    operand.numbers.fill(bits);
    return operand;
}

Operand Operand::swizzled(std::initializer_list<uint8_t> components) const {
    Operand result = *this;
    size_t n = 0;
    for (const uint8_t component : components) {
        result.swizzle[n] = swizzle[component];
        result.numbers[n++] = numbers[component];
    }
    for (; n < 4; n++) {
        result.swizzle[n] = result.swizzle[n - 1];
        result.numbers[n] = result.numbers[n - 1];
    }
    return result;
}

Operand Operand::component(int n) const {
    const auto selected = static_cast<uint8_t>(n);
    return swizzled({selected, selected, selected, selected});
}

Operand shifted(const Operand& operand, uint8_t component, int count) {
    if (count == 1) return operand.component(0);
    Operand result = operand;
    for (size_t n = component; n < 4; n++) {
        result.swizzle[n] = operand.swizzle[n - component];
        result.numbers[n] = operand.numbers[n - component];
    }
    return result;
}

// ---- registers

Assembly::Assembly(arbasm::Stage stage) : builder_({}) {
    program().stage = stage;
    program().instruction_set = arbasm::InstructionSet::Nv50;
    condition_register_ = add_temporary("cc", false);
    declare(condition_register_);
}

Register Assembly::add(arbasm::Variable variable, std::vector<arbasm::Binding> bindings) {
    Register result;
    result.variable = builder_.add(std::move(variable), std::move(bindings));
    return result;
}

Register Assembly::add_shared(arbasm::Variable variable, std::vector<arbasm::Binding> bindings) {
    Register result;
    for (;; variable.name += '_') {
        const auto [known, is_new] = shared_.try_emplace(variable.name, 0);
        if (is_new) {
            result = add(variable, std::move(bindings));
            known->second = result.variable;
            return result;
        }
        result.variable = known->second;
        arbasm::Variable other = described(result);
        other.base = variable.base;
        if (other == variable) return result;
    }
}

Register Assembly::add_temporary(std::string name, bool wide) {
    arbasm::Variable variable;
    variable.file = arbasm::RegisterFile::Temporary;
    variable.name = std::move(name);
    variable.is_long = wide;
    return add(std::move(variable));
}

Operand Assembly::take(bool wide) {
    std::vector<int32_t>& own = wide ? routine_->wide : routine_->narrow;
    size_t& next = wide ? routine_->next.wide : routine_->next.narrow;
    if (next == own.size())
        own.push_back(
            add_temporary(
                (routine_->name.empty() ? "" : routine_->name + "_") + (wide ? "d" : "r") + std::to_string(next), wide)
                .variable);
    Operand result;
    result.at.variable = own[next++];
    result.temporary = true;
    return result;
}

Register Assembly::array(int64_t count, bool wide) {
    arbasm::Variable variable;
    variable.file = arbasm::RegisterFile::Temporary;
    variable.name = "a" + std::to_string(arrays_++);
    variable.array = true;
    variable.size = static_cast<int32_t>(count);
    variable.is_long = wide;
    return add(std::move(variable));
}

Register Assembly::variable(bool wide) {
    const Register result = add_temporary("v" + std::to_string(variables_++), wide);
    declare(result);
    return result;
}

void Assembly::declare(const Register& at) {
    const auto index = static_cast<size_t>(at.variable);
    if (index >= declared_.size()) declared_.resize(program().variables.size());
    if (declared_[index]) return;
    declared_[index] = true;
    order_.push_back(at.variable);
}

void Assembly::declare_registers(const Routine& routine) {
    for (const auto* own : {&routine.narrow, &routine.wide})
        for (const int32_t variable : *own) declare({.variable = variable});
}

Operand Assembly::bound(arbasm::RegisterFile file, const arbasm::Binding& binding) {
    return named({.variable = builder_.bound(file, binding)});
}

// ---- operands

arbasm::Operand Assembly::operand(const Operand& from, bool scalar) const {
    arbasm::Operand result;
    result.variable = from.at.variable;
    result.element = from.at.element;
    result.vertex = from.at.vertex;
    result.relative = from.at.relative;
    result.vertex_relative = from.at.vertex_relative;
    result.file = described(from.at).file;
    result.swizzle = from.swizzle;
    result.scalar = scalar;
    result.negate = from.negate ? 0xf : 0;
    return result;
}

arbasm::RelativeIndex Assembly::index(const Operand& from) const {
    return {from.at.variable, from.at.element, described(from.at).file, from.swizzle[0]};
}

// Numbers that an instruction reads: only what the target's components read; the rest repeats it. One number stands in
// component x.
arbasm::Operand Assembly::number_operand(const arbasm::Instruction& instruction, int which, const Operand& from,
                                         Scalar scalar, uint8_t read) {
    const arbasm::DataType type = arbasm::operand_type(instruction, which);
    const auto lowest = static_cast<size_t>(std::countr_zero(read)) & 3;
    std::array<uint64_t, 4> bits{0, 0, 0, one_of(type)};
    bool same = true;
    for (size_t n = 0; n < 4; n++) same &= !(read >> n & 1) || from.numbers[n] == from.numbers[lowest];
    if (same) {
        bits[0] = literal_bits(from.numbers[lowest], scalar);
    } else {
        for (size_t n = 0; n < 4; n++) bits[n] = literal_bits(from.numbers[read >> n & 1 ? n : lowest], scalar);
    }
    Operand number;
    number.at.variable = builder_.literal(type, bits);
    number.negate = from.negate;
    if (same) number.swizzle.fill(0);
    return operand(number);
}

// ---- instructions

arbasm::Instruction& Assembly::append(const Operation& operation) {
    arbasm::Instruction& instruction = routine_->code.emplace_back();
    instruction.opcode = operation.opcode;
    instruction.type =
        operation.type == arbasm::DataType::Typeless ? arbasm::default_type(operation.opcode) : operation.type;
    instruction.storage = operation.storage;
    instruction.storage_components = operation.storage_components;
    if (operation.sets_condition) instruction.condition_update = arbasm::ConditionUpdate::Code0;
    instruction.atomic = operation.atomic;
    instruction.rounding = operation.rounding;
    instruction.modifiers = operation.modifiers;
    instruction.where.line = line_;
    return instruction;
}

// Numbers without a literal in a register that a move of integers fills.
Operand Assembly::bits_in_register(const Operand& given, Scalar scalar) {
    const Scalar bits = is_wide(scalar) ? Scalar::Uint64 : Scalar::Uint;
    const Operand temporary = take(is_wide(scalar));
    Operand number = given;
    number.negate = false;
    emit(typed(Opcode::Mov, bits), {temporary.at, 15}, {number}, bits);
    // Who wants a scalar has been given one number four times.
    const bool same = std::ranges::count(given.numbers, given.numbers[0]) == 4;
    Operand result = same ? temporary.component(0) : temporary;
    result.negate = given.negate;
    return result;
}

arbasm::Instruction& Assembly::emit(const Operation& operation, const Target& target, std::span<const Operand> list,
                                    Scalar scalar) {
    uint8_t read = target.mask;
    for (const Operand& operand : list)
        if (operand.is_constant()) read = components_read(operation.opcode, target.mask);
    std::vector<Operand> changed;
    for (size_t which = 0; which < list.size(); which++) {
        if (!list[which].is_constant() || has_literals(list[which], scalar, read)) continue;
        if (changed.empty()) changed.assign(list.begin(), list.end());
        changed[which] = bits_in_register(list[which], scalar);
    }
    if (!changed.empty()) list = changed;
    arbasm::Instruction& instruction = append(operation);
    instruction.result.variable = target.at.variable;
    instruction.result.element = target.at.element;
    instruction.result.relative = target.at.relative;
    instruction.result.file = described(target.at).file;
    instruction.result.write_mask = target.mask;
    instruction.result.condition = target.condition;
    ASMGL_CHECK_LE(list.size(), instruction.operands.size());
    const auto& shapes = arbasm::opcode_info(operation.opcode).operands;
    for (const Operand& from : list) {
        const int which = instruction.operand_count++;
        arbasm::Operand& own = instruction.operands[static_cast<size_t>(which)];
        own = from.is_constant() ? number_operand(instruction, which, from, scalar, read) : operand(from);
        own.scalar = shapes[static_cast<size_t>(which)].kind == 's';
    }
    routine_->last_is_open = true;
    return instruction;
}

arbasm::Instruction& Assembly::emit(const Operation& operation, std::initializer_list<Operand> operands) {
    arbasm::Instruction& instruction = append(operation);
    const auto& shapes = arbasm::opcode_info(operation.opcode).operands;
    for (const Operand& from : operands) {
        const size_t which = instruction.operand_count++;
        instruction.operands[which] = operand(from, shapes[which].kind == 's');
    }
    routine_->last_is_open = false;
    return instruction;
}

void Assembly::emit_stream(int number) {
    const auto bits = static_cast<uint64_t>(number);
    Operand stream = named({.variable = builder_.literal(arbasm::DataType::S32, {bits, bits, bits, bits})});
    stream.swizzle.fill(0);
    emit(Opcode::Emits, {stream});
}

void Assembly::emit_where(Opcode opcode, const arbasm::ConditionMask& condition) {
    arbasm::Instruction& instruction = emit(opcode);
    instruction.condition_operand = true;
    instruction.condition = condition;
}

void Assembly::move(const Target& target, const Operand& from, Scalar scalar) {
    // What was just computed for nobody else is computed into the target.
    bool identity = true;
    for (uint8_t n = 0; n < 4; n++) identity &= !(target.mask >> n & 1) || from.swizzle[n] == n;
    if (from.temporary && identity && !from.negate && routine_->last_is_open && !target.at.names(from.at.variable)) {
        arbasm::Destination& last = routine_->code.back().result;
        if (last.variable == from.at.variable && last.write_mask == target.mask) {
            last.variable = target.at.variable;
            last.element = target.at.element;
            last.relative = target.at.relative;
            last.file = described(target.at).file;
            routine_->last_is_open = false;
            return;
        }
    }
    if (identity && !from.negate && from.at == target.at) return;
    emit(typed(Opcode::Mov, scalar), target, {from}, scalar);
}

void Assembly::move_where(const arbasm::ConditionMask& test, Target target, const Operand& from, Scalar scalar) {
    target.condition = test;
    emit(typed(Opcode::Mov, scalar), target, {from}, scalar);
    // It is no value that the next move could take over.
    routine_->last_is_open = false;
}

void Assembly::set_condition(const Operand& value) {
    if (value.temporary && value.swizzle[0] == 0 && routine_->last_is_open) {
        arbasm::Instruction& last = routine_->code.back();
        if (last.result.variable == value.at.variable && (last.result.write_mask & 1) &&
            last.condition_update == arbasm::ConditionUpdate::None) {
            last.condition_update = arbasm::ConditionUpdate::Code0;
            routine_->last_is_open = false;
            return;
        }
    }
    set_condition_to(value);
}

void Assembly::set_condition_to(const Operand& value) {
    emit(testing_result(typed(Opcode::Mov, Scalar::Uint)), {condition_register_, 1}, {value}, Scalar::Uint);
}

Operand Assembly::in_register(const Operand& operand, Scalar scalar, int components) {
    if (operand.temporary && !operand.negate && operand.swizzle == arbasm::identity_swizzle) return operand;
    Operand temporary = take(is_wide(scalar));
    move({temporary.at, mask_of(components)}, operand, scalar);
    return temporary;
}

// ---- the program

arbasm::Program Assembly::finish(Routine& main, std::span<Routine* const> subroutines, const arbasm::Limits& limits,
                                 std::vector<arbasm::Diagnostic>& errors) && {
    std::vector<arbasm::Instruction>& code = program().instructions;
    size_t count = main.code.size() + 1;
    for (const Routine* routine : subroutines) count += routine->code.size();
    code = std::move(main.code);
    if (!subroutines.empty()) {
        std::vector<int32_t> labels(subroutines.size());  // by number
        program().labels.push_back({"main", 0, -1});
        code.reserve(count);
        code.emplace_back().opcode = Opcode::Ret;
        code.back().where.line = line_;
        for (Routine* routine : subroutines) {
            labels[static_cast<size_t>(routine->number)] = static_cast<int32_t>(program().labels.size());
            program().labels.push_back({routine->name, static_cast<int32_t>(code.size()), -1});
            std::ranges::move(routine->code, std::back_inserter(code));
        }
        for (arbasm::Instruction& instruction : code)
            if (instruction.opcode == Opcode::Cal) instruction.target = labels[static_cast<size_t>(instruction.target)];
    }
    builder_.order_variables(order_);
    constexpr arbasm::SourceLocation no_line{0, 0, 0};
    return std::move(builder_).finish(no_line, limits, errors);
}

}  // namespace glsl

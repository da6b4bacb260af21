// Variables in memory: members of uniform and storage blocks, shared variables, atomic counters. They have no
// registers; a place is an address, and every use loads or stores.
#include <algorithm>
#include <limits>

#include "glsl/lower/effects.h"
#include "glsl/lower/lowering.h"

namespace glsl {

namespace {

struct SpaceRow {
    MemorySpace space;
    Opcode loads, stores, changes;  // Count: there is none
    arbasm::Option option;          // Count: none
};
constexpr SpaceRow space_rows[] = {
    {MemorySpace::Uniform, Opcode::Ldc, Opcode::Count, Opcode::Count, arbasm::Option::Count},
    {MemorySpace::Storage, Opcode::Ldb, Opcode::Stb, Opcode::Atomb, arbasm::Option::NvShaderStorageBuffer},
    {MemorySpace::Shared, Opcode::Lds, Opcode::Sts, Opcode::Atoms, arbasm::Option::Count},
    {MemorySpace::Counter, Opcode::Count, Opcode::Count, Opcode::Atomctr, arbasm::Option::NvShaderAtomicCounters},
    {MemorySpace::Global, Opcode::Load, Opcode::Store, Opcode::Atom, arbasm::Option::Count},
};
const SpaceRow& row_of(MemorySpace space) { return space_rows[static_cast<size_t>(space)]; }

using arbasm::AtomicOperation;

struct AtomicRow {
    SpecialFunction function;
    AtomicOperation operation;
};
constexpr AtomicRow atomic_rows[] = {
    {SpecialFunction::AtomicAdd, AtomicOperation::Add},
    {SpecialFunction::AtomicAnd, AtomicOperation::And},
    {SpecialFunction::AtomicCompSwap, AtomicOperation::CompareSwap},
    {SpecialFunction::AtomicExchange, AtomicOperation::Exchange},
    {SpecialFunction::AtomicMax, AtomicOperation::Max},
    {SpecialFunction::AtomicMin, AtomicOperation::Min},
    {SpecialFunction::AtomicOr, AtomicOperation::Or},
    {SpecialFunction::AtomicXor, AtomicOperation::Xor},
    {SpecialFunction::AtomicCounter, AtomicOperation::CounterGet},
    {SpecialFunction::AtomicCounterIncrement, AtomicOperation::CounterIncrement},
    {SpecialFunction::AtomicCounterDecrement, AtomicOperation::CounterDecrement},
    {SpecialFunction::AtomicCounterAdd, AtomicOperation::Add},
    {SpecialFunction::AtomicCounterAnd, AtomicOperation::And},
    {SpecialFunction::AtomicCounterCompSwap, AtomicOperation::CompareSwap},
    {SpecialFunction::AtomicCounterExchange, AtomicOperation::Exchange},
    {SpecialFunction::AtomicCounterMax, AtomicOperation::Max},
    {SpecialFunction::AtomicCounterMin, AtomicOperation::Min},
    {SpecialFunction::AtomicCounterOr, AtomicOperation::Or},
    {SpecialFunction::AtomicCounterSubtract, AtomicOperation::Add},
    {SpecialFunction::AtomicCounterXor, AtomicOperation::Xor},
};
AtomicOperation operation_of(const BuiltinCall& call) {
    for (const AtomicRow& row : atomic_rows)
        if (row.function == call.row->meaning.special) return row.operation;
    return AtomicOperation::None;
}

// All of a buffer, or as many elements as the largest has.
constexpr int32_t whole_storage = std::numeric_limits<int32_t>::max();

// Bytes behind the beginning of a block that instructions can name.
constexpr int64_t most_offset = int64_t{1} << 30;

arbasm::Variable buffer_variable(arbasm::RegisterFile file, std::string name, int buffer) {
    arbasm::Variable variable;
    variable.file = file;
    variable.name = std::move(name);
    variable.array = true;
    variable.size = whole_storage;
    variable.buffer = buffer;
    return variable;
}

// A component of a vector in memory, in bytes behind its beginning.
int64_t component_offset(const Place& place, int component) {
    return component * (place.component_stride ? place.component_stride : scalar_bytes(place.type->scalar));
}

}  // namespace

bool Lowering::is_in_memory(const Variable& variable) {
    const Storage storage = variable.qualifiers.storage;
    if (storage == Storage::Uniform) return variable.block || innermost(variable.type)->kind == TypeKind::AtomicCounter;
    return storage == Storage::Buffer || storage == Storage::Shared;
}

// ---- declarations, where something is used first

void Lowering::use_memory(Memory& memory, arbasm::Variable variable) {
    memory.at = assembly_.add_shared(std::move(variable));
    assembly_.declare(memory.at);
    if (const arbasm::Option option = row_of(memory.space).option; option != arbasm::Option::Count)
        assembly_.option(option);
}

const Memory& Lowering::memory_of(const Block& block) {
    const auto [entry, is_new] = memories_.try_emplace({&block, 0});
    Memory& memory = entry->second;
    if (!is_new) return memory;
    const bool storage = block.qualifiers.storage == Storage::Buffer;
    if (const auto number = input_.blocks.find(&block); number != input_.blocks.end()) memory.number = number->second;
    memory.space = storage ? MemorySpace::Storage : MemorySpace::Uniform;
    memory.block = &block;
    memory.layout = block_layout(block);
    memory.is_array = block.array_size >= 0;
    memory.count = std::max(block.array_size, 1);
    arbasm::Variable variable = buffer_variable(storage ? arbasm::RegisterFile::Storage : arbasm::RegisterFile::Buffer,
                                                (storage ? "sb" : "cb") + std::to_string(memory.number), memory.number);
    if (!storage) variable.size = 4 * input_.limits.parameter_buffer_words;
    variable.buffer_count = memory.count;
    variable.is_buffer_range = memory.is_array;
    use_memory(memory, std::move(variable));
    return memory;
}

const Memory& Lowering::counter_memory(int binding) {
    const auto [entry, is_new] = memories_.try_emplace({nullptr, binding});
    Memory& memory = entry->second;
    if (!is_new) return memory;
    const auto storage = input_.counter_storage.find(binding);
    const bool is_storage = storage != input_.counter_storage.end();
    memory.space = is_storage ? MemorySpace::Storage : MemorySpace::Counter;
    memory.number = is_storage ? storage->second : binding;
    arbasm::Variable variable =
        buffer_variable(is_storage ? arbasm::RegisterFile::Storage : arbasm::RegisterFile::Counter,
                        "ct" + std::to_string(binding), memory.number);
    if (!is_storage) {
        variable.size = input_.limits.counter_buffer_words;
        variable.element_words = 1;
    }
    use_memory(memory, std::move(variable));
    return memory;
}

const Memory& Lowering::shared_memory() {
    const auto [entry, is_new] = memories_.try_emplace({nullptr, -1});
    Memory& memory = entry->second;
    if (!is_new) return memory;
    memory.space = MemorySpace::Shared;
    arbasm::Variable variable = buffer_variable(arbasm::RegisterFile::Shared, "sh", 0);
    variable.size = static_cast<int32_t>(input_.shared_bytes);
    assembly_.program().shared_memory = variable.size;
    use_memory(memory, std::move(variable));
    return memory;
}

// ---- places

Place Lowering::memory_place(const Variable* variable) {
    if (const auto same = input_.same.find(variable); same != input_.same.end()) variable = same->second;
    Place place;
    place.type = variable->type;
    const Qualifiers& own = variable->qualifiers;
    place.is_coherent = own.coherent;
    place.is_volatile = own.is_volatile;
    if (variable->block) {
        place.memory = &memory_of(*variable->block);
        if (variable->member < 0) return place;
        place.type = variable->block->type;
        return memory_member(place, variable->member);
    }
    if (own.storage == Storage::Shared) {
        place.memory = &shared_memory();
        place.rules.std430 = true;
        const auto offset = input_.shared_offsets.find(variable);
        if (offset != input_.shared_offsets.end()) place.offset = offset->second;
        return place;
    }
    place.memory = &counter_memory(std::max(own.layout.binding, 0));
    place.rules.std430 = true;
    place.offset = std::max(own.layout.offset, 0);
    return place;
}

// A part that begins `bytes` + `number` * `stride` behind the place.
Place Lowering::memory_part(Place place, const Type* type, int64_t bytes, const Operand& number, int64_t stride) {
    place.type = type;
    place.offset += bytes;
    if (number.is_constant()) return place;
    // Counters are numbered by words.
    const Operand factor = literal(place.memory->space == MemorySpace::Counter ? stride / 4 : stride);
    const Operand sum = assembly_.take();
    if (place.relative.is_constant())
        assembly_.emit(typed(Opcode::Mul, Scalar::Int), {sum.at, 1}, {number.component(0), factor}, Scalar::Int);
    else
        assembly_.emit(typed(Opcode::Mad, Scalar::Int), {sum.at, 1},
                       {number.component(0), factor, place.relative.component(0)}, Scalar::Int);
    place.relative = sum;
    place.relative.temporary = false;
    return place;
}

// An element of an array or a column of a matrix: `constant`, or the one that `number` says.
Place Lowering::memory_element(const Place& place, int64_t constant, const Operand& number) {
    const Type* type = place.type;
    const Memory& memory = *place.memory;
    if (memory.is_array && innermost(type) == memory.block->type) return block_element(place, constant, number);
    const int64_t stride = memory_stride(type, place.rules);
    if (type->is_array()) return memory_part(place, type->element, constant * stride, number, stride);
    const Type* column = basic_type(type->scalar, type->rows);
    if (!place.rules.row_major) return memory_part(place, column, constant * stride, number, stride);
    const int64_t each = scalar_bytes(type->scalar);
    Place result = memory_part(place, column, constant * each, number, each);
    result.component_stride = stride;
    return result;
}

// An element of an array of blocks, or of arrays of them: blocks are counted through.
Place Lowering::block_element(Place place, int64_t constant, const Operand& number) {
    const int64_t size = place.type->size;
    place.type = place.type->element;
    place.block = place.block * size + constant;
    Operand& relative = place.block_relative;
    if (!relative.is_constant()) {
        const Operand sum = assembly_.take();
        assembly_.emit(typed(Opcode::Mad, Scalar::Int), {sum.at, 1},
                       {relative.component(0), literal(size), number.component(0)}, Scalar::Int);
        relative = sum;
        relative.temporary = false;
    } else if (!number.is_constant()) {
        relative = assembly_.in_register(number, Scalar::Int, 1);
        relative.temporary = false;
    }
    return place;
}

Place Lowering::memory_member(const Place& place, int number) {
    const Structure& structure = *place.type->structure;
    const Type* type = structure.members[static_cast<size_t>(number)].type;
    const Memory& memory = *place.memory;
    if (!memory.block || place.type != memory.block->type) {
        Place inner = memory_part(place, type, member_offset(structure, number, place.rules), {}, 0);
        inner.rules = member_rules(structure, number, place.rules);
        return inner;
    }
    const BlockLayout::Place& member = memory.layout.members[static_cast<size_t>(number)];
    Place result = memory_part(place, type, member.offset, {}, 0);
    result.rules = member.rules;
    return result;
}

// The component of a vector that a run-time index chooses.
Place Lowering::memory_component(const Place& place, const Operand& number) {
    const int64_t stride = component_offset(place, 1);
    Place result = memory_part(place, basic_type(place.type->scalar), 0, number, stride);
    result.component_stride = 0;
    return result;
}

// ---- instructions

// What is `more` bytes behind a place, for instructions on memory.
Operand Lowering::memory_operand(const Place& place, int64_t more) {
    const Memory& memory = *place.memory;
    if (memory.space == MemorySpace::Global) return address_operand(place, more);
    const int64_t bytes = place.offset + more;
    Operand result = named(memory.at);
    if (memory.is_array) {
        result.at.vertex = static_cast<int32_t>(place.block);
        if (!place.block_relative.is_constant()) result.at.vertex_relative = assembly_.index(place.block_relative);
    }
    if (bytes < 0 || bytes > most_offset)
        error({}, "an index is too large: at most " + std::to_string(most_offset) + " is allowed");
    result.at.element = static_cast<int32_t>(memory.space == MemorySpace::Counter ? bytes / 4 : bytes);
    if (!place.relative.is_constant()) result.at.relative = assembly_.index(place.relative);
    return result;
}

Place Lowering::pointed_place(const Dereference& dereference) {
    Place place;
    Memory& global = memories_.try_emplace({nullptr, -2}).first->second;
    global.space = MemorySpace::Global;
    place.memory = &global;
    place.type = dereference.type;
    place.rules.std430 = true;
    place.address = assembly_.in_register(evaluate(dereference.pointer).parts[0], Scalar::Uint64, 1);
    place.address.temporary = false;
    return place;
}

// The address of a place that a pointer reaches.
Operand Lowering::address_operand(const Place& place, int64_t more) {
    Operand address = place.address.component(0);
    const auto add = [&](const Operand& bytes) {
        const Operand sum = assembly_.take(true);
        assembly_.emit(typed(Opcode::Add, Scalar::Uint64), {sum.at, 1}, {address, bytes}, Scalar::Uint64);
        address = sum.component(0);
    };
    if (!place.relative.is_constant()) {
        const Operand wide = assembly_.take(true);
        assembly_.emit(converting(arbasm::DataType::S64, arbasm::DataType::S32), {wide.at, 1},
                       {place.relative.component(0)}, Scalar::Int);
        add(wide.component(0));
    }
    if (place.offset + more) add(literal(place.offset + more));
    return address;
}

Operation Lowering::memory_operation(Opcode opcode, const Place& place, int components) {
    const Scalar scalar = stored_scalar(place.type);
    if (scalar == Scalar::Float16 || (is_small(scalar) && components > 1))
        assembly_.option(arbasm::Option::NvGpuProgram5MemExtended);
    Operation operation = accessing(opcode, stored_type(scalar), components);
    if (place.memory->space != MemorySpace::Storage && place.memory->space != MemorySpace::Global) return operation;
    if (place.is_volatile)
        operation.modifiers = arbasm::modifier_volatile;
    else if (place.is_coherent)
        operation.modifiers = arbasm::modifier_coherent;
    return operation;
}

Value Lowering::load_memory(const Place& place) {
    const MemorySpace space = place.memory->space;
    Value value;
    value.type = place.type;
    if (place.type->kind == TypeKind::AtomicCounter) {
        // Its address: instructions on counters take nothing else.
        value.parts.push_back(memory_operand(place, 0));
        return value;
    }
    const Scalar scalar = stored_scalar(place.type);
    const int rows = place.type->rows;
    const int count = place.swizzled ? place.count : rows;
    const auto component = [&](int n) { return place.swizzled ? place.components[static_cast<size_t>(n)] : n; };
    const Opcode opcode = row_of(space).loads;
    Operand result = assembly_.take(is_wide(scalar));
    // Behind three components that a pointer reaches may be the buffer's end.
    const bool whole = count > 1 && !place.component_stride && !(space == MemorySpace::Global && rows == 3);
    if (whole) {
        // What lies behind three components is part of the block: they are aligned as four.
        assembly_.emit(memory_operation(opcode, place, rows == 3 ? 4 : rows), {result.at, mask_of(rows)},
                       {memory_operand(place, 0)}, scalar);
    } else {
        for (int n = 0; n < count; n++) {
            const Operand from = memory_operand(place, component_offset(place, component(n)));
            const Operand single = n ? assembly_.take(is_wide(scalar)) : result;
            assembly_.emit(memory_operation(opcode, place, 1), {single.at, 1}, {from}, scalar);
            if (n)
                assembly_.emit(typed(Opcode::Mov, scalar), {result.at, static_cast<uint8_t>(1 << n)},
                               {single.component(0)}, scalar);
        }
        if (count > 1) assembly_.routine().last_is_open = false;
    }
    if (scalar == Scalar::Bool) {
        const Operand truth = assembly_.take();
        assembly_.emit(typed(Opcode::Sne, Scalar::Int), {truth.at, mask_of(whole ? rows : count)}, {result, literal(0)},
                       Scalar::Int);
        result = truth;
    }
    if (place.swizzled) {
        value.type = basic_type(scalar, count);
        for (size_t n = 0; whole && n < 4; n++)
            result.swizzle[n] = place.components[std::min(n, static_cast<size_t>(count) - 1)];
    }
    if (!place.component.is_constant()) {
        value.type = basic_type(scalar);
        result = component_at(result, scalar, count, place.component);
    }
    value.parts.push_back(result);
    return value;
}

void Lowering::store_memory(const Place& place, const Operand& given) {
    const Scalar scalar = stored_scalar(place.type);
    const int count = place.swizzled ? place.count : place.type->rows;
    const Opcode opcode = row_of(place.memory->space).stores;
    Operand value = given;
    if (scalar == Scalar::Bool) {
        value = assembly_.take();
        assembly_.emit(typed(Opcode::And, Scalar::Uint), {value.at, mask_of(count)}, {given, literal(1)}, Scalar::Uint);
    } else if (value.is_constant() || value.negate) {
        value = assembly_.in_register(value, scalar, count);
    }
    const auto store = [&](const Operand& from, int components, int64_t more) {
        const Operation operation = memory_operation(opcode, place, components);
        const Operand to = memory_operand(place, more);
        assembly_.emit(operation, {from, to});
    };
    const auto component = [&](int n) { return place.swizzled ? place.components[static_cast<size_t>(n)] : n; };
    if (!place.component.is_constant()) {
        const Operand chosen = assembly_.in_register(place.component, Scalar::Int, 1);
        for (int n = 0; n < count; n++) {
            assembly_.emit(testing_result(typed(Opcode::Seq, Scalar::Int)), {assembly_.condition_register(), 1},
                           {chosen.component(0), literal(n)}, Scalar::Int);
            assembly_.emit_where(Opcode::If, when_true);
            store(value.component(0), 1, component_offset(place, component(n)));
            assembly_.emit(Opcode::Endif);
        }
        return;
    }
    if (place.swizzled || place.component_stride || count == 1) {
        for (int n = 0; n < count; n++) store(value.component(n), 1, component_offset(place, component(n)));
        return;
    }
    store(value, count == 3 ? 2 : count, 0);
    if (count == 3) store(value.component(2), 1, component_offset(place, 2));
}

// program.storagelen[n] of the block.
Operand Lowering::buffer_length(const Memory& memory, const Place& place) {
    arbasm::Variable lengths;
    lengths.file = arbasm::RegisterFile::Parameter;
    lengths.name = "sl" + std::to_string(memory.number);
    lengths.array = true;
    lengths.size = memory.count;
    std::vector<arbasm::Binding> bindings(static_cast<size_t>(memory.count));
    for (size_t n = 0; n < bindings.size(); n++) {
        bindings[n].kind = arbasm::BindingKind::StorageLength;
        bindings[n].index = static_cast<int16_t>(static_cast<size_t>(memory.number) + n);
    }
    Operand result = named(assembly_.add_shared(std::move(lengths), std::move(bindings)));
    assembly_.declare(result.at);
    result.at.element = static_cast<int32_t>(place.block);
    if (!place.block_relative.is_constant()) result.at.relative = assembly_.index(place.block_relative);
    return result;
}

// Elements of a storage block's last member, of which there are as many as the buffer has room for.
Value Lowering::length(const Length& length) {
    const Place place = place_of(length.operand);
    Value result;
    result.type = length.type;
    if (!place.memory || place.type->size) {
        const Type* type = place.type;
        // Another shader of the stage may use more of an array that no shader sizes.
        if (const auto* reference = as<Reference>(length.operand))
            if (const auto known = input_.same.find(reference->variable); known != input_.same.end())
                type = known->second->type;
        result.parts.push_back(literal(type->size));
        return result;
    }
    const Memory& memory = *place.memory;
    const Operand bytes = buffer_length(memory, place);
    const Operand count = assembly_.take();
    const Target target{count.at, 1};
    assembly_.emit(typed(Opcode::Sub, Scalar::Int), target, {bytes.component(0), literal(place.offset)}, Scalar::Int);
    assembly_.emit(typed(Opcode::Max, Scalar::Int), target, {count, literal(0)}, Scalar::Int);
    assembly_.emit(typed(Opcode::Div, Scalar::Int), target,
                   {count, literal(memory_stride(place.type, place.rules)).component(0)}, Scalar::Int);
    result.parts.push_back(count);
    return result;
}

// What an atomic operation is given: a value, or what is compared and what is stored where it is equal.
Operand Lowering::atomic_data(const std::vector<Operand>& data, Scalar scalar, int rows) {
    if (data.size() == 1)
        return data[0].is_constant() || data[0].negate ? assembly_.in_register(data[0], scalar, rows) : data[0];
    Operand both = assembly_.take(is_wide(scalar));
    for (size_t n = 0; n < 2; n++)
        assembly_.emit(typed(Opcode::Mov, scalar), {both.at, static_cast<uint8_t>(1 << n)}, {data[n].component(0)},
                       scalar);
    assembly_.routine().last_is_open = false;
    return both;
}

std::vector<Operand> Lowering::atomic_arguments(const BuiltinCall& call) {
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    std::vector<Operand> data;
    for (size_t n = 1; n < call.arguments.size(); n++)
        data.push_back(evaluate_before(call.arguments[n], effects).parts[0]);
    return data;
}

Value Lowering::memory_atomic(const BuiltinCall& call) {
    const std::string name(call.row->name);
    const Scalar scalar = call.type->scalar;
    const std::vector<Operand> data = atomic_arguments(call);
    const Place place = is_place(call.arguments[0]) ? place_of(call.arguments[0]) : Place{};
    if (!place.memory || row_of(place.memory->space).stores == Opcode::Count) {
        error(call.where, name + "() works on a member of a storage block or a shared variable");
        return zero(call.type);
    }
    const int rows = call.type->rows;
    if (rows > 1) {
        if (place.swizzled || place.component_stride)
            error(call.where, name + "() works on whole vectors whose components lie side by side");
        assembly_.option(arbasm::Option::NvShaderAtomicFp16Vector);
    }
    if (is_wide(scalar) && scalar != Scalar::Double) assembly_.option(arbasm::Option::NvShaderAtomicInt64);
    const bool adds = operation_of(call) == AtomicOperation::Add || operation_of(call) == AtomicOperation::Exchange;
    const bool global = place.memory->space == MemorySpace::Global;
    if (global && scalar == Scalar::Double) assembly_.option(arbasm::Option::NvShaderAtomicFloat64);
    if (global && scalar == Scalar::Float && adds) assembly_.option(arbasm::Option::NvShaderAtomicFloat);
    if ((scalar == Scalar::Double && !global) || (scalar == Scalar::Float && !adds))
        assembly_.option(arbasm::Option::NvInternal);
    const Operand given = atomic_data(data, scalar, rows);
    const Operand before = assembly_.take(is_wide(scalar));
    const int64_t more = place.swizzled ? component_offset(place, place.components[0]) : 0;
    Operation change = memory_operation(row_of(place.memory->space).changes, place, rows);
    change.atomic = operation_of(call);
    const Operand to = memory_operand(place, more);
    assembly_.emit(change, {before.at, mask_of(rows)}, {given, to}, scalar);
    Value result;
    result.type = call.type;
    result.parts.push_back(before);
    return result;
}

Value Lowering::counter_call(const BuiltinCall& call) {
    const SpecialFunction function = call.row->meaning.special;
    std::vector<Operand> data = atomic_arguments(call);
    const Operand counter = evaluate(call.arguments[0]).parts[0];
    const Operand count = assembly_.take();
    const Target target{count.at, 1};
    Value result;
    result.type = call.type;
    result.parts.push_back(count);
    AtomicOperation operation = operation_of(call);
    if (input_.counter_storage.empty()) {
        Operation change(Opcode::Atomctr);
        change.atomic = operation;
        assembly_.emit(change, target, {counter}, Scalar::Uint);
        return result;
    }
    // As storage: what ATOMCTR does is said by the other operations.
    if (function == SpecialFunction::AtomicCounter) {
        assembly_.emit(accessing(Opcode::Ldb, arbasm::DataType::U32, 1), target, {counter}, Scalar::Uint);
        return result;
    }
    if (function == SpecialFunction::AtomicCounterIncrement || function == SpecialFunction::AtomicCounterDecrement) {
        operation = AtomicOperation::Add;
        data = {literal(function == SpecialFunction::AtomicCounterIncrement ? 1 : 0xffffffff)};
    } else if (function == SpecialFunction::AtomicCounterSubtract) {
        const Operand negated = assembly_.take();
        assembly_.emit(typed(Opcode::Sub, Scalar::Uint), {negated.at, 1}, {literal(0), data[0].component(0)},
                       Scalar::Uint);
        data = {negated};
    }
    const Operand given = atomic_data(data, Scalar::Uint);
    Operation change = accessing(Opcode::Atomb, arbasm::DataType::U32, 1);
    change.atomic = operation;
    assembly_.emit(change, target, {given, counter}, Scalar::Uint);
    // A decrement gives what is there after it.
    if (function == SpecialFunction::AtomicCounterDecrement)
        assembly_.emit(typed(Opcode::Sub, Scalar::Uint), target, {count, literal(1)}, Scalar::Uint);
    return result;
}

}  // namespace glsl

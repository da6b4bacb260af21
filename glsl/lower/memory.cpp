#include "glsl/lower/memory.h"

#include <algorithm>

#include "glsl/lower/arithmetic.h"

namespace glsl {

namespace {

constexpr SpaceRow space_rows[] = {
    {MemorySpace::Uniform, Opcode::Ldc, Opcode::Count, Opcode::Count, arbasm::Option::Count},
    {MemorySpace::Storage, Opcode::Ldb, Opcode::Stb, Opcode::Atomb, arbasm::Option::NvShaderStorageBuffer},
    {MemorySpace::Shared, Opcode::Lds, Opcode::Sts, Opcode::Atoms, arbasm::Option::Count},
    {MemorySpace::Counter, Opcode::Count, Opcode::Count, Opcode::Atomctr, arbasm::Option::NvShaderAtomicCounters},
    {MemorySpace::Global, Opcode::Load, Opcode::Store, Opcode::Atom, arbasm::Option::Count},
};

// Bytes behind the beginning of a block that instructions can name.
constexpr int64_t most_offset = int64_t{1} << 30;

}  // namespace

const SpaceRow& row_of(MemorySpace space) { return space_rows[static_cast<size_t>(space)]; }

int64_t component_offset(const LValue& lvalue, int component) {
    return component * (lvalue.component_stride ? lvalue.component_stride : scalar_bytes(lvalue.type->scalar));
}

// A part that begins `bytes` + `number` * `stride` behind the l-value.
static LValue memory_part(Assembly& assembly, LValue lvalue, const Type* type, int64_t bytes, const Operand& number,
                          int64_t stride) {
    lvalue.type = type;
    lvalue.offset += bytes;
    if (number.is_constant()) return lvalue;
    // Counters are numbered by words.
    const Operand factor = literal(lvalue.memory->space == MemorySpace::Counter ? stride / 4 : stride);
    const Operand sum = assembly.take();
    if (lvalue.relative.is_constant())
        assembly.emit(typed(Opcode::Mul, Scalar::Int), {sum.at, 1}, {number.component(0), factor}, Scalar::Int);
    else
        assembly.emit(typed(Opcode::Mad, Scalar::Int), {sum.at, 1},
                      {number.component(0), factor, lvalue.relative.component(0)}, Scalar::Int);
    lvalue.relative = sum;
    lvalue.relative.temporary = false;
    return lvalue;
}

// An element of an array of blocks, or of arrays of them: blocks are counted through.
static LValue block_element(Assembly& assembly, LValue lvalue, int64_t constant, const Operand& number) {
    const int64_t size = lvalue.type->size;
    lvalue.type = lvalue.type->element;
    lvalue.block = lvalue.block * size + constant;
    Operand& relative = lvalue.block_relative;
    if (!relative.is_constant()) {
        const Operand sum = assembly.take();
        assembly.emit(typed(Opcode::Mad, Scalar::Int), {sum.at, 1},
                      {relative.component(0), literal(size), number.component(0)}, Scalar::Int);
        relative = sum;
        relative.temporary = false;
    } else if (!number.is_constant()) {
        relative = assembly.in_register(number, Scalar::Int, 1);
        relative.temporary = false;
    }
    return lvalue;
}

LValue memory_element(Assembly& assembly, const LValue& lvalue, int64_t constant, const Operand& number) {
    const Type* type = lvalue.type;
    const Memory& memory = *lvalue.memory;
    if (memory.is_array && innermost(type) == memory.block->type)
        return block_element(assembly, lvalue, constant, number);
    const int64_t stride = memory_stride(type, lvalue.rules);
    if (type->is_array()) return memory_part(assembly, lvalue, type->element, constant * stride, number, stride);
    const Type* column = basic_type(type->scalar, type->rows);
    if (!lvalue.rules.row_major) return memory_part(assembly, lvalue, column, constant * stride, number, stride);
    const int64_t each = scalar_bytes(type->scalar);
    LValue result = memory_part(assembly, lvalue, column, constant * each, number, each);
    result.component_stride = stride;
    return result;
}

LValue memory_member(Assembly& assembly, const LValue& lvalue, int number) {
    const Structure& structure = *lvalue.type->structure;
    const Type* type = structure.members[static_cast<size_t>(number)].type;
    const Memory& memory = *lvalue.memory;
    if (!memory.block || lvalue.type != memory.block->type) {
        LValue inner = memory_part(assembly, lvalue, type, member_offset(structure, number, lvalue.rules), {}, 0);
        inner.rules = member_rules(structure, number, lvalue.rules);
        return inner;
    }
    const BlockLayout::Member& member = memory.layout.members[static_cast<size_t>(number)];
    LValue result = memory_part(assembly, lvalue, type, member.offset, {}, 0);
    result.rules = member.rules;
    return result;
}

LValue memory_component(Assembly& assembly, const LValue& lvalue, const Operand& number) {
    const int64_t stride = component_offset(lvalue, 1);
    LValue result = memory_part(assembly, lvalue, basic_type(lvalue.type->scalar), 0, number, stride);
    result.component_stride = 0;
    return result;
}

// The address of an l-value that a pointer reaches.
static Operand address_operand(Assembly& assembly, const LValue& lvalue, int64_t more) {
    Operand address = lvalue.address.component(0);
    const auto add = [&](const Operand& bytes) {
        const Operand sum = assembly.take(true);
        assembly.emit(typed(Opcode::Add, Scalar::Uint64), {sum.at, 1}, {address, bytes}, Scalar::Uint64);
        address = sum.component(0);
    };
    if (!lvalue.relative.is_constant()) {
        const Operand wide = assembly.take(true);
        assembly.emit(converting(arbasm::DataType::S64, arbasm::DataType::S32), {wide.at, 1},
                      {lvalue.relative.component(0)}, Scalar::Int);
        add(wide.component(0));
    }
    if (lvalue.offset + more) add(literal(lvalue.offset + more));
    return address;
}

Operand memory_operand(LoweringContext& context, const LValue& lvalue, int64_t more) {
    Assembly& assembly = context.assembly();
    const Memory& memory = *lvalue.memory;
    if (memory.space == MemorySpace::Global) return address_operand(assembly, lvalue, more);
    const int64_t bytes = lvalue.offset + more;
    Operand result = named(memory.at);
    if (memory.is_array) {
        result.at.vertex = static_cast<int32_t>(lvalue.block);
        if (!lvalue.block_relative.is_constant()) result.at.vertex_relative = assembly.index(lvalue.block_relative);
    }
    if (bytes < 0 || bytes > most_offset)
        context.error({}, "an index is too large: at most " + std::to_string(most_offset) + " is allowed");
    result.at.element = static_cast<int32_t>(memory.space == MemorySpace::Counter ? bytes / 4 : bytes);
    if (!lvalue.relative.is_constant()) result.at.relative = assembly.index(lvalue.relative);
    return result;
}

Operation memory_operation(Assembly& assembly, Opcode opcode, const LValue& lvalue, int components) {
    const Scalar scalar = stored_scalar(lvalue.type);
    if (scalar == Scalar::Float16 || (is_small(scalar) && components > 1))
        assembly.option(arbasm::Option::NvGpuProgram5MemExtended);
    Operation operation = accessing(opcode, stored_type(scalar), components);
    if (lvalue.memory->space != MemorySpace::Storage && lvalue.memory->space != MemorySpace::Global) return operation;
    if (lvalue.is_volatile)
        operation.modifiers = arbasm::modifier_volatile;
    else if (lvalue.is_coherent)
        operation.modifiers = arbasm::modifier_coherent;
    return operation;
}

Value load_memory(LoweringContext& context, const LValue& lvalue) {
    Assembly& assembly = context.assembly();
    const MemorySpace space = lvalue.memory->space;
    Value value;
    value.type = lvalue.type;
    if (lvalue.type->kind == TypeKind::AtomicCounter) {
        // Its address: instructions on counters take nothing else.
        value.parts.push_back(memory_operand(context, lvalue, 0));
        return value;
    }
    const Scalar scalar = stored_scalar(lvalue.type);
    const int rows = lvalue.type->rows;
    const int count = lvalue.swizzled ? lvalue.count : rows;
    const auto component = [&](int n) { return lvalue.swizzled ? lvalue.components[static_cast<size_t>(n)] : n; };
    const Opcode opcode = row_of(space).loads;
    Operand result = assembly.take(is_wide(scalar));
    // Behind three components that a pointer reaches may be the buffer's end.
    const bool whole = count > 1 && !lvalue.component_stride && !(space == MemorySpace::Global && rows == 3);
    if (whole) {
        // What lies behind three components is part of the block: they are aligned as four.
        assembly.emit(memory_operation(assembly, opcode, lvalue, rows == 3 ? 4 : rows), {result.at, mask_of(rows)},
                      {memory_operand(context, lvalue, 0)}, scalar);
    } else {
        for (int n = 0; n < count; n++) {
            const Operand from = memory_operand(context, lvalue, component_offset(lvalue, component(n)));
            const Operand single = n ? assembly.take(is_wide(scalar)) : result;
            assembly.emit(memory_operation(assembly, opcode, lvalue, 1), {single.at, 1}, {from}, scalar);
            if (n)
                assembly.emit(typed(Opcode::Mov, scalar), {result.at, static_cast<uint8_t>(1 << n)},
                              {single.component(0)}, scalar);
        }
        if (count > 1) assembly.routine().last_is_open = false;
    }
    if (scalar == Scalar::Bool) {
        const Operand truth = assembly.take();
        assembly.emit(typed(Opcode::Sne, Scalar::Int), {truth.at, mask_of(whole ? rows : count)}, {result, literal(0)},
                      Scalar::Int);
        result = truth;
    }
    if (lvalue.swizzled) {
        value.type = basic_type(scalar, count);
        for (size_t n = 0; whole && n < 4; n++)
            result.swizzle[n] = lvalue.components[std::min(n, static_cast<size_t>(count) - 1)];
    }
    if (!lvalue.component.is_constant()) {
        value.type = basic_type(scalar);
        result = component_at(assembly, result, scalar, count, lvalue.component);
    }
    value.parts.push_back(result);
    return value;
}

void store_memory(LoweringContext& context, const LValue& lvalue, const Operand& given) {
    Assembly& assembly = context.assembly();
    const Scalar scalar = stored_scalar(lvalue.type);
    const int count = lvalue.swizzled ? lvalue.count : lvalue.type->rows;
    const Opcode opcode = row_of(lvalue.memory->space).stores;
    Operand value = given;
    if (scalar == Scalar::Bool) {
        value = assembly.take();
        assembly.emit(typed(Opcode::And, Scalar::Uint), {value.at, mask_of(count)}, {given, literal(1)}, Scalar::Uint);
    } else if (value.is_constant() || value.negate) {
        value = assembly.in_register(value, scalar, count);
    }
    const auto store_at = [&](const Operand& from, int components, int64_t more) {
        const Operation operation = memory_operation(assembly, opcode, lvalue, components);
        const Operand to = memory_operand(context, lvalue, more);
        assembly.emit(operation, {from, to});
    };
    const auto component = [&](int n) { return lvalue.swizzled ? lvalue.components[static_cast<size_t>(n)] : n; };
    if (!lvalue.component.is_constant()) {
        const Operand chosen = assembly.in_register(lvalue.component, Scalar::Int, 1);
        for (int n = 0; n < count; n++) {
            assembly.emit(testing_result(typed(Opcode::Seq, Scalar::Int)), {assembly.condition_register(), 1},
                          {chosen.component(0), literal(n)}, Scalar::Int);
            assembly.emit_where(Opcode::If, when_true);
            store_at(value.component(0), 1, component_offset(lvalue, component(n)));
            assembly.emit(Opcode::Endif);
        }
        return;
    }
    if (lvalue.swizzled || lvalue.component_stride || count == 1) {
        for (int n = 0; n < count; n++) store_at(value.component(n), 1, component_offset(lvalue, component(n)));
        return;
    }
    store_at(value, count == 3 ? 2 : count, 0);
    if (count == 3) store_at(value.component(2), 1, component_offset(lvalue, 2));
}

Operand buffer_length(Assembly& assembly, const Memory& memory, const LValue& lvalue) {
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
    Operand result = named(assembly.add_shared(std::move(lengths), std::move(bindings)));
    assembly.declare(result.at);
    result.at.element = static_cast<int32_t>(lvalue.block);
    if (!lvalue.block_relative.is_constant()) result.at.relative = assembly.index(lvalue.block_relative);
    return result;
}

}  // namespace glsl

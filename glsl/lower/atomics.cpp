// Atomic functions on memory and counters, and length() of what a buffer sizes.
#include "glsl/lower/access.h"
#include "glsl/lower/arithmetic.h"
#include "glsl/lower/builtin_calls.h"
#include "glsl/lower/effects.h"
#include "glsl/lower/memory.h"

namespace glsl {

namespace {

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

}  // namespace

// Counts the elements of a storage block's last member: as many as the buffer has room for.
Value length_of(Lowering& lowering, const Length& length) {
    LoweringContext& context = lowering.context();
    Assembly& assembly = context.assembly();
    const LValue lvalue = lowering.lvalue_of(length.operand);
    Value result;
    result.type = length.type;
    if (!lvalue.memory || lvalue.type->size) {
        const Type* type = lvalue.type;
        // Another shader of the stage may use more of an array that no shader sizes.
        if (const auto* reference = as<Reference>(length.operand))
            if (const auto known = context.input().same.find(reference->variable); known != context.input().same.end())
                type = known->second->type;
        result.parts.push_back(literal(type->size));
        return result;
    }
    const Memory& memory = *lvalue.memory;
    const Operand bytes = buffer_length(assembly, memory, lvalue);
    const Operand count = assembly.take();
    const Target target{count.at, 1};
    assembly.emit(typed(Opcode::Sub, Scalar::Int), target, {bytes.component(0), literal(lvalue.offset)}, Scalar::Int);
    assembly.emit(typed(Opcode::Max, Scalar::Int), target, {count, literal(0)}, Scalar::Int);
    assembly.emit(typed(Opcode::Div, Scalar::Int), target,
                  {count, literal(memory_stride(lvalue.type, lvalue.rules)).component(0)}, Scalar::Int);
    result.parts.push_back(count);
    return result;
}

// The data of an atomic operation: a value; or two, the first to compare with, the second to store if equal.
Operand atomic_data(Assembly& assembly, const std::vector<Operand>& data, Scalar scalar, int rows) {
    if (data.size() == 1)
        return data[0].is_constant() || data[0].negate ? assembly.in_register(data[0], scalar, rows) : data[0];
    Operand both = assembly.take(is_wide(scalar));
    for (size_t n = 0; n < 2; n++)
        assembly.emit(typed(Opcode::Mov, scalar), {both.at, static_cast<uint8_t>(1 << n)}, {data[n].component(0)},
                      scalar);
    assembly.routine().last_is_open = false;
    return both;
}

static std::vector<Operand> atomic_arguments(Lowering& lowering, const BuiltinCall& call) {
    bool effects = false;
    for (const Expression* argument : call.arguments) effects |= has_effects(argument);
    std::vector<Operand> data;
    for (size_t n = 1; n < call.arguments.size(); n++)
        data.push_back(lowering.evaluate_before(call.arguments[n], effects).parts[0]);
    return data;
}

Value memory_atomic(Lowering& lowering, const BuiltinCall& call) {
    LoweringContext& context = lowering.context();
    Assembly& assembly = context.assembly();
    const std::string name(call.row->name);
    const Scalar scalar = call.type->scalar;
    const std::vector<Operand> data = atomic_arguments(lowering, call);
    const LValue lvalue = lowering.is_lvalue(call.arguments[0]) ? lowering.lvalue_of(call.arguments[0]) : LValue{};
    if (!lvalue.memory || row_of(lvalue.memory->space).stores == Opcode::Count) {
        context.error(call.where, name + "() works on a member of a storage block or a shared variable");
        return zero(call.type);
    }
    const int rows = call.type->rows;
    if (rows > 1) {
        if (lvalue.swizzled || lvalue.component_stride)
            context.error(call.where, name + "() works on whole vectors whose components lie side by side");
        assembly.option(arbasm::Option::NvShaderAtomicFp16Vector);
    }
    if (is_wide(scalar) && scalar != Scalar::Double) assembly.option(arbasm::Option::NvShaderAtomicInt64);
    const bool adds = operation_of(call) == AtomicOperation::Add || operation_of(call) == AtomicOperation::Exchange;
    const bool global = lvalue.memory->space == MemorySpace::Global;
    if (global && scalar == Scalar::Double) assembly.option(arbasm::Option::NvShaderAtomicFloat64);
    if (global && scalar == Scalar::Float && adds) assembly.option(arbasm::Option::NvShaderAtomicFloat);
    if ((scalar == Scalar::Double && !global) || (scalar == Scalar::Float && !adds))
        assembly.option(arbasm::Option::NvInternal);
    const Operand given = atomic_data(assembly, data, scalar, rows);
    const Operand before = assembly.take(is_wide(scalar));
    const int64_t more = lvalue.swizzled ? component_offset(lvalue, lvalue.components[0]) : 0;
    Operation change = memory_operation(assembly, row_of(lvalue.memory->space).changes, lvalue, rows);
    change.atomic = operation_of(call);
    const Operand to = memory_operand(context, lvalue, more);
    assembly.emit(change, {before.at, mask_of(rows)}, {given, to}, scalar);
    Value result;
    result.type = call.type;
    result.parts.push_back(before);
    return result;
}

Value counter_call(Lowering& lowering, const BuiltinCall& call) {
    Assembly& assembly = lowering.context().assembly();
    const SpecialFunction function = call.row->meaning.special;
    std::vector<Operand> data = atomic_arguments(lowering, call);
    const Operand counter = lowering.evaluate(call.arguments[0]).parts[0];
    const Operand count = assembly.take();
    const Target target{count.at, 1};
    Value result;
    result.type = call.type;
    result.parts.push_back(count);
    AtomicOperation operation = operation_of(call);
    if (lowering.context().input().counter_storage.empty()) {
        Operation change(Opcode::Atomctr);
        change.atomic = operation;
        assembly.emit(change, target, {counter}, Scalar::Uint);
        return result;
    }
    // As storage: what ATOMCTR does is said by the other operations.
    if (function == SpecialFunction::AtomicCounter) {
        assembly.emit(accessing(Opcode::Ldb, arbasm::DataType::U32, 1), target, {counter}, Scalar::Uint);
        return result;
    }
    if (function == SpecialFunction::AtomicCounterIncrement || function == SpecialFunction::AtomicCounterDecrement) {
        operation = AtomicOperation::Add;
        data = {literal(function == SpecialFunction::AtomicCounterIncrement ? 1 : 0xffffffff)};
    } else if (function == SpecialFunction::AtomicCounterSubtract) {
        const Operand negated = assembly.take();
        assembly.emit(typed(Opcode::Sub, Scalar::Uint), {negated.at, 1}, {literal(0), data[0].component(0)},
                      Scalar::Uint);
        data = {negated};
    }
    const Operand given = atomic_data(assembly, data, Scalar::Uint);
    Operation change = accessing(Opcode::Atomb, arbasm::DataType::U32, 1);
    change.atomic = operation;
    assembly.emit(change, target, {given, counter}, Scalar::Uint);
    // A decrement gives what is there after it.
    if (function == SpecialFunction::AtomicCounterDecrement)
        assembly.emit(typed(Opcode::Sub, Scalar::Uint), target, {count, literal(1)}, Scalar::Uint);
    return result;
}

}  // namespace glsl

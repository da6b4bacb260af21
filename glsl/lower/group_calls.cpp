// Built-in functions by which the invocations of a group look at each other's values and at the clock, and what stands
// between fragments of one pixel. What GLSL texts make of these is in language/functions/invocations.def.
#include "glsl/lower/arithmetic.h"
#include "glsl/lower/builtin_calls.h"

#include "ir/switches.h"

namespace glsl {

namespace {

// An instruction that takes the call's arguments as they are.
struct GroupRow {
    SpecialFunction function;
    Operation operation;
    arbasm::Option option;  // Count: none
};

constexpr GroupRow vote_rows[] = {
    {SpecialFunction::AnyInvocation, typed(Opcode::Tgany, Scalar::Int), arbasm::Option::Count},
    {SpecialFunction::AllInvocations, typed(Opcode::Tgall, Scalar::Int), arbasm::Option::Count},
    {SpecialFunction::AllInvocationsEqual, typed(Opcode::Tgeq, Scalar::Int), arbasm::Option::Count},
    {SpecialFunction::Ballot, typed(Opcode::Tgballot, Scalar::Uint), arbasm::Option::NvShaderThreadGroup},
};

constexpr GroupRow quad_rows[] = {
    {SpecialFunction::QuadSwizzle0, Opcode::Qswz0, arbasm::Option::NvShaderThreadGroup},
    {SpecialFunction::QuadSwizzle1, Opcode::Qswz1, arbasm::Option::NvShaderThreadGroup},
    {SpecialFunction::QuadSwizzle2, Opcode::Qswz2, arbasm::Option::NvShaderThreadGroup},
    {SpecialFunction::QuadSwizzle3, Opcode::Qswz3, arbasm::Option::NvShaderThreadGroup},
    {SpecialFunction::QuadSwizzleX, Opcode::Qswzx, arbasm::Option::NvShaderThreadGroup},
    {SpecialFunction::QuadSwizzleY, Opcode::Qswzy, arbasm::Option::NvShaderThreadGroup},
};

constexpr GroupRow shuffle_rows[] = {
    {SpecialFunction::ShuffleUp, Opcode::Shfup, arbasm::Option::NvShaderThreadShuffle},
    {SpecialFunction::ShuffleDown, Opcode::Shfdown, arbasm::Option::NvShaderThreadShuffle},
    {SpecialFunction::ShuffleXor, Opcode::Shfxor, arbasm::Option::NvShaderThreadShuffle},
    {SpecialFunction::ShuffleIndex, Opcode::Shfidx, arbasm::Option::NvShaderThreadShuffle},
};

const GroupRow* find(std::span<const GroupRow> rows, const BuiltinCall& call) {
    for (const GroupRow& row : rows)
        if (row.function == call.row->meaning.special) return &row;
    return nullptr;
}

}  // namespace

// One component by a shuffle, to component `number` of the target. The instruction gives whether the invocation is in
// range in x, and the value in y.
static void shuffle_component(Assembly& assembly, Opcode opcode, const Operand& target, int number,
                              const Operand& value, const Operand& index, const Operand& mask, Scalar scalar) {
    const Operand both = assembly.take();
    assembly.emit(typed(opcode, scalar), {both.at, 3}, {value, index, mask}, Scalar::Uint);
    assembly.emit(typed(Opcode::Mov, Scalar::Uint), {target.at, static_cast<uint8_t>(1 << number)}, {both.component(1)},
                  Scalar::Uint);
}

// gl_shuffle…(value, index, mask), or without a value: whether there is an invocation to read from.
static Value shuffle_call(Lowering& lowering, const BuiltinCall& call, Opcode opcode) {
    Assembly& assembly = lowering.context().assembly();
    const size_t count = call.arguments.size();
    std::vector<Operand> given;
    for (const Expression* argument : call.arguments)
        given.push_back(lowering.evaluate_before(argument, true).parts[0]);
    const auto scalar_of = [&](size_t n) { return assembly.in_register(given[n], Scalar::Uint, 1).component(0); };
    const Operand index = scalar_of(count - 2), mask = scalar_of(count - 1);
    Value result;
    result.type = call.type;
    const Scalar scalar = call.type->scalar;
    const Operand temporary = assembly.take(is_wide(scalar));
    if (count == 2) {
        assembly.emit(typed(opcode, Scalar::Int), {temporary.at, 1}, {index, index, mask}, Scalar::Int);
    } else {
        const Operand value =
            assembly.in_register(canonical(assembly, {call.type, {given[0]}, false}).parts[0], scalar, call.type->rows);
        for (int n = 0; n < call.type->rows; n++) {
            if (!is_wide(scalar)) {
                shuffle_component(assembly, opcode, temporary, n, value.component(n), index, mask, Scalar::Uint);
                continue;
            }
            // Both halves.
            const Operand halves = assembly.take();
            assembly.emit(Opcode::Up64, {halves.at, 3}, {value.component(n)}, scalar);
            for (int half = 0; half < 2; half++)
                shuffle_component(assembly, opcode, halves, half, halves.component(half), index, mask, Scalar::Uint);
            assembly.emit(Opcode::Pk64, {temporary.at, static_cast<uint8_t>(1 << n)}, {halves.swizzled({0, 1, 0, 1})},
                          Scalar::Uint);
        }
    }
    assembly.routine().last_is_open = false;
    result.parts.push_back(temporary);
    return result;
}

Value group_call(Lowering& lowering, const BuiltinCall& call) {
    LoweringContext& context = lowering.context();
    Assembly& assembly = context.assembly();
    Value result;
    result.type = call.type;
    const auto option = [&](const GroupRow& row) {
        if (row.option != arbasm::Option::Count) assembly.option(row.option);
    };
    const auto operands = [&] {
        std::vector<Operand> list;
        for (const Expression* argument : call.arguments) {
            const Value value = canonical(assembly, lowering.evaluate_before(argument, true));
            list.push_back(assembly.in_register(value.parts[0], value.type->scalar, value.type->rows));
        }
        return list;
    };
    if (const GroupRow* row = find(vote_rows, call)) {
        option(*row);
        const Operand temporary = assembly.take();
        assembly.emit(row->operation, {temporary.at, 1}, operands(), Scalar::Int);
        result.parts.push_back(temporary);
        return result;
    }
    if (const GroupRow* row = find(quad_rows, call)) {
        option(*row);
        const Operand temporary = assembly.take();
        assembly.emit(row->operation, {temporary.at, mask_of(call.type->rows)}, operands(), Scalar::Float);
        result.parts.push_back(temporary);
        return result;
    }
    if (const GroupRow* row = find(shuffle_rows, call)) {
        option(*row);
        return shuffle_call(lowering, call, row->operation.opcode);
    }
    ASMGL_SOME_CASES
    switch (call.row->meaning.special) {
        case SpecialFunction::BeginInterlock:
            lowering.fragment_order().interlock = true;
            if (context.input().layout.interlock.empty()) assembly.option(arbasm::Option::NvPixelInterlockOrdered);
            assembly.emit(Opcode::Fsib);
            return {};
        case SpecialFunction::BeginOrdering: lowering.fragment_order().ordering = true; return {};
        case SpecialFunction::EndInterlock: assembly.emit(Opcode::Fsie); return {};
        case SpecialFunction::Clock: {
            assembly.option(arbasm::Option::NvInternal);
            const Operand temporary = assembly.take();
            assembly.emit(Opcode::Clock, {temporary.at, mask_of(2)}, {}, Scalar::Uint);
            assembly.routine().last_is_open = false;
            result.parts.push_back(temporary);
            return result;
        }
        default:
            context.error(call.where, std::string(call.row->name) + "() is not supported yet");
            return zero(call.type);
    }
    ASMGL_END_SOME_CASES
}

}  // namespace glsl

// Built-in functions by which the invocations of a group look at each other's values and at the clock, and what stands
// between fragments of one pixel. What GLSL texts make of these is in language/functions/invocations.def.
#include "glsl/lower/lowering.h"

namespace glsl {

namespace {

// An instruction that takes the call's arguments as they are.
struct GroupRow {
    SpecialFunction function;
    std::string_view opcode, option;
};
constexpr GroupRow vote_rows[] = {
    {SpecialFunction::AnyInvocation, "TGANY.S", ""},
    {SpecialFunction::AllInvocations, "TGALL.S", ""},
    {SpecialFunction::AllInvocationsEqual, "TGEQ.S", ""},
    {SpecialFunction::Ballot, "TGBALLOT.U", "NV_shader_thread_group"},
};
constexpr GroupRow quad_rows[] = {
    {SpecialFunction::QuadSwizzle0, "QSWZ0", "NV_shader_thread_group"},
    {SpecialFunction::QuadSwizzle1, "QSWZ1", "NV_shader_thread_group"},
    {SpecialFunction::QuadSwizzle2, "QSWZ2", "NV_shader_thread_group"},
    {SpecialFunction::QuadSwizzle3, "QSWZ3", "NV_shader_thread_group"},
    {SpecialFunction::QuadSwizzleX, "QSWZX", "NV_shader_thread_group"},
    {SpecialFunction::QuadSwizzleY, "QSWZY", "NV_shader_thread_group"},
};
constexpr GroupRow shuffle_rows[] = {
    {SpecialFunction::ShuffleUp, "SHFUP", "NV_shader_thread_shuffle"},
    {SpecialFunction::ShuffleDown, "SHFDOWN", "NV_shader_thread_shuffle"},
    {SpecialFunction::ShuffleXor, "SHFXOR", "NV_shader_thread_shuffle"},
    {SpecialFunction::ShuffleIndex, "SHFIDX", "NV_shader_thread_shuffle"},
};

const GroupRow* find(std::span<const GroupRow> rows, const BuiltinCall& call) {
    for (const GroupRow& row : rows)
        if (row.function == call.row->meaning.special) return &row;
    return nullptr;
}

}  // namespace

// One component by a shuffle, to component `number` of the target. The instruction gives whether the invocation is in
// range in x, and the value in y.
void Lowering::shuffle_component(std::string_view opcode, const Operand& target, int number, const Operand& value,
                                 const Operand& index, const Operand& mask, Scalar scalar) {
    const Operand both = assembly_.take();
    assembly_.emit(std::string(opcode) + std::string(type_suffix(scalar)), {both.name, 3}, {value, index, mask},
                   Scalar::Uint);
    assembly_.emit("MOV.U", {target.name, static_cast<uint8_t>(1 << number)}, {both.component(1)}, Scalar::Uint);
}

// gl_shuffle…(value, index, mask), or without a value: whether there is an invocation to read from.
Value Lowering::shuffle_call(const BuiltinCall& call, std::string_view opcode) {
    const size_t count = call.arguments.size();
    std::vector<Operand> given;
    for (const Expression* argument : call.arguments) given.push_back(evaluate_before(argument, true).parts[0]);
    const auto scalar_of = [&](size_t n) { return assembly_.in_register(given[n], Scalar::Uint, 1).component(0); };
    const Operand index = scalar_of(count - 2), mask = scalar_of(count - 1);
    Value result;
    result.type = call.type;
    const Scalar scalar = call.type->scalar;
    const Operand place = assembly_.take(is_wide(scalar));
    if (count == 2) {
        assembly_.emit(std::string(opcode) + ".S", {place.name, 1}, {index, index, mask}, Scalar::Int);
    } else {
        const Operand value =
            assembly_.in_register(strict({call.type, {given[0]}, false}).parts[0], scalar, call.type->rows);
        for (int n = 0; n < call.type->rows; n++) {
            if (!is_wide(scalar)) {
                shuffle_component(opcode, place, n, value.component(n), index, mask, Scalar::Uint);
                continue;
            }
            // Both halves.
            const Operand halves = assembly_.take();
            assembly_.emit("UP64", {halves.name, 3}, {value.component(n)}, scalar);
            for (int half = 0; half < 2; half++)
                shuffle_component(opcode, halves, half, halves.component(half), index, mask, Scalar::Uint);
            assembly_.emit("PK64", {place.name, static_cast<uint8_t>(1 << n)}, {halves.swizzled({0, 1, 0, 1})},
                           Scalar::Uint);
        }
    }
    assembly_.routine().last = {};
    result.parts.push_back(place);
    return result;
}

Value Lowering::group_call(const BuiltinCall& call) {
    Value result;
    result.type = call.type;
    const auto option = [&](const GroupRow& row) {
        if (!row.option.empty()) assembly_.option(row.option);
    };
    const auto operands = [&] {
        std::vector<Operand> list;
        for (const Expression* argument : call.arguments) {
            const Value value = strict(evaluate_before(argument, true));
            list.push_back(assembly_.in_register(value.parts[0], value.type->scalar, value.type->rows));
        }
        return list;
    };
    if (const GroupRow* row = find(vote_rows, call)) {
        option(*row);
        const Operand place = assembly_.take();
        assembly_.emit(row->opcode, {place.name, 1}, operands(), Scalar::Int);
        result.parts.push_back(place);
        return result;
    }
    if (const GroupRow* row = find(quad_rows, call)) {
        option(*row);
        const Operand place = assembly_.take();
        assembly_.emit(row->opcode, {place.name, mask_of(call.type->rows)}, operands(), Scalar::Float);
        result.parts.push_back(place);
        return result;
    }
    if (const GroupRow* row = find(shuffle_rows, call)) {
        option(*row);
        return shuffle_call(call, row->opcode);
    }
    switch (call.row->meaning.special) {
        case SpecialFunction::BeginInterlock:
            has_interlock_ = true;
            if (input_.layout.interlock.empty()) assembly_.option("NV_pixel_interlock_ordered");
            assembly_.line("FSIB;");
            return {};
        case SpecialFunction::BeginOrdering: orders_fragments_ = true; return {};
        case SpecialFunction::EndInterlock: assembly_.line("FSIE;"); return {};
        case SpecialFunction::Clock: {
            assembly_.option(arbasm::option_text(arbasm::Option::NvInternal));
            const Operand place = assembly_.take();
            assembly_.emit("CLOCK", {place.name, mask_of(2)}, {}, Scalar::Uint);
            assembly_.routine().last = {};
            result.parts.push_back(place);
            return result;
        }
        default: error(call.where, std::string(call.row->name) + "() is not supported yet"); return zero(call.type);
    }
}

}  // namespace glsl

#include "glsl/spirv/effects.h"

#include <array>

#include "glsl/check/constants.h"
#include "glsl/check/constructors.h"
#include "glsl/check/operators.h"

#include "ir/switches.h"

namespace glsl::spirv {

namespace {

// The built-in functions that an atomic operation is: on memory, on an image (imageAtomic…), on a counter.
struct AtomicRow {
    Op opcode;
    std::string_view name;     // behind "atomic" and "imageAtomic"
    std::string_view counter;  // empty: there is none
    Signs signs = Signs::Own;
};

constexpr AtomicRow atomic_rows[] = {
    {Op::AtomicLoad, "Or", "atomicCounter"},
    {Op::AtomicStore, "Exchange", "atomicCounterExchange"},
    {Op::AtomicExchange, "Exchange", "atomicCounterExchange"},
    {Op::AtomicCompareExchange, "CompSwap", "atomicCounterCompSwap"},
    {Op::AtomicIIncrement, "Add", "atomicCounterIncrement"},
    {Op::AtomicIDecrement, "Add", "atomicCounterDecrement"},
    {Op::AtomicIAdd, "Add", "atomicCounterAdd"},
    {Op::AtomicISub, "Add", "atomicCounterSubtract"},
    {Op::AtomicSMin, "Min", "", Signs::Signed},
    {Op::AtomicUMin, "Min", "atomicCounterMin", Signs::Unsigned},
    {Op::AtomicSMax, "Max", "", Signs::Signed},
    {Op::AtomicUMax, "Max", "atomicCounterMax", Signs::Unsigned},
    {Op::AtomicAnd, "And", "atomicCounterAnd"},
    {Op::AtomicOr, "Or", "atomicCounterOr"},
    {Op::AtomicXor, "Xor", "atomicCounterXor"},
};

const AtomicRow& row_of(Op opcode) {
    for (const AtomicRow& row : atomic_rows)
        if (row.opcode == opcode) return row;
    return atomic_rows[0];
}

}  // namespace

void EffectInstructions::texel_pointer(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Pointer image = pointers_.pointer(instruction.operands[0], at);
    const TypeInfo* type = reader_.types().find(instruction.type);
    Expression* coordinates = values_.stable(instruction.operands[1], at);
    Expression* sample = values_.stable(instruction.operands[2], at);
    if (reader_.context().failed()) return;
    if (!image.lvalue || !image.lvalue->type->is_image() || !type || type->opcode != Op::TypePointer)
        return reader_.context().error(at, "OpImageTexelPointer wants an image");
    Pointer result;
    result.pointee = type->element;
    result.storage = type->storage;
    result.image = image.lvalue;
    result.coordinates = coordinates;
    result.sample = sample;
    pointers_.set(instruction.result, result);
}

// OpAtomic… %pointer %scope %semantics [%unequal semantics] [%value [%compared with]]; the value stored may stand
// alone.
void EffectInstructions::atomic(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Op opcode = instruction.opcode();
    const AtomicRow& row = row_of(opcode);
    const Pointer target = pointers_.pointer(instruction.operands[0], at);
    if (reader_.context().failed()) return;
    Expression* lvalue = target.image ? nullptr : pointers_.checked_lvalue(target, at);
    const bool compares = opcode == Op::AtomicCompareExchange;
    std::vector<Expression*> data;
    for (const Id id : instruction.operands.subspan(compares ? 4 : 3)) data.push_back(values_.value(id, at));
    if (compares) std::swap(data[0], data[1]);
    if (reader_.context().failed()) return;
    const Type* pointee = reader_.types().value_type(target.pointee, at);
    if (!pointee->is_scalar() || !pointee->is_integer())
        return reader_.context().error(at, "atomic operations are on integers");
    values_.flush();
    const bool counter = lvalue && lvalue->type->kind == TypeKind::AtomicCounter;
    // What memory of the other sign holds can't be compared: only the equal operations do.
    const Scalar scalar = counter ? Scalar::Uint : target.image ? target.image->type->scalar : pointee->scalar;
    const auto differs = [&](Signs signs) {
        return (signs == Signs::Signed && scalar != Scalar::Int && scalar != Scalar::Int64) ||
               (signs == Signs::Unsigned && scalar != Scalar::Uint && scalar != Scalar::Uint64);
    };
    if (differs(row.signs))
        return reader_.context().error(at, "an atomic minimum or maximum is of the sign of the memory");
    const Type* type = basic_type(scalar);
    if (opcode == Op::AtomicISub && !counter)
        data[0] = make_unary(context_, UnaryOperator::Negate, data[0], location_of(at));
    if (!counter && data.empty())
        data.push_back(reader_.operations().to_scalar(reader_.operations().integer(opcode == Op::AtomicIIncrement   ? 1
                                                                                   : opcode == Op::AtomicIDecrement ? -1
                                                                                                                    : 0,
                                                                                   at),
                                                      scalar, at));
    std::vector<Expression*> arguments;
    if (target.image) {
        arguments = {target.image, reader_.operations().to_scalar(target.coordinates, Scalar::Int, at)};
        if (target.image->type->multisample)
            arguments.push_back(reader_.operations().to_scalar(target.sample, Scalar::Int, at));
    } else {
        arguments = {lvalue};
    }
    for (Expression* one : data) arguments.push_back(reader_.operations().fit(one, type, at));
    if (reader_.context().failed()) return;
    if (counter && row.counter.empty()) return reader_.context().error(at, "there is no such operation on counters");
    const std::string name =
        counter ? std::string(row.counter) : (target.image ? "imageAtomic" : "atomic") + std::string(row.name);
    Expression* result = values_.call(name, std::move(arguments), at);
    if (!instruction.type) return values_.emit(result, at);
    const Type* wanted = values_.result_type(instruction);
    // GLSL's decrement gives what is there afterwards, as glslang has OpAtomicIDecrement followed by a subtraction.
    if (counter && opcode == Op::AtomicIDecrement) {
        Expression* one = reader_.operations().to_scalar(reader_.operations().integer(1, at), Scalar::Uint, at);
        result = make_binary(context_, BinaryOperator::Add, result, one, location_of(at));
    }
    values_.define(instruction, reader_.operations().fit(result, wanted, at), true);
}

void EffectInstructions::invocation(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    values_.flush();
    ASMGL_SOME_CASES
    switch (instruction.opcode()) {
        case Op::EmitVertex: return values_.emit(values_.call("EmitVertex", {}, at), at);
        case Op::EndPrimitive: return values_.emit(values_.call("EndPrimitive", {}, at), at);
        case Op::EmitStreamVertex:
        case Op::EndStreamPrimitive: {
            Expression* stream =
                reader_.operations().to_scalar(values_.value(instruction.operands[0], at), Scalar::Int, at);
            const bool emits = instruction.opcode() == Op::EmitStreamVertex;
            return values_.emit(values_.call(emits ? "EmitStreamVertex" : "EndStreamPrimitive", {stream}, at), at);
        }
        case Op::MemoryBarrier: return values_.emit(values_.call("memoryBarrier", {}, at), at);
        default: break;
    }
    ASMGL_END_SOME_CASES
    const auto scope = values_.constant_integer(instruction.operands[0], at);
    const auto semantics = values_.constant_integer(instruction.operands[2], at);
    if (semantics.value_or(0)) values_.emit(values_.call("memoryBarrier", {}, at), at);
    // The invocations of a subgroup run in step.
    constexpr int64_t subgroup_scope = 3;
    if (scope != subgroup_scope) values_.emit(values_.call("barrier", {}, at), at);
}

// OpIAddCarry and its kin: a structure of what the function returns or gives in its parameters.
void EffectInstructions::several_results(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Type* type = values_.result_type(instruction);
    Expression* first = values_.value(instruction.operands[0], at);
    Expression* second = values_.value(instruction.operands[1], at);
    if (reader_.context().failed()) return;
    const bool pair = type->is_structure() && type->structure->members.size() == 2 &&
                      type->structure->members[0].type == type->structure->members[1].type &&
                      type->structure->members[0].type->is_integer() &&
                      !is_wide(type->structure->members[0].type->scalar);
    if (!pair) return reader_.context().error(at, "the result is a structure of two integers");
    const Op opcode = instruction.opcode();
    const bool is_signed = opcode == Op::SMulExtended;
    const Signs signs = is_signed ? Signs::Signed : Signs::Unsigned;
    const Type* member = type->structure->members[0].type;
    const Type* part = basic_type(is_signed ? Scalar::Int : Scalar::Uint, member->rows);
    first = reader_.operations().cast(first, signs, part, at);
    second = reader_.operations().cast(second, signs, part, at);
    std::array<Expression*, 2> results{};
    for (size_t n = 0; n < 2; n++) {
        Variable* variable = values_.local(n ? "high" : "low", instruction.result, part, at);
        values_.hoist(variable, at);
        results[n] = reader_.operations().reference(variable, at);
    }
    if (opcode == Op::IAddCarry || opcode == Op::ISubBorrow)
        values_.assign(results[0],
                       reader_.operations().fit(values_.call(opcode == Op::IAddCarry ? "uaddCarry" : "usubBorrow",
                                                             {first, second, results[1]}, at),
                                                part, at),
                       at);
    else
        values_.emit(
            values_.call(is_signed ? "imulExtended" : "umulExtended", {first, second, results[1], results[0]}, at), at);
    if (reader_.context().failed()) return;
    for (Expression*& result : results) result = reader_.operations().fit(result, member, at);
    values_.define(instruction, make_construction(context_, type, {results[0], results[1]}, location_of(at)), true);
}

// OpExtInst %set number operands
void EffectInstructions::extended(const Instruction& instruction) {
    const uint32_t at = instruction.at;
    if (!reader_.context().module().is_extended_set(instruction.operands[0])) return;  // NonSemantic.…
    const ExtendedRow* row = find_extended(instruction.operands[1]);
    const auto given = instruction.operands.subspan(2);
    if (!row || given.size() != row->operands)
        return reader_.context().error(at, "the extended instruction " + std::to_string(instruction.operands[1]) +
                                               " is not known, or has other operands");
    if (row->function.empty()) return extended_results(*row, instruction);
    if (row->function.starts_with("interpolateAt")) return interpolate(*row, given, instruction);
    std::vector<Expression*> operands;
    for (const Id id : given) operands.push_back(values_.value(id, at));
    const Type* type = values_.result_type(instruction);
    if (reader_.context().failed()) return;
    values_.define(instruction, reader_.operations().extended(*row, type, std::move(operands), at));
}

// What is interpolated is an l-value. It may be one of several that a run-time index chooses: each is interpolated.
void EffectInstructions::interpolate(const ExtendedRow& row, std::span<const Id> given,
                                     const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const Type* type = values_.result_type(instruction);
    const Pointer from = pointers_.pointer(given[0], at);
    if (reader_.context().failed()) return;
    std::vector<Expression*> lvalues = from.lvalues;
    if (lvalues.empty()) lvalues.push_back(pointers_.checked_lvalue(from, at));
    std::vector<Expression*> others;
    for (const Id id : given.subspan(1))
        others.push_back(lvalues.size() > 1 ? values_.stable(id, at) : values_.value(id, at));
    if (reader_.context().failed()) return;
    Expression* result = nullptr;
    for (size_t n = lvalues.size(); n-- > 0;) {
        std::vector<Expression*> operands = {lvalues[n]};
        operands.insert(operands.end(), others.begin(), others.end());
        Expression* one = reader_.operations().extended(row, type, std::move(operands), at);
        result =
            result ? make_conditional(context_, pointers_.is_chosen(from, n, at), one, result, location_of(at)) : one;
    }
    values_.define(instruction, result);
}

// Modf and Frexp: a second result, by a pointer or as a member.
void EffectInstructions::extended_results(const ExtendedRow& row, const Instruction& instruction) {
    const uint32_t at = instruction.at;
    const auto given = instruction.operands.subspan(2);
    const Type* type = values_.result_type(instruction);
    Expression* operand = values_.value(given[0], at);
    if (reader_.context().failed()) return;
    const bool structure = row.operands == 1;
    const bool fits = !structure || (type->is_structure() && type->structure->members.size() == 2);
    if (!fits || !operand->type->is_floating())
        return reader_.context().error(at, std::string(row.name) + " wants a number");
    const bool frexp = row.name.starts_with("Frexp");
    const Type* part = frexp ? basic_type(Scalar::Int, operand->type->rows) : operand->type;
    Variable* second = values_.local("second", instruction.result, part, at);
    values_.hoist(second, at);
    Expression* lvalue = reader_.operations().reference(second, at);
    Variable* first = values_.local("first", instruction.result, operand->type, at);
    values_.hoist(first, at);
    Expression* first_lvalue = reader_.operations().reference(first, at);
    values_.assign(first_lvalue, values_.call(frexp ? "frexp" : "modf", {operand, lvalue}, at), at);
    if (reader_.context().failed()) return;
    // Exponents are integers of any size.
    const auto fitted = [&](const Type* wanted) {
        const bool exponents = frexp && wanted->is_integer() && wanted->is_basic() && wanted->rows == part->rows;
        return exponents ? reader_.operations().to_scalar(lvalue, wanted->scalar, at)
                         : reader_.operations().fit(lvalue, wanted, at);
    };
    if (structure) {
        const std::span<const Member> members = type->structure->members;
        values_.define(
            instruction,
            make_construction(context_, type,
                              {reader_.operations().fit(first_lvalue, members[0].type, at), fitted(members[1].type)},
                              location_of(at)),
            true);
        return;
    }
    const Pointer target = pointers_.pointer(given[1], at);
    if (!reader_.context().failed())
        pointers_.store_to(target, fitted(reader_.types().value_type(target.pointee, at)), at);
    if (!reader_.context().failed())
        values_.define(instruction, reader_.operations().fit(first_lvalue, type, at), true);
}

}  // namespace glsl::spirv

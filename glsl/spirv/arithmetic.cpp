// Operators, built-in functions, comparisons.
#include "glsl/check/constructors.h"
#include "glsl/check/operators.h"
#include "glsl/spirv/operations.h"

#include "ir/switches.h"

namespace glsl::spirv {

namespace {

Scalar with_signs(Scalar scalar, Signs signs, const Type* result) {
    if (!is_signed_integer(scalar) && !is_unsigned_integer(scalar)) return scalar;
    bool is_signed = is_signed_integer(scalar);
    if (signs == Signs::Signed) is_signed = true;
    if (signs == Signs::Unsigned) is_signed = false;
    if (signs == Signs::Result) is_signed = is_signed_integer(result->scalar);
    return integer_scalar(bit_count(scalar), is_signed);
}

}  // namespace

Expression* Operations::reference(Variable* variable, uint32_t at) {
    variable->used = true;
    Reference* node = context_.node<Reference>(variable->type, location_of(at));
    node->variable = variable;
    return node;
}

Expression* Operations::to_scalar(Expression* operand, Scalar scalar, uint32_t at) {
    const Type* type = operand->type;
    if (type->is_error() || !type->is_basic() || type->scalar == scalar) return operand;
    return make_construction(context_, basic_type(scalar, type->rows, type->columns), {operand}, location_of(at));
}

Expression* Operations::cast(Expression* operand, Signs signs, const Type* result, uint32_t at) {
    if (!operand->type->is_basic()) return operand;
    return to_scalar(operand, with_signs(operand->type->scalar, signs, result), at);
}

Expression* Operations::fit(Expression* expression, const Type* type, uint32_t at) {
    const Type* own = expression->type;
    if (own == type || own->is_error() || type->is_error()) return expression;
    const bool shaped = own->is_basic() && type->is_basic() && own->rows == type->rows && own->columns == type->columns;
    if (shaped && own->is_integer() && type->is_integer() && bit_count(own->scalar) == bit_count(type->scalar))
        return to_scalar(expression, type->scalar, at);
    read_.error(at, "the result is " + to_string(own) + ", and said to be " + to_string(type));
    return read_.wrong(at);
}

bool Operations::repeats_operands(Op opcode) {
    return arbasm::is_one_of(opcode, {Op::SRem, Op::SMod, Op::FRem, Op::VectorShuffle, Op::Bitcast, Op::CopyLogical});
}

Expression* Operations::compute(const OpcodeRow& row, const Type* type, std::vector<Expression*> operands,
                                std::span<const uint32_t> literals, uint32_t at) {
    for (Expression* operand : operands)
        if (operand->type->is_error()) return read_.wrong(at);
    const InstructionMeaning& meaning = row.meaning;
    if (meaning.kind != MeaningKind::Special)
        for (Expression*& operand : operands) operand = cast(operand, meaning.signs, type, at);
    Expression* result = nullptr;
    const Location where = location_of(at);
    switch (meaning.kind) {
        case MeaningKind::Unary: result = make_unary(context_, meaning.unary, operands[0], where); break;
        case MeaningKind::Binary:
            result = make_binary(context_, meaning.binary, operands[0], operands[1], where);
            break;
        case MeaningKind::Call:
            result = call(meaning.function, std::move(operands), at);
            // The width of a count is the result's.
            if (row.opcode == Op::BitCount && type->is_integer()) result = to_scalar(result, type->scalar, at);
            break;
        case MeaningKind::Compare: {
            const bool scalars = operands[0]->type->is_scalar();
            result = scalars ? make_binary(context_, meaning.binary, operands[0], operands[1], where)
                             : call(meaning.function, std::move(operands), at);
            if (meaning.opposite && !result->type->is_error())
                result = scalars ? make_unary(context_, UnaryOperator::Not, result, where) : call("not", {result}, at);
            break;
        }
        case MeaningKind::Convert:
            if (!type->is_basic() || operands[0]->type->rows != type->rows || operands[0]->type->columns != 1) {
                read_.error(at, "Op" + std::string(row.name) + " can't make " + to_string(type) + " of " +
                                    to_string(operands[0]->type));
                return read_.wrong(at);
            }
            // To the sign that the source has, then to that of the result: what is cut off or added is the same.
            result = to_scalar(operands[0], type->scalar, at);
            break;
        case MeaningKind::Subgroup: return nullptr;  // depends on who runs
        case MeaningKind::Special:
            result = compute_special(row, type, operands, literals, at);
            if (!result) return nullptr;
            break;
    }
    return fit(result, type, at);
}

Expression* Operations::extended(const ExtendedRow& row, const Type* type, std::vector<Expression*> operands,
                                 uint32_t at) {
    for (Expression*& operand : operands) {
        if (operand->type->is_error()) return read_.wrong(at);
        operand = cast(operand, row.signs, type, at);
    }
    return fit(call(row.function, std::move(operands), at), type, at);
}

Expression* Operations::compute_special(const OpcodeRow& row, const Type* type,
                                        const std::vector<Expression*>& operands, std::span<const uint32_t> literals,
                                        uint32_t at) {
    ASMGL_SOME_CASES
    switch (row.opcode) {
        case Op::SRem:
        case Op::SMod:
        case Op::FRem: return remainder(row.opcode, type, operands, at);
        case Op::LogicalOr:
        case Op::LogicalAnd:
        case Op::LogicalNot:
        case Op::Select: return logical(row, type, operands, at);
        case Op::BitFieldInsert:
        case Op::BitFieldSExtract:
        case Op::BitFieldUExtract: return bit_field(row.opcode, type, operands, at);
        case Op::QuantizeToF16: {
            std::vector<Expression*> parts;
            for (int n = 0; n < operands[0]->type->rows && operands[0]->type->is_floating(); n++) {
                Expression* whole = operands[0];
                Expression* part = whole->type->is_scalar() ? whole : element(whole, static_cast<uint32_t>(n), at);
                Expression* pair =
                    construct(basic_type(Scalar::Float, 2), {part, zero(basic_type(Scalar::Float), at)}, at);
                parts.push_back(element(call("unpackHalf2x16", {call("packHalf2x16", {pair}, at)}, at), 0, at));
            }
            return parts.size() == 1 ? parts[0] : construct(type, parts, at);
        }
        case Op::Bitcast: return bitcast(operands[0], type, at);
        case Op::VectorShuffle: return shuffle(type, operands[0], operands[1], literals, at);
        case Op::CompositeConstruct: return construct(type, operands, at);
        case Op::CompositeExtract: return extract(operands[0], literals, at);
        case Op::VectorExtractDynamic:
            return operands[0]->type->is_vector() ? checker_.index(operands[0], operands[1], location_of(at))
                                                  : read_.wrong(at);
        case Op::CopyObject: return operands[0];
        case Op::CopyLogical: return relayout(operands[0], type, at);
        default: return nullptr;  // has effects, or belongs elsewhere
    }
    ASMGL_END_SOME_CASES
}

Expression* Operations::logical(const OpcodeRow& row, const Type* type, const std::vector<Expression*>& operands,
                                uint32_t at) {
    const Location where = location_of(at);
    Expression* first = operands[0];
    if (row.opcode == Op::Select) {
        if (type->is_basic() && first->type->rows == type->rows && type->columns == 1)
            return call("mix", {fit(operands[2], type, at), fit(operands[1], type, at), first}, at);
        return make_conditional(context_, first, operands[1], operands[2], where);
    }
    if (!first->type->is_bool() || operands.back()->type != first->type) {
        read_.error(at, "Op" + std::string(row.name) + " wants truths");
        return read_.wrong(at);
    }
    const bool scalar = first->type->is_scalar();
    if (row.opcode == Op::LogicalNot)
        return scalar ? make_unary(context_, UnaryOperator::Not, first, where) : call("not", {first}, at);
    const bool either = row.opcode == Op::LogicalOr;
    if (scalar)
        return make_binary(context_, either ? BinaryOperator::LogicalOr : BinaryOperator::LogicalAnd, first,
                           operands[1], where);
    // mix(b, true, a) is a or b; mix(false, b, a) is a and b.
    const std::vector<uint64_t> ones(first->type->rows, 1);
    if (either) return call("mix", {operands[1], bits(type, ones, at), first}, at);
    return call("mix", {zero(type, at), operands[1], first}, at);
}

// a - b * (a / b), cut off towards zero; SMod: of the sign of b.
Expression* Operations::remainder(Op opcode, const Type* type, const std::vector<Expression*>& operands, uint32_t at) {
    const Location where = location_of(at);
    Expression* a = cast(operands[0], Signs::Signed, type, at);
    Expression* b = cast(operands[1], Signs::Signed, type, at);
    const auto rest = [&] {
        Expression* quotient = make_binary(context_, BinaryOperator::Divide, a, b, where);
        if (opcode == Op::FRem) quotient = call("trunc", {quotient}, at);
        return make_binary(context_, BinaryOperator::Subtract, a,
                           make_binary(context_, BinaryOperator::Multiply, b, quotient, where), where);
    };
    if (opcode != Op::SMod) return rest();
    if (!a->type->is_integer() || is_wide(a->type->scalar) || a->type != b->type) {
        read_.error(at, "OpSMod wants integers of 32 bits");
        return read_.wrong(at);
    }
    // b is added where the rest is not 0 and its sign is another: (rest ^ b) < 0, and rest & -1.
    Expression* none = zero(a->type, at);
    const auto compare = [&](BinaryOperator scalar, std::string_view vectors, Expression* left) {
        return a->type->is_scalar() ? make_binary(context_, scalar, left, none, where)
                                    : call(vectors, {left, none}, at);
    };
    Expression* differs =
        compare(BinaryOperator::Less, "lessThan", make_binary(context_, BinaryOperator::Xor, rest(), b, where));
    Expression* is_zero = compare(BinaryOperator::Equal, "equal", rest());
    Expression* added = call("mix", {none, b, differs}, at);
    added = call("mix", {added, none, is_zero}, at);
    return make_binary(context_, BinaryOperator::Add, rest(), added, where);
}

Expression* Operations::bit_field(Op opcode, const Type* type, const std::vector<Expression*>& operands, uint32_t at) {
    std::vector<Expression*> arguments;
    const Signs signs = opcode == Op::BitFieldSExtract   ? Signs::Signed
                        : opcode == Op::BitFieldUExtract ? Signs::Unsigned
                                                         : Signs::Result;
    const size_t values = opcode == Op::BitFieldInsert ? 2 : 1;
    for (size_t n = 0; n < operands.size(); n++)
        arguments.push_back(cast(operands[n], n < values ? signs : Signs::Signed, type, at));
    return call(opcode == Op::BitFieldInsert ? "bitfieldInsert" : "bitfieldExtract", std::move(arguments), at);
}

}  // namespace glsl::spirv

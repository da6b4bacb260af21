#include "glsl/check/pointers.h"

#include "glsl/check/constants.h"
#include "glsl/check/constructors.h"
#include "glsl/check/convert.h"
#include "glsl/check/operators.h"
#include "glsl/check/type_rules.h"
#include "glsl/tree/memory_layout.h"

#include "ir/switches.h"

namespace glsl {

namespace {

bool is_number(const Type* type) { return type->is_integer() && type->is_scalar(); }

}  // namespace

bool has_pointers(const CheckContext& context) {
    return holds("NV_shader_buffer_load NV_shader_buffer_store", context.language());
}

const Type* pointer_to(CheckContext& context, const Type* type, Location where) {
    if (!type->is_array() && !type->is_opaque()) {
        const Type* pointer = context.shader().types.pointer(type);
        return check_extent(context, pointer, where) ? pointer : error_type;
    }
    context.error(where, "there are no pointers to " + to_string(type));
    return error_type;
}

const Type* address_type() { return basic_type(Scalar::Uint64); }

// Bytes from one thing that a pointer points to, to the next; 0 after a message.
static int64_t pointer_stride(CheckContext& context, const Type* pointer, Location where) {
    if (pointer->element->is_void()) {
        context.error(where, "a pointer to void has no next element", "cast it to what it points to");
        return 0;
    }
    MemoryRules rules;
    rules.std430 = true;
    return memory_stride(context.array_of(pointer->element, 1), rules);
}

static Expression* address_constant(CheckContext& context, int64_t bytes, Location where) {
    const uint64_t bits[] = {static_cast<uint64_t>(bytes)};
    return const_cast<Constant*>(make_constant(context.arena(), address_type(), where, bits));
}

// What `number` elements are in bytes.
static Expression* pointer_distance(CheckContext& context, const Type* pointer, Expression* number, Location where) {
    const int64_t stride = pointer_stride(context, pointer, where);
    if (!stride) return context.wrong(where);
    const bool is_signed = number->type->scalar == Scalar::Int || number->type->scalar == Scalar::Int64;
    number = convert(context, convert(context, number, basic_type(is_signed ? Scalar::Int64 : Scalar::Uint64)),
                     address_type());
    return make_binary(context, BinaryOperator::Multiply, number, address_constant(context, stride, where), where);
}

Expression* offset_pointer(CheckContext& context, Expression* pointer, Expression* number, bool back, Location where) {
    const Type* type = pointer->type;
    Expression* bytes = pointer_distance(context, type, number, where);
    if (bytes->type->is_error()) return bytes;
    const BinaryOperator operation = back ? BinaryOperator::Subtract : BinaryOperator::Add;
    return convert(context, make_binary(context, operation, convert(context, pointer, address_type()), bytes, where),
                   type);
}

Expression* make_dereference(CheckContext& context, Expression* pointer, Location where) {
    const Type* type = pointer->type;
    if (type->is_error()) return pointer;
    if (!type->is_pointer() || type->element->is_void()) {
        context.error(where, "* wants a pointer to what can be read, not " + to_string(type));
        return context.wrong(where);
    }
    Dereference* result = context.node<Dereference>(type->element, where);
    result->pointer = pointer;
    return result;
}

Expression* make_cast(CheckContext& context, const Type* type, Expression* operand, Location where) {
    if (operand->type->is_error() || type->is_error()) return context.wrong(where);
    const bool to = type->is_pointer(), from = operand->type->is_pointer();
    const auto is_address = [](const Type* one) { return one == basic_type(Scalar::Int64) || one == address_type(); };
    if (!to && !from)
        return type == operand->type ? plain_value(context, operand)
                                     : make_construction(context, type, {operand}, where);
    if ((to && (from || is_address(operand->type))) || (from && is_address(type)))
        return convert(context, convert(context, operand, address_type()), type);
    context.error(where, to_string(operand->type) + " can't be cast to " + to_string(type));
    return context.wrong(where);
}

Expression* pointer_operation(CheckContext& context, BinaryOperator operation, Expression* left, Expression* right,
                              Location where) {
    const Type *a = left->type, *b = right->type;
    const auto address = [&](Expression* operand) { return convert(context, operand, address_type()); };
    const bool both = a->is_pointer() && b->is_pointer();
    ASMGL_SOME_CASES
    switch (operation) {
        case BinaryOperator::Equal:
        case BinaryOperator::NotEqual:
            if (!both || (a != b && !a->element->is_void() && !b->element->is_void())) return nullptr;
            return make_binary(context, operation, address(left), address(right), where);
        case BinaryOperator::Add:
            if (a->is_pointer() && is_number(b)) return offset_pointer(context, left, right, false, where);
            if (b->is_pointer() && is_number(a)) return offset_pointer(context, right, left, false, where);
            return nullptr;
        case BinaryOperator::Subtract: {
            if (a->is_pointer() && is_number(b)) return offset_pointer(context, left, right, true, where);
            if (!both || a != b) return nullptr;
            const int64_t stride = pointer_stride(context, a, where);
            if (!stride) return context.wrong(where);
            const Type* number = basic_type(Scalar::Int64);
            Expression* bytes =
                convert(context, make_binary(context, operation, address(left), address(right), where), number);
            return make_binary(context, BinaryOperator::Divide, bytes,
                               convert(context, address_constant(context, stride, where), number), where);
        }
        default: return nullptr;  // the others are for numbers
    }
    ASMGL_END_SOME_CASES
}

Expression* move_pointer(CheckContext& context, BinaryOperator operation, Expression* target, Expression* number,
                         Location where) {
    if ((operation != BinaryOperator::Add && operation != BinaryOperator::Subtract) || !is_number(number->type)) {
        context.error(where, "pointers are moved by += and -= an integer");
        return context.wrong(where);
    }
    Expression* bytes = pointer_distance(context, target->type, number, where);
    if (bytes->type->is_error()) return bytes;
    Assign* result = context.node<Assign>(target->type, where);
    result->target = target;
    result->compound = true;
    result->operation = operation;
    result->value = bytes;
    return result;
}

Expression* step_pointer(CheckContext& context, bool decrement, bool postfix, Expression* operand, Location where) {
    const uint64_t one[] = {1};
    Expression* by = const_cast<Constant*>(make_constant(context.arena(), basic_type(Scalar::Int), where, one));
    Expression* moved =
        move_pointer(context, decrement ? BinaryOperator::Subtract : BinaryOperator::Add, operand, by, where);
    if (!postfix || moved->type->is_error()) return plain_value(context, moved);
    return offset_pointer(context, moved, by, !decrement, where);
}

}  // namespace glsl

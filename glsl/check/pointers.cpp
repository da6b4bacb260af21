// Pointers to buffer memory (NV_shader_buffer_load). They are 64-bit numbers, and what operators do with them is said
// by conversions and arithmetic of those; a dereference alone is a node of its own.
#include "glsl/check/checker.h"
#include "glsl/check/constants.h"
#include "glsl/tree/memory_layout.h"

namespace glsl {

namespace {

const Type* address_type() { return basic_type(Scalar::Uint64); }

bool is_number(const Type* type) { return type->is_integer() && type->is_scalar(); }

}  // namespace

bool Checker::has_pointers() const { return holds("NV_shader_buffer_load NV_shader_buffer_store", language()); }

const Type* Checker::pointer_to(const Type* type, Location where) {
    if (!type->is_array() && !type->is_opaque()) {
        const Type* pointer = shader_.types.pointer(type);
        return check_extent(pointer, where) ? pointer : error_type;
    }
    error(where, "there are no pointers to " + to_string(type));
    return error_type;
}

// Bytes from one thing that a pointer points to, to the next; 0 after a message.
int64_t Checker::pointer_stride(const Type* pointer, Location where) {
    if (pointer->element->is_void()) {
        error(where, "a pointer to void has no next element", "cast it to what it points to");
        return 0;
    }
    MemoryRules rules;
    rules.std430 = true;
    return memory_stride(array_of(pointer->element, 1), rules);
}

Expression* Checker::address_constant(int64_t bytes, Location where) {
    const uint64_t bits[] = {static_cast<uint64_t>(bytes)};
    return const_cast<Constant*>(make_constant(arena(), address_type(), where, bits));
}

// What `number` elements are in bytes.
Expression* Checker::pointer_distance(const Type* pointer, Expression* number, Location where) {
    const int64_t stride = pointer_stride(pointer, where);
    if (!stride) return wrong(where);
    const bool is_signed = number->type->scalar == Scalar::Int || number->type->scalar == Scalar::Int64;
    number = convert(convert(number, basic_type(is_signed ? Scalar::Int64 : Scalar::Uint64)), address_type());
    return binary(BinaryOperator::Multiply, number, address_constant(stride, where), where);
}

Expression* Checker::offset_pointer(Expression* pointer, Expression* number, bool back, Location where) {
    const Type* type = pointer->type;
    Expression* bytes = pointer_distance(type, number, where);
    if (bytes->type->is_error()) return bytes;
    const BinaryOperator operation = back ? BinaryOperator::Subtract : BinaryOperator::Add;
    return convert(binary(operation, convert(pointer, address_type()), bytes, where), type);
}

Expression* Checker::dereference(Expression* pointer, Location where) {
    const Type* type = pointer->type;
    if (type->is_error()) return pointer;
    if (!type->is_pointer() || type->element->is_void()) {
        error(where, "* wants a pointer to what can be read, not " + to_string(type));
        return wrong(where);
    }
    Dereference* result = node<Dereference>(type->element, where);
    result->pointer = pointer;
    return result;
}

// (type) expression
Expression* Checker::cast(const Type* type, Expression* operand, Location where) {
    if (operand->type->is_error() || type->is_error()) return wrong(where);
    const bool to = type->is_pointer(), from = operand->type->is_pointer();
    const auto is_address = [](const Type* one) { return one == basic_type(Scalar::Int64) || one == address_type(); };
    if (!to && !from) return type == operand->type ? plain_value(operand) : construct(type, {operand}, where);
    if ((to && (from || is_address(operand->type))) || (from && is_address(type)))
        return convert(convert(operand, address_type()), type);
    error(where, to_string(operand->type) + " can't be cast to " + to_string(type));
    return wrong(where);
}

// The same value, and nothing that can be written.
Expression* Checker::plain_value(Expression* operand) {
    if (operand->kind == ExpressionKind::Constant) return operand;
    Convert* value = node<Convert>(operand->type, operand->where);
    value->operand = operand;
    return value;
}

// An operator with a pointer among its operands; null: there is none that takes these.
Expression* Checker::pointer_operation(BinaryOperator operation, Expression* left, Expression* right, Location where) {
    const Type *a = left->type, *b = right->type;
    const auto address = [&](Expression* operand) { return convert(operand, address_type()); };
    const bool both = a->is_pointer() && b->is_pointer();
    switch (operation) {
        case BinaryOperator::Equal:
        case BinaryOperator::NotEqual:
            if (!both || (a != b && !a->element->is_void() && !b->element->is_void())) return nullptr;
            return binary(operation, address(left), address(right), where);
        case BinaryOperator::Add:
            if (a->is_pointer() && is_number(b)) return offset_pointer(left, right, false, where);
            if (b->is_pointer() && is_number(a)) return offset_pointer(right, left, false, where);
            return nullptr;
        case BinaryOperator::Subtract: {
            if (a->is_pointer() && is_number(b)) return offset_pointer(left, right, true, where);
            if (!both || a != b) return nullptr;
            const int64_t stride = pointer_stride(a, where);
            if (!stride) return wrong(where);
            const Type* number = basic_type(Scalar::Int64);
            Expression* bytes = convert(binary(operation, address(left), address(right), where), number);
            return binary(BinaryOperator::Divide, bytes, convert(address_constant(stride, where), number), where);
        }
        default: return nullptr;  // the others are for numbers
    }
}

// pointer += number, pointer -= number
Expression* Checker::move_pointer(BinaryOperator operation, Expression* target, Expression* number, Location where) {
    if ((operation != BinaryOperator::Add && operation != BinaryOperator::Subtract) || !is_number(number->type)) {
        error(where, "pointers are moved by += and -= an integer");
        return wrong(where);
    }
    Expression* bytes = pointer_distance(target->type, number, where);
    if (bytes->type->is_error()) return bytes;
    Assign* result = node<Assign>(target->type, where);
    result->target = target;
    result->compound = true;
    result->operation = operation;
    result->value = bytes;
    return result;
}

Expression* Checker::step_pointer(bool decrement, bool postfix, Expression* operand, Location where) {
    const uint64_t one[] = {1};
    Expression* by = const_cast<Constant*>(make_constant(arena(), basic_type(Scalar::Int), where, one));
    Expression* moved = move_pointer(decrement ? BinaryOperator::Subtract : BinaryOperator::Add, operand, by, where);
    if (!postfix || moved->type->is_error()) return plain_value(moved);
    return offset_pointer(moved, by, !decrement, where);
}

// packPtr() and unpackPtr(): their types are none that tables of functions name. Null: it is neither.
Expression* Checker::pack_pointer(std::string_view name, const std::vector<Expression*>& arguments, Location where) {
    if (!has_pointers() || arguments.size() != 1) return nullptr;
    const Type* pair = basic_type(Scalar::Uint, 2);
    // The functions that the numbers have, whatever enables those.
    const auto call_text = [&](std::string_view function, Expression* argument) {
        text_depth_++;
        Expression* result = call(function, {argument}, where);
        text_depth_--;
        return result;
    };
    if (name == "packPtr" && arguments[0]->type == pair)
        return convert(call_text("packUint2x32", arguments[0]), pointer_to(void_type, where));
    if (name == "unpackPtr" && arguments[0]->type->is_pointer())
        return call_text("unpackUint2x32", convert(arguments[0], address_type()));
    return nullptr;
}

}  // namespace glsl

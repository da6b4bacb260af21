#include "glsl/check/small_types.h"

#include "glsl/check/conversions.h"
#include "glsl/check/convert.h"

namespace glsl {

bool is_stored_only(const CheckContext& context, const Type* type) {
    if (context.in_text()) return false;
    if (type->is_array()) return is_stored_only(context, type->element);
    if (type->is_structure()) {
        for (const Member& member : type->structure->members)
            if (is_stored_only(context, member.type)) return true;
        return false;
    }
    return type->is_basic() && !has_arithmetic(type->scalar, context.language());
}

bool refuse_stored_only(CheckContext& context, const Type* type, const std::string& what, Location where) {
    if (!is_stored_only(context, type)) return false;
    context.error(where, what + ": " + to_string(innermost(type)) + " is for members of blocks and constructors only",
                  "#extension GL_EXT_shader_explicit_arithmetic_types : enable");
    return true;
}

void check_stored_only(CheckContext& context, const Qualifiers& own, const Type* type, const std::string& name,
                       Location where) {
    const bool in_memory =
        own.storage == Storage::Buffer || (own.storage == Storage::Uniform && innermost(type)->is_structure());
    if (!in_memory) refuse_stored_only(context, type, name, where);
}

bool check_stored_construction(CheckContext& context, const Type* type, const std::vector<Expression*>& arguments,
                               Location where) {
    bool stored = is_stored_only(context, type);
    for (const Expression* argument : arguments) stored |= is_stored_only(context, argument->type);
    if (!stored) return true;
    if (type->is_basic() && arguments.size() == 1 && arguments[0]->type->is_basic()) {
        const Type* from = arguments[0]->type;
        const bool one_is_wide = is_small(type->scalar) != is_small(from->scalar);
        const bool same_kind = type->is_floating() == from->is_floating() && !from->is_bool() && !type->is_bool() &&
                               !is_wide(type->scalar) && !is_wide(from->scalar);
        const bool same_sign = carrier(type->scalar) == carrier(from->scalar) || type->is_scalar();
        if (one_is_wide && same_kind && same_sign && type->rows == from->rows && type->columns == 1 &&
            from->columns == 1)
            return true;
    }
    context.error(
        where, to_string(type) + "() can't take that: numbers of 8 and 16 bits are made of int, uint and float alone",
        "#extension GL_EXT_shader_explicit_arithmetic_types : enable");
    return false;
}

Expression* operand_of_unary(CheckContext& context, Expression* operand) {
    const Type* type = operand->type;
    if (context.in_text() || !type->is_basic() || !is_small(type->scalar)) return operand;
    return convert(context, operand,
                   basic_type(operator_scalar(type->scalar, context.language()), type->rows, type->columns));
}

}  // namespace glsl

// Numbers of 8 and 16 bits that only blocks have (EXT_shader_8bit_storage, EXT_shader_16bit_storage): they are loaded,
// stored, and converted from and to 32 bits by constructors, and nothing else.
#include "glsl/check/checker.h"
#include "glsl/check/conversions.h"

namespace glsl {

bool Checker::is_stored_only(const Type* type) const {
    if (text_depth_) return false;
    if (type->is_array()) return is_stored_only(type->element);
    if (type->is_structure()) {
        for (const Member& member : type->structure->members)
            if (is_stored_only(member.type)) return true;
        return false;
    }
    return type->is_basic() && !has_arithmetic(type->scalar, language());
}

bool Checker::refuse_stored_only(const Type* type, const std::string& what, Location where) {
    if (!is_stored_only(type)) return false;
    error(where, what + ": " + to_string(innermost(type)) + " is for members of blocks and constructors only",
          "#extension GL_EXT_shader_explicit_arithmetic_types : enable");
    return true;
}

void Checker::check_stored_only(const Qualifiers& own, const Type* type, const std::string& name, Location where) {
    const bool in_memory =
        own.storage == Storage::Buffer || (own.storage == Storage::Uniform && innermost(type)->is_structure());
    if (!in_memory) refuse_stored_only(type, name, where);
}

// Between a number of so few bits and one of 32 of its kind, as many components as there are.
bool Checker::check_stored_construction(const Type* type, const std::vector<Expression*>& arguments, Location where) {
    bool stored = is_stored_only(type);
    for (const Expression* argument : arguments) stored |= is_stored_only(argument->type);
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
    error(where, to_string(type) + "() can't take that: numbers of 8 and 16 bits are made of int, uint and float alone",
          "#extension GL_EXT_shader_explicit_arithmetic_types : enable");
    return false;
}

// What a unary operator works on: see operator_scalar().
Expression* Checker::operand_of_unary(Expression* operand) {
    const Type* type = operand->type;
    if (text_depth_ || !type->is_basic() || !is_small(type->scalar)) return operand;
    return convert(operand, basic_type(operator_scalar(type->scalar, language()), type->rows, type->columns));
}

}  // namespace glsl

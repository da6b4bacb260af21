// Arithmetic on values: operators, conversions and the operations of built-in functions, as instructions. Knows nothing
// of trees and l-values.
#pragma once

#include "glsl/lower/value.h"

namespace glsl {

// ---- operators. Both operands have the same scalar type, shifts apart.
Value compute(Assembly& assembly, BinaryOperator operation, const Type* type, const Value& left, const Value& right);
// Whether all components of all parts are equal: 0, -1 or 1.0.
Operand equal(Assembly& assembly, const Value& left, const Value& right);
// 1, of any type.
uint64_t one_of(Scalar scalar);

// ---- conversions
// To another scalar type, component by component.
Value convert(Assembly& assembly, const Value& value, const Type* type);
Value canonical(Assembly& assembly, Value value);  // a bool as 0 or -1
// Without a sign, for those who read bits.
Operand positive(Assembly& assembly, const Operand& operand, Scalar scalar);
// What arithmetic in 32 bits gives as a number of 8 or 16, in a register that nobody else has.
Operand narrowed(Assembly& assembly, const Operand& temporary, Scalar scalar, int components);
// The bits of a half, and the half of 16 bits.
Operand half_bits(Assembly& assembly, const Operand& given, Scalar from, Scalar to, int components);
// Handles from and to numbers: of 64 bits, which they are, or pairs of 32.
Value handle_conversion(Assembly& assembly, const Type* type, const Operand& given, bool from_pair);

// ---- components
// The component of a vector that a run-time index chooses; 0 for an index beside it.
Operand component_at(Assembly& assembly, const Operand& operand, Scalar scalar, int components, const Operand& number);
// number * factor + more, in a register that the function behind it may read as well.
Operand scaled_sum(Assembly& assembly, const Operand& number, int64_t factor, const Operand& more);

}  // namespace glsl

// Constant expressions: evaluates operations with constant operands. It uses the definitions of
// ir/semantics/operations.def over plain numbers, for the operations that lower/ would write. So folding and execution
// give the same bits.
#pragma once

#include "glsl/language/small_numbers.h"
#include "glsl/tree/arena.h"
#include "glsl/tree/tree.h"

namespace glsl {

// One component from one scalar type to another.
uint64_t convert_component(uint64_t bits, Scalar from, Scalar to);

// Each gives null where the operation has no constant result (an index outside, an operation that needs a stage); of a
// construction: where there is no room (Arena::takes_numbers()).
const Constant* fold_unary(Arena& arena, UnaryOperator operation, const Constant& operand);
const Constant* fold_binary(Arena& arena, BinaryOperator operation, const Type* type, const Constant& left,
                            const Constant& right);
const Constant* fold_conversion(Arena& arena, const Type* type, const Constant& operand);
const Constant* fold_construction(Arena& arena, const Type* type, std::span<const Constant* const> arguments);
const Constant* fold_swizzle(Arena& arena, const Swizzle& swizzle, const Constant& operand);
const Constant* fold_index(Arena& arena, const Type* type, const Constant& operand, int64_t index);
const Constant* fold_member(Arena& arena, const Type* type, const Constant& operand, int member);
// The specials that texts of other functions call: Select, SameBits, MultiplyHigh.
const Constant* fold_special(Arena& arena, SpecialFunction function, const Type* type,
                             std::span<const Constant* const> operands);
const Constant* fold_operation(Arena& arena, arbasm::Opcode opcode, const Type* type,
                               std::span<const Constant* const> operands);
// A function's body with these arguments: what the texts of built-ins are made of (declarations, assignments to whole
// variables, if, return).
const Constant* fold_call(Arena& arena, const Function& function, std::span<const Constant* const> arguments);

// The value of an expression at compile time: a constant, or the value of the constant array that it names (arrays stay
// references, for run-time indices). Null: not known.
const Constant* known_value(const Expression* expression);

// Numbers of constants.
const Constant* make_constant(Arena& arena, const Type* type, Location where, std::span<const uint64_t> components);
bool is_integer_constant(const Expression* expression);
int64_t integer_value(const Constant& constant);

}  // namespace glsl

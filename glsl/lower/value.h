// Values while a stage is lowered.
//
// A value of any type is a list of parts, one for each scalar, vector, matrix column and (recursively) member and
// element; a part is an operand.
#pragma once

#include <span>
#include <vector>

#include "glsl/lower/assembly.h"
#include "glsl/tree/tree.h"

namespace glsl {

struct Value {
    const Type* type = void_type;
    std::vector<Operand> parts;
    bool noncanonical = false;  // a bool that is 0, -1 or 1.0; others are 0 or -1
};

// A value of one part.
Value single(const Type* type, Operand operand, bool noncanonical = false);
// What goes on behind an error.
Value zero(const Type* type);
Value constant_value(const Constant& constant);
// A part of a value that begins at part `first`; a member of a structure.
Value slice(const Value& whole, size_t first, const Type* type);
Value part_of(const Value& whole, std::span<const Member> members, int number, const Type* type);
// Whether all of it is numbers.
bool is_constant(const Value& value);

}  // namespace glsl

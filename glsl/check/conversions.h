// Implicit conversions (4.1.10 of the GLSL specifications) and what an operation on two types is done in.
#pragma once

#include "glsl/language/types.h"

namespace glsl {

// What ranks overloads (6.1 of 4.00).
enum class Conversion : uint8_t { Exact, FloatToDouble, IntegerToFloat, IntegerToDouble, Other, None };
// Whether the first is better; of two conversions neither may be.
bool is_better(Conversion a, Conversion b);

Conversion conversion(const Type* from, const Type* to, const Language& language);
inline bool converts(const Type* from, const Type* to, const Language& language) {
    return conversion(from, to, language) != Conversion::None;
}

// The scalar type that both become; Scalar::None: there is none.
Scalar common_scalar(Scalar a, Scalar b, const Language& language);

}  // namespace glsl

// Implicit conversions (4.1.10 of the GLSL specifications) and what an operation on two types is done in.
#pragma once

#include "glsl/language/types.h"

namespace glsl {

// What ranks overloads: lower is better, and only equal or different numbers of one argument are compared (6.1
// of 4.00).
enum class Conversion : uint8_t { Exact, FloatToDouble, IntegerToFloat, Other, None };

Conversion conversion(const Type* from, const Type* to, const Language& language);
inline bool converts(const Type* from, const Type* to, const Language& language) {
    return conversion(from, to, language) != Conversion::None;
}

// The scalar type that both become; Scalar::None: there is none.
Scalar common_scalar(Scalar a, Scalar b, const Language& language);

}  // namespace glsl

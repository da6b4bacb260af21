// Built-in functions of random GLSL that need the whole of their arguments.
#pragma once

#include <map>
#include <string_view>

#include "evaluator.h"

namespace random_glsl {

// What a function computes of all its arguments.
using WholeFunction = Numbers (*)(const Type* result, const BuiltinArguments& given);

// Functions that pack numbers into one, take them out, or read the bits of halves.
const std::map<std::string_view, WholeFunction>& packing_functions();

// The low bits of a number of this type.
Number extended(Scalar scalar, uint64_t bits);

}  // namespace random_glsl

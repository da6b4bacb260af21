// What calls ask of their arguments beside the types.
#pragma once

#include <span>
#include <vector>

#include "glsl/check/control_flow.h"
#include "glsl/check/signatures.h"

namespace glsl {

// Whether an image may be passed as such a parameter: the parameter is qualified with all that it is.
bool check_memory_argument(CheckContext& context, const Expression* argument, const Qualifiers& parameter,
                           Location where);
// What the signature of a built-in function asks, and where it may be called.
bool check_builtin_arguments(CheckContext& context, ControlFlow& flow, const Candidate& chosen,
                             const std::vector<Expression*>& arguments, Location where);
// Converts what goes in, and notes what is written.
bool pass_arguments(CheckContext& context, std::span<const Type* const> types, std::span<const ParameterMode> modes,
                    std::vector<Expression*>& arguments);

}  // namespace glsl

// What the layouts of variables may say: 4.4 of the GLSL specifications.
#pragma once

#include "glsl/check/captures.h"

namespace glsl {

void check_variable_layout(CheckContext& context, Captures& captures, Qualifiers& qualifiers, const Type* type,
                           const std::string& name, Location where);
void check_component(CheckContext& context, const Layout& layout, const Type* type, const std::string& name,
                     Location where);
// Each of `count` elements has a binding of its own, the first the one that the layout says; `most`: how many there
// are.
void check_binding(CheckContext& context, int32_t binding, int64_t count, int64_t most, const std::string& name,
                   Location where);

}  // namespace glsl

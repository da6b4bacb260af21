// Precisions (4.7 of the GLSL specifications), which have a meaning in OpenGL ES: what has one, and the defaults of
// scopes and stages.
#pragma once

#include "glsl/check/scopes.h"

namespace glsl {

// The default precision of a basic or opaque type, here; None: there is no default.
Precision default_precision(const Scopes& scopes, arbasm::Stage stage, const Type* type);
// `precision mediump float;`
void set_default_precision(CheckContext& context, Scopes& scopes, Precision precision, const Type* type,
                           Location where);

// Whether it has a precision, by itself or by default, where it needs one.
void check_precision(CheckContext& context, const Scopes& scopes, const Qualifiers& own, const Type* type,
                     const std::string& name, Location where);
// Stages compare the precision of uniforms, and separable programs that of what goes from one to the other.
void set_precision(const CheckContext& context, const Scopes& scopes, Qualifiers& own, const Type* type);

}  // namespace glsl

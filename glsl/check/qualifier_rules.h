// Which qualifiers a declaration may have: chapters 4.3 to 4.10 of the GLSL specifications.
#pragma once

#include <span>

#include "glsl/check/layouts.h"
#include "glsl/check/scopes.h"
#include "glsl/check/vertex_arrays.h"

namespace glsl {

bool is_vertex_input(const CheckContext& context, Storage storage);
bool is_fragment_output(const CheckContext& context, Storage storage);
bool can_be_invariant(const CheckContext& context, Storage storage);

// What outputs and inputs alone may have.
void check_interface_words(CheckContext& context, const Qualifiers& own, const std::string& name, Location where);
// What images and buffers alone may have, and formats of images.
void check_memory_words(CheckContext& context, const Qualifiers& own, const Type* type, const std::string& name,
                        Location where);
// The types that inputs and outputs may have.
void check_interface_type(CheckContext& context, const Qualifiers& own, const Type* type, const std::string& name,
                          Location where);

// All that a variable keeps to; of a parameter, or of a function's value.
void check_variable_qualifiers(CheckContext& context, const Scopes& scopes, VertexArrays& vertex_arrays,
                               const Qualifiers& own, const Type* type, const std::string& name, Location where);
void check_value_qualifiers(CheckContext& context, const Scopes& scopes, const Qualifiers& own, const Type* type,
                            const std::string& name, Location where);
// A member of a structure.
void check_member(CheckContext& context, const Scopes& scopes, Qualifiers& own, std::span<const LayoutItem> layout,
                  const Type* type, Location where);

}  // namespace glsl

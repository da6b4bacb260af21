// Enable and Disable by table: state_variables.def.
#pragma once

#include <vector>

#include "glapi/generated/gl.h"

namespace glapi {

class Context;

// The flag of a capability as Enable would switch it now (its first, for indexed ones); null where there is none. Sets
// `unit_error` where the active texture unit has none.
const bool* find_capability(Context& context, GLenum token, bool* unit_error = nullptr);
// Null where `token` is not indexed, or has not as many.
const bool* find_indexed_capability(Context& context, GLenum token, GLuint index, bool* index_error);

// ENABLE_BIT's group.
std::vector<bool> saved_capabilities(Context& context);
void restore_capabilities(Context& context, const std::vector<bool>& saved);

}  // namespace glapi

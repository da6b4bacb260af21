// Access paths: a variable, and the members, elements and components on the way from it to a part of it.
#pragma once

#include "glsl/tree/tree.h"

namespace glsl {

// The variable that an access path begins at; null: it begins at a value.
Variable* root_of(const Expression* expression);
// Whether the path goes through an element that gl_InvocationID chooses.
bool is_own_vertex(const Expression* path);
// Whether a pointer leads to it.
bool is_pointed(const Expression* path);
// Whether a path leads into a structure; members of blocks are variables.
bool is_structure_member(const Expression* path);
// Whether it ends in a variable of a buffer, or in a member of a block, that is writeonly.
bool is_writeonly(const Expression* path);

}  // namespace glsl

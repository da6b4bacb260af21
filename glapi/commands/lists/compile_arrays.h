// Vertex arrays in display lists: dereferenced when the list is compiled (GL 2.1 §5.4).
#pragma once

#include "glapi/draw/draw.h"

namespace glapi::lists {

// Compile what the arrays hold now as Begin, attributes, vertices and End. True: the command is executed, too.
bool compile_arrays(Context& context, const ArrayDraw& call);
bool compile_element(Context& context, GLint index);

}  // namespace glapi::lists

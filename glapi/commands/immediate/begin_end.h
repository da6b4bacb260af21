// Vertices between Begin and End.
#pragma once

#include "glapi/immediate/immediate.h"

namespace glapi {

class Context;

// Emits a vertex from the current values, with this position.
void emit_vertex(Context& context, VectorRegister position);
void emit_vertex(Context& context, const runtime::Vector4& position);
// Draws what has been gathered so that state may change between Begin and End; does nothing outside.
void split_primitive(Context& context);

}  // namespace glapi

// Where the state of an OpenGL ES 1.1 context begins otherwise than OpenGL's.
#pragma once

namespace glapi {

class Context;
struct VertexArrayObject;

void set_es_state(Context& context);
void set_es_arrays(VertexArrayObject& object);

}  // namespace glapi

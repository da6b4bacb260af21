// Where the state of contexts of OpenGL ES begins otherwise than OpenGL's.
#pragma once

namespace glapi {

struct State;

void set_es_state(State& state);
// Sets state that is fixed in OpenGL ES 2.0 and later.
void set_es2_state(State& state);

}  // namespace glapi

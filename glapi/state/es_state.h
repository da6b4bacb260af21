// Where the state of an OpenGL ES 1.1 context begins otherwise than OpenGL's.
#pragma once

namespace glapi {

struct State;

void set_es_state(State& state);

}  // namespace glapi

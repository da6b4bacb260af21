// The programs that stand for fixed-function processing under the present state.
#pragma once

#include "arbasm/program.h"
#include "glapi/fixed_function/fixed_function_key.h"

namespace glapi {
class Context;
struct State;
struct EffectiveProgram;
}  // namespace glapi
namespace runtime {
struct ExecutableProgram;
}

namespace glapi::fixed_function {

// What the state asks for. The vertex side computes what `fragment` reads.
FragmentKey fragment_key(const Context& context);
VertexKey vertex_key(const Context& context, const arbasm::Program& fragment);
FogMode fog_mode(const State& state);
// Of the texture that fixed-function processing uses on a unit.
UnitTarget unit_target(const Context& context, int unit);

// Generated at the first use of a key and kept for the process's lifetime.
const runtime::ExecutableProgram& fragment_program(const Context& context);
const runtime::ExecutableProgram& vertex_program(const Context& context, const arbasm::Program& fragment);

// The bound shader of ATI_fragment_shader as a program, by what the state adds to it, and the object with its
// constants. The shader must have been defined.
EffectiveProgram ati_shader_program(Context& context);

}  // namespace glapi::fixed_function

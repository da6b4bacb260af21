// The programs that stand for fixed-function processing under the present state.
#pragma once

#include "arbasm/program.h"
#include "glapi/fixed_function/fixed_function_key.h"

namespace glapi {
class Context;
struct ExecutableProgram;
}  // namespace glapi

namespace glapi::fixed_function {

// What the state asks for. The vertex side computes what `fragment` reads.
FragmentKey fragment_key(const Context& context);
VertexKey vertex_key(const Context& context, const arbasm::Program& fragment);

// Generated at the first use of a key and kept for the process's lifetime.
const ExecutableProgram& fragment_program(const Context& context);
const ExecutableProgram& vertex_program(const Context& context, const arbasm::Program& fragment);

}  // namespace glapi::fixed_function

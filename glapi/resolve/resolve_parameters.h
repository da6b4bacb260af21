// Program parameters: env and local parameters, constants and state.* bindings as the vectors that programs read.
#pragma once

#include <vector>

#include "glapi/objects/programs/programs.h"
#include "ir/program.h"

namespace glapi {

class Context;

// Fills `values`, one per Program::parameters. `object` holds the local parameters; null for generated programs.
void resolve_parameters(Context& context, const arbasm::Program& program, const ProgramObject* object,
                        std::vector<runtime::Vector4>& values);

}  // namespace glapi

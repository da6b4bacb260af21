// The programs that process vertices and fragments now.
#pragma once

#include "glapi/objects/programs/programs.h"
#include "ir/program.h"

namespace glapi {

class Context;

// The application's where enabled, else generated ones.
// `object` is null for generated programs.
struct EffectiveProgram {
    const ExecutableProgram* executable = nullptr;  // null: an enabled program that has not been loaded
    const ProgramObject* object = nullptr;
};
EffectiveProgram effective_fragment_program(Context& context);
// The generated vertex program computes what `fragment` reads.
EffectiveProgram effective_vertex_program(Context& context, const arbasm::Program& fragment);

}  // namespace glapi

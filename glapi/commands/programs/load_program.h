#pragma once

#include <string_view>

namespace glapi {

class Context;
struct ProgramObject;

// Loads `text` into `object`, or sets the error position and string and reports GL_INVALID_OPERATION. A program that
// does not load leaves the object as it was (ARB_vertex_program 2.14.1). `names_registers`: as the programs of
// LoadProgramNV do, and no others.
bool load_program(Context& context, ProgramObject& object, std::string_view text, bool names_registers);

}  // namespace glapi

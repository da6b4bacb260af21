// The fog options of fragment programs as instructions: engines know no fog.
#pragma once

#include "ir/program.h"

namespace arbasm {

// For a program with ARB_fog_exp, ARB_fog_exp2 or ARB_fog_linear: writes of colour results go to temporaries, and code
// behind the program clamps and fogs them (issue 29 and 3.11.4.5.1 of ARB_fragment_program). The option is dropped.
// Other programs come back unchanged.
Program expand_fog(const Program& program);

}  // namespace arbasm

// The position-invariance option of vertex programs as instructions.
#pragma once

#include "ir/program.h"

namespace arbasm {

// For a program with ARB_position_invariant: four DP4 with the rows of state.matrix.mvp, first thing in the program,
// write result.position. Generated fixed-function programs transform with the same four instructions, which makes the
// positions equal to the last bit. User-defined clipping is part of the invariance: for each bit n of `clip_planes` the
// distance from state.clip[n].plane, in eye coordinates, goes to result.clip[n]. (Programs of the assembly languages
// without result.clip then have a form that only engines read.) The option is dropped. Other programs come back
// unchanged.
Program expand_position_invariance(const Program& program, uint32_t clip_planes = 0);

}  // namespace arbasm

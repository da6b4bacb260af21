// Rules for a whole program that names registers: VP1.0, VSP1.0, VP1.1 and VP2.0 (NV_vertex_program, 1_1, 2), FP1.0
// (NV_fragment_program) and FP2.0, which is FP1.0 with the instructions of NV_fragment_program2, as Cg writes it for
// its profile fp40.
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

// At the end, of a program without errors.
bool finish_register_program(ParseContext& context, SourceLocation text_end);

}  // namespace arbasm

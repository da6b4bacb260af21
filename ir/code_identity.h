// What of a Program decides the code that engines make of it, as bytes: the key of code on disk.
#pragma once

#include <string>

#include "ir/program.h"

namespace arbasm {

// Equal bytes: engines decode the two programs to equal steps. Left out is what no engine reads: names of variables and
// subroutine types, places in the source, ResourceUse, the source itself.
std::string code_identity(const Program& program);

}  // namespace arbasm

// The part of a Program that decides its machine code, as bytes: a part of the key of code on disk.
#pragma once

#include <string>

#include "ir/program.h"

namespace arbasm {

// Equal bytes: engines decode the two programs to equal steps. Left out are fields that no engine reads: names of
// variables and subroutine types, source positions, ResourceUse, the source itself.
std::string code_identity(const Program& program);

}  // namespace arbasm

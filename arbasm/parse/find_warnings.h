// What is right, and most likely not what was meant.
#pragma once

#include <vector>

#include "ir/checks/check_program.h"
#include "ir/diagnostic.h"
#include "ir/program.h"
#include "ir/registers.h"

namespace arbasm {

// What ParseResult::warnings tells, of a program without errors.
std::vector<Diagnostic> find_warnings(const Program& program, const VariableBindings& bindings,
                                      const ProgramLocations& locations);

}  // namespace arbasm

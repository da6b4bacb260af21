// The parts of check_program().
#pragma once

#include "ir/checks/check_program.h"

namespace arbasm {

void check_stages(const Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                  std::vector<Diagnostic>& errors);
// Counts registers and instructions into ResourceUse and holds them against their limits.
void count_resources(Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                     const Limits& limits, std::vector<Diagnostic>& errors);
// Counts the components of attributes and results into ResourceUse and holds them against their limits.
void check_components(Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                      const Limits& limits, std::vector<Diagnostic>& errors);
void check_indirect_calls(const Program& program, std::vector<Diagnostic>& errors);
void check_interlock(const Program& program, SourceLocation end, std::vector<Diagnostic>& errors);

}  // namespace arbasm

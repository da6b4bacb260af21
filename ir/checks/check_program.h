// Checks of a whole program that its makers from source need: what depends on the driver's limits, and rules that users
// break and want to be told of. verify() (ir/verify/verify.h) checks what no user's program may break.
#pragma once

#include <vector>

#include "ir/diagnostic.h"
#include "ir/limits.h"
#include "ir/program.h"
#include "ir/registers.h"

namespace arbasm {

// Source positions for messages, and accesses with run-time indices, which are not in the Program itself.
struct ProgramLocations {
    std::vector<SourceLocation> variables;  // where each was declared or first used
    std::vector<bool> indexed;              // accessed with a run-time index
    std::vector<SourceLocation> labels;
    SourceLocation end;  // of the program
};

// Fills in the targets of blocks and Program::resources, and appends what is wrong. Before registers are assigned;
// calls name their labels already.
void check_program(Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                   const Limits& limits, std::vector<Diagnostic>& errors);

// What texts are refused for where they are read, of a program that was made without one: numbers beyond limits, in
// declarations and instructions, and targets that instructions don't take. Before check_program().
void check_accesses(const Program& program, const VariableBindings& bindings, const ProgramLocations& locations,
                    const Limits& limits, std::vector<Diagnostic>& errors);

}  // namespace arbasm

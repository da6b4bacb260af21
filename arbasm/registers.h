// The flattened register files of a Program, computed from what its variables are bound to.
#pragma once

#include <vector>

#include "arbasm/program.h"

namespace arbasm {

// One vector of bindings per variable (Attribute, Result and Parameter variables; empty for others).
using VariableBindings = std::vector<std::vector<Binding>>;

// Puts named variables first and inline ones after them in order of first use, drops unused inline ones, and computes
// Variable::base, the register files and the register counts. Bindings that occur in several single variables share
// one register; arrays have consecutive registers of their own. Every Program has this form, which is what makes a
// printed and parsed one equal to it.
void assign_registers(Program& program, VariableBindings bindings);

// The same for a program that was changed: variables keep the bindings their registers have. New variables have a
// `base` of -1 and their bindings in `added`, in order.
void reassign_registers(Program& program, VariableBindings added);

}  // namespace arbasm

// Vertex state programs (NV_vertex_program 2.14.4) as ordinary vertex programs, which engines run.
#pragma once

#include <vector>

#include "ir/program.h"

namespace arbasm {

// Parameters that a state program writes, in rising order.
std::vector<int> written_parameters(const Program& program);

// Makes a program that reads c[] from environment parameters and writes it to results: the n-th of written_parameters()
// is generic result n.
Program expand_state_program(const Program& program);

}  // namespace arbasm

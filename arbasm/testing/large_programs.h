// Programs of any length, shaped like real ones, for what measures time and memory.
#pragma once

#include <string>

namespace arbasm {

// About `instructions` instructions each; declarations and names grow with them.
std::string arb_vertex_program(int instructions);
std::string arb_fragment_program(int instructions);
std::string nv_fragment_program(int instructions);

}  // namespace arbasm

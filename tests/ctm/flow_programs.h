// Random fragment programs of flow control that the DPP array can hold: condition codes, IF, REP, LOOP, BRK, CONT, CAL
// and RET as deep as its stacks are. The same seed gives the same text.
#pragma once

#include <cstdint>
#include <string>

namespace runtime {

std::string flow_program(uint32_t seed);

}  // namespace runtime

// Random programs that are right: every header, stage, opcode, type, modifier and form of operand. The same seed and
// wishes give the same text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace arbasm {

// What a program may hold. The defaults are everything; tests that run programs leave out what they can't compare.
struct RandomProgram {
    std::string_view header;  // empty: any
    int statements = 14;
    bool options = true;         // OPTION lines, and what they unlock
    bool flow = true;            // IF, REP, CAL, BRA …; without: one straight line
    bool textures = true;        // texture instructions
    bool memory = true;          // buffers, atomics, images, barriers
    bool conditions = true;      // condition codes and KIL
    bool cross_lane = true;      // derivatives, votes, shuffles, interpolation
    bool floats = true;          // instructions that compute floating-point numbers
    bool integers = true;        // instructions that compute integers
    bool wide = true;            // 64-bit types
    bool approximate = true;     // EX2, LG2, SIN, COS, POW, EXP, LOG, SCS: results may differ in the last place
    bool relative = true;        // run-time indices
    bool stage_specific = true;  // EMIT, BAR and the like
};

std::string random_program(uint64_t seed, const RandomProgram& wish = {});

}  // namespace arbasm

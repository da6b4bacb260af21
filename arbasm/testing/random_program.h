// Random programs that are right: every header, stage, opcode, type, modifier and form of operand. The same seed and
// wishes give the same text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/opcode.h"

namespace arbasm {

// What a program may hold. The defaults are everything; tests that run programs leave out what they can't compare.
struct RandomProgram {
    std::string_view header;  // empty: any but !!VSP1.0
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
    bool own_memory = false;     // NV…5.0: buffers and shared memory as said below, whatever `memory` says
};

// With `own_memory` no thread reaches what another may be changing, so that a program has one outcome only:
//   * A thread's number is in x of attribute 15 (of vertex 0), or is invocation.localindex. It reaches the bytes
//     256 number … 256 number + 255 of storage buffer 0, of a buffer whose address is in program.local[95].xy, and of
//     the shared memory of compute programs, which have work groups of 64 × 1 × 1. LDC reads the first 4096 bytes of
//     buffer 4.
//   * The main program of compute programs has some BARs. Behind each, every thread goes on as the one with the next
//     number, that after 63 being 0.
//   * At the end it writes its temporaries to the bytes from 512 number of storage buffer 1, up to 512 of them.
inline constexpr int own_threads = 64, own_bytes = 256, own_temporaries_bytes = 512, own_constant_bytes = 4096,
                     own_attribute = 15, own_address_local = 95;

std::string random_program(uint64_t seed, const RandomProgram& settings = {});

// Opcodes that no random program has: the critical section stands in the main program once, address stacks balance,
// time is never the same.
bool is_left_out(Opcode opcode);

}  // namespace arbasm

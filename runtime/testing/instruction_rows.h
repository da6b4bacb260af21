// What every operation computes as plain scalar code, written from the specifications' pseudo-code in double and
// integer arithmetic: a row per instruction and type.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace runtime {

using Words = std::array<uint32_t, 4>;

// What is expected of a component: exact bits, within some units in the last place of a number, or anything.
struct Wanted {
    enum { Bits, Near, Anything } kind = Anything;
    uint32_t bits = 0;
    double number = 0;
    double ulps = 0;
};
using WantedVector = std::array<Wanted, 4>;

// Operands are whole vectors; scalar operands come as {x, x, x, x}.
using Oracle = std::function<WantedVector(const Words& a, const Words& b, const Words& c)>;

struct InstructionRow {
    std::string header;       // NVfp5.0, ARBvp1.0
    std::string instruction;  // with modifiers
    std::string shapes;       // one letter per operand: v or s
    Oracle oracle;
    bool integers = false;  // operands are integers
};

std::vector<InstructionRow> instruction_rows();

}  // namespace runtime

// The vertex generator's intermediate representation: operations of one half each, in order, with virtual registers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "machines/tegra/isa/vertex_instruction.h"

namespace machines::tegra::vertex {

struct Source {
    uint32_t type = operand_none;
    int index = 0;  // virtual register, attribute, constant
    std::array<uint8_t, 4> swizzle{0, 1, 2, 3};
    bool negate = false, absolute = false;
    int relative = -1;  // component of A0
    bool operator==(const Source&) const = default;
};

// Signs that pass a test.
enum PassingSigns : uint32_t { less_passes = 1, equal_passes = 2, greater_passes = 4, all_pass = 7 };

struct Test {
    bool on = false;
    uint32_t code_register = 0;
    uint32_t pass = all_pass;  // PassingSigns
    std::array<uint8_t, 4> swizzle{0, 1, 2, 3};
    bool operator==(const Test&) const = default;
};

struct Target {
    enum Kind : uint8_t { None, Temporary, Export, Address } kind = None;
    int index = 0;
    int relative = -1;   // component of A0; exports
    uint32_t mask = 15;  // x is the lowest bit
};

struct Operation {
    bool scalar = false;
    uint32_t number = 0;
    std::array<Source, 3> source;  // A, B, C
    Target target;
    bool saturate = false;
    int update = -1;  // condition register
    Test test;
    int branch = -1;  // the program's instruction to go to

    const VertexOperation& info() const { return scalar ? scalar_operation(number) : vector_operation(number); }
    bool is_barrier() const {
        return scalar && (number == scalar_BRA || number == scalar_CAL || number == scalar_RET ||
                          number == scalar_PUSHA || number == scalar_POPA);
    }
};

// Components of operand `slot` that the operation looks at, before the swizzle; and of the register, behind it.
uint32_t components_read(const Operation& op, size_t slot);
uint32_t register_components(const Operation& op, size_t slot);

// Everything that orders operations.
struct Touch {
    enum Kind : uint8_t { Register, Export, Address, Condition } kind;
    int index;
    uint32_t mask;
};
using Touches = std::vector<Touch>;
Touches reads_of(const Operation& op);
Touches writes_of(const Operation& op);
bool overlap(const Touches& a, const Touches& b);

struct Pair {
    int vector = -1, scalar = -1;  // operations
};

}  // namespace machines::tegra::vertex

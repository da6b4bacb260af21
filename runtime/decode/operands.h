// Where steps find their operands and put their results: every register is an address by now.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ir/program.h"
#include "runtime/simd/lane_group.h"

namespace runtime::decoded {

// Registers are addressed by a file's base and an offset in bytes. A uniform value fills one register of the CPU only
// and is read again and again: its stride is 0.
enum class Base : uint8_t { Scratch, Attributes, Results, Uniforms, Constants, Threads };
inline constexpr int base_count = 6;

inline constexpr uint32_t word_bytes = sizeof(LaneWord);
inline constexpr uint32_t vector_bytes = sizeof(LaneVector);
inline constexpr uint32_t uniform_bytes = 64;
// A 64-bit register (an element of a LONG variable) is two registers: the low words, then the high words.

// Properties of lanes (fragment.threadid and the like), in this order in the file Base::Threads.
enum class ThreadWord : uint8_t {
    Zero,
    Id,
    EqualMask,
    LessMask,
    LessOrEqualMask,
    GreaterMask,
    GreaterOrEqualMask,
    Helper,
    Count
};

// A register, by its component x, or one component of it.
struct RegisterAddress {
    Base base = Base::Scratch;
    uint32_t offset = 0;
};

// An operand.
struct Source {
    uint32_t offset[4] = {};  // of each component, swizzled
    Base base[4] = {};        // the file of each component
    uint8_t negate = 0;       // one bit per component
    bool absolute = false;
    [[gnu::always_inline]] bool modified() const { return negate != 0 || absolute; }
    [[gnu::always_inline]] RegisterAddress component(int c) const { return {base[c], offset[c]}; }
};

// A number that is the same in all lanes, or that plus a signed integer which each lane has.
struct LaneIndex {
    int32_t constant = 0;
    bool varies = false;
    Source lanes;  // component x
};

// Beside CC0 and CC1: what .SPARSE accesses set. Its sign, in x, says that texels had no memory.
inline constexpr uint8_t sparse_code = 2;

// A test of condition codes, for each component.
struct Condition {
    arbasm::ConditionTest test = arbasm::ConditionTest::True;
    uint8_t code_register = 0;
    uint8_t swizzle[4] = {0, 1, 2, 3};
    [[gnu::always_inline]] bool is_true() const { return test == arbasm::ConditionTest::True; }
};

// Where what a step computed goes, what becomes of it on the way, and which lanes write.
struct Result {
    RegisterAddress destination;
    uint8_t write_mask = 0xf;
    bool masked = false;  // lanes may have parted here: write only where they run
    arbasm::Saturation saturation{};
    arbasm::ConditionUpdate condition_update{};
    Condition condition;

    [[gnu::always_inline]] bool has_side_conditions() const {
        return masked || saturation != arbasm::Saturation::None || condition_update != arbasm::ConditionUpdate::None ||
               !condition.is_true();
    }
    [[gnu::always_inline]] bool updates_conditions() const { return condition_update != arbasm::ConditionUpdate::None; }
    // The condition code register that it updates.
    [[gnu::always_inline]] int updated_register() const {
        return condition_update == arbasm::ConditionUpdate::Code1 ? 1 : 0;
    }
};

}  // namespace runtime::decoded

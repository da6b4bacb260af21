// The DPP array: runs a program for every (i, j) of a domain, in groups of 32 processors in lockstep, on several
// threads.
//
// It is strict: undefined behaviour of the hardware (a register nobody wrote, a missing NOP, WAIT or ACQUIRE, a stack
// that overflows, an element beyond its surface) ends the run with a Fault that names the instruction. Published
// programs do such things: Dispatch::strict = false goes on where there is a likely outcome.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "machines/ctm/commands/commands.h"
#include "machines/ctm/isa/instruction.h"
#include "machines/ctm/surfaces/surface.h"

namespace machines::ctm {

// The machine's memory: one range of addresses.
struct Memory {
    uint32_t base = 0;
    std::vector<uint8_t> bytes;
    // Null where the range is not all there.
    uint8_t* at(uint64_t address, uint64_t size) {
        if (address < base || address - base > bytes.size() || size > bytes.size() - (address - base)) return nullptr;
        return bytes.data() + (address - base);
    }
};

// Depths of the branch, loop and address stacks. Only the partial mode's branch depth is documented.
struct StackLimits {
    int branches, loops, calls;
};
inline constexpr StackLimits partial_stacks{6, 0, 0};
inline constexpr StackLimits full_stacks{31, 4, 4};

struct IntegerConstant {
    uint8_t count = 0, start = 0;
    int8_t increment = 0;
};

inline constexpr int group_size = 32;

// What answers lookups of an input in place of a surface: for textures that have no form in the array's memory
// (filters, levels, wrapping, other formats). Everything else about the machine stays as it is.
class LookupSource {
  public:
    virtual ~LookupSource() = default;
    // Whether lookups of the input have three coordinates, as cube and 3D textures do.
    virtual bool volume(uint32_t) const { return false; }
    // Texels at (s, t, r) for the processors in `lanes`, by channel and processor; r is null where there are two
    // coordinates. Four processors in a row are a quad.
    virtual void look_up(uint32_t input, bool unscaled, const float* s, const float* t, const float* r, uint32_t lanes,
                         float (*texels)[group_size]) = 0;
};

struct Dispatch {
    std::vector<Slot> code;
    bool strict = true;  // false: what the hardware leaves to chance has the likely outcome; registers begin as 0
    bool full_flow_control = false;
    uint32_t position_register = 0;
    std::array<Element, float_constant_count> floats{};
    std::array<IntegerConstant, integer_constant_count> integers{};
    uint32_t booleans = 0;
    std::array<Surface, input_count> inputs{};
    LookupSource* lookups = nullptr;
    uint32_t looked_up = 0;  // inputs that `lookups` answers
    std::array<Surface, output_count> outputs{};
    uint32_t output_mask = 15;
    Surface conditional;
    uint32_t conditional_mask = 1;
    ConditionTestCode condition = condition_always;
    bool test_before = false;  // by the processor execution unit, with condition_value
    float condition_value = 0;
    std::array<uint32_t, 4> domain{};       // i0, j0, i1, j1, corners included
    uint64_t most_instructions = 1u << 22;  // of one group, before it is given up
};

struct Fault {
    int instruction = -1;  // -1: none of the program's
    std::string reason;    // empty: no fault
};
std::string print_fault(const Fault& fault, std::span<const Slot> code);

struct RunResult {
    Fault fault;
    uint64_t instructions = 0;  // by processors that the domain has
};
// threads 0: as many as the machine has.
RunResult run_array(const Dispatch& dispatch, Memory& memory, unsigned threads = 0);

class Group;
struct Step;
// One group of processors for a dispatch that is run many times, with other constants and other inputs each time: the
// columns and rows from (0, 0), 16 by 2, processor 4 * quad + 2 * row + column. The dispatch and the memory outlive it.
class Processors {
  public:
    Processors(const Dispatch& dispatch, Memory& memory);
    ~Processors();
    // Faults of the program itself, before it runs.
    const Fault& fault() const { return fault_; }
    // Runs those in `wanted`, and the rest of their quads.
    Fault run(uint32_t wanted);
    uint32_t killed() const;
    const float* output(size_t n, size_t channel) const;  // by processor; nothing written: 0
    const float* conditional() const;

  private:
    std::unique_ptr<std::vector<Step>> steps_;
    std::unique_ptr<Group> group_;
    Fault fault_;
};

// What a program says about how it is made, before it is run: reachable addresses, an OUTPUT at its end that waits.
Fault check_program(const Dispatch& dispatch);

}  // namespace machines::ctm

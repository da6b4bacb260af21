// Processors of the array in lockstep: 32 of them, what they hold, and what each kind of instruction does with it.
//
// group.cpp has the ALU and the course of a program, group_flow.cpp flow control, group_lookup.cpp lookups and KIL.
// What is on its way is in group_hazards.h, who runs in group_stacks.h, where the group stands in group_window.h.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "machines/ctm/emulator/group_hazards.h"
#include "machines/ctm/emulator/group_stacks.h"
#include "machines/ctm/emulator/group_window.h"

namespace machines::ctm {

struct Operands {
    Lanes a, b, c;
};

// Bit n: whether processor n's value passes the ZeroTest.
uint32_t test(const Lanes& x, uint16_t op);

struct Predicates {
    std::array<uint32_t, 4> bits{};  // of channels
    uint32_t written = 0;            // channels
    uint32_t lanes(uint16_t select, bool invert, uint32_t channel) const;
};

struct Temporaries {
    std::array<std::array<Lanes, 4>, temporary_count> values;
    std::array<std::array<uint32_t, 4>, temporary_count> defined{};  // processors that have written
};

class Group {
  public:
    Group(const Dispatch& dispatch, const std::vector<Step>& steps, Memory& memory)
        : dispatch_(dispatch), steps_(steps), memory_(memory) {}

    // False: a fault. `wanted`: processors that the processor execution unit does not leave out.
    bool run(uint32_t i0, uint32_t j0, uint32_t wanted = all_lanes);
    uint32_t killed() const { return killed_; }
    const float* output(size_t n, size_t channel) const { return outputs_.colors[n][channel].v; }
    const float* conditional() const { return outputs_.depth.v; }
    const Fault& fault() const { return fault_; }
    uint64_t instructions() const { return instructions_; }

  private:
    bool fail(std::string reason) {
        fault_ = {static_cast<int>(pc_), std::move(reason)};
        return false;
    }
    bool failed() const { return !fault_.reason.empty(); }
    // Whether there is something to complain of.
    bool complain(std::string reason) {
        if (reason.empty()) return false;
        fail(std::move(reason));
        return true;
    }
    void begin();
    bool execute();
    uint32_t writers(const Slot& slot, uint32_t channel) const;
    int address(uint16_t base, bool relative, int limit, const char* what);
    void check_landed(int reg, uint32_t channels, const char* verb);
    const Lanes& read(int reg, uint32_t channel);
    void read_source(const Slot& slot, uint32_t source, uint32_t channel, Lanes& out);
    void read_presubtract(const Slot& slot, uint32_t channel, Lanes& out);
    void read_operand(const Slot& slot, size_t operand, size_t position, Lanes& out);
    void differ(const Slot& slot, uint32_t channel, size_t operand, int other, const Lanes& b, Lanes& out);
    void dot(const Slot& slot, Lanes& out);
    void alpha_result(const Slot& slot, const Lanes& dotted, Lanes& out);
    void rgb_result(const Slot& slot, uint32_t channel, const Lanes& dotted, const Lanes& scalar, Lanes& out);
    void write_results(const Slot& slot, const std::array<Lanes, 4>& results);
    void alu(const Step& step);
    void texture(const Step& step);
    void flow(const Step& step);
    uint32_t wanted_lanes(const Slot& slot) const;
    void write(int reg, uint32_t channel, const Lanes& value, uint32_t lanes);
    void fetch(const Surface& surface, const Slot& slot, const Lanes& s, const Lanes& t, const Lanes* r,
               uint32_t lanes);

    const Dispatch& dispatch_;
    const std::vector<Step>& steps_;
    Memory& memory_;
    Fault fault_;
    uint64_t instructions_ = 0;

    uint32_t pc_ = 0, next_ = 0;
    Window window_;
    uint32_t covered_ = 0, killed_ = 0;
    FlowStacks stacks_;
    Hazards hazards_;
    Predicates predicates_;
    uint32_t result_ = 0;  // of the ALU, for flow control
    bool result_valid_ = false;
    Temporaries temporaries_;
    Outputs outputs_;
};

}  // namespace machines::ctm

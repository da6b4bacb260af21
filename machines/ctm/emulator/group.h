// Processors of the array in lockstep: 32 of them, what they hold, and what each kind of instruction does with it.
//
// group.cpp has the ALU, hazards and the course of a program, group_flow.cpp flow control, group_lookup.cpp lookups and
// KIL.
#pragma once

#include <array>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "machines/ctm/emulator/array.h"

namespace machines::ctm {

inline constexpr int group_width = 16;  // columns of two rows; quads are four consecutive processors
inline constexpr uint32_t all_lanes = 0xffffffff;
inline constexpr uint32_t nan_bits = 0x7fffffff;

struct alignas(64) Lanes {
    float v[group_size];
};

// ---- numbers: docs/ctm.md says what the hardware documents of them ----

inline float flush(float x) { return std::fabs(x) < FLT_MIN ? std::copysign(0.0f, x) : x; }

struct Operands {
    Lanes a, b, c;
};

inline void fill(Lanes& out, float value) {
    for (float& x : out.v) x = value;
}
inline void flush(Lanes& x) {
    for (float& v : x.v) v = flush(v);
}
// Bit n: whether processor n's value passes the ZeroTest.
uint32_t test(const Lanes& x, uint16_t op);

// ---- what is known of an instruction before it runs ----

struct Step {
    Slot slot;
    std::array<bool, 4> computes{};  // channels whose value goes somewhere
    uint8_t reads_presubtract = 0;   // bit 0: the RGB one, bit 1: the alpha one
    bool predicated = false;
};

Step prepare(const Slot& slot);

struct Loop {
    int count;
    int saved_index;
    uint32_t participants, broken, continued;
};

class Group {
  public:
    Group(const Dispatch& dispatch, const std::vector<Step>& steps, Memory& memory)
        : dispatch_(dispatch), steps_(steps), memory_(memory) {}

    // False: a fault. `wanted`: processors that the processor execution unit does not leave out.
    bool run(uint32_t i0, uint32_t j0, uint32_t wanted = all_lanes);
    uint32_t killed() const { return killed_; }
    const float* output(size_t n, size_t channel) const { return outputs_[n][channel].v; }
    const float* conditional() const { return depth_value_.v; }
    const Fault& fault() const { return fault_; }
    uint64_t instructions() const { return instructions_; }

  private:
    bool fail(std::string reason) {
        fault_ = {static_cast<int>(pc_), std::move(reason)};
        return false;
    }
    bool failed() const { return !fault_.reason.empty(); }
    uint32_t active() const { return live_ & ~branched_ & ~looped_; }
    uint32_t predicate(uint16_t select, bool invert, uint32_t channel) const;
    uint32_t writers(const Slot& slot, uint32_t channel) const;
    int address(uint16_t base, bool relative, int limit, const char* what);
    void check_landed(int reg, uint32_t channels, const char* verb);
    bool check_hazards(const Step& step);
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
    void count_branches(const Slot& slot, bool jumps, uint32_t wants, uint32_t now);
    void write(int reg, uint32_t channel, const Lanes& value, uint32_t lanes);
    void fetch(const Surface& surface, const Slot& slot, const Lanes& s, const Lanes& t, const Lanes* r,
               uint32_t lanes);
    void store_outputs();

    const Dispatch& dispatch_;
    const std::vector<Step>& steps_;
    Memory& memory_;
    Fault fault_;
    uint64_t instructions_ = 0;

    uint32_t pc_ = 0, next_ = 0;
    uint32_t i0_ = 0, j0_ = 0;
    uint32_t covered_ = 0, live_ = 0, killed_ = 0, branched_ = 0, looped_ = 0;
    std::array<int, group_size> counters_{};
    int depth_ = 0;
    std::vector<Loop> loops_;
    std::vector<uint32_t> calls_;
    int index_ = 0;  // aL
    std::array<uint32_t, 4> predicates_{};
    uint32_t predicates_written_ = 0;
    uint32_t result_ = 0;
    bool result_valid_ = false;

    // What is on its way.
    std::array<uint8_t, temporary_count> fetching_{};  // channels of lookups
    bool fetching_any_ = false, unacquired_ = false;
    std::array<bool, temporary_count> fresh_{};  // written by the ALU since ALU_WAIT
    bool fresh_any_ = false, fresh_predicate_ = false, fresh_result_ = false;
    int last_rgb_ = -1, last_alpha_ = -1;  // registers the instruction before wrote, if an ALU or OUTPUT one
    bool last_predicate_ = false, last_relative_ = false, last_nop_ = true;

    std::array<std::array<Lanes, 4>, temporary_count> temporaries_;
    std::array<std::array<uint32_t, 4>, temporary_count> defined_{};
    std::array<std::array<Lanes, 4>, output_count> outputs_;
    Lanes depth_value_;
};

}  // namespace machines::ctm

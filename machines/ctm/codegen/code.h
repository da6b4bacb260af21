// The generator's intermediate representation: operations on values, in order, with flow control between.
//
// selection makes it, renaming splits its registers, then it is optimized, scheduled, given real registers and written
// as slots. A Half is what one of the two units does; an Op has one or both.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "machines/ctm/isa/instruction.h"

namespace machines::ctm {

inline constexpr int position_value = 0;   // (i, j, 0, 1)
inline constexpr int predicate_value = 1;  // the predicate bits
inline constexpr int first_value = 2;

inline constexpr uint32_t rgb_lanes = 7, alpha_lane = 8;

// What an address names, and how its channels are used. Selectors are ChannelSelect.
struct Source {
    enum File : uint8_t { None, Register, Constant, Inline } file = None;
    bool negate = false, absolute = false;
    bool presubtract = false;  // reads srcp; the Half names its sources
    bool uniform = false;      // all channels hold the same: any may be read
    int index = 0;             // where r, g and b come from
    int alpha = 0;             // where a comes from: renaming makes them different
    std::array<uint8_t, 4> select{channel_zero, channel_zero, channel_zero, channel_zero};
    bool operator==(const Source&) const = default;
};

struct Half {
    bool on = false;
    bool predicated = false;  // each lane by its own predicate bit
    bool clamp = false;
    bool tests = false;  // sets the ALU result from r or a
    bool depth = false;  // alpha only: writes the conditional output
    uint16_t op = 0, omod = 0;
    uint16_t test = 0;  // of predicate bits and of the ALU result
    uint16_t presubtract_op = 0;
    int destination = -1, output = -1;
    uint32_t mask = 0;            // lanes written to the destination; rgb has three, alpha is bit 3
    uint32_t output_mask = 0;     // lanes written to the output
    uint32_t predicate_mask = 0;  // lanes whose predicate bits are written
    std::array<Source, 3> source;
    std::array<Source, 2> presubtract;
    bool operator==(const Half&) const = default;
};

enum class FlowKind : uint8_t { None, Label, Jump, If, Else, Endif, Rep, Endrep, Break, Continue, Call, Return };
// Where a branch, a BRK or a CONT is taken: by the ALU result, or not asking anything.
enum class Decision : uint8_t { Always, Never, IfTrue, IfFalse };

struct Op {
    uint16_t type = Alu;
    Half rgb, alpha;
    // Lookups and KIL.
    uint16_t tex_op = 0, tex_id = 0;
    bool unscaled = false;
    bool volume = false;      // three coordinates
    bool predicated = false;  // KIL only
    int coordinate = -1;
    std::array<uint8_t, 4> coordinate_select{0, 1, 2, 3};
    std::array<uint8_t, 4> fetched{0, 1, 2, 3};  // what r, g, b and a of the destination get
    int destination = -1;
    uint32_t mask = 0;
    // Flow control. If, Break, Continue: when it jumps.
    FlowKind flow = FlowKind::None;
    Decision jumps = Decision::Always;
    int label = 0;     // Label, Jump, Call
    int constant = 0;  // Rep, Endrep: the integer constant
};

struct Touch {
    int reg;
    uint32_t mask;
};

// Operations in both units' numbers.
struct Operations {
    uint16_t rgb, alpha;
    constexpr uint16_t of(bool alpha_unit) const { return alpha_unit ? alpha : rgb; }
};
inline constexpr Operations op_mad{rgb_mad, alpha_mad}, op_min{rgb_min, alpha_min}, op_max{rgb_max, alpha_max},
    op_cnd{rgb_cnd, alpha_cnd}, op_cmp{rgb_cmp, alpha_cmp}, op_frc{rgb_frc, alpha_frc};
inline constexpr std::array both_units{op_mad, op_min, op_max, op_cnd, op_cmp, op_frc};
// The same operation of the other unit; -1 if it has none.
int other_unit(uint16_t op, bool alpha);

inline bool is_dot(uint16_t op) { return op >= rgb_dp3 && op <= rgb_d2a; }
inline bool is_alu(const Op& op) { return op.type == Alu || op.type == Output; }

// Channels of the registers that the source reads where lanes in `lanes` are computed.
uint32_t channels_of(const Source& source, uint32_t lanes);
// Lanes that a half computes.
uint32_t computed_lanes(const Half& half, bool alpha);
// Lanes of operand n that the half reads; dp4: the RGB unit takes its fourth product from here.
uint32_t lanes_read(const Half& half, bool alpha, size_t operand, bool dp4 = false);
// Channels of srcp that a half reads.
uint32_t presubtracted_channels(const Half& half, bool alpha, bool dp4);
inline bool presubtracts_two(uint16_t op) { return op == presubtract_sub || op == presubtract_add; }

// Calls f(index of r g b, index of a, channels) for each register that an operation reads, with references so that f
// may change them; of lookups both are the same.
template <typename F>
void visit_reads(Op& op, F&& f) {
    if (op.type == Texture) {
        uint32_t channels = 0;
        if (op.tex_op == tex_kill)
            channels = op.mask;
        else
            for (size_t i = 0; i < 4; i++)
                if (i < 2 || (i == 2 && op.volume) || (i == 3 && op.tex_op == tex_proj))
                    channels |= 1u << op.coordinate_select[i];
        f(op.coordinate, op.coordinate, channels);
        return;
    }
    if (op.type == Flow) return;
    const bool dp4 = op.rgb.on && op.rgb.op == rgb_dp4;
    for (const bool alpha : {false, true}) {
        Half& half = alpha ? op.alpha : op.rgb;
        if (!half.on) continue;
        for (size_t i = 0; i < 3; i++) {
            Source& source = half.source[i];
            if (source.file != Source::Register || source.presubtract) continue;
            if (const uint32_t channels = channels_of(source, lanes_read(half, alpha, i, dp4)))
                f(source.index, source.alpha, channels);
        }
        if (const uint32_t channels = presubtracted_channels(half, alpha, dp4))
            for (size_t i = 0; i < (presubtracts_two(half.presubtract_op) ? 2u : 1u); i++)
                if (half.presubtract[i].file == Source::Register)
                    f(half.presubtract[i].index, half.presubtract[i].alpha, channels);
    }
}
// f(register, mask, whether lanes may keep what they hold) for each register that it writes.
template <typename F>
void visit_writes(Op& op, F&& f) {
    if (op.type == Texture) {
        if (op.tex_op != tex_kill) f(op.destination, op.mask, false);
        return;
    }
    if (op.type == Flow) return;
    for (Half* half : {&op.rgb, &op.alpha})
        if (half->on && half->destination >= 0 && half->mask) f(half->destination, half->mask, half->predicated);
}

// Everything that orders operations: registers, predicate bits, outputs (negative numbers), the ALU result.
inline constexpr int output_value = -16;  // - n; the conditional output is n = output_count
inline constexpr int result_value = -32;
std::vector<Touch> reads_of(const Op& op);
std::vector<Touch> writes_of(const Op& op);
bool overlap(std::span<const Touch> a, std::span<const Touch> b);

// A stretch without flow control inside, and where it goes on.
struct Block {
    size_t begin = 0, end = 0;
    std::vector<size_t> next;
};
// Blocks in order; a Label begins one, other flow control ends one.
std::vector<Block> blocks_of(std::span<const Op> ops);

// ---- stages, each in its own file ----

// rename.cpp: splits registers where their parts have nothing to do with each other. What may be read before it is
// written is set to zero at the start. `registers`: how many there are, before and after.
void rename(std::vector<Op>& ops, int& registers);
// optimize.cpp: fewer and cheaper operations. Single halves, where a unit can do it alone.
void split_halves(std::vector<Op>& ops);
void optimize(std::vector<Op>& ops, int registers);
// Takes apart what one unit does for two lanes, so that each may go its own way; false where there is nothing such.
bool split_pairs(std::vector<Op>& ops, int registers);
// schedule.cpp: order and pairs.
void schedule(std::vector<Op>& ops, int registers);
// allocate_sources.cpp: finds addresses for all sources, three on each side. `assigned`: real registers, empty while
// there are none. Null slot: only asks.
bool allocate_sources(const Op& op, std::span<const int> assigned, Slot* slot);
// allocate_registers.cpp: real registers; false if there are too few.
bool allocate_registers(std::span<Op> ops, int registers, std::vector<int>& assigned);
// emit.cpp: instructions with semaphores, waits and idle slots; empty if stacks are too small for it, and why.
std::vector<Slot> emit(std::span<const Op> ops, std::span<const int> assigned, std::string& error);

}  // namespace machines::ctm

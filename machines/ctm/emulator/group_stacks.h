// Which processors run: branch counters, and the stacks of loops and calls.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "machines/ctm/emulator/array.h"

namespace machines::ctm {

// Where a stack is too deep or empty, functions say so; else what they say is empty.
class FlowStacks {
  public:
    void begin(uint32_t live, const StackLimits& limits);
    uint32_t live() const { return live_; }
    uint32_t active() const { return live_ & ~branched_ & ~looped_; }
    int index() const { return index_; }  // aL

    // Those that the IF before sent away, and those that it kept, change places.
    void swap_sides();
    // IF sends those away that disagree; ELSE, ENDIF and the ends of loops bring them back. now: those that ran.
    std::string count_branches(const Slot& slot, bool jumps, uint32_t wants, uint32_t now);

    bool in_loop() const { return !loops_.empty(); }
    // indexed: aL begins, too.
    std::string begin_loop(const IntegerConstant& constant, bool indexed, uint32_t participants);
    // Whether all that are in the loop are away now.
    bool break_loop(uint32_t leaving);
    bool continue_loop(uint32_t leaving);
    // Whether there is another turn.
    bool end_turn();
    void advance(int increment) { index_ += increment; }
    void end_loop();

    std::string push_call(uint32_t back);
    std::optional<uint32_t> pop_call();

  private:
    struct Loop {
        int count;
        int saved_index;
        uint32_t participants, broken, continued;
    };

    StackLimits limits_ = partial_stacks;
    uint32_t live_ = 0, branched_ = 0, looped_ = 0;
    std::array<int, group_size> counters_{};
    int depth_ = 0;
    std::vector<Loop> loops_;
    std::vector<uint32_t> calls_;
    int index_ = 0;
};

}  // namespace machines::ctm

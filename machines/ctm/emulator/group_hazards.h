// What is on its way while a program runs: lookups that have not landed, results of the ALU that are not there yet. An
// instruction that does not wait for them has no defined result.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "machines/ctm/emulator/group_step.h"

namespace machines::ctm {

class Hazards {
  public:
    void begin();
    // What the instruction waits for has arrived.
    void wait(const Slot& slot);
    // What the instruction uses too early; empty: nothing. predicates_written: channels.
    std::string complaint(const Step& step, uint32_t predicates_written) const;

    bool fetches() const { return fetching_any_; }
    bool fetches(int reg, uint32_t channels) const { return fetching_[static_cast<size_t>(reg)] & channels; }
    void fetch(int reg, uint32_t channels);
    void acquire() { unacquired_ = false; }
    // An ALU or OUTPUT instruction wrote these registers, and what it says beside.
    void write(const Slot& slot, int rgb_register, int alpha_register);
    // Another one ran, after which nothing is waited for.
    void pass() { last_nop_ = true; }

  private:
    bool presubtracts_last(const Slot& slot, size_t unit, uint16_t op) const;

    std::array<uint8_t, temporary_count> fetching_{};  // channels of lookups
    bool fetching_any_ = false, unacquired_ = false;
    std::array<bool, temporary_count> fresh_{};  // written by the ALU since ALU_WAIT
    bool fresh_any_ = false, fresh_predicate_ = false, fresh_result_ = false;
    int last_rgb_ = -1, last_alpha_ = -1;  // registers the instruction before wrote, if an ALU or OUTPUT one
    bool last_predicate_ = false, last_relative_ = false, last_nop_ = true;
};

}  // namespace machines::ctm

// Flow control: branches, loops, routines and what runs into what.
#pragma once

#include <vector>

#include "machines/ctm/codegen/conditions.h"
#include "machines/ctm/codegen/constants.h"
#include "machines/ctm/codegen/refusals.h"

namespace machines::ctm {

// Labels of the operations: the program's end, where execution begins, and the first of the program's own.
inline constexpr int end_label = 0, main_label = 1, first_label = 2;

class FlowControl {
  public:
    FlowControl(const Program& program, OpBuilder& make, Conditions& conditions, Constants& constants,
                Refusals& refusals)
        : program_(program), make_(make), conditions_(conditions), constants_(constants), refusals_(refusals) {}
    void begin();
    // Before each instruction, and behind the last.
    void begin_labels(int32_t instruction);
    // Nothing comes here: the instruction needs no code.
    bool unreachable() const { return unreachable_; }
    void select(const Instruction& instruction);
    void end();

  private:
    void branch(FlowKind kind, Decision jumps = Decision::Always, int label = 0);
    void begin_label(int32_t number);
    void close_branches();
    void repeat(const Instruction& instruction);
    void push_loop(int constant);
    void call(const Instruction& instruction);
    void leave_loop(const Instruction& instruction);
    void leave(const Instruction& instruction);

    const Program& program_;
    OpBuilder& make_;
    Conditions& conditions_;
    Constants& constants_;
    Refusals& refusals_;
    // State of the routine at hand.
    std::vector<FlowKind> open_;
    std::vector<int> counts_;   // integer constants of open loops
    int pending_branches_ = 0;  // IFs that conditional RETs opened
    bool unreachable_ = false, in_main_ = true, jumps_to_end_ = false;
    size_t next_label_ = 0;
};

}  // namespace machines::ctm

// Where the decoded instruction is in the program's flow: behind which labels, in which blocks, and whether lanes may
// have parted. Branches go to labels; their targets are set when all labels have been come to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/program_facts.h"
#include "runtime/decode/code.h"
#include "runtime/decode/step_writer.h"

namespace runtime::decoded {

class Flow {
  public:
    Flow(const arbasm::Program& program, const arbasm::ProgramFacts& facts);

    // Whether some of the lanes that began may not run here.
    bool masked() const { return facts_.jumps_to_labels || !in_entry_ || !blocks_.empty() || ended_; }

    // ---- labels and the entry point
    // Labels are jump targets, not subroutines.
    bool jumps_to_labels() const { return facts_.jumps_to_labels; }
    // Before an instruction, or at the end of the text.
    void begin_sections(size_t index, StepWriter& steps, RegisterContents& contents);
    // The next step is a Call, Jump or JumpCall step to the label.
    void add_branch(StepPosition at, int32_t label) { branches_.push_back({at, label}); }
    void note_call();
    void note_return() { ended_ = true; }
    bool has_calls() const { return called_; }

    // ---- blocks: an IF, ELSE or REP step waits for its other end
    void open(StepPosition step) {
        blocks_.push_back(step);
        max_nesting_ = std::max(max_nesting_, static_cast<uint32_t>(blocks_.size()));
    }
    bool is_in_block() const { return !blocks_.empty(); }
    StepPosition& innermost() { return blocks_.back(); }
    StepPosition close() {
        const StepPosition closed = blocks_.back();
        blocks_.pop_back();
        return closed;
    }

    // ---- when all is decoded: targets, subroutines, depths
    void finish(Code& code) const;

  private:
    void begin_section(size_t index, StepWriter& steps, RegisterContents& contents);
    void set_targets(StepList& steps) const;
    std::vector<StepOffset> subroutines() const;

    struct Branch {
        StepPosition at;
        int32_t label = 0;
    };
    const arbasm::Program& program_;
    const arbasm::ProgramFacts& facts_;
    int32_t entry_;                          // an instruction
    std::vector<StepPosition> label_steps_;  // of each label that has been come to: the first behind it
    StepPosition entry_step_;
    std::vector<Branch> branches_;
    std::vector<StepPosition> blocks_;
    uint32_t max_nesting_ = 0;
    bool in_entry_ = false, called_ = false;
    bool ended_ = false;  // some lanes may have returned or ended
};

}  // namespace runtime::decoded

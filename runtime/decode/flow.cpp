#include "runtime/decode/flow.h"

#include "ir/limits.h"
#include "runtime/decode/older_dialects.h"

namespace runtime::decoded {

using namespace arbasm;

Flow::Flow(const Program& program, const ProgramFacts& facts)
    : program_(program), facts_(facts), entry_(entry_point(program)) {}

void Flow::note_call() {
    called_ = true;
    if (call_may_end_program(program_.instruction_set)) ended_ = true;
}

void Flow::begin_sections(size_t index, StepWriter& steps, RegisterContents& contents) {
    const bool is_entry = static_cast<int32_t>(index) == entry_;
    if (is_entry) in_entry_ = !facts_.calls_entry;
    if (is_entry && facts_.jumps_to_labels) entry_step_ = steps.here();
    for (size_t label = label_steps_.size();
         label < program_.labels.size() && static_cast<size_t>(program_.labels[label].instruction) == index; label++)
        begin_section(index, steps, contents);
    // The main program runs on past labels.
    if (is_entry && !facts_.jumps_to_labels) entry_step_ = steps.here();
}

// Behind a label. Two labels at one place are two subroutines: the first of them is empty.
void Flow::begin_section(size_t index, StepWriter& steps, RegisterContents& contents) {
    if (facts_.jumps_to_labels) {
        label_steps_.push_back(steps.here());
        steps.emit(JoinStep{});
        return;
    }
    if (index > 0 || !label_steps_.empty()) steps.emit(SubroutineEndStep{});
    in_entry_ = static_cast<int32_t>(index) == entry_ && !facts_.calls_entry;
    if (!in_entry_) contents.begin_subroutine();
    label_steps_.push_back(steps.here());
}

void Flow::set_targets(StepList& steps) const {
    for (const Branch& branch : branches_) {
        const StepPosition target = label_steps_[static_cast<size_t>(branch.label)];
        const uint32_t number = branch.at.number;
        steps.visit_one(branch.at.step, [&](auto& step) {
            if constexpr (requires { step.target; }) step.target = target.step;
            if constexpr (requires { step.length; })
                step.length = target.number <= number ? number - target.number + 1 : 1;
        });
    }
}

std::vector<StepOffset> Flow::subroutines() const {
    std::vector<StepOffset> begins;
    for (size_t label = 0; label < program_.labels.size(); label++) {
        const auto number = static_cast<size_t>(program_.labels[label].subroutine_number);
        if (program_.labels[label].subroutine_number < 0) continue;
        if (number >= begins.size()) begins.resize(number + 1, no_step);
        begins[number] = label_steps_[label].step;
    }
    return begins;
}

void Flow::finish(Code& code) const {
    set_targets(code.steps);
    code.subroutines = subroutines();
    code.entry = entry_step_.step;
    code.max_nesting = max_nesting_;
    code.max_frames = max_nesting_ + 1;
    if (called_) code.max_frames = (max_nesting_ + 1) * (limits::MAX_PROGRAM_CALL_DEPTH_NV + 1);
    code.jumps = facts_.jumps_to_labels;
    code.call_depth = call_depth(program_.instruction_set);
}

}  // namespace runtime::decoded

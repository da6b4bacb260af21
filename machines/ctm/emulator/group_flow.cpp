#include "machines/ctm/emulator/group.h"

namespace machines::ctm {

// Processors that want to jump.
uint32_t Group::wanted_lanes(const Slot& slot) const {
    const uint32_t predicates = predicates_.lanes(slot.rgb_pred_sel, slot.rgb_pred_inv, 0);
    const uint32_t boolean = dispatch_.booleans >> slot.bool_addr & 1;
    uint32_t wants = 0;
    for (int i = 0; i < group_size; i++) {
        const uint32_t at = (result_ >> i & 1) << 2 | (predicates >> i & 1) << 1 | boolean;
        wants |= static_cast<uint32_t>(slot.jump_func >> at & 1) << i;
    }
    return wants;
}

void Group::flow(const Step& step) {
    const Slot& slot = step.slot;
    const bool loops = slot.flow_op == flow_loop || slot.flow_op == flow_rep;
    const bool ends = slot.flow_op == flow_endloop || slot.flow_op == flow_endrep;
    const bool breaks = slot.flow_op == flow_breakloop || slot.flow_op == flow_breakrep;
    hazards_.pass();
    if ((ends || breaks || slot.flow_op == flow_continue) && !stacks_.in_loop()) {
        fail("the loop stack is empty");
        return;
    }
    if (slot.b_else) stacks_.swap_sides();
    const bool turns = !ends || stacks_.end_turn();
    // The vote.
    if (dispatch_.strict && !result_valid_ && slot.jump_func >> 4 != (slot.jump_func & 15)) {
        fail("uses an ALU result that is not there");
        return;
    }
    const uint32_t wants = wanted_lanes(slot);
    result_valid_ = false;
    const uint32_t now = stacks_.active();
    const uint32_t voters = slot.flow_ignore_uncovered ? now & covered_ & ~killed_ : now;
    bool jumps = slot.jump_any ? (wants & voters) != 0 : (wants & voters) == voters;
    const IntegerConstant& integer = dispatch_.integers[slot.int_addr];
    if (loops && integer.count == 0) jumps = true;
    if (!turns) jumps = false;
    if (breaks) jumps = stacks_.break_loop(wants & now);
    if (slot.flow_op == flow_continue) jumps = stacks_.continue_loop(wants & now);
    complain(stacks_.count_branches(slot, jumps, wants, now));
    if (loops && !jumps && complain(stacks_.begin_loop(integer, slot.flow_op == flow_loop, now))) return;
    // Other constants may be named at the end: the one of the loop counts.
    if (ends && jumps && slot.flow_op == flow_endloop) stacks_.advance(integer.increment);
    if ((ends && !jumps) || (breaks && jumps)) stacks_.end_loop();
    if (!jumps) return;
    next_ = slot.jump_addr;
    if (slot.a_op == address_push) {
        complain(stacks_.push_call(pc_ + 1));
    } else if (slot.a_op == address_pop) {
        const std::optional<uint32_t> back = stacks_.pop_call();
        if (back)
            next_ = *back;
        else
            fail("the address stack is empty");
    }
}

}  // namespace machines::ctm

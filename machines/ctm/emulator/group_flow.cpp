#include "machines/ctm/emulator/group.h"

namespace machines::ctm {

// Branch counters: IF sends those away that disagree; ELSE, ENDIF and the ends of loops bring them back.
void Group::count_branches(const Slot& slot, bool jumps, uint32_t wants, uint32_t now) {
    const StackLimits& limits = dispatch_.full_flow_control ? full_stacks : partial_stacks;
    const uint16_t operation = jumps ? slot.b_op1 : slot.b_op0;
    const uint32_t inactive = branched_ & ~looped_;
    if (operation == branch_decrement) {
        depth_ -= slot.b_pop_cnt;
        if (depth_ < 0) fail("the branch stack is empty");
        for (int i = 0; i < group_size; i++) {
            int& counter = counters_[static_cast<size_t>(i)];
            if (!(inactive >> i & 1)) continue;
            counter -= slot.b_pop_cnt;
            if (counter < 0) {
                branched_ &= ~(1u << i);
                counter = 0;
            }
        }
    } else if (operation == branch_increment) {
        if (++depth_ > limits.branches) fail("branches nest deeper than " + std::to_string(limits.branches));
        const uint32_t leaves = jumps ? now & ~wants : now & wants;
        for (int i = 0; i < group_size; i++) {
            if (inactive >> i & 1) counters_[static_cast<size_t>(i)]++;
            if (leaves >> i & 1) counters_[static_cast<size_t>(i)] = 0;
        }
        branched_ |= leaves;
    }
}

void Group::flow(const Step& step) {
    const Slot& slot = step.slot;
    const StackLimits& limits = dispatch_.full_flow_control ? full_stacks : partial_stacks;
    const bool loops = slot.flow_op == flow_loop || slot.flow_op == flow_rep;
    const bool ends = slot.flow_op == flow_endloop || slot.flow_op == flow_endrep;
    const bool breaks = slot.flow_op == flow_breakloop || slot.flow_op == flow_breakrep;
    last_nop_ = true;
    if ((ends || breaks || slot.flow_op == flow_continue) && loops_.empty()) {
        fail("the loop stack is empty");
        return;
    }
    // Those that the IF before sent away, and those that it kept, change places.
    if (slot.b_else) {
        uint32_t waiting = 0;
        for (int i = 0; i < group_size; i++)
            if (counters_[static_cast<size_t>(i)] == 0) waiting |= 1u << i;
        waiting &= branched_ & ~looped_;
        const uint32_t now = active();
        branched_ = (branched_ & ~waiting) | now;
        for (int i = 0; i < group_size; i++)
            if (now >> i & 1) counters_[static_cast<size_t>(i)] = 0;
    }
    if (ends) {
        Loop& loop = loops_.back();
        looped_ &= ~loop.continued;
        loop.continued = 0;
        loop.count--;
    }
    // The vote.
    if (dispatch_.strict && !result_valid_ && slot.jump_func >> 4 != (slot.jump_func & 15)) {
        fail("uses an ALU result that is not there");
        return;
    }
    const uint32_t predicates = predicate(slot.rgb_pred_sel, slot.rgb_pred_inv, 0);
    const uint32_t boolean = dispatch_.booleans >> slot.bool_addr & 1;
    uint32_t wants = 0;
    for (int i = 0; i < group_size; i++) {
        const uint32_t at = (result_ >> i & 1) << 2 | (predicates >> i & 1) << 1 | boolean;
        wants |= static_cast<uint32_t>(slot.jump_func >> at & 1) << i;
    }
    result_valid_ = false;
    const uint32_t now = active();
    const uint32_t voters = slot.flow_ignore_uncovered ? now & covered_ & ~killed_ : now;
    bool jumps = slot.jump_any ? (wants & voters) != 0 : (wants & voters) == voters;
    const IntegerConstant& integer = dispatch_.integers[slot.int_addr];
    if (loops && integer.count == 0) jumps = true;
    if (ends && loops_.back().count <= 0) jumps = false;
    if (breaks) {
        Loop& loop = loops_.back();
        loop.broken |= wants & now;
        looped_ |= wants & now;
        jumps = (loop.participants & ~loop.broken) == 0;
    }
    if (slot.flow_op == flow_continue) {
        Loop& loop = loops_.back();
        loop.continued |= wants & now;
        looped_ |= wants & now;
        jumps = (loop.participants & ~loop.broken & ~loop.continued) == 0;
    }
    count_branches(slot, jumps, wants, now);
    // Stacks.
    if (loops && !jumps) {
        if (static_cast<int>(loops_.size()) >= limits.loops) {
            fail("loops nest deeper than " + std::to_string(limits.loops));
            return;
        }
        loops_.push_back({integer.count, index_, now, 0, 0});
        if (slot.flow_op == flow_loop) index_ = integer.start;
    }
    if (ends && jumps && slot.flow_op == flow_endloop) {
        // Other constants may be named at the end: the one of the loop counts.
        index_ += integer.increment;
    }
    if ((ends && !jumps) || (breaks && jumps)) {
        looped_ &= ~loops_.back().broken;
        index_ = loops_.back().saved_index;
        loops_.pop_back();
    }
    if (!jumps) return;
    next_ = slot.jump_addr;
    if (slot.a_op == address_push) {
        if (static_cast<int>(calls_.size()) >= limits.calls)
            fail("calls nest deeper than " + std::to_string(limits.calls));
        else
            calls_.push_back(pc_ + 1);
    } else if (slot.a_op == address_pop) {
        if (calls_.empty()) {
            fail("the address stack is empty");
            return;
        }
        next_ = calls_.back();
        calls_.pop_back();
    }
}

}  // namespace machines::ctm

#include "machines/ctm/emulator/group_stacks.h"

namespace machines::ctm {

void FlowStacks::begin(uint32_t live, const StackLimits& limits) {
    limits_ = limits;
    live_ = live;
    branched_ = looped_ = 0;
    counters_.fill(0);
    depth_ = 0;
    loops_.clear();
    calls_.clear();
    index_ = 0;
}

void FlowStacks::swap_sides() {
    uint32_t waiting = 0;
    for (int i = 0; i < group_size; i++)
        if (counters_[static_cast<size_t>(i)] == 0) waiting |= 1u << i;
    waiting &= branched_ & ~looped_;
    const uint32_t now = active();
    branched_ = (branched_ & ~waiting) | now;
    for (int i = 0; i < group_size; i++)
        if (now >> i & 1) counters_[static_cast<size_t>(i)] = 0;
}

std::string FlowStacks::count_branches(const Slot& slot, bool jumps, uint32_t wants, uint32_t now) {
    std::string complaint;
    const uint16_t operation = jumps ? slot.b_op1 : slot.b_op0;
    const uint32_t inactive = branched_ & ~looped_;
    if (operation == branch_decrement) {
        depth_ -= slot.b_pop_cnt;
        if (depth_ < 0) complaint = "the branch stack is empty";
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
        if (++depth_ > limits_.branches) complaint = "branches nest deeper than " + std::to_string(limits_.branches);
        const uint32_t leaves = jumps ? now & ~wants : now & wants;
        for (int i = 0; i < group_size; i++) {
            if (inactive >> i & 1) counters_[static_cast<size_t>(i)]++;
            if (leaves >> i & 1) counters_[static_cast<size_t>(i)] = 0;
        }
        branched_ |= leaves;
    }
    return complaint;
}

std::string FlowStacks::begin_loop(const IntegerConstant& constant, bool indexed, uint32_t participants) {
    if (static_cast<int>(loops_.size()) >= limits_.loops)
        return "loops nest deeper than " + std::to_string(limits_.loops);
    loops_.push_back({constant.count, index_, participants, 0, 0});
    if (indexed) index_ = constant.start;
    return {};
}

bool FlowStacks::break_loop(uint32_t leaving) {
    Loop& loop = loops_.back();
    loop.broken |= leaving;
    looped_ |= leaving;
    return (loop.participants & ~loop.broken) == 0;
}

bool FlowStacks::continue_loop(uint32_t leaving) {
    Loop& loop = loops_.back();
    loop.continued |= leaving;
    looped_ |= leaving;
    return (loop.participants & ~loop.broken & ~loop.continued) == 0;
}

bool FlowStacks::end_turn() {
    Loop& loop = loops_.back();
    looped_ &= ~loop.continued;
    loop.continued = 0;
    return --loop.count > 0;
}

void FlowStacks::end_loop() {
    looped_ &= ~loops_.back().broken;
    index_ = loops_.back().saved_index;
    loops_.pop_back();
}

std::string FlowStacks::push_call(uint32_t back) {
    if (static_cast<int>(calls_.size()) >= limits_.calls)
        return "calls nest deeper than " + std::to_string(limits_.calls);
    calls_.push_back(back);
    return {};
}

std::optional<uint32_t> FlowStacks::pop_call() {
    if (calls_.empty()) return std::nullopt;
    const uint32_t back = calls_.back();
    calls_.pop_back();
    return back;
}

}  // namespace machines::ctm

#include "machines/ctm/emulator/array.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <thread>

#include "machines/ctm/emulator/group.h"

namespace machines::ctm {

std::string print_fault(const Fault& fault, std::span<const Slot> code) {
    if (fault.reason.empty()) return {};
    if (fault.instruction < 0 || static_cast<size_t>(fault.instruction) >= code.size()) return fault.reason;
    return "instruction " + std::to_string(fault.instruction) + ": " + fault.reason + "\n  " +
           disassemble(code[static_cast<size_t>(fault.instruction)]);
}

Fault check_program(const Dispatch& dispatch) {
    const std::vector<Slot>& code = dispatch.code;
    if (code.empty()) return {-1, "the program is empty"};
    if (code.size() > max_instructions) return {-1, "the program has more than 512 instructions"};
    const int last = static_cast<int>(code.size()) - 1;
    if (dispatch.strict && code.back().type != Output) return {last, "the last instruction is not OUTPUT"};
    if (dispatch.strict && !code.back().tex_sem_wait) return {last, "the last OUTPUT does not wait for lookups"};
    for (size_t i = 0; i < code.size(); i++) {
        const Slot& slot = code[i];
        const std::string reason = dispatch.strict ? complaint(slot) : undefined_value(slot);
        if (!reason.empty()) return {static_cast<int>(i), reason};
        if (slot.type != Flow) continue;
        if (slot.jump_addr >= code.size()) return {static_cast<int>(i), "jumps beyond the program"};
        if (!dispatch.full_flow_control && (slot.flow_op != flow_jump || slot.a_op != address_none))
            return {static_cast<int>(i), "loops and calls need full flow control"};
    }
    return {};
}

RunResult run_array(const Dispatch& dispatch, Memory& memory, unsigned threads) {
    RunResult result;
    result.fault = check_program(dispatch);
    if (!result.fault.reason.empty()) return result;
    std::vector<Step> steps;
    for (const Slot& slot : dispatch.code) steps.push_back(prepare(slot));
    const auto& d = dispatch.domain;
    if (d[0] > d[2] || d[1] > d[3]) return result;
    const uint32_t first_row = d[1] & ~1u, rows = (d[3] - first_row) / 2 + 1;
    std::atomic<uint32_t> next{0};
    std::atomic<bool> stop{false};
    std::atomic<bool> lacks_memory{false};
    std::mutex mutex;
    const auto work = [&] {
        std::unique_ptr<Group> group;
        try {
            group = std::make_unique<Group>(dispatch, steps, memory);
        } catch (const std::bad_alloc&) {
            stop = lacks_memory = true;
            return;
        }
        for (uint32_t row; !stop && (row = next++) < rows;)
            for (uint32_t i = d[0] & ~1u; i <= d[2] && !stop; i += group_width)
                if (!group->run(i, first_row + 2 * row)) stop = true;
        const std::lock_guard lock(mutex);
        result.instructions += group->instructions();
        // The first in the program, so that the report does not depend on the threads.
        if (!group->fault().reason.empty() &&
            (result.fault.reason.empty() || group->fault().instruction < result.fault.instruction))
            result.fault = group->fault();
    };
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
    threads = std::min(threads, rows);
    std::vector<std::thread> others;
    others.reserve(threads);
    try {
        for (unsigned i = 1; i < threads; i++) others.emplace_back(work);
    } catch (const std::exception&) {
        // Fewer threads, or memory: this one does the rest.
    }
    work();
    for (std::thread& other : others) other.join();
    if (lacks_memory) throw std::bad_alloc();
    return result;
}

Processors::Processors(const Dispatch& dispatch, Memory& memory)
    : steps_(std::make_unique<std::vector<Step>>()), fault_(check_program(dispatch)) {
    for (const Slot& slot : dispatch.code) steps_->push_back(prepare(slot));
    group_ = std::make_unique<Group>(dispatch, *steps_, memory);
}
Processors::~Processors() = default;
Fault Processors::run(uint32_t wanted) { return group_->run(0, 0, wanted) ? Fault{} : group_->fault(); }
uint32_t Processors::killed() const { return group_->killed(); }
const float* Processors::output(size_t n, size_t channel) const { return group_->output(n, channel); }
const float* Processors::conditional() const { return group_->conditional(); }

}  // namespace machines::ctm

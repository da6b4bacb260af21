#include "ir/optimize/remove_dead.h"

#include <algorithm>
#include <vector>

#include "ir/optimize/register_slots.h"
#include "ir/optimize/restructure.h"
#include "ir/program_facts.h"

namespace arbasm {
namespace {

using Slots = std::vector<bool>;

void join(Slots& into, const Slots& from) {
    for (size_t n = 0; n < into.size(); n++)
        if (from[n]) into[n] = true;
}

// One walk from the end to the start, with the slots that are read further on.
class Liveness {
  public:
    explicit Liveness(Program& program)
        : program_(program),
          slots_(program),
          live_(static_cast<size_t>(slots_.count()), false),
          seen_by_others_(live_),
          removed_(program.instructions.size(), false) {}

    void run() {
        calls_ = std::ranges::any_of(program_.instructions, [](const Instruction& instruction) {
            return flow_role(instruction.opcode) == FlowRole::Call;
        });
        find_seen_by_others();
        std::vector<bool> is_label(program_.instructions.size() + 1, false);
        for (const Label& label : program_.labels) is_label[static_cast<size_t>(label.instruction)] = true;
        leave_routine();
        for (size_t at = program_.instructions.size(); at-- > 0;) {
            // What stands before a label returns there where it has been called; the main program runs on.
            if (is_label[at + 1] && calls_) leave_routine();
            visit(at);
        }
        remove_instructions(program_, removed_);
    }

  private:
    struct Block {
        FlowRole kind;    // Endif or Endloop
        size_t end;       // where that is
        Slots outside;    // live behind it; REP: and at any place of the loop
        Slots otherwise;  // IF with an ELSE: live at the start of that
        size_t kept = 0;  // instructions of the branch that is being walked
        size_t kept_else = 0;
        bool has_else = false;
        size_t else_at = 0;
    };

    // The caller may read all.
    void leave_routine() { live_.assign(live_.size(), calls_); }

    // Registers that a thread may read of one that does not come there: what they hold counts everywhere.
    void find_seen_by_others() {
        int depth = 0;
        bool parted = calls_;
        for (const Instruction& instruction : program_.instructions) {
            const Opcode opcode = instruction.opcode;
            if (closes_block(opcode)) depth--;
            if ((depth > 0 || parted) && sees_other_threads(instruction))
                slots_.for_each_read(instruction,
                                     [this](int32_t slot) { seen_by_others_[static_cast<size_t>(slot)] = true; });
            if (opens_block(opcode)) depth++;
            parted |= flow_role(opcode) == FlowRole::Return;
        }
    }

    bool is_read(int32_t slot) const {
        return live_[static_cast<size_t>(slot)] || seen_by_others_[static_cast<size_t>(slot)];
    }
    void read(const Instruction& instruction) {
        slots_.for_each_read(instruction, [this](int32_t slot) { live_[static_cast<size_t>(slot)] = true; });
    }

    void visit(size_t at) {
        const Instruction& instruction = program_.instructions[at];
        switch (flow_role(instruction.opcode)) {
            case FlowRole::Endif: blocks_.push_back({FlowRole::Endif, at, live_, {}}); return;
            case FlowRole::Else: {
                Block& block = blocks_.back();
                block.has_else = true;
                block.else_at = at;
                block.kept_else = block.kept;
                block.kept = 0;
                block.otherwise = std::move(live_);
                live_ = block.outside;
                return;
            }
            case FlowRole::If: return close_if(at);
            case FlowRole::Endloop: return open_loop(at);
            case FlowRole::Loop: {
                live_ = std::move(blocks_.back().outside);
                blocks_.pop_back();
                read(instruction);
                return keep();
            }
            case FlowRole::Break:
            case FlowRole::Continue:
                for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block)
                    if (block->kind == FlowRole::Endloop) {
                        if (instruction.condition_operand)
                            join(live_, block->outside);
                        else
                            live_ = block->outside;
                        break;
                    }
                read(instruction);
                return keep();
            case FlowRole::Return:
                if (!instruction.condition_operand) leave_routine();
                if (calls_) leave_routine();
                read(instruction);
                return keep();
            case FlowRole::Call: live_.assign(live_.size(), true); return keep();
            case FlowRole::Jump:  // programs that jump are not optimised
            case FlowRole::None: return visit_plain(at);
        }
    }
    void keep() {
        if (!blocks_.empty()) blocks_.back().kept++;
    }

    void close_if(size_t at) {
        Block block = std::move(blocks_.back());
        blocks_.pop_back();
        if (block.has_else && block.kept_else == 0) removed_[block.else_at] = true;
        if (block.kept + block.kept_else == 0) {
            removed_[at] = removed_[block.end] = true;
            live_ = std::move(block.outside);
            return;
        }
        join(live_, block.has_else ? block.otherwise : block.outside);
        read(program_.instructions[at]);
        keep();
    }

    // Any place of a loop may be followed by any other, and by what is behind it.
    void open_loop(size_t at) {
        const auto begin = static_cast<size_t>(program_.instructions[at].target);
        for (size_t n = begin; n < at; n++) {
            const Instruction& inside = program_.instructions[n];
            read(inside);
            // A subroutine may read all, and whoever called this one.
            const FlowRole flow = flow_role(inside.opcode);
            const bool goes_on_elsewhere = flow == FlowRole::Call || (flow == FlowRole::Return && calls_);
            if (goes_on_elsewhere) live_.assign(live_.size(), true);
        }
        blocks_.push_back({FlowRole::Endloop, at, live_, {}});
    }

    void visit_plain(size_t at) {
        Instruction& instruction = program_.instructions[at];
        Destination& result = instruction.result;
        if (instruction.condition_update != ConditionUpdate::None && !has_effects(instruction)) {
            bool any = false;
            slots_.for_each_code(instruction, [&](int32_t slot) { any |= is_read(slot); });
            if (!any) instruction.condition_update = ConditionUpdate::None;
        }
        const bool is_register = result.file == RegisterFile::Temporary && result.relative.file == RegisterFile::None &&
                                 !slots_.is_wide(result.variable);
        const bool vanishes = result.file == RegisterFile::None || is_register;
        if (vanishes && !has_effects(instruction)) {
            const int32_t first = is_register ? slots_.of(result.file, result.variable, result.element) : -1;
            const int code = instruction.condition_update == ConditionUpdate::Code1;
            uint8_t wanted = 0;
            for (int c = 0; c < 4; c++) {
                if (!(result.write_mask >> c & 1)) continue;
                const bool of_register = is_register && is_read(first + c);
                const bool of_code =
                    instruction.condition_update != ConditionUpdate::None && is_read(slots_.code(code, c));
                if (of_register || of_code) wanted |= static_cast<uint8_t>(1 << c);
            }
            if (wanted == 0) {
                removed_[at] = true;
                return;
            }
            result.write_mask = wanted;
        }
        if (result.condition.test == ConditionTest::True) {
            if (is_register)
                slots_.for_each_result(instruction, [this](int32_t slot) { live_[static_cast<size_t>(slot)] = false; });
            slots_.for_each_code(instruction, [this](int32_t slot) { live_[static_cast<size_t>(slot)] = false; });
        }
        read(instruction);
        keep();
    }

    Program& program_;
    RegisterSlots slots_;
    Slots live_, seen_by_others_;
    std::vector<bool> removed_;
    std::vector<Block> blocks_;
    bool calls_ = false;
};

}  // namespace

Program remove_dead(Program program) {
    Liveness(program).run();
    return program;
}

}  // namespace arbasm

// Rules about flow: blocks that nest, and the instructions and labels that flow goes to.
#include <vector>

#include "ir/verify/rules.h"

namespace arbasm {
namespace {

constexpr std::string_view nests = "blocks nest, and each ends as it began";
constexpr std::string_view one_else = "an IF has one ELSE at most";
constexpr std::string_view in_loops = "BRK and CONT stand in loops";
constexpr std::string_view closed = "blocks are closed";
constexpr std::string_view outside = "labels stand outside of blocks";
constexpr std::string_view ends = "a REP without a count has a BRK of its own or a RET";
constexpr std::string_view goes_there = "the target is where flow goes to";
constexpr std::string_view names_label = "CAL and BRA name a label";

constexpr std::string_view rules[] = {nests, one_else, in_loops, closed, outside, ends, goes_there, names_label};

class FlowWalk {
  public:
    explicit FlowWalk(const Program& program)
        : program_(program), code_(program.instructions), targets_(program.instructions.size(), -1) {}

    FlowFault run() {
        for (size_t n = 0; n < code_.size(); ++n) {
            if (!labels_are_outside(n)) return {outside, static_cast<int32_t>(n)};
            if (const std::string_view rule = visit(n); !rule.empty()) return {rule, static_cast<int32_t>(n)};
        }
        if (!blocks_.empty()) return {closed, static_cast<int32_t>(blocks_.back().opener)};
        for (size_t n = 0; n < code_.size(); ++n) {
            const bool calls = opcode_info(code_[n].opcode).has_label && code_[n].opcode != Opcode::Cali;
            if (calls && (code_[n].target < 0 || static_cast<size_t>(code_[n].target) >= program_.labels.size()))
                return {names_label, static_cast<int32_t>(n)};
            if (!calls && code_[n].target != targets_[n]) return {goes_there, static_cast<int32_t>(n)};
        }
        return {};
    }

  private:
    struct Block {
        size_t opener;
        size_t from;  // what the next part of it is the target of: the opener, or its ELSE
        std::vector<size_t> exits{};
        bool has_break = false;
    };

    bool labels_are_outside(size_t at) {
        bool here = false;
        for (; next_label_ < program_.labels.size() &&
               static_cast<size_t>(program_.labels[next_label_].instruction) <= at;
             ++next_label_)
            here = true;
        return !here || blocks_.empty();
    }

    bool is_open(Opcode opener) const { return !blocks_.empty() && code_[blocks_.back().opener].opcode == opener; }

    std::string_view visit(size_t at) {
        const auto here = static_cast<int32_t>(at);
        switch (flow_role(code_[at].opcode)) {
            case FlowRole::Loop: loops_.push_back(blocks_.size()); [[fallthrough]];
            case FlowRole::If: blocks_.push_back({at, at}); return {};
            case FlowRole::Else:
                if (!is_open(Opcode::If)) return nests;
                if (blocks_.back().from != blocks_.back().opener) return one_else;
                targets_[blocks_.back().from] = here;
                blocks_.back().from = at;
                return {};
            case FlowRole::Endif:
                if (!is_open(Opcode::If)) return nests;
                targets_[blocks_.back().from] = here;
                blocks_.pop_back();
                return {};
            case FlowRole::Endloop:
                return is_open(code_[at].opcode == Opcode::Endloop ? Opcode::Loop : Opcode::Rep) ? end_loop(at) : nests;
            case FlowRole::Break:
            case FlowRole::Continue: {
                if (loops_.empty()) return in_loops;
                Block& loop = blocks_[loops_.back()];
                loop.exits.push_back(at);
                loop.has_break |= code_[at].opcode == Opcode::Brk;
                return {};
            }
            case FlowRole::Return: last_return_ = here; return {};
            case FlowRole::Call:
            case FlowRole::Jump:
            case FlowRole::None: return {};
        }
        return {};
    }

    std::string_view end_loop(size_t at) {
        const Block& block = blocks_.back();
        const auto here = static_cast<int32_t>(at), opener = static_cast<int32_t>(block.opener);
        targets_[block.opener] = here;
        targets_[at] = opener;
        for (const size_t exit : block.exits) targets_[exit] = here;
        const bool is_left = code_[block.opener].operand_count > 0 || block.has_break || last_return_ > opener;
        blocks_.pop_back();
        loops_.pop_back();
        return is_left ? std::string_view{} : ends;
    }

    const Program& program_;
    const std::vector<Instruction>& code_;
    std::vector<int32_t> targets_;
    std::vector<Block> blocks_;
    std::vector<size_t> loops_;  // those of blocks_ that are loops
    int32_t last_return_ = -1;
    size_t next_label_ = 0;
};

}  // namespace

FlowFault find_flow_fault(const Program& program) { return FlowWalk(program).run(); }

std::span<const std::string_view> flow_rules() { return rules; }

}  // namespace arbasm

#include "flow.h"

#include <algorithm>
#include <random>

namespace random_spirv {
namespace {

class FlowWriter {
  public:
    FlowWriter(uint64_t seed, bool may_kill) : random_(seed * 0x9e3779b97f4a7c15 + 7), may_kill_(may_kill) {}

    Flow write() {
        Flow flow;
        functions_ = 1 + pick(3);
        for (function_ = 0; function_ < functions_; function_++) flow.functions.push_back(body());
        return flow;
    }

  private:
    int pick(int count) { return static_cast<int>(random_() % static_cast<uint64_t>(count)); }
    bool one_in(int count) { return pick(count) == 0; }
    uint8_t any_operand() { return static_cast<uint8_t>(pick(operand_count)); }

    Block body() {
        Block block = statements(4 + pick(4));
        if (function_ > 0) {
            block.push_back(set());
            block.push_back(leaving(Kind::Return));
            return block;
        }
        // What has been computed shows, if nothing has returned before.
        for (uint8_t operand = Value0; operand < Output0; operand++) {
            Statement shown = set();
            shown.to = static_cast<uint8_t>(Output0 + operand % 4);
            shown.from = operand;
            shown.way = 1;
            block.push_back(shown);
        }
        return block;
    }

    Block statements(int count) {
        Block block;
        for (int n = 0; n < count; n++) {
            block.push_back(statement());
            const Kind last = block.back().kind;
            if (last >= Kind::Break) break;  // nothing is behind it
        }
        return block;
    }
    Block sets(int count) {
        Block block;
        for (int n = 0; n < count; n++) block.push_back(set());
        return block;
    }

    Statement set() {
        Statement made;
        made.to = any_operand();
        made.from = any_operand();
        made.way = static_cast<uint8_t>(pick(4));
        made.constant = static_cast<uint32_t>(random_() % 1000) * 2 + 1;
        return made;
    }
    Condition condition() {
        static constexpr uint32_t bits[] = {1, 3, 7, 12};
        Condition made;
        made.from = any_operand();
        made.bits = bits[pick(4)];
        made.limit = made.bits == 12 ? 4 + 4 * static_cast<uint32_t>(pick(2))
                                     : 1 + static_cast<uint32_t>(pick(static_cast<int>(made.bits)));
        return made;
    }
    Statement leaving(Kind kind) {
        Statement made;
        made.kind = kind;
        made.from = any_operand();
        return made;
    }

    std::optional<Statement> way_out() {
        std::vector<Kind> ways;
        if (loops_ > 0) ways.insert(ways.end(), {Kind::Break, Kind::Continue});
        if (in_switch_) ways.push_back(Kind::LeaveSwitch);
        if (!continuing_) ways.push_back(Kind::Return);
        if (!continuing_ && may_kill_ && one_in(4)) ways.push_back(one_in(2) ? Kind::Kill : Kind::Terminate);
        if (continuing_ || ways.empty()) return {};
        return leaving(ways[static_cast<size_t>(pick(static_cast<int>(ways.size())))]);
    }

    Statement statement() {
        const bool nests = depth_ < 6;
        switch (pick(14)) {
            case 0:
            case 1:
            case 2: return nests ? branch() : set();
            case 3:
            case 4: return nests && loops_ < 3 && !continuing_ ? loop() : set();
            case 5: return nests && !continuing_ ? choice() : set();
            case 6: return function_ + 1 < functions_ ? call() : set();
            default: return set();
        }
    }
    Statement call() {
        Statement made = set();
        made.kind = Kind::Call;
        made.function = function_ + 1 + pick(functions_ - function_ - 1);
        return made;
    }
    // Statements, with a way out at their end in some.
    Block arm() {
        depth_++;
        Block block = statements(1 + pick(2));
        if (block.back().kind < Kind::Break && one_in(2))
            if (const auto way = way_out()) block.push_back(*way);
        depth_--;
        return block;
    }
    Statement branch() {
        Statement made;
        made.kind = Kind::If;
        made.condition = condition();
        made.blocks.push_back(arm());
        made.has_else = one_in(2);
        if (made.has_else) made.blocks.push_back(arm());
        return made;
    }
    Statement loop() {
        Statement made;
        made.kind = Kind::Loop;
        made.turns = static_cast<uint32_t>(pick(4));
        made.from = any_operand();
        made.form = static_cast<LoopForm>(pick(4));
        made.blocks.push_back(sets(pick(3)));
        if (made.form == LoopForm::OneBlock) return made;
        const bool in_switch = in_switch_;
        in_switch_ = false;
        loops_++;
        made.blocks.push_back(arm());
        loops_--;
        continuing_ = true;
        depth_++;
        made.blocks.push_back(one_in(3) ? statements(1 + pick(2)) : sets(pick(3)));
        depth_--;
        continuing_ = false;
        in_switch_ = in_switch;
        return made;
    }
    Statement choice() {
        Statement made;
        made.kind = Kind::Switch;
        made.from = any_operand();
        const bool in_switch = in_switch_;
        in_switch_ = true;
        made.has_default = !one_in(3);
        const int count = 1 + pick(3) + (made.has_default ? 1 : 0);
        uint32_t number = static_cast<uint32_t>(pick(2));
        for (int n = 0; n < count; n++) {
            Case& one = made.cases.emplace_back();
            const bool is_default = made.has_default && n + 1 == count;
            for (int more = is_default ? 0 : 1 + pick(2); more > 0; more--) one.numbers.push_back(number++);
            made.blocks.push_back(arm());
            one.falls = n + 1 < count && one_in(3);
        }
        in_switch_ = in_switch;
        return made;
    }

    std::mt19937_64 random_;
    const bool may_kill_;
    int functions_ = 1, function_ = 0, depth_ = 0, loops_ = 0;
    bool in_switch_ = false;   // and in no loop within it
    bool continuing_ = false;  // between a loop's body and its head
};

// ---- what it comes to

class Evaluator {
  public:
    explicit Evaluator(const Flow& flow) : flow_(flow) {}

    std::optional<Result> run(const std::array<uint32_t, 4>& input) {
        Locals locals = first_values(input);
        const Kind end = run(flow_.functions[0], locals);
        if (steps_ > most_steps) return {};
        return Result{ends_thread(end), {module_[1], module_[2], module_[3], module_[4]}};
    }

  private:
    using Locals = std::array<uint32_t, 4>;
    static constexpr int most_steps = 20'000;
    static constexpr Kind goes_on = Kind::Set;
    static bool ends_thread(Kind way) { return way == Kind::Kill || way == Kind::Terminate; }

    uint32_t& at(uint8_t operand, Locals& locals) {
        return operand < Global ? locals[operand] : module_[operand - Global];
    }

    Kind run(const Block& block, Locals& locals) {
        for (const Statement& statement : block)
            if (const Kind way = run(statement, locals); way != goes_on) return way;
        return goes_on;
    }
    Kind run(const Statement& statement, Locals& locals) {
        if (++steps_ > most_steps) return Kind::Kill;
        uint32_t& to = at(statement.to, locals);
        switch (statement.kind) {
            case Kind::Set: to = set_value(statement, to, at(statement.from, locals)); return goes_on;
            case Kind::Call: {
                Locals own = first_values(at(statement.from, locals));
                result_ = 0;
                if (ends_thread(run(flow_.functions[static_cast<size_t>(statement.function)], own))) return Kind::Kill;
                to = result_;
                return goes_on;
            }
            case Kind::If:
                if (statement.condition.holds(at(statement.condition.from, locals)))
                    return run(statement.blocks[0], locals);
                return statement.has_else ? run(statement.blocks[1], locals) : goes_on;
            case Kind::Loop: return run_loop(statement, locals);
            case Kind::Switch: return run_switch(statement, locals);
            case Kind::Return: result_ = at(statement.from, locals); return Kind::Return;
            case Kind::Break:
            case Kind::Continue:
            case Kind::LeaveSwitch:
            case Kind::Kill:
            case Kind::Terminate: break;
        }
        return statement.kind;
    }
    Kind run_loop(const Statement& loop, Locals& locals) {
        const uint32_t turns = loop.turns_of(at(loop.from, locals));
        for (uint32_t turn = 0;;) {
            run(loop.blocks[0], locals);
            const bool tests_before = loop.form == LoopForm::TestFirst || loop.form == LoopForm::TestWithin;
            if (tests_before && turn >= turns) return goes_on;
            if (loop.form != LoopForm::OneBlock) {
                const Kind way = run(loop.blocks[1], locals);
                if (way == Kind::Break) return goes_on;
                if (way != goes_on && way != Kind::Continue) return way;
                if (ends_thread(run(loop.blocks[2], locals))) return Kind::Kill;
            }
            turn++;
            if (!tests_before && turn >= turns) return goes_on;
        }
    }
    Kind run_switch(const Statement& choice, Locals& locals) {
        const uint32_t number = at(choice.from, locals) & 7;
        size_t n = 0;
        while (n < choice.cases.size() && !choice.cases[n].numbers.empty() &&
               std::find(choice.cases[n].numbers.begin(), choice.cases[n].numbers.end(), number) ==
                   choice.cases[n].numbers.end())
            n++;
        for (; n < choice.cases.size(); n++) {
            const Kind way = run(choice.blocks[n], locals);
            if (way == Kind::LeaveSwitch) return goes_on;
            if (way != goes_on) return way;
            if (!choice.cases[n].falls) return goes_on;
        }
        return goes_on;
    }

    const Flow& flow_;
    std::array<uint32_t, 5> module_{};
    uint32_t result_ = 0;
    int steps_ = 0;
};

}  // namespace

uint32_t set_value(const Statement& statement, uint32_t to, uint32_t from) {
    switch (statement.way) {
        case 0: return from + statement.constant;
        case 1: return to * statement.constant + from;
        case 2: return to ^ (from >> 3);
        default: return from;
    }
}

std::array<uint32_t, 4> first_values(const std::array<uint32_t, 4>& input) { return input; }
std::array<uint32_t, 4> first_values(uint32_t parameter) { return {parameter, parameter * 3, parameter ^ 5, 9}; }

Flow random_flow(uint64_t seed, bool may_kill) { return FlowWriter(seed, may_kill).write(); }

std::optional<Result> evaluate(const Flow& flow, const std::array<uint32_t, 4>& input) {
    return Evaluator(flow).run(input);
}

}  // namespace random_spirv

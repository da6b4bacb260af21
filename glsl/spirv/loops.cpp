// Loops and switch.
#include <algorithm>
#include <unordered_set>

#include "glsl/check/constants.h"
#include "glsl/check/operators.h"
#include "glsl/spirv/function_reader.h"

namespace glsl::spirv {

Id FunctionReader::read_loop(BasicBlock& block, Id label) {
    const Instruction& merge = *block.merge;
    const uint32_t at = merge.at;
    const Id end = merge.operands[0], next = merge.operands[1];
    nesting_++;
    if (too_deep(at)) return 0;
    if (end == next || end == label || !blocks_.contains(end) || !blocks_.contains(next)) {
        reader_.context().error(at, "the loop does not end, or is continued where it ends");
        return 0;
    }
    auto* loop = context_.statement<Loop>(location_of(at));
    Construct construct;
    construct.kind = Construct::Kind::Loop;
    construct.merge = end;
    construct.next = next;
    constructs_.push_back(construct);
    Statements body;
    Statements* const outer = values_.write_to(&body);
    read_chain(read_body(block, label));
    // What falls through continues by itself.
    if (!body.empty() && body.back()->kind == StatementKind::Continue) body.pop_back();
    construct = constructs_.back();
    constructs_.pop_back();
    Variable* again = nullptr;
    if (next != label && !reader_.context().failed() && !read_step(next, label, *loop)) {
        construct.header = label;
        again = read_continue(construct, body, at);
    }
    values_.write_to(outer);
    nesting_--;
    if (reader_.context().failed()) return 0;
    loop->body = values_.block_of(body, at);
    if (again) values_.assign(reader_.operations().reference(again, at), truth(false, at), at);
    if (construct.leave) values_.assign(reader_.operations().reference(construct.leave, at), truth(false, at), at);
    values_.emit(loop);
    return end;
}

// A continue construct of one block becomes expressions: what the loop does behind its body, and a condition at its
// end. False: it is more than that, and nothing has been read.
bool FunctionReader::read_step(Id label, Id header, Loop& loop) {
    BasicBlock& block = blocks_.at(label);
    const std::vector<Instruction>& instructions = module_.instructions();
    const Instruction& end = instructions[block.last];
    const bool conditional = end.opcode() == Op::BranchConditional;
    const bool returns = end.opcode() == Op::Branch && end.operands[0] == header;
    if (block.done || block.merge || (!conditional && !returns) || block.last - block.first > most_steps) return false;
    for (size_t n = block.first; n < block.last; n++)
        if (instructions[n].opcode() == Op::Variable) return false;
    if (conditional) {
        const bool first = end.operands[1] == header, second = end.operands[2] == header;
        if (first == second) return false;
    }
    block.done = true;
    Statements list;
    Statements* const outer = values_.write_to(&list);
    const bool hoisted_all = values_.hoist_all(true);
    for (size_t n = block.first; n < block.last && !reader_.context().failed(); n++) read_instruction(instructions[n]);
    Expression* condition = nullptr;
    values_.begin_instruction();
    if (conditional && !reader_.context().failed()) {
        condition = check_condition(context_, values_.value(end.operands[0], end.at));
        const bool goes_on = end.operands[1] == header;
        const Id exit = goes_on ? end.operands[2] : end.operands[1];
        if (!goes_on && !condition->type->is_error())
            condition = make_unary(context_, UnaryOperator::Not, condition, location_of(end.at));
        Expression* again = edge_expression(label, header, true, end.at);
        Expression* leave = edge_expression(label, exit, false, end.at);
        if (again->kind != ExpressionKind::Constant || leave->kind != ExpressionKind::Constant) {
            auto* choice = context_.node<Conditional>(again->type, location_of(end.at));
            choice->condition = condition;
            choice->yes = again;
            choice->no = leave;
            condition = choice;
        }
    } else if (!reader_.context().failed()) {
        edge(label, header, end.at);
    }
    values_.hoist_all(hoisted_all);
    values_.write_to(outer);
    for (const Statement* statement : list) {
        const auto* step = as<ExpressionStatement>(statement);
        if (!step) continue;
        loop.step = loop.step ? comma(loop.step, step->expression, end.at) : step->expression;
    }
    loop.condition = condition;
    loop.test_at_end = condition != nullptr;
    return true;
}

// A continue construct of several blocks stands before the body: all turns but the first go by way of it. Gives the
// variable that tells them.
Variable* FunctionReader::read_continue(Construct& loop, Statements& body, uint32_t at) {
    Variable* again = values_.local("again", loop.next, basic_type(Scalar::Bool), at);
    values_.hoist(again, at);
    Expression* reference = reader_.operations().reference(again, at);
    const Id first = std::exchange(loop.next, 0);
    constructs_.push_back(loop);
    Statements steps;
    values_.write_to(&steps);
    read_chain(first);
    loop.leave = constructs_.back().leave;
    constructs_.pop_back();
    auto* statement = context_.statement<If>(location_of(at));
    statement->condition = reference;
    statement->yes = values_.block_of(steps, at);
    Statement* set = context_.expression_statement(values_.assignment(reference, truth(true, at), at), location_of(at));
    body.insert(body.begin(), {statement, set});
    return again;
}

void FunctionReader::targets(const BasicBlock& block, std::vector<Id>& list) const {
    const Instruction& end = module_.instructions()[block.last];
    const auto words = end.operands;
    if (end.opcode() == Op::Branch) list.push_back(words[0]);
    if (end.opcode() == Op::BranchConditional) list.insert(list.end(), {words[1], words[2]});
    if (end.opcode() != Op::Switch) return;
    list.push_back(words[1]);
    for (size_t n = 3; n < words.size(); n += 2) list.push_back(words[n]);
}

// The other case that one goes on with; 0: none.
Id FunctionReader::falls_to(const SwitchCase& own, const std::unordered_set<Id>& cases, Id merge, uint32_t at) {
    if (own.target == merge || exit_of(own.target) != Exit::None) return 0;
    std::vector<Id> waiting = {own.target};
    std::unordered_set<Id> seen = {own.target, merge};
    while (!waiting.empty()) {
        // Those of one case may be looked at for each case.
        constexpr size_t most_blocks = 1 << 20;
        if (++searched_blocks_ > most_blocks) {
            reader_.context().error(at, "the cases of the function's OpSwitch go through too many blocks");
            return 0;
        }
        const Id id = waiting.back();
        waiting.pop_back();
        if (id != own.target) {
            if (cases.contains(id)) return id;
            if (exit_of(id) != Exit::None) continue;
        }
        const auto found = blocks_.find(id);
        if (found == blocks_.end()) continue;
        std::vector<Id> list;
        targets(found->second, list);
        if (found->second.merge) list.push_back(found->second.merge->operands[0]);
        searched_blocks_ += list.size();
        for (const Id target : list)
            if (seen.insert(target).second) waiting.push_back(target);
    }
    return 0;
}

// The cases in the order in which they fall through.
std::vector<FunctionReader::SwitchCase> FunctionReader::switch_cases(const Instruction& branch, Id merge) {
    std::vector<SwitchCase> cases;
    const auto words = branch.operands;
    const auto add = [&](Id target) -> SwitchCase& {
        const auto found = std::ranges::find(cases, target, &SwitchCase::target);
        if (found != cases.end()) return *found;
        cases.push_back({target, {}, false, 0});
        return cases.back();
    };
    for (size_t n = 2; n + 1 < words.size(); n += 2) add(words[n + 1]).values.push_back(words[n]);
    add(words[1]).is_default = true;
    std::unordered_set<Id> all;
    for (const SwitchCase& own : cases) all.insert(own.target);
    for (SwitchCase& own : cases) {
        if (reader_.context().failed()) return cases;
        own.falls_to = falls_to(own, all, merge, branch.at);
    }
    std::vector<SwitchCase> ordered;
    // Chains of falling through, from their first case on.
    const auto append_chain = [&](const SwitchCase& first) {
        const SwitchCase* next = &first;
        while (next && std::ranges::find(ordered, next->target, &SwitchCase::target) == ordered.end()) {
            ordered.push_back(*next);
            const auto found = std::ranges::find(cases, next->falls_to, &SwitchCase::target);
            next = next->falls_to && found != cases.end() ? &*found : nullptr;
        }
    };
    for (const SwitchCase& own : cases)
        if (std::ranges::find(cases, own.target, &SwitchCase::falls_to) == cases.end()) append_chain(own);
    for (const SwitchCase& own : cases) append_chain(own);
    return ordered;
}

Id FunctionReader::read_switch(BasicBlock& block, Id label, const Instruction& branch) {
    const uint32_t at = branch.at;
    Expression* selector = values_.stable(branch.operands[0], at);
    if (reader_.context().failed()) return 0;
    const bool integer =
        selector->type->is_scalar() && selector->type->is_integer() && !is_wide(selector->type->scalar);
    if (!integer || !block.merge || block.merge->opcode() != Op::SelectionMerge || branch.operands.size() % 2) {
        reader_.context().error(at, "OpSwitch chooses by an integer of 32 bits, and has a merge instruction before it");
        return 0;
    }
    constexpr size_t most_cases = 2048;
    const Id merge = block.merge->operands[0];
    if (branch.operands.size() / 2 > most_cases) {
        reader_.context().error(at, "OpSwitch has more than " + std::to_string(most_cases) + " cases");
        return 0;
    }
    nesting_++;
    if (too_deep(at)) return 0;
    const std::vector<SwitchCase> cases = switch_cases(branch, merge);
    Statements body;
    // What a case that is also fallen into makes of phis is known before.
    const auto is_fallen_into = [&](Id target) {
        return std::ranges::find(cases, target, &SwitchCase::falls_to) != cases.end();
    };
    for (const SwitchCase& own : cases)
        if (is_fallen_into(own.target)) edge(label, own.target, at);
    for (size_t n = 0; n < cases.size() && !reader_.context().failed(); n++) {
        const SwitchCase& own = cases[n];
        const Location where = location_of(at);
        for (const uint32_t number : own.values) {
            auto* one = context_.statement<Case>(where);
            const uint64_t components[] = {number};
            one->value = make_constant(reader_.context().arena(), selector->type, where, components);
            body.push_back(one);
        }
        if (own.is_default) body.push_back(context_.statement<Case>(where));
        Construct construct;
        construct.kind = Construct::Kind::Switch;
        construct.merge = merge;
        construct.next = n + 1 < cases.size() ? cases[n + 1].target : 0;
        constructs_.push_back(construct);
        Statements list;
        Statements* const outer = values_.write_to(&list);
        if (!is_fallen_into(own.target)) edge(label, own.target, at);
        read_chain(own.target);
        values_.write_to(outer);
        constructs_.pop_back();
        body.push_back(values_.block_of(list, at));
    }
    nesting_--;
    if (reader_.context().failed()) return 0;
    auto* statement = context_.statement<Switch>(location_of(at));
    statement->selector = selector;
    statement->statements = reader_.context().arena().copy(body);
    values_.emit(statement);
    if (const Construct* loop = loop_around(); loop && loop->leave) {
        auto* leave = context_.statement<If>(location_of(at));
        leave->condition = reader_.operations().reference(loop->leave, at);
        leave->yes = jump<Break>(at);
        values_.emit(leave);
    }
    return merge;
}

}  // namespace glsl::spirv

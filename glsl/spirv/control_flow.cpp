// The flow of control: blocks that merge instructions structure become if, loops and switch, each block once.
#include <algorithm>

#include "glsl/check/constants.h"
#include "glsl/check/operators.h"
#include "glsl/spirv/function_reader.h"
#include "glsl/tree/operands.h"

#include "ir/switches.h"

namespace glsl::spirv {

namespace {

bool mentions(const Expression* expression, const Variable* variable) {
    if (const auto* reference = as<Reference>(expression)) return reference->variable == variable;
    return any_operand(expression, [&](const Expression* operand) { return mentions(operand, variable); });
}

}  // namespace

Expression* FunctionReader::truth(bool is, uint32_t at) {
    const uint64_t components[] = {is};
    return const_cast<Constant*>(
        make_constant(reader_.context().arena(), basic_type(Scalar::Bool), location_of(at), components));
}

bool FunctionReader::too_deep(uint32_t at) {
    if (nesting_ > most_nesting)
        reader_.context().error(at,
                                "branches and loops nest more than " + std::to_string(most_nesting) + " levels deep");
    return reader_.context().failed();
}

// What a branch to this block does beside going there. Through: what follows comes by itself.
FunctionReader::Exit FunctionReader::exit_of(Id target) const {
    bool in_switch = false, in_if = false;  // that the branch goes out of
    for (size_t n = constructs_.size(); n-- > 0;) {
        const Construct& construct = constructs_[n];
        switch (construct.kind) {
            case Construct::Kind::If:
                if (target == construct.merge && n + 1 == constructs_.size()) return Exit::Through;
                in_if = true;
                break;
            case Construct::Kind::Switch:
                if (!in_switch && target == construct.merge) return Exit::Break;
                if (!in_switch && !in_if && target == construct.next) return Exit::Through;
                in_switch = true;
                break;
            case Construct::Kind::Loop:
                if (target == construct.header && construct.header && !in_if && !in_switch) return Exit::Through;
                if (target == construct.next) return Exit::Continue;
                if (target == construct.merge) return in_switch ? Exit::Leave : Exit::Break;
                return Exit::None;
        }
    }
    return Exit::None;
}

void FunctionReader::emit_exit(Exit exit, uint32_t at) {
    if (exit == Exit::Break) values_.emit(jump<Break>(at));
    if (exit == Exit::Continue) values_.emit(jump<Continue>(at));
    if (exit != Exit::Leave) return;
    Construct& loop = *loop_around();
    if (!loop.leave) {
        loop.leave = values_.local("leave", loop.merge, basic_type(Scalar::Bool), at);
        values_.hoist(loop.leave, at);
    }
    values_.assign(reader_.operations().reference(loop.leave, at), truth(true, at), at);
    values_.emit(jump<Break>(at));
}

// null: there is none.
FunctionReader::Construct* FunctionReader::loop_around() {
    for (size_t n = constructs_.size(); n-- > 0;)
        if (constructs_[n].kind == Construct::Kind::Loop) return &constructs_[n];
    return nullptr;
}

// Blocks one behind the other, up to one that a construct around is left for.
void FunctionReader::read_chain(Id label) {
    const uint32_t at = info_.definition->at;
    while (label && !reader_.context().failed()) {
        if (const Exit exit = exit_of(label); exit != Exit::None) return emit_exit(exit, at);
        if (!blocks_.contains(label))
            return reader_.context().error(at, "the id " + std::to_string(label) + " is no block");
        label = read_block(label);
    }
}

// Gives the block to go on with; 0: none.
Id FunctionReader::read_block(Id label) {
    BasicBlock& block = blocks_.at(label);
    if (block.done) {
        reader_.context().error(module_.instructions()[block.last].at,
                                "the flow of control is not structured: a block is reached in two ways");
        return 0;
    }
    block.done = true;
    if (block.merge && block.merge->opcode() == Op::LoopMerge) return read_loop(block, label);
    return read_body(block, label);
}

Id FunctionReader::read_body(BasicBlock& block, Id label) {
    const std::vector<Instruction>& instructions = module_.instructions();
    values_.forget_pending();  // what no instruction of the block before has used
    for (size_t n = block.first; n < block.last && !reader_.context().failed(); n++) read_instruction(instructions[n]);
    return reader_.context().failed() ? 0 : read_terminator(block, label);
}

Id FunctionReader::read_terminator(BasicBlock& block, Id label) {
    const Instruction& end = module_.instructions()[block.last];
    const uint32_t at = end.at;
    values_.begin_instruction();
    ASMGL_SOME_CASES
    switch (end.opcode()) {
        case Op::Branch: edge(label, end.operands[0], at); return end.operands[0];
        case Op::BranchConditional: return read_branch(block, label, end);
        case Op::Switch: return read_switch(block, label, end);
        case Op::Kill:
        case Op::TerminateInvocation:
            if (reader_.context().stage() != arbasm::Stage::Fragment)
                reader_.context().error(at, "only fragments can be killed");
            values_.emit(jump<Discard>(at));
            return 0;
        case Op::Return:
        case Op::ReturnValue: {
            auto* statement = context_.statement<Return>(location_of(at));
            const Type* type = info_.function->type;
            if (end.opcode() == Op::ReturnValue)
                statement->value = reader_.operations().fit(values_.value(end.operands[0], at), type, at);
            if (type->is_void() != !statement->value)
                reader_.context().error(at, "the function returns something else");
            values_.emit(statement);
            return 0;
        }
        default: return 0;  // OpUnreachable
    }
    ASMGL_END_SOME_CASES
}

// One side of a branch, in a list of its own.
void FunctionReader::read_arm(Id target, Id from, Statements& list) {
    Statements* const outer = values_.write_to(&list);
    edge(from, target, info_.definition->at);
    read_chain(target);
    values_.write_to(outer);
}

Id FunctionReader::read_branch(BasicBlock& block, Id label, const Instruction& branch) {
    const uint32_t at = branch.at;
    Expression* condition = check_condition(context_, values_.value(branch.operands[0], at));
    const Id yes = branch.operands[1], no = branch.operands[2];
    if (reader_.context().failed()) return 0;
    if (yes == no) {
        edge(label, yes, at);
        return yes;
    }
    nesting_++;
    auto* statement = context_.statement<If>(location_of(at));
    statement->condition = condition;
    Statements yes_list, no_list;
    const bool merges = block.merge && block.merge->opcode() == Op::SelectionMerge;
    Id next = 0;
    if (too_deep(at)) return 0;
    if (merges) {
        next = block.merge->operands[0];
        constructs_.push_back({Construct::Kind::If, next});
        read_arm(yes, label, yes_list);
        read_arm(no, label, no_list);
        constructs_.pop_back();
    } else {
        // One of them leaves what is around: then the other goes on behind.
        const Exit yes_exit = exit_of(yes), no_exit = exit_of(no);
        const auto leaves = [](Exit exit) { return exit != Exit::None && exit != Exit::Through; };
        const bool go_on = leaves(yes_exit) || leaves(no_exit);
        if (!go_on || leaves(yes_exit)) read_arm(yes, label, yes_list);
        if (!go_on || !leaves(yes_exit)) read_arm(no, label, no_list);
        if (go_on) next = leaves(yes_exit) ? no : yes;
    }
    nesting_--;
    statement->yes = yes_list.empty() ? nullptr : values_.block_of(yes_list, at);
    statement->no = no_list.empty() ? nullptr : values_.block_of(no_list, at);
    values_.emit(statement);
    if (!merges && next) edge(label, next, at);
    return next;
}

// What the phis of a block are when it is reached from another.
std::vector<std::pair<Variable*, Expression*>> FunctionReader::edge_values(Id from, Id to, uint32_t at) {
    std::vector<std::pair<Variable*, Expression*>> list;
    const auto found = blocks_.find(to);
    if (found == blocks_.end()) return list;
    for (const Instruction* phi : found->second.phis) {
        const auto* target = as<Reference>(values_.known(phi->result));
        Id source = 0;
        for (size_t n = 0; n + 1 < phi->operands.size(); n += 2)
            if (phi->operands[n + 1] == from) source = phi->operands[n];
        if (!source) {
            reader_.context().error(phi->at, "the phi has no value for a block before it");
            return {};
        }
        Expression* given = reader_.operations().fit(values_.value(source, at), target->type, at);
        if (given->type->is_error()) return {};
        const auto* same = as<Reference>(given);
        if (!same || same->variable != target->variable) list.emplace_back(target->variable, given);
    }
    return list;
}

// All at once: none of them sees what another one becomes.
void FunctionReader::edge(Id from, Id to, uint32_t at) {
    const auto list = edge_values(from, to, at);
    constexpr size_t most_compared = 64;
    bool conflicts = list.size() > most_compared;
    for (size_t n = 0; n < list.size() && !conflicts; n++)
        for (size_t before = 0; before < n && !conflicts; before++)
            conflicts = mentions(list[n].second, list[before].first);
    std::vector<Expression*> sources;
    for (const auto& [variable, given] : list) {
        sources.push_back(given);
        if (!conflicts || given->kind == ExpressionKind::Constant) continue;
        Variable* copy = values_.local("copy", to, given->type, at);
        values_.hoist(copy, at);
        sources.back() = reader_.operations().reference(copy, at);
        values_.assign(sources.back(), given, at);
    }
    for (size_t n = 0; n < list.size(); n++)
        values_.assign(reader_.operations().reference(list[n].first, at), sources[n], at);
}

Expression* FunctionReader::comma(Expression* left, Expression* right, uint32_t at) {
    auto* node = context_.node<Comma>(right->type, location_of(at));
    node->left = left;
    node->right = right;
    return node;
}

// The assignments of an edge as an expression that gives a truth.
Expression* FunctionReader::edge_expression(Id from, Id to, bool is, uint32_t at) {
    Statements list;
    Statements* const outer = values_.write_to(&list);
    edge(from, to, at);
    values_.write_to(outer);
    Expression* result = truth(is, at);
    for (size_t n = list.size(); n-- > 0;)
        if (const auto* statement = as<ExpressionStatement>(list[n])) result = comma(statement->expression, result, at);
    return result;
}

}  // namespace glsl::spirv

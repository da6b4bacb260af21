#include "glsl/spirv/values.h"

#include <algorithm>

#include "glsl/check/access_paths.h"
#include "glsl/check/constants.h"

namespace glsl::spirv {

void FunctionValues::begin_instruction() {
    depth_ = 0;
    reads_ = false;
}

Statements FunctionValues::with_hoisted(const Statements& body) const {
    Statements all = hoisted_;
    all.insert(all.end(), body.begin(), body.end());
    return all;
}

Expression* FunctionValues::value(Id id, uint32_t at) {
    if (Expression* constant = reader_.constants().find(id)) return constant;
    const auto found = values_.find(id);
    if (found == values_.end()) {
        reader_.context().error(at, "the id " + std::to_string(id) + " is no value that is known here");
        return reader_.context().wrong(at);
    }
    Value& own = found->second;
    depth_ = std::max(depth_, own.depth);
    reads_ |= own.reads;
    if (own.pending) {
        own.pending = false;
        std::erase(pending_, id);
    }
    return own.expression;
}

Expression* FunctionValues::stable(Id id, uint32_t at) {
    const auto found = values_.find(id);
    if (found == values_.end() || !found->second.pending) return value(id, at);
    std::erase(pending_, id);
    return materialize(id, found->second.expression, at);
}

Variable* FunctionValues::local(std::string_view prefix, Id id, const Type* type, uint32_t at) {
    Qualifiers qualifiers;
    qualifiers.storage = Storage::Local;
    return reader_.context().new_variable(std::string(prefix) + std::to_string(id), type, qualifiers, at);
}

void FunctionValues::hoist(Variable* variable, uint32_t at) {
    auto* declaration = context_.statement<Declaration>(location_of(at));
    declaration->variable = variable;
    hoisted_.push_back(declaration);
}

void FunctionValues::emit(Expression* expression, uint32_t at) {
    if (expression->type->is_error()) return;
    emit(context_.expression_statement(expression, location_of(at)));
}

Expression* FunctionValues::assignment(Expression* target, Expression* given, uint32_t at) {
    if (target->type->is_error() || given->type->is_error()) return reader_.context().wrong(at);
    if (Variable* variable = root_of(target)) variable->written = true;
    auto* node = context_.node<Assign>(target->type, location_of(at));
    node->target = target;
    node->value = given;
    return node;
}

Expression* FunctionValues::materialize(Id id, Expression* expression, uint32_t at) {
    if (expression->type->is_error()) return expression;
    Variable* variable = local("v", id, expression->type, at);
    variable->written = true;
    const auto use = uses_.find(id);
    const bool elsewhere = use != uses_.end() && (use->second.elsewhere || use->second.block != use->second.made);
    Expression* reference = reader_.operations().reference(variable, at);
    if (elsewhere || hoists_all_) {
        hoist(variable, at);
        assign(reference, expression, at);
    } else {
        auto* declaration = context_.statement<Declaration>(location_of(at));
        declaration->variable = variable;
        declaration->initialiser = expression;
        emit(declaration);
    }
    values_[id] = {reference};
    return reference;
}

void FunctionValues::define(const Instruction& instruction, Expression* expression, bool effects) {
    const Id id = instruction.result;
    const uint32_t at = instruction.at;
    if (expression->type->is_error()) {
        values_[id] = {expression};
        return;
    }
    const auto found = uses_.find(id);
    const bool used = found != uses_.end() && found->second.count;
    if (!used) {
        if (effects) emit(expression, at);
        values_[id] = {reader_.context().wrong(at)};
        return;
    }
    const bool known = expression->kind == ExpressionKind::Constant ||
                       contains(expression->type, [](const Type* part) { return part->is_opaque(); });
    if (known) {
        values_[id] = {expression};
        return;
    }
    const Use& use = found->second;
    const bool here = use.count == 1 && !use.elsewhere && use.block == use.made;
    if (effects || !here || depth_ >= most_depth || pending_.size() >= most_pending) {
        materialize(id, expression, at);
        return;
    }
    values_[id] = {expression, depth_ + 1, true, reads_};
    pending_.push_back(id);
}

void FunctionValues::flush() {
    const std::vector<Id> waiting = std::move(pending_);
    pending_.clear();
    for (const Id id : waiting) {
        Value& own = values_[id];
        if (own.reads)
            materialize(id, own.expression, own.expression->where.line);
        else
            pending_.push_back(id);
    }
}

std::optional<int64_t> FunctionValues::constant_integer(Id id, uint32_t at) {
    const Expression* constant = reader_.constants().find(id);
    if (constant && is_integer_constant(constant)) return integer_value(*as<Constant>(constant));
    reader_.context().error(at, "the id " + std::to_string(id) + " is no constant integer");
    return {};
}

Statement* FunctionValues::block_of(const Statements& list, uint32_t at) {
    auto* block = context_.statement<BlockStatement>(location_of(at));
    block->statements = reader_.context().arena().copy(list);
    return block;
}

}  // namespace glsl::spirv

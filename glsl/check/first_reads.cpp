#include <unordered_map>

#include "glsl/check/reads.h"
#include "glsl/tree/operands.h"

namespace glsl {

namespace {

class FirstReads {
  public:
    explicit FirstReads(CheckContext& context) : context_(context) {}
    void statement(const Statement* node);

  private:
    void expression(const Expression* node);
    void branch(const Expression* node);
    void branch(const Statement* node);
    void call(const Call& node);
    void target(const Expression* path);
    void read(const Reference& node);

    CheckContext& context_;
    // Variables that nothing has mentioned yet, each with the stretch of code that declares it.
    std::unordered_map<const Variable*, int> unmentioned_;
    int stretch_ = 0;
    int stretches_ = 0;
};

void FirstReads::read(const Reference& node) {
    const auto found = unmentioned_.find(node.variable);
    if (found == unmentioned_.end()) return;
    // end_body() warns of a variable that is never written.
    if (found->second == stretch_ && node.variable->written)
        context_.warning(node.where, std::string(node.variable->name) + " is read before anything is written to it");
    unmentioned_.erase(found);
}

// What is written, or may be: its indices are read.
void FirstReads::target(const Expression* path) {
    for (const Expression* part = path; part;) {
        if (const auto* index = as<Index>(part)) {
            expression(index->index);
            part = index->operand;
        } else if (const auto* member = as<MemberAccess>(part)) {
            part = member->operand;
        } else if (const auto* swizzle = as<Swizzle>(part)) {
            part = swizzle->operand;
        } else {
            if (const auto* reference = as<Reference>(part)) unmentioned_.erase(reference->variable);
            return;
        }
    }
}

void FirstReads::call(const Call& node) {
    for (size_t n = 0; n < node.arguments.size(); n++)
        if (node.function->parameters[n]->mode != ParameterMode::Out) expression(node.arguments[n]);
    for (size_t n = 0; n < node.arguments.size(); n++)
        if (node.function->parameters[n]->mode == ParameterMode::Out) target(node.arguments[n]);
}

void FirstReads::expression(const Expression* node) {
    if (!node || as<Length>(node)) return;
    if (const auto* reference = as<Reference>(node)) return read(*reference);
    if (const auto* assign = as<Assign>(node)) {
        expression(assign->value);
        if (assign->compound) expression(assign->target);
        return target(assign->target);
    }
    if (const auto* own = as<Call>(node)) return call(*own);
    if (const auto* own = as<BuiltinCall>(node); own && own->row->signatures.find("out ") != std::string_view::npos) {
        for (const Expression* argument : own->arguments) target(argument);
        return;
    }
    if (const auto* choice = as<Conditional>(node)) {
        expression(choice->condition);
        branch(choice->yes);
        return branch(choice->no);
    }
    if (const auto* binary = as<Binary>(node);
        binary && (binary->operation == BinaryOperator::LogicalAnd || binary->operation == BinaryOperator::LogicalOr)) {
        expression(binary->left);
        return branch(binary->right);
    }
    any_operand(node, [this](const Expression* operand) {
        expression(operand);
        return false;
    });
}

void FirstReads::branch(const Expression* node) {
    const int before = stretch_;
    stretch_ = ++stretches_;
    expression(node);
    stretch_ = before;
}

void FirstReads::branch(const Statement* node) {
    const int before = stretch_;
    stretch_ = ++stretches_;
    statement(node);
    stretch_ = before;
}

void FirstReads::statement(const Statement* node) {
    if (!node) return;
    if (const auto* own = as<ExpressionStatement>(node)) return expression(own->expression);
    if (const auto* own = as<Declaration>(node)) {
        expression(own->initialiser);
        const Variable& variable = *own->variable;
        if (!own->initialiser && variable.qualifiers.storage == Storage::Local && variable.type->is_basic())
            unmentioned_[&variable] = stretch_;
        return;
    }
    if (const auto* block = as<BlockStatement>(node)) {
        for (const Statement* inner : block->statements) statement(inner);
    } else if (const auto* choice = as<If>(node)) {
        expression(choice->condition);
        branch(choice->yes);
        branch(choice->no);
    } else if (const auto* loop = as<Loop>(node)) {
        statement(loop->first);
        branch(static_cast<const Statement*>(loop->declaration));
        branch(loop->condition);
        branch(loop->body);
        branch(loop->step);
    } else if (const auto* cases = as<Switch>(node)) {
        expression(cases->selector);
        const int before = stretch_;
        for (const Statement* inner : cases->statements) statement(inner);
        stretch_ = before;
    } else {
        // Labels and jumps: what follows is come to otherwise, or not at all.
        if (const auto* jump = as<Return>(node)) expression(jump->value);
        stretch_ = ++stretches_;
    }
}

}  // namespace

void warn_first_reads(CheckContext& context, const Statement* body) { FirstReads(context).statement(body); }

}  // namespace glsl

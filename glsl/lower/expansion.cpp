#include "glsl/lower/expansion.h"

#include "glsl/tree/operands.h"

namespace glsl {

namespace {

// Calls `visit` for all nodes of a function's expressions.
template <class Visit>
void for_each_node(const Function& function, Visit&& visit) {
    const auto each = [&](const auto& self, const Expression* expression) -> void {
        visit(expression);
        any_operand(expression, [&](const Expression* operand) {
            self(self, operand);
            return false;
        });
    };
    for_each_expression(function.body, [&](const Expression* expression) { each(each, expression); });
}

}  // namespace

bool contains_jump(const Statement* statement, StatementKind kind) {
    if (!statement) return false;
    if (statement->kind == kind) return true;
    if (const auto* block = as<BlockStatement>(statement)) {
        for (const Statement* inner : block->statements)
            if (contains_jump(inner, kind)) return true;
        return false;
    }
    if (const auto* branch = as<If>(statement))
        return contains_jump(branch->yes, kind) || contains_jump(branch->no, kind);
    if (const auto* loop = as<Loop>(statement)) return kind == StatementKind::Return && contains_jump(loop->body, kind);
    if (const auto* choice = as<Switch>(statement)) {
        for (const Statement* inner : choice->statements)
            if (contains_jump(inner, kind)) return true;
    }
    return false;
}

bool ends_only_at_end(const Function& function) {
    const std::span<Statement* const> statements = function.body->statements;
    for (size_t n = 0; n + 1 < statements.size(); n++)
        if (contains_jump(statements[n], StatementKind::Return)) return false;
    return statements.empty() || statements.back()->kind == StatementKind::Return ||
           !contains_jump(statements.back(), StatementKind::Return);
}

const Function* Expansion::body_of(const Function* function) const {
    if (function->body) return function;
    const auto found = input_.bodies.find(function);
    return found == input_.bodies.end() ? nullptr : found->second;
}

bool Expansion::is_expanded(const Function& function) {
    if (call_sites_.empty())
        for (const Shader* shader : *input_.shaders)
            for (const Function* caller : shader->functions)
                for_each_node(*caller, [this](const Expression* expression) {
                    if (const auto* call = as<Call>(expression)) call_sites_[body_of(call->function)]++;
                });
    return call_sites_[&function] == 1 || cost(function) <= most_cost;
}

// Nodes that come of a function where it is expanded, with the functions that are expanded in it.
int Expansion::cost(const Function& function) {
    const auto [entry, is_new] = costs_.try_emplace(&function, 0);
    if (!is_new) return entry->second;
    int sum = 0;
    std::vector<const Function*> callees;  // looked into when this walk is over: their depths don't add up
    for_each_node(function, [&](const Expression* expression) {
        sum++;
        const auto* call = as<Call>(expression);
        if (!call || call->function->builtin) return;
        if (const Function* body = body_of(call->function)) callees.push_back(body);
    });
    for (const Function* body : callees)
        if (is_expanded(*body)) sum += cost(*body);
    return costs_[&function] = sum;
}

}  // namespace glsl

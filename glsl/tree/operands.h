// The operands of an expression, whatever its kind.
#pragma once

#include <algorithm>

#include "glsl/tree/tree.h"

namespace glsl {

// Calls `visit` for each operand of an expression; true as soon as one call gives true.
template <class Visit>
bool any_operand(const Expression* expression, Visit&& visit) {
    const auto any = [&](std::span<Expression* const> list) { return std::any_of(list.begin(), list.end(), visit); };
    if (const auto* node = as<Unary>(expression)) return visit(node->operand);
    if (const auto* node = as<Step>(expression)) return visit(node->operand);
    if (const auto* node = as<Binary>(expression)) return visit(node->left) || visit(node->right);
    if (const auto* node = as<Conditional>(expression))
        return visit(node->condition) || visit(node->yes) || visit(node->no);
    if (const auto* node = as<Assign>(expression)) return visit(node->target) || visit(node->value);
    if (const auto* node = as<Comma>(expression)) return visit(node->left) || visit(node->right);
    if (const auto* node = as<Call>(expression)) return (node->target && visit(node->target)) || any(node->arguments);
    if (const auto* node = as<BuiltinCall>(expression)) return any(node->arguments);
    if (const auto* node = as<Construct>(expression)) return any(node->arguments);
    if (const auto* node = as<Convert>(expression)) return visit(node->operand);
    if (const auto* node = as<Swizzle>(expression)) return visit(node->operand);
    if (const auto* node = as<Index>(expression)) return visit(node->operand) || visit(node->index);
    if (const auto* node = as<MemberAccess>(expression)) return visit(node->operand);
    if (const auto* node = as<Length>(expression)) return visit(node->operand);
    if (const auto* node = as<Dereference>(expression)) return visit(node->pointer);
    return false;
}

// How many expressions are in each other: a chain of operators is as deep as it is long. Counted once for each.
inline int depth_of(const Expression* expression) {
    if (expression->depth) return expression->depth;
    int operands = 0;
    any_operand(expression, [&](const Expression* operand) {
        operands = std::max(operands, depth_of(operand));
        return false;
    });
    expression->depth = static_cast<uint16_t>(std::min(operands, 0xfffe) + 1);
    return expression->depth;
}

// Calls `visit` for each expression that a statement and those in it consist of, not for their operands.
template <class Visit>
void for_each_expression(const Statement* statement, Visit&& visit) {
    const auto expression = [&](const Expression* node) {
        if (node) visit(node);
    };
    const auto statements = [&](std::span<Statement* const> list) {
        for (const Statement* inner : list) for_each_expression(inner, visit);
    };
    if (!statement) return;
    if (const auto* node = as<ExpressionStatement>(statement)) expression(node->expression);
    if (const auto* node = as<Declaration>(statement)) expression(node->initialiser);
    if (const auto* node = as<BlockStatement>(statement)) statements(node->statements);
    if (const auto* node = as<If>(statement)) {
        expression(node->condition);
        for_each_expression(node->yes, visit);
        for_each_expression(node->no, visit);
    }
    if (const auto* node = as<Loop>(statement)) {
        for_each_expression(node->first, visit);
        for_each_expression(static_cast<const Statement*>(node->declaration), visit);
        expression(node->condition);
        expression(node->step);
        for_each_expression(node->body, visit);
    }
    if (const auto* node = as<Switch>(statement)) {
        expression(node->selector);
        statements(node->statements);
    }
    if (const auto* node = as<Return>(statement)) expression(node->value);
}

}  // namespace glsl

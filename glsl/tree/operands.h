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
    return false;
}

}  // namespace glsl

#include "glsl/lower/loop_bounds.h"

#include "glsl/tree/operands.h"

namespace glsl {

namespace {

const Variable* variable_of(const Expression* expression) {
    const auto* reference = as<Reference>(expression);
    return reference ? reference->variable : nullptr;
}

// Whether an expression may change a variable: by an operator, or as the argument of a function.
bool changes(const Expression* expression, const Variable* variable) {
    if (const auto* step = as<Step>(expression); step && variable_of(step->operand) == variable) return true;
    if (const auto* assign = as<Assign>(expression); assign && variable_of(assign->target) == variable) return true;
    if (expression->kind == ExpressionKind::Call || expression->kind == ExpressionKind::BuiltinCall)
        if (any_operand(expression, [&](const Expression* argument) { return variable_of(argument) == variable; }))
            return true;
    return any_operand(expression, [&](const Expression* operand) { return changes(operand, variable); });
}

// The variable that is counted by a constant; null: it is something else that the expression does.
const Variable* counted(const Expression* expression) {
    if (const auto* step = as<Step>(expression)) return variable_of(step->operand);
    const auto* assign = as<Assign>(expression);
    if (!assign || !assign->compound) return nullptr;
    const auto* by = as<Constant>(assign->value);
    const bool sum = assign->operation == BinaryOperator::Add || assign->operation == BinaryOperator::Subtract;
    return sum && by && by->components[0] ? variable_of(assign->target) : nullptr;
}

bool counts(const Loop& loop) {
    const auto* condition = as<Binary>(loop.condition);
    const Variable* variable = loop.step ? counted(loop.step) : nullptr;
    if (!condition || !variable || condition->operation < BinaryOperator::Less ||
        condition->operation > BinaryOperator::GreaterEqual)
        return false;
    const bool left = variable_of(condition->left) == variable;
    const Expression* bound = left ? condition->right : condition->left;
    if (!left && variable_of(condition->right) != variable) return false;
    // A sum of floats stays where it is if it is large enough.
    if (!variable->type->is_integer() && !as<Constant>(bound)) return false;
    bool changed = false;
    for_each_expression(loop.body, [&](const Expression* expression) { changed |= changes(expression, variable); });
    return !changed;
}

}  // namespace

bool may_run_for_ever(const Statement* statement) {
    const auto any = [](std::span<Statement* const> list) { return std::ranges::any_of(list, may_run_for_ever); };
    if (!statement) return false;
    if (const auto* loop = as<Loop>(statement)) return !counts(*loop) || may_run_for_ever(loop->body);
    if (const auto* block = as<BlockStatement>(statement)) return any(block->statements);
    if (const auto* branch = as<If>(statement)) return may_run_for_ever(branch->yes) || may_run_for_ever(branch->no);
    if (const auto* choice = as<Switch>(statement)) return any(choice->statements);
    return false;
}

}  // namespace glsl

#include "glsl/lower/effects.h"

#include <algorithm>

#include "glsl/tree/operands.h"

namespace glsl {

namespace {

bool writes_arguments(const Function& function) {
    return std::any_of(function.parameters.begin(), function.parameters.end(),
                       [](const Variable* parameter) { return parameter->mode != ParameterMode::In; });
}

int cost(const Expression* expression) {
    int sum = 0;
    any_operand(expression, [&](const Expression* operand) {
        sum += cost(operand);
        return false;
    });
    switch (expression->kind) {
        case ExpressionKind::Error:
        case ExpressionKind::Constant:
        case ExpressionKind::Reference:
        case ExpressionKind::Swizzle:
        case ExpressionKind::Member: return sum;
        case ExpressionKind::Dereference:  // may be a null pointer
        case ExpressionKind::Call: return sum + 8;
        case ExpressionKind::BuiltinCall:
            return sum +
                   (static_cast<const BuiltinCall*>(expression)->row->meaning.kind == MeaningKind::Operation ? 1 : 8);
        case ExpressionKind::Unary:
        case ExpressionKind::Step:
        case ExpressionKind::Binary:
        case ExpressionKind::Conditional:
        case ExpressionKind::Assign:
        case ExpressionKind::Comma:
        case ExpressionKind::Construct:
        case ExpressionKind::Convert:
        case ExpressionKind::Index:
        case ExpressionKind::Length: return sum + 1;
    }
    return sum;
}

constexpr std::string_view special_names[] = {
#define GLSL_SPECIAL_FUNCTION(name) #name,
#include "glsl/language/special_functions.def"
#undef GLSL_SPECIAL_FUNCTION
};

// Atomic functions give a value and change memory; other functions that give one only read.
bool changes_memory(SpecialFunction function) {
    const std::string_view name = special_names[static_cast<size_t>(function)];
    return name.starts_with("Atomic") || name.starts_with("ImageAtomic");
}

}  // namespace

bool has_effects(const Expression* expression) {
    if (expression->kind == ExpressionKind::Assign || expression->kind == ExpressionKind::Step) return true;
    if (const auto* call = as<Call>(expression);
        call && (!call->function->builtin || writes_arguments(*call->function)))
        return true;
    // Memory, images, EmitVertex: their rows are codes of lower/; those that only read are worth an exception.
    if (const auto* call = as<BuiltinCall>(expression);
        call && call->row->meaning.kind == MeaningKind::Special &&
        (call->type->is_void() || call->row->meaning.sparse || changes_memory(call->row->meaning.special)))
        return true;
    return any_operand(expression, [](const Expression* operand) { return has_effects(operand); });
}

bool is_cheap(const Expression* expression) { return !has_effects(expression) && cost(expression) <= 6; }

}  // namespace glsl

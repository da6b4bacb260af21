// Evaluates the text of a built-in function whose arguments are constants.
#include <optional>
#include <unordered_map>

#include "glsl/check/constants.h"

namespace glsl {

namespace {

class Evaluation {
  public:
    explicit Evaluation(Arena& arena) : arena_(arena) {}

    void set(const Variable* variable, const Constant* value) { values_[variable] = value; }

    // True: the function has returned, or can't be evaluated (result null).
    bool run(const Statement* statement) {
        if (const auto* block = as<BlockStatement>(statement)) {
            for (const Statement* inner : block->statements)
                if (run(inner)) return true;
            return false;
        }
        if (const auto* declaration = as<Declaration>(statement)) {
            const Constant* value = declaration->initialiser ? evaluate(declaration->initialiser) : nullptr;
            values_[declaration->variable] = value;
            return declaration->initialiser && !value;
        }
        if (const auto* branch = as<If>(statement)) {
            const Constant* condition = evaluate(branch->condition);
            if (!condition) return true;
            const Statement* chosen = condition->components[0] ? branch->yes : branch->no;
            return chosen && run(chosen);
        }
        if (const auto* expression = as<ExpressionStatement>(statement)) return !evaluate(expression->expression);
        if (const auto* end = as<Return>(statement)) {
            result = end->value ? evaluate(end->value) : nullptr;
            return true;
        }
        return true;
    }

    const Constant* result = nullptr;

  private:
    const Constant* evaluate(const Expression* expression) {
        if (const auto* constant = as<Constant>(expression)) return constant;
        if (const auto* reference = as<Reference>(expression)) {
            const auto found = values_.find(reference->variable);
            return found == values_.end() ? reference->variable->value : found->second;
        }
        if (const auto* unary = as<Unary>(expression)) {
            const Constant* operand = evaluate(unary->operand);
            return operand ? fold_unary(arena_, unary->operation, *operand) : nullptr;
        }
        if (const auto* binary = as<Binary>(expression)) {
            const Constant* left = evaluate(binary->left);
            const Constant* right = left ? evaluate(binary->right) : nullptr;
            return right ? fold_binary(arena_, binary->operation, binary->type, *left, *right) : nullptr;
        }
        if (const auto* choice = as<Conditional>(expression)) {
            const Constant* condition = evaluate(choice->condition);
            return condition ? evaluate(condition->components[0] ? choice->yes : choice->no) : nullptr;
        }
        if (const auto* assign = as<Assign>(expression)) {
            const auto* target = as<Reference>(assign->target);
            if (!target) return nullptr;
            const Constant* value = evaluate(assign->value);
            if (value && assign->compound) {
                const Constant* old = evaluate(target);
                value = old ? fold_binary(arena_, assign->operation, assign->type, *old, *value) : nullptr;
            }
            values_[target->variable] = value;
            return value;
        }
        if (const auto* conversion = as<Convert>(expression)) {
            const Constant* operand = evaluate(conversion->operand);
            return operand ? fold_conversion(arena_, conversion->type, *operand) : nullptr;
        }
        if (const auto* swizzle = as<Swizzle>(expression)) {
            const Constant* operand = evaluate(swizzle->operand);
            return operand ? fold_swizzle(arena_, *swizzle, *operand) : nullptr;
        }
        if (const auto* index = as<Index>(expression)) {
            const Constant* operand = evaluate(index->operand);
            const Constant* number = operand ? evaluate(index->index) : nullptr;
            return number ? fold_index(arena_, index->type, *operand, integer_value(*number)) : nullptr;
        }
        if (const auto* member = as<MemberAccess>(expression)) {
            const Constant* operand = evaluate(member->operand);
            return operand ? fold_member(arena_, member->type, *operand, member->member) : nullptr;
        }
        if (const auto* construction = as<Construct>(expression)) {
            const auto arguments = evaluate(construction->arguments);
            return arguments ? fold_construction(arena_, construction->type, *arguments) : nullptr;
        }
        if (const auto* call = as<BuiltinCall>(expression)) {
            const auto arguments = evaluate(call->arguments);
            if (!arguments) return nullptr;
            const Meaning& meaning = call->row->meaning;
            return meaning.kind == MeaningKind::Operation
                       ? fold_operation(arena_, meaning.opcode, call->type, *arguments)
                       : fold_special(arena_, meaning.special, call->type, *arguments);
        }
        if (const auto* call = as<Call>(expression)) {
            if (!call->function->builtin) return nullptr;
            const auto arguments = evaluate(call->arguments);
            return arguments ? fold_call(arena_, *call->function, *arguments) : nullptr;
        }
        return nullptr;
    }

    std::optional<std::vector<const Constant*>> evaluate(std::span<Expression* const> expressions) {
        std::vector<const Constant*> constants;
        for (const Expression* expression : expressions) {
            constants.push_back(evaluate(expression));
            if (!constants.back()) return std::nullopt;
        }
        return constants;
    }

    Arena& arena_;
    std::unordered_map<const Variable*, const Constant*> values_;
};

}  // namespace

const Constant* fold_call(Arena& arena, const Function& function, std::span<const Constant* const> arguments) {
    if (!function.body) return nullptr;
    Evaluation evaluation(arena);
    for (size_t n = 0; n < arguments.size(); n++) {
        if (function.parameters[n]->mode != ParameterMode::In) return nullptr;
        evaluation.set(function.parameters[n], arguments[n]);
    }
    evaluation.run(function.body);
    return evaluation.result;
}

}  // namespace glsl

// What a body reads: of what is writeonly, nothing.
#include "glsl/check/access_paths.h"
#include "glsl/check/checker.h"
#include "glsl/tree/operands.h"

namespace glsl {

namespace {

bool is_path(const Expression* expression) {
    return expression->kind == ExpressionKind::Reference || expression->kind == ExpressionKind::Member ||
           expression->kind == ExpressionKind::Index || expression->kind == ExpressionKind::Swizzle;
}

}  // namespace

void Checker::check_read(const Expression* expression, bool reads) {
    if (is_path(expression)) {
        if (reads && is_writeonly(expression)) context_.error(expression->where, "what is writeonly can't be read");
        // The indices on the way are read, whatever becomes of the whole.
        for (const Expression* part = expression; part;) {
            if (const auto* index = as<Index>(part)) {
                check_read(index->index, true);
                part = index->operand;
            } else if (const auto* member = as<MemberAccess>(part)) {
                part = member->operand;
            } else if (const auto* swizzle = as<Swizzle>(part)) {
                part = swizzle->operand;
            } else {
                if (!is_path(part)) check_read(part, true);
                return;
            }
        }
        return;
    }
    if (const auto* assign = as<Assign>(expression)) {
        check_read(assign->target, assign->compound);
        check_read(assign->value, true);
        return;
    }
    if (const auto* length = as<Length>(expression)) return check_read(length->operand, false);
    if (const auto* call = as<Call>(expression)) {
        for (size_t n = 0; n < call->arguments.size(); n++)
            check_read(call->arguments[n], call->function->parameters[n]->mode != ParameterMode::Out);
        return;
    }
    any_operand(expression, [this](const Expression* operand) {
        check_read(operand, true);
        return false;
    });
}

void Checker::check_reads(const Statement* statement) {
    if (!statement) return;
    const auto read = [this](const Expression* expression) {
        if (expression) check_read(expression, true);
    };
    if (const auto* node = as<ExpressionStatement>(statement)) read(node->expression);
    if (const auto* node = as<Declaration>(statement)) read(node->initialiser);
    if (const auto* node = as<BlockStatement>(statement))
        for (const Statement* inner : node->statements) check_reads(inner);
    if (const auto* node = as<If>(statement)) read(node->condition), check_reads(node->yes), check_reads(node->no);
    if (const auto* node = as<Loop>(statement)) {
        check_reads(node->first);
        check_reads(static_cast<const Statement*>(node->declaration));
        read(node->condition);
        read(node->step);
        check_reads(node->body);
    }
    if (const auto* node = as<Switch>(statement)) {
        read(node->selector);
        for (const Statement* inner : node->statements) check_reads(inner);
    }
    if (const auto* node = as<Return>(statement)) read(node->value);
}

}  // namespace glsl

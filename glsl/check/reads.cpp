#include "glsl/check/reads.h"

#include "glsl/check/access_paths.h"
#include "glsl/tree/operands.h"

namespace glsl {

namespace {

bool is_path(const Expression* expression) {
    return expression->kind == ExpressionKind::Reference || expression->kind == ExpressionKind::Member ||
           expression->kind == ExpressionKind::Index || expression->kind == ExpressionKind::Swizzle;
}

}  // namespace

static void check_read(CheckContext& context, const Expression* expression, bool reads) {
    if (is_path(expression)) {
        if (reads && is_writeonly(expression)) context.error(expression->where, "what is writeonly can't be read");
        // The indices on the way are read, whatever becomes of the whole.
        for (const Expression* part = expression; part;) {
            if (const auto* index = as<Index>(part)) {
                check_read(context, index->index, true);
                part = index->operand;
            } else if (const auto* member = as<MemberAccess>(part)) {
                part = member->operand;
            } else if (const auto* swizzle = as<Swizzle>(part)) {
                part = swizzle->operand;
            } else {
                if (!is_path(part)) check_read(context, part, true);
                return;
            }
        }
        return;
    }
    if (const auto* assign = as<Assign>(expression)) {
        check_read(context, assign->target, assign->compound);
        check_read(context, assign->value, true);
        return;
    }
    if (const auto* length = as<Length>(expression)) return check_read(context, length->operand, false);
    if (const auto* call = as<Call>(expression)) {
        for (size_t n = 0; n < call->arguments.size(); n++)
            check_read(context, call->arguments[n], call->function->parameters[n]->mode != ParameterMode::Out);
        return;
    }
    any_operand(expression, [&](const Expression* operand) {
        check_read(context, operand, true);
        return false;
    });
}

void check_reads(CheckContext& context, const Statement* statement) {
    if (!statement) return;
    const auto read = [&](const Expression* expression) {
        if (expression) check_read(context, expression, true);
    };
    if (const auto* node = as<ExpressionStatement>(statement)) read(node->expression);
    if (const auto* node = as<Declaration>(statement)) read(node->initialiser);
    if (const auto* node = as<BlockStatement>(statement))
        for (const Statement* inner : node->statements) check_reads(context, inner);
    if (const auto* node = as<If>(statement))
        read(node->condition), check_reads(context, node->yes), check_reads(context, node->no);
    if (const auto* node = as<Loop>(statement)) {
        check_reads(context, node->first);
        check_reads(context, static_cast<const Statement*>(node->declaration));
        read(node->condition);
        read(node->step);
        check_reads(context, node->body);
    }
    if (const auto* node = as<Switch>(statement)) {
        read(node->selector);
        for (const Statement* inner : node->statements) check_reads(context, inner);
    }
    if (const auto* node = as<Return>(statement)) read(node->value);
}

}  // namespace glsl

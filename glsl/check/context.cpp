#include "glsl/check/context.h"

namespace glsl {

int32_t CheckContext::limit(std::string_view name, int component) const {
    const std::span<const ConstantRow> rows = constants_named(name);
    return rows.empty() ? 0 : rows[0].values[static_cast<size_t>(component)];
}

void CheckContext::error(Location where, std::string text, std::string hint) {
    shader_.messages.error(where, std::move(text), std::move(hint));
}

void CheckContext::warning(Location where, std::string text, std::string hint) {
    shader_.messages.warning(where, std::move(text), std::move(hint));
}

Statement* CheckContext::expression_statement(Expression* expression, Location where) {
    ExpressionStatement* result = statement<ExpressionStatement>(where);
    result->expression = expression;
    return result;
}

Expression* CheckContext::wrong(Location where) {
    Expression* result = arena().make<Expression>();
    result->where = where;
    return result;
}

Variable* CheckContext::variable(std::string_view name, const Type* type, const Qualifiers& qualifiers,
                                 Location where) {
    auto* variable = arena().make<Variable>();
    variable->name = name;
    variable->type = type;
    variable->qualifiers = qualifiers;
    variable->where = where;
    return variable;
}

}  // namespace glsl

#include "glsl/check/type_rules.h"

#include <unordered_set>

#include "glsl/check/constants.h"

namespace glsl {

bool check_extent(CheckContext& context, const Type* type, Location where) {
    std::string problem;
    if (type->depth > TypeLimits::most_depth)
        problem = "types are more than " + std::to_string(TypeLimits::most_depth) + " deep in each other";
    else if (type->parts > TypeLimits::most_parts)
        problem = "a type consists of more than " + std::to_string(TypeLimits::most_parts) + " parts";
    else if (component_count(type) > TypeLimits::most_components)
        problem = std::string(type->is_array() ? "an array" : "a structure") + " is too large: it has " +
                  std::to_string(component_count(type)) + " numbers";
    if (problem.empty()) return true;
    context.error(where, std::move(problem));
    return false;
}

int32_t constant_size(CheckContext& context, Expression* size, Location where) {
    const std::optional<int64_t> value = constant_integer(context, size, "the size of an array");
    if (!value) return 1;
    if (*value < 1 || *value > TypeLimits::most_elements) {
        context.error(where, "an array can't have " + std::to_string(*value) + " elements");
        return 1;
    }
    return static_cast<int32_t>(*value);
}

std::optional<int64_t> constant_integer(CheckContext& context, Expression* expression, std::string_view what) {
    if (expression->type->is_error()) return std::nullopt;
    if (is_integer_constant(expression)) return integer_value(*as<Constant>(expression));
    context.error(
        expression->where, std::string(what) + " is a constant integer",
        expression->type->is_integer() ? "the expression is not constant" : "this is " + to_string(expression->type));
    return std::nullopt;
}

void require_arrays_of_arrays(CheckContext& context, Location where) {
    const bool vertices =
        context.stage() == arbasm::Stage::Geometry && holds("ARB_geometry_shader4", context.language());
    if (!vertices && !context.in_text() && !holds("430 es310 ARB_arrays_of_arrays", context.language()))
        context.error(where, "arrays of arrays need version 430 or 310 es",
                      "#extension GL_ARB_arrays_of_arrays : enable");
}

void check_member_names(CheckContext& context, const std::vector<Member>& members, Location where) {
    std::unordered_set<std::string_view> names;
    for (const Member& member : members)
        if (!names.insert(member.name).second)
            context.error(where, "two members have the name " + std::string(member.name));
}

void check_member_sizes(CheckContext& context, const Member& member, Location where) {
    for (const Type* type = member.type; type->is_array(); type = type->element)
        if (!type->size) return context.error(where, std::string(member.name) + " needs a size");
}

void check_structure_within(CheckContext& context, bool in_block, Location where) {
    // ARB_uniform_buffer_object's grammar for versions before 1.50 lets blocks define them.
    if (in_block && holds("150 es300", context.language()))
        context.error(where, "a block can't define a structure", "define it before the block");
    else if (!in_block && holds("120 es100", context.language()))
        context.error(where, "a structure can't define another", "define it before");
}

void check_structure_qualifiers(CheckContext& context, const Qualifiers& own, Location where) {
    if (own.precision != Precision::None) context.error(where, "a structure has no precision", "its members have");
}

}  // namespace glsl

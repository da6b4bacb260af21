#include "glsl/check/parts.h"

#include "glsl/check/constants.h"
#include "glsl/check/convert.h"
#include "glsl/check/small_types.h"

namespace glsl {

namespace {

// x, r and s are letters of the same component.
int component_of(char letter, int& set) {
    constexpr std::string_view sets[] = {"xyzw", "rgba", "stpq"};
    for (int n = 0; n < 3; n++)
        if (const size_t found = sets[n].find(letter); found != std::string_view::npos) {
            set = n;
            return static_cast<int>(found);
        }
    return -1;
}

}  // namespace

Expression* part_of_constant(CheckContext& context, const Constant* part, std::string_view name,
                             Expression* otherwise) {
    if (!part || name.empty()) return folded(part, otherwise);
    Constant* named = context.arena().make<Constant>(*part);
    named->name = name;
    return named;
}

Expression* make_swizzle(CheckContext& context, Expression* operand, std::string_view name, Location where) {
    const Type* type = operand->type;
    if (type->is_scalar() && !holds("420 ARB_shading_language_420pack", context.language()) && !context.in_text()) {
        context.error(where, "a scalar has no components before version 420");
        return context.wrong(where);
    }
    Swizzle* result = context.node<Swizzle>(error_type, where);
    result->operand = operand;
    int first_set = -1;
    if (name.size() > 4) {
        context.error(where, "a swizzle has at most four components");
        return context.wrong(where);
    }
    for (const char letter : name) {
        int set = 0;
        const int component = component_of(letter, set);
        if (component < 0) {
            context.error(where, to_string(type) + " has no component " + std::string(1, letter));
            return context.wrong(where);
        }
        if (component >= type->rows) {
            context.error(where, "." + std::string(1, letter) + " is beyond " + to_string(type));
            return context.wrong(where);
        }
        if (first_set >= 0 && set != first_set) {
            context.error(where, "letters of xyzw, rgba and stpq don't mix: ." + std::string(name));
            return context.wrong(where);
        }
        first_set = set;
        result->components[result->count++] = static_cast<uint8_t>(component);
    }
    if (result->count > 1 && refuse_stored_only(context, type, "." + std::string(name), where))
        return context.wrong(where);
    result->type = basic_type(type->scalar, result->count);
    if (const Constant* constant = as<Constant>(operand))
        return part_of_constant(context, fold_swizzle(context.arena(), *result, *constant), constant->name, result);
    return result;
}

Expression* make_element(CheckContext& context, Expression* operand, Expression* index, const Type* part,
                         Location where) {
    if (const Constant* constant = as<Constant>(index)) {
        const int64_t value = integer_value(*constant);
        if (const Constant* whole = as<Constant>(operand))
            return part_of_constant(context, fold_index(context.arena(), part, *whole, value), whole->name,
                                    context.wrong(where));
        if (auto* reference = as<Reference>(operand);
            reference && reference->variable->value && (!operand->type->is_array() || operand->type->size))
            return part_of_constant(context, fold_index(context.arena(), part, *reference->variable->value, value),
                                    reference->variable->name, context.wrong(where));
    }
    Index* result = context.node<Index>(part, where);
    result->operand = operand;
    result->index = index;
    return result;
}

}  // namespace glsl

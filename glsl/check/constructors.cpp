#include "glsl/check/constructors.h"

#include <algorithm>

#include "glsl/check/constants.h"
#include "glsl/check/convert.h"
#include "glsl/check/parts.h"
#include "glsl/check/small_types.h"

namespace glsl {

namespace {

// The arguments as constants, if all are.
std::vector<const Constant*> constants_of(const std::vector<Expression*>& arguments) {
    std::vector<const Constant*> constants;
    for (const Expression* argument : arguments) {
        const Constant* constant = known_value(argument);
        if (!constant) return {};
        constants.push_back(constant);
    }
    return constants;
}

// Whether the type is the value's but for sizes that it leaves open.
bool sizes_fit(const Type* type, const Type* value) {
    if (!type->is_array() || !value->is_array()) return type == value;
    return value->size && (!type->size || type->size == value->size) && sizes_fit(type->element, value->element);
}

}  // namespace

// sampler2D(uvec2) and uvec2(sampler2D): handles of bindless textures. Null: this is neither.
static Expression* construct_handle(CheckContext& context, const Type* type, const std::vector<Expression*>& arguments,
                                    Location where) {
    if (arguments.size() != 1 || !holds("ARB_bindless_texture NV_bindless_texture", context.language())) return nullptr;
    const auto is_handle = [](const Type* one) { return one->is_sampler() || one->is_image(); };
    const auto is_number = [](const Type* one) {
        return one == basic_type(Scalar::Uint, 2) || one == basic_type(Scalar::Uint64);
    };
    const Type* from = arguments[0]->type;
    if (!(is_handle(type) && is_number(from)) && !(is_number(type) && is_handle(from))) return nullptr;
    Construct* result = context.node<Construct>(type, where);
    result->arguments = context.arena().copy(arguments);
    return result;
}

// Makes the arguments of an array's constructor its elements; the array takes their number where it has none.
static bool fit_elements(CheckContext& context, const Type*& type, std::vector<Expression*>& arguments,
                         Location where) {
    if (!holds("120 es300", context.language()) && !context.in_text()) {
        context.error(where, "arrays have constructors from version 120 and 300 es on");
        return false;
    }
    if (!type->size) type = context.array_of(type->element, static_cast<int32_t>(arguments.size()));
    if (static_cast<size_t>(type->size) != arguments.size()) {
        context.error(where, to_string(type) + " wants " + std::to_string(type->size) + " arguments, not " +
                                 std::to_string(arguments.size()));
        return false;
    }
    // float[][](float[2](…), …): the elements size the inner array.
    if (type->element->is_array() && !type->element->size && arguments[0]->type->is_array())
        type = context.array_of(arguments[0]->type, type->size);
    for (Expression*& argument : arguments) {
        argument = convert_implicitly(context, argument, type->element, where, "the constructor of " + to_string(type));
        if (argument->type->is_error()) return false;
    }
    return true;
}

static bool fit_members(CheckContext& context, const Type* type, std::vector<Expression*>& arguments, Location where) {
    const std::string name = to_string(type);
    const std::span<const Member> members = type->structure->members;
    if (members.size() != arguments.size()) {
        context.error(where, name + " has " + std::to_string(members.size()) + " members, but there are " +
                                 std::to_string(arguments.size()) + " arguments");
        return false;
    }
    for (size_t n = 0; n < members.size(); n++) {
        arguments[n] = convert_implicitly(context, arguments[n], members[n].type, where,
                                          std::string(members[n].name) + " of " + name);
        if (arguments[n]->type->is_error()) return false;
    }
    return true;
}

// Whether scalars, vectors and matrices give a basic type as many components as it wants.
static bool enough_components(CheckContext& context, const Type* type, const std::vector<Expression*>& arguments,
                              Location where) {
    const std::string name = to_string(type);
    int have = 0;
    const int want = type->components();
    for (const Expression* argument : arguments) {
        const Type* from = argument->type;
        if (!from->is_basic()) {
            context.error(where, name + "() can't take " + to_string(from));
            return false;
        }
        if (have >= want) {
            context.error(where, name + "() has arguments that it doesn't use",
                          "it wants " + std::to_string(want) + " components");
            return false;
        }
        if (type->is_matrix() && from->is_matrix() &&
            (arguments.size() > 1 || !holds("120 es100", context.language()))) {
            context.error(where, arguments.size() > 1 ? name + "() takes a matrix only alone"
                                                      : "matrices are made of matrices from version 120 on");
            return false;
        }
        have += from->components();
    }
    const Type* only = arguments.size() == 1 ? arguments[0]->type : nullptr;
    const bool fills = only && (only->is_scalar() || (type->is_matrix() && only->is_matrix()));
    if (have >= want || fills) return true;
    context.error(where, name + "() wants " + std::to_string(want) + " components, there are " + std::to_string(have));
    return false;
}

// Makes the arguments of a basic type's constructor scalars, vectors and matrices of its scalar type.
static bool fit_components(CheckContext& context, const Type* type, std::vector<Expression*>& arguments,
                           Location where) {
    if (!enough_components(context, type, arguments, where)) return false;
    const auto first = [&](Expression* whole) -> Expression* {
        const uint64_t number[] = {0};
        const Type* from = whole->type;
        const Type* part = from->is_matrix() ? basic_type(from->scalar, from->rows) : basic_type(from->scalar);
        auto* zero = const_cast<Constant*>(make_constant(context.arena(), basic_type(Scalar::Int), where, number));
        return make_element(context, whole, zero, part, where);
    };
    // There are no matrices of integers and bools: of a matrix their constructors take the components that they need as
    // a vector, int(m) is int(m[0][0]). The matrix is one operand, evaluated once.
    int have = 0;
    for (Expression*& argument : arguments) {
        const int given = argument->type->components(), needed = type->components() - have;
        have += given;
        if (argument->type->is_matrix() && !type->is_matrix()) {
            if (needed <= argument->type->rows)
                argument = first(argument);
            else if (argument->type->scalar != type->scalar)
                argument = make_construction(context, basic_type(argument->type->scalar, std::min(given, needed)),
                                             {argument}, where);
        }
        if (type->is_scalar() && !argument->type->is_scalar()) argument = first(argument);
        argument = convert(context, argument, basic_type(type->scalar, argument->type->rows, argument->type->columns));
    }
    return true;
}

Expression* make_construction(CheckContext& context, const Type* type, std::vector<Expression*> arguments,
                              Location where) {
    for (Expression* argument : arguments) {
        if (argument->type->is_error()) return context.wrong(where);
    }
    if (type->is_error()) return context.wrong(where);
    if (Expression* handle = construct_handle(context, type, arguments, where)) return handle;
    if (type->is_void() || type->is_opaque()) {
        context.error(where, to_string(type) + " has no constructor");
        return context.wrong(where);
    }
    if (arguments.empty()) {
        context.error(where, to_string(type) + "() wants arguments");
        return context.wrong(where);
    }
    if (!check_stored_construction(context, type, arguments, where)) return context.wrong(where);
    const bool fits = type->is_array()       ? fit_elements(context, type, arguments, where)
                      : type->is_structure() ? fit_members(context, type, arguments, where)
                                             : fit_components(context, type, arguments, where);
    if (!fits) return context.wrong(where);
    // float(f) is a value, not f itself.
    if (type->is_scalar()) {
        Expression* argument = arguments[0];
        if (argument->kind == ExpressionKind::Constant || argument->kind == ExpressionKind::Convert) return argument;
        Convert* value = context.node<Convert>(type, where);
        value->operand = argument;
        return value;
    }
    Construct* result = context.node<Construct>(type, where);
    result->arguments = context.arena().copy(arguments);
    const std::vector<const Constant*> constants = constants_of(arguments);
    if (constants.size() != arguments.size()) return result;
    if (const Constant* constant = fold_construction(context.arena(), type, constants))
        return const_cast<Constant*>(constant);
    context.error(where, "the shader's constants have more than " + std::to_string(Arena::most_numbers) + " numbers");
    return context.wrong(where);
}

Expression* initialise(CheckContext& context, const Type* type, const Initialiser& initialiser) {
    if (initialiser.expression) {
        Expression* value = initialiser.expression;
        // An array without sizes takes those of its value.
        if (sizes_fit(type, value->type)) type = value->type;
        return convert_implicitly(context, value, type, initialiser.where, "the initialiser");
    }
    const Location where = initialiser.where;
    if (!holds("420 ARB_shading_language_420pack", context.language())) {
        context.error(where, "initialisers in braces need version 420");
        return context.wrong(where);
    }
    const std::vector<Initialiser>& list = initialiser.list;
    std::vector<const Type*> parts;
    const Type* part = nullptr;
    int count = 0;
    if (type->is_array()) {
        part = type->element;
        count = type->size ? type->size : static_cast<int>(list.size());
    } else if (type->is_matrix()) {
        part = basic_type(type->scalar, type->rows);
        count = type->columns;
    } else if (type->is_vector()) {
        part = basic_type(type->scalar);
        count = type->rows;
    } else if (type->is_structure()) {
        count = static_cast<int>(type->structure->members.size());
    } else {
        context.error(where, to_string(type) + " takes no initialiser in braces");
        return context.wrong(where);
    }
    if (static_cast<int>(list.size()) != count || !count) {
        context.error(where, to_string(type) + " takes " + std::to_string(count) + " initialisers, not " +
                                 std::to_string(list.size()));
        return context.wrong(where);
    }
    std::vector<Expression*> arguments;
    for (int n = 0; n < count; n++) {
        const Type* own = part ? part : type->structure->members[static_cast<size_t>(n)].type;
        arguments.push_back(initialise(context, own, list[static_cast<size_t>(n)]));
        if (arguments.back()->type->is_error()) return arguments.back();
        if (type->is_array() && part->is_array() && !part->size) part = arguments.back()->type;
    }
    if (type->is_array() && (!type->size || type->element != part)) type = context.array_of(part, count);
    return make_construction(context, type, std::move(arguments), where);
}

}  // namespace glsl

// Values that are made of others, and their parts; the same bits as another type.
#include "glsl/check/constants.h"
#include "glsl/check/constructors.h"
#include "glsl/check/type_rules.h"
#include "glsl/spirv/operations.h"

namespace glsl::spirv {

Expression* Operations::bits(const Type* type, std::span<const uint64_t> components, uint32_t at) {
    return const_cast<Constant*>(make_constant(read_.arena(), type, location_of(at), components));
}

Expression* Operations::integer(int64_t value, uint32_t at) {
    const uint64_t number[] = {static_cast<uint32_t>(value)};
    return bits(basic_type(Scalar::Int), number, at);
}

Expression* Operations::zero(const Type* type, uint32_t at) {
    if (type->is_error()) return read_.wrong(at);
    const int64_t count = component_count(type);
    if (contains(type, [](const Type* part) { return part->is_opaque() || (part->is_array() && !part->size); }) ||
        type->is_void() || count > most_constant_components ||
        !read_.arena().takes_numbers(static_cast<size_t>(count))) {
        read_.error(at, "there is no constant of this type, or it is too large");
        return read_.wrong(at);
    }
    const std::vector<uint64_t> components(static_cast<size_t>(count));
    return bits(type, components, at);
}

Expression* Operations::element(Expression* whole, uint32_t number, uint32_t at) {
    const Type* type = whole->type;
    if (type->is_error()) return whole;
    if (type->is_structure()) {
        if (number < type->structure->members.size())
            return checker_.member(whole, type->structure->members[number].name, location_of(at));
    } else if (type->is_vector()) {
        const auto component = static_cast<uint8_t>(number);
        if (number < type->rows) return swizzle(whole, {&component, 1}, at);
    } else if (number < TypeLimits::most_elements) {
        return checker_.index(whole, integer(number, at), location_of(at));
    }
    read_.error(at, to_string(type) + " has no part " + std::to_string(number));
    return read_.wrong(at);
}

Expression* Operations::swizzle(Expression* vector, std::span<const uint8_t> components, uint32_t at) {
    constexpr std::string_view letters = "xyzw";
    char text[4];
    for (size_t n = 0; n < components.size(); n++) text[n] = letters[components[n]];
    return checker_.member(vector, std::string_view(text, components.size()), location_of(at));
}

Expression* Operations::first_components(Expression* vector, int count, uint32_t at) {
    const Type* type = vector->type;
    if (type->is_error() || (type->is_basic() && type->rows == count)) return vector;
    constexpr uint8_t all[] = {0, 1, 2, 3};
    if (type->is_vector() && type->rows > count) return swizzle(vector, {all, static_cast<size_t>(count)}, at);
    read_.error(at, "there are not the " + std::to_string(count) + " components that are needed");
    return read_.wrong(at);
}

Expression* Operations::construct(const Type* type, const std::vector<Expression*>& operands, uint32_t at) {
    if (type->is_array() || type->is_structure()) {
        const size_t count = type->is_array() ? static_cast<size_t>(type->size) : type->structure->members.size();
        if (operands.size() != count) {
            read_.error(at, to_string(type) + " is made of " + std::to_string(count) + " parts");
            return read_.wrong(at);
        }
        for (size_t n = 0; n < count; n++) {
            const Type* part = type->is_array() ? type->element : type->structure->members[n].type;
            if (fit(operands[n], part, at)->type->is_error()) return read_.wrong(at);
        }
    } else if (operands.size() < 2) {
        read_.error(at, "a vector or matrix is made of at least two parts");
        return read_.wrong(at);
    }
    return make_construction(context_, type, operands, location_of(at));
}

Expression* Operations::extract(Expression* whole, std::span<const uint32_t> literals, uint32_t at) {
    if (literals.size() > TypeLimits::most_depth) {
        read_.error(at, "there are more indices than types within types");
        return read_.wrong(at);
    }
    for (const uint32_t number : literals) {
        if (whole->type->is_scalar()) {
            read_.error(at, "a scalar has no parts");
            return read_.wrong(at);
        }
        whole = element(whole, number, at);
    }
    return whole;
}

Expression* Operations::shuffle(const Type* type, Expression* first, Expression* second,
                                std::span<const uint32_t> literals, uint32_t at) {
    constexpr uint32_t undefined = 0xffffffff;
    const uint32_t sizes[] = {first->type->rows, second->type->rows};
    std::vector<uint8_t> components;
    bool from_first = true, from_second = true;
    for (uint32_t number : literals) {
        if (number == undefined) number = 0;
        if (!first->type->is_vector() || !second->type->is_vector() || number >= sizes[0] + sizes[1] ||
            literals.size() > 4 || literals.size() < 2) {
            read_.error(at, "OpVectorShuffle chooses of the components of two vectors");
            return read_.wrong(at);
        }
        (number < sizes[0] ? from_second : from_first) = false;
        components.push_back(static_cast<uint8_t>(number));
    }
    if (from_first) return swizzle(first, components, at);
    if (from_second) {
        for (uint8_t& component : components) component = static_cast<uint8_t>(component - sizes[0]);
        return swizzle(second, components, at);
    }
    std::vector<Expression*> parts;
    parts.reserve(components.size());
    for (const uint8_t component : components)
        parts.push_back(component < sizes[0] ? element(first, component, at)
                                             : element(second, component - sizes[0], at));
    return construct(type, parts, at);
}

// Between numbers of as many bits.
Expression* Operations::same_size_bits(Expression* operand, const Type* type, uint32_t at) {
    struct Row {
        Scalar from, to;
        std::string_view function;
    };
    constexpr Row rows[] = {
        {Scalar::Float, Scalar::Int, "floatBitsToInt"},
        {Scalar::Float, Scalar::Uint, "floatBitsToUint"},
        {Scalar::Int, Scalar::Float, "intBitsToFloat"},
        {Scalar::Uint, Scalar::Float, "uintBitsToFloat"},
        {Scalar::Double, Scalar::Int64, "doubleBitsToInt64"},
        {Scalar::Double, Scalar::Uint64, "doubleBitsToUint64"},
        {Scalar::Int64, Scalar::Double, "int64BitsToDouble"},
        {Scalar::Uint64, Scalar::Double, "uint64BitsToDouble"},
        {Scalar::Float16, Scalar::Int16, "float16BitsToInt16"},
        {Scalar::Float16, Scalar::Uint16, "float16BitsToUint16"},
        {Scalar::Int16, Scalar::Float16, "int16BitsToFloat16"},
        {Scalar::Uint16, Scalar::Float16, "uint16BitsToFloat16"},
    };
    if (operand->type->scalar == type->scalar) return operand;
    for (const Row& row : rows)
        if (row.from == operand->type->scalar && row.to == type->scalar) return call(row.function, {operand}, at);
    return to_scalar(operand, type->scalar, at);
}

Expression* Operations::bitcast(Expression* operand, const Type* type, uint32_t at) {
    const Type* from = operand->type;
    const bool basic = from->is_basic() && type->is_basic() && !from->is_bool() && !type->is_bool() &&
                       from->columns == 1 && type->columns == 1;
    const int own = from->rows * bit_count(from->scalar), wanted = type->rows * bit_count(type->scalar);
    if (!basic || own != wanted) {
        read_.error(at, "the bits of " + to_string(from) + " are not those of " + to_string(type));
        return read_.wrong(at);
    }
    if (from->rows == type->rows) return same_size_bits(operand, type, at);
    // Between vectors and fewer, wider components: by way of unsigned integers.
    const bool joins = bit_count(type->scalar) > bit_count(from->scalar);
    if (is_small((joins ? from : type)->scalar)) return small_bits(operand, type, joins, at);
    const Type* pair = basic_type(Scalar::Uint, 2);
    const Type* whole = joins ? type : from;
    const bool is_double = whole->scalar == Scalar::Double;
    std::vector<Expression*> parts;
    for (int n = 0; n < whole->rows; n++) {
        const auto number = static_cast<uint8_t>(n);
        if (joins) {
            const uint8_t both[] = {static_cast<uint8_t>(2 * number), static_cast<uint8_t>(2 * number + 1)};
            Expression* halves = same_size_bits(from->rows == 2 ? operand : swizzle(operand, both, at), pair, at);
            Expression* joined = call(is_double ? "packDouble2x32" : "packUint2x32", {halves}, at);
            parts.push_back(to_scalar(joined, type->scalar, at));
        } else {
            Expression* one = from->is_scalar() ? operand : element(operand, number, at);
            if (!is_double) one = to_scalar(one, Scalar::Uint64, at);
            Expression* halves = call(is_double ? "unpackDouble2x32" : "unpackUint2x32", {one}, at);
            parts.push_back(same_size_bits(halves, basic_type(type->scalar, 2), at));
        }
    }
    return parts.size() == 1 ? parts[0] : construct(type, parts, at);
}

// One side has 8 or 16 bits: pack32() and the like.
Expression* Operations::small_bits(Expression* operand, const Type* type, bool joins, uint32_t at) {
    const Type* from = operand->type;
    const Type *whole = joins ? type : from, *part = joins ? from : type;
    const int most = bit_count(whole->scalar), least = bit_count(part->scalar), ratio = most / least;
    const Scalar wide = integer_scalar(most, false), narrow = integer_scalar(least, false);
    std::vector<Expression*> parts;
    for (int n = 0; n < whole->rows; n++) {
        if (!joins) {
            Expression* one = from->is_scalar() ? operand : element(operand, static_cast<uint32_t>(n), at);
            one = call("unpack" + std::to_string(least), {same_size_bits(one, basic_type(wide), at)}, at);
            parts.push_back(same_size_bits(one, basic_type(type->scalar, ratio), at));
            continue;
        }
        std::vector<uint8_t> chosen;
        for (int k = 0; k < ratio; k++) chosen.push_back(static_cast<uint8_t>(n * ratio + k));
        Expression* some = from->rows == ratio ? operand : swizzle(operand, chosen, at);
        some = call("pack" + std::to_string(most), {same_size_bits(some, basic_type(narrow, ratio), at)}, at);
        parts.push_back(same_size_bits(some, basic_type(type->scalar), at));
    }
    return parts.size() == 1 ? parts[0] : construct(type, parts, at);
}

// The same value with other offsets and strides.
Expression* Operations::relayout(Expression* value, const Type* type, uint32_t at) {
    const Type* own = value->type;
    if (own == type || own->is_error()) return value;
    const bool arrays = own->is_array() && type->is_array() && own->size == type->size;
    const bool structures = own->is_structure() && type->is_structure() &&
                            own->structure->members.size() == type->structure->members.size();
    const auto count = arrays       ? static_cast<uint32_t>(own->size)
                       : structures ? static_cast<uint32_t>(own->structure->members.size())
                                    : 0u;
    if (!count || component_count(own) > most_parts) {
        read_.error(at, "the two types are not the same but for their layouts, or too large");
        return read_.wrong(at);
    }
    std::vector<Expression*> parts;
    for (uint32_t n = 0; n < count; n++) {
        const Type* part = arrays ? type->element : type->structure->members[n].type;
        parts.push_back(relayout(element(value, n, at), part, at));
        if (parts.back()->type->is_error()) return parts.back();
    }
    return construct(type, parts, at);
}

}  // namespace glsl::spirv

#include "glsl/lower/value.h"

#include <algorithm>

namespace glsl {

Value single(const Type* type, Operand operand, bool noncanonical) {
    Value value;
    value.type = type;
    value.parts.push_back(operand);
    value.noncanonical = noncanonical;
    return value;
}

Value zero(const Type* type) {
    Value value;
    value.type = type;
    if (!type->is_void()) value.parts.resize(static_cast<size_t>(register_count(type)));
    return value;
}

Value slice(const Value& whole, size_t first, const Type* type) {
    Value value;
    value.type = type;
    const auto count = static_cast<size_t>(register_count(type));
    if (first + count > whole.parts.size()) {
        // There was no room for the whole, which has been said.
        value.parts.resize(count);
        return value;
    }
    const auto begin = whole.parts.begin() + static_cast<ptrdiff_t>(first);
    value.parts.assign(begin, begin + static_cast<ptrdiff_t>(count));
    return value;
}

Value part_of(const Value& whole, std::span<const Member> members, int number, const Type* type) {
    size_t first = 0;
    for (int n = 0; n < number; n++) first += static_cast<size_t>(register_count(members[static_cast<size_t>(n)].type));
    return slice(whole, first, type);
}

Value constant_value(const Constant& constant) {
    Value value;
    value.type = constant.type;
    size_t next = 0;
    for_each_leaf(constant.type, [&](const Type* type) {
        for (int n = 0; n < type->columns; n++) {
            Operand operand;
            for (size_t k = 0; k < 4; k++) {
                uint64_t bits = constant.components[next + std::min<size_t>(k, type->rows - 1u)];
                if (type->is_bool()) bits = bits ? 0xffffffffu : 0;
                operand.numbers[k] = bits;
            }
            value.parts.push_back(operand);
            next += type->rows;
        }
    });
    return value;
}

bool is_constant(const Value& value) {
    return std::all_of(value.parts.begin(), value.parts.end(), [](const Operand& part) { return part.is_constant(); });
}

}  // namespace glsl

// Where expressions lead.
#include <algorithm>

#include "glsl/lower/access.h"
#include "glsl/lower/lowering.h"

namespace glsl {

Place Lowering::place_of(const Variable* variable) {
    if (const Place* given = homes_.place_of(variable)) return *given;
    if (is_in_memory(*variable)) return memories_.place_of(variable);
    Place place;
    place.home = &homes_.of(variable);
    place.type = variable->type;
    return place;
}

bool Lowering::is_place(const Expression* expression) const {
    if (const auto* reference = as<Reference>(expression)) return !homes_.value_of(reference->variable);
    if (const auto* index = as<Index>(expression)) return is_place(index->operand);
    if (const auto* member = as<MemberAccess>(expression)) return is_place(member->operand);
    if (const auto* swizzle = as<Swizzle>(expression)) return is_place(swizzle->operand);
    return expression->kind == ExpressionKind::Dereference;
}

Place Lowering::place_of(const Expression* expression) {
    if (const auto* reference = as<Reference>(expression)) return place_of(reference->variable);
    if (const auto* dereference = as<Dereference>(expression)) return pointed_place(*dereference);
    if (const auto* access = as<MemberAccess>(expression))
        return member(assembly_, place_of(access->operand), access->member);
    if (const auto* swizzle = as<Swizzle>(expression)) {
        Place place = place_of(swizzle->operand);
        std::array<uint8_t, 4> components{};
        for (size_t n = 0; n < swizzle->count; n++)
            components[n] = place.swizzled ? place.components[swizzle->components[n]] : swizzle->components[n];
        place.components = components;
        place.count = swizzle->count;
        place.swizzled = true;
        return place;
    }
    const auto* index = as<Index>(expression);
    Place place = place_of(index->operand);
    const Type* type = index->operand->type;
    const Operand number = scalar(index->index);
    if (type->is_vector()) {
        if (number.is_constant()) {
            const auto component = static_cast<uint8_t>(std::min<uint64_t>(number.numbers[0], type->rows - 1u));
            place.components = {place.swizzled ? place.components[component] : component};
            place.count = 1;
            place.swizzled = true;
        } else if (place.memory && !place.swizzled) {
            return memory_component(assembly_, place, number);
        } else {
            place.component = number;
        }
        return place;
    }
    if (!number.is_constant()) return element(assembly_, place, number);
    // A parameter of an expanded function may be a constant that nobody has checked.
    const int64_t size = type->is_array() ? type->size : type->columns;
    const auto constant = static_cast<int32_t>(number.numbers[0]);
    return element(assembly_, place, size ? std::clamp<int64_t>(constant, 0, size - 1) : std::max(constant, 0));
}

Place Lowering::pointed_place(const Dereference& dereference) {
    Place place;
    place.memory = &memories_.global();
    place.type = dereference.type;
    place.rules.std430 = true;
    place.address = assembly_.in_register(evaluate(dereference.pointer).parts[0], Scalar::Uint64, 1);
    place.address.temporary = false;
    return place;
}

}  // namespace glsl

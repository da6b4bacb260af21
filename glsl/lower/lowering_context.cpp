#include "glsl/lower/lowering_context.h"

namespace glsl {

bool LoweringContext::is_opaque(const Type* type) const {
    return type->is_opaque() && !(input_.handles && (type->is_sampler() || type->is_image()));
}

bool LoweringContext::contains_opaque(const Type* type) const {
    if (!input_.handles) return contains(type, [](const Type* part) { return part->is_opaque(); });
    return contains(type,
                    [](const Type* part) { return part->is_opaque() && !part->is_sampler() && !part->is_image(); });
}

bool LoweringContext::has_room(Location where, const Type* type) {
    if (out_of_room_) return false;
    std::string problem;
    if (register_count(type) > most_registers)
        problem = "a value takes " + std::to_string(register_count(type)) + " registers, more than there can be";
    else if (assembly_.routine().code.size() + other_code_ > most_instructions)
        problem = "the program is too long";
    else if (depth_ > most_depth)
        problem = "expressions and calls are more than " + std::to_string(most_depth) + " deep in each other";
    if (problem.empty()) return true;
    error(where, std::move(problem));
    out_of_room_ = true;
    return false;
}

Value LoweringContext::nothing(const Type* type) {
    if (register_count(type) <= most_registers) return zero(type);
    Value value;
    value.type = type;
    return value;
}

}  // namespace glsl

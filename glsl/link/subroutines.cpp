#include "glsl/link/subroutines.h"

#include <algorithm>
#include <bitset>
#include <set>

#include "glsl/link/assign_location.h"
#include "glsl/link/uniforms.h"

namespace glsl {

namespace {

constexpr size_t subroutine_locations = arbasm::limits::MAX_SUBROUTINE_UNIFORM_LOCATIONS;

// The type of a subroutine uniform, or of its elements; null: it is none.
const Type* subroutine_of(const Variable& variable) {
    const Type* type = innermost(variable.type);
    return type->is_subroutine() ? type : nullptr;
}

// Arrays of arrays taken apart, as applications name them: "choice[1][0]" is element 0 of "choice[1]".
void add_subroutine_uniforms(const SubroutineUniform& whole, const Type* type, std::vector<SubroutineUniform>& list) {
    SubroutineUniform part = whole;
    if (!type->is_array() || !type->element->is_array()) {
        part.is_array = type->is_array();
        part.array_size = part.is_array ? type->size : 1;
        list.push_back(std::move(part));
        return;
    }
    const auto count = static_cast<int>(register_count(type->element));
    for (int n = 0; n < type->size; n++) {
        part.name = whole.name + "[" + std::to_string(n) + "]";
        add_subroutine_uniforms(part, type->element, list);
        part.location += count;
        part.first += count;
    }
}

// Marks the locations that a uniform chose; false: one of them belongs to another uniform.
bool reserve_chosen(std::bitset<subroutine_locations>& taken, const Variable& variable) {
    const auto first = static_cast<size_t>(variable.qualifiers.layout.location);
    const size_t end = std::min(first + static_cast<size_t>(register_count(variable.type)), taken.size());
    bool free = true;
    for (size_t n = first; n < end; n++) {
        free &= !taken[n];
        taken.set(n);
    }
    return free;
}

}  // namespace

void assign_subroutines(LinkContext& context, StageUnit& own) {
    LinkedStage& stage = context.stage(own);
    if (own.shaders.empty()) return;
    for (const Function* function : own.input.subroutines)
        stage.subroutines.emplace_back(function ? function->name : std::string_view());
    std::bitset<subroutine_locations> taken;
    // What a shader chose for a uniform is no other uniform's, used or not.
    std::set<std::string_view> named;
    for (const Shader* shader : own.shaders)
        for (const Variable* variable : shader->globals)
            if (subroutine_of(*variable) && variable->qualifiers.layout.location >= 0 &&
                named.insert(variable->name).second && !reserve_chosen(taken, *variable))
                context.error("the subroutine uniform " + std::string(variable->name) +
                              " has the location of another one");
    for (const bool chosen : {true, false})
        for (const Variable* variable : own.active) {
            const Type* const type = subroutine_of(*variable);
            if (!type || (variable->qualifiers.layout.location >= 0) != chosen) continue;
            SubroutineUniform uniform;
            uniform.name = variable->name;
            if (!check_registers(context, own, register_count(variable->type))) return;
            uniform.array_size = static_cast<int>(register_count(variable->type));
            uniform.first = own.input.uniform_registers;
            own.input.uniform_registers += uniform.array_size;
            own.input.uniform_leaves[variable].push_back({uniform.first, -1});
            for (size_t n = 0; n < own.input.subroutines.size(); n++)
                if (const Function* function = own.input.subroutines[n]; function && is_of(*function, *type))
                    uniform.compatible.push_back(static_cast<int>(n));
            if (uniform.compatible.empty())
                context.error("no function is of the type of the subroutine uniform " + uniform.name);
            const int wanted = variable->qualifiers.layout.location;
            const int limit = subroutine_locations;
            if (wanted < 0)
                uniform.location = assign_location(taken, wanted, uniform.array_size, limit);
            else
                uniform.location = wanted + uniform.array_size <= limit ? wanted : -1;
            if (uniform.location < 0) context.error("there is no room for the subroutine uniform " + uniform.name);
            stage.subroutine_locations = std::max(stage.subroutine_locations, uniform.location + uniform.array_size);
            add_subroutine_uniforms(uniform, variable->type, stage.subroutine_uniforms);
        }
}

}  // namespace glsl

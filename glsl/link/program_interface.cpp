// The program's inputs and outputs as applications ask for them (GL 4.6 §7.3.1.1): those of its first and its last
// stage.
#include <algorithm>

#include "glsl/link/linker.h"

namespace glsl {

namespace {

// The type of an element of gl_in or gl_out; null: the variable is neither.
const Type* vertex_structure(const Variable& variable) {
    const Type* type = variable.type->is_array() ? variable.type->element : variable.type;
    return variable.builtin && type->is_structure() ? type : nullptr;
}

}  // namespace

void Linker::list_interface() {
    const StageUnit* first = nullptr;
    const StageUnit* last = nullptr;
    for (const StageUnit& own : units_) {
        if (own.shaders.empty()) continue;
        if (!first) first = &own;
        last = &own;
    }
    if (!first) return;
    list_variables(*first, Storage::In, result_.inputs);
    list_variables(*last, Storage::Out, result_.results);
}

void Linker::list_variables(const StageUnit& own, Storage storage, std::vector<InterfaceVariable>& list) {
    for (const Variable* variable : own.active) {
        if (variable->qualifiers.storage != storage) continue;
        InterfaceVariable whole;
        const bool instance = variable->block && variable->member < 0;
        whole.name = instance ? variable->block->name : variable->name;
        whole.stage = own.stage;
        whole.patch = variable->qualifiers.patch;
        whole.component = std::max(variable->qualifiers.layout.component, 0);
        // Attributes and colours have locations whether they were chosen or not, others only if they were.
        const auto slot = own.input.slots.find(variable);
        const bool numbered =
            storage == Storage::In ? own.stage == arbasm::Stage::Vertex : own.stage == arbasm::Stage::Fragment;
        if (numbered && slot != own.input.slots.end())
            whole.location = slot->second;
        else if (!variable->builtin)
            whole.location = variable->qualifiers.layout.location;
        if (const auto index = own.input.indices.find(variable); index != own.input.indices.end())
            whole.index = index->second;
        if (vertex_structure(*variable)) {
            list_vertex(own, variable, std::move(whole), list);
            continue;
        }
        // A block is known by its name, however many instances it has.
        list_variable(whole, instance ? innermost(variable->type) : variable->type, list);
    }
}

// The members that a stage uses of gl_in or gl_out, which are known by the name of their block.
void Linker::list_vertex(const StageUnit& own, const Variable* variable, InterfaceVariable part,
                         std::vector<InterfaceVariable>& list) {
    const size_t dimensions = variable->type->is_array();
    const std::span<const Member> members = vertex_structure(*variable)->structure->members;
    const auto uses = own.uses.find(variable);
    for (size_t n = 0; n < members.size(); n++) {
        const bool used = uses != own.uses.end() && std::ranges::any_of(uses->second, [&](const StageUnit::Way& use) {
                              return use.size() <= dimensions || use[dimensions] == static_cast<int>(n);
                          });
        part.name = "gl_PerVertex." + std::string(members[n].name);
        if (used) list_variable(part, members[n].type, list);
    }
}

void Linker::list_variable(const InterfaceVariable& whole, const Type* type, std::vector<InterfaceVariable>& list) {
    InterfaceVariable part = whole;
    const auto advance = [&part](const Type* passed) {
        if (part.location >= 0) part.location += static_cast<int>(register_count(passed));
    };
    if (type->is_structure()) {
        for (const Member& member : type->structure->members) {
            part.name = whole.name + "." + std::string(member.name);
            list_variable(part, member.type, list);
            advance(member.type);
        }
    } else if (type->is_array() && !type->element->is_basic()) {
        for (int n = 0; n < type->size; n++) {
            part.name = whole.name + "[" + std::to_string(n) + "]";
            list_variable(part, type->element, list);
            advance(type->element);
        }
    } else {
        part.is_array = type->is_array();
        part.type = part.is_array ? type->element : type;
        part.array_size = part.is_array ? type->size : 1;
        list.push_back(std::move(part));
    }
}

}  // namespace glsl

// The program's inputs and outputs as applications ask for them (GL 4.6 §7.3.1.1): those of its first and its last
// stage.
#include "glsl/link/linker.h"

namespace glsl {

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
        // A block is known by its name, however many instances it has.
        list_variable(whole, instance ? innermost(variable->type) : variable->type, list);
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

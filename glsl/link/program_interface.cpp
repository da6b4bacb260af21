#include "glsl/link/program_interface.h"

#include <algorithm>

#include "glsl/link/interface_parts.h"

namespace glsl {

namespace {

// The type of an element of gl_in or gl_out; null: the variable is neither.
const Type* vertex_structure(const Variable& variable) {
    const Type* type = variable.type->is_array() ? variable.type->element : variable.type;
    return variable.builtin && type->is_structure() ? type : nullptr;
}

// `numbered`: an attribute or a colour, whose every column has one location.
void list_variable(const InterfaceVariable& whole, const Type* type, bool numbered,
                   std::vector<InterfaceVariable>& list) {
    InterfaceVariable part = whole;
    const auto advance = [&part, numbered](const Type* passed) {
        const int64_t count = numbered ? register_count(passed) : varying_locations(passed);
        if (part.location >= 0) part.location += static_cast<int>(count);
    };
    if (type->is_structure()) {
        for (const Member& member : type->structure->members) {
            part.name = whole.name + "." + std::string(member.name);
            list_variable(part, member.type, numbered, list);
            advance(member.type);
        }
    } else if (type->is_array() && !type->element->is_basic()) {
        for (int n = 0; n < type->size; n++) {
            part.name = whole.name + "[" + std::to_string(n) + "]";
            list_variable(part, type->element, numbered, list);
            advance(type->element);
        }
    } else {
        part.is_array = type->is_array();
        part.type = part.is_array ? type->element : type;
        part.array_size = part.is_array ? type->size : 1;
        list.push_back(std::move(part));
    }
}

// A block with an instance, or one of its members where it has none. A block is known by its name, however many
// instances it has.
void list_block(const Variable& variable, const InterfaceVariable& whole, std::vector<InterfaceVariable>& list) {
    const Block& block = *variable.block;
    const std::vector<int64_t> locations = member_locations(block);
    const auto add = [&](int32_t member, std::string name, const Type* type) {
        const Qualifiers own = member_qualifiers(block, member);
        InterfaceVariable part = whole;
        part.name = std::move(name);
        part.location = static_cast<int>(locations[static_cast<size_t>(member)]);
        part.component = std::max(own.layout.component, 0);
        part.patch = own.patch;
        list_variable(part, type, false, list);
    };
    if (variable.member >= 0) return add(variable.member, std::string(variable.name), variable.type);
    const std::span<const Member> members = block.type->structure->members;
    for (size_t n = 0; n < members.size(); n++)
        add(static_cast<int32_t>(n), whole.name + "." + std::string(members[n].name), members[n].type);
}

// The members that a stage uses of gl_in or gl_out, which are known by the name of their block.
void list_vertex(const StageUnit& own, const Variable* variable, InterfaceVariable part,
                 std::vector<InterfaceVariable>& list) {
    const size_t dimensions = variable->type->is_array();
    const std::span<const Member> members = vertex_structure(*variable)->structure->members;
    const auto uses = own.uses.find(variable);
    for (size_t n = 0; n < members.size(); n++) {
        const bool used = uses != own.uses.end() && std::ranges::any_of(uses->second, [&](const StageUnit::Way& use) {
                              return use.size() <= dimensions || use[dimensions] == static_cast<int>(n);
                          });
        part.name = "gl_PerVertex." + std::string(members[n].name);
        if (used) list_variable(part, members[n].type, false, list);
    }
}

void list_variables(const StageUnit& own, Storage storage, std::vector<InterfaceVariable>& list) {
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
        if (variable->block) {
            list_block(*variable, whole, list);
            continue;
        }
        list_variable(whole, variable->type, numbered, list);
    }
}

}  // namespace

void list_interface(LinkContext& context) {
    const StageUnit* first = nullptr;
    const StageUnit* last = nullptr;
    for (const StageUnit& own : context.units()) {
        if (own.shaders.empty()) continue;
        if (!first) first = &own;
        last = &own;
    }
    if (!first) return;
    list_variables(*first, Storage::In, context.program().inputs);
    list_variables(*last, Storage::Out, context.program().results);
}

}  // namespace glsl

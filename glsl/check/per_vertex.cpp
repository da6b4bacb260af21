#include "glsl/check/per_vertex.h"

#include <algorithm>

#include "glsl/tree/interface.h"

namespace glsl {

void PerVertexMembers::check_variable(const Variable& variable, Location where) const {
    if (out_.empty() || variable.qualifiers.storage != Storage::Out) return;
    const auto named = [&](const MemberRow& row) { return row.name == variable.name; };
    if (std::ranges::none_of(members_of("gl_PerVertex"), named)) return;
    if (std::ranges::find(out_, variable.name) == out_.end())
        context_.error(where, std::string(variable.name) + " is not in gl_PerVertex as the shader declares it");
}

void PerVertexMembers::check_member(const Expression* operand, std::string_view name, Location where) const {
    const auto* element = as<Index>(operand);
    const auto* whole = element ? as<Reference>(element->operand) : nullptr;
    if (!whole || !whole->variable->builtin) return;
    const bool in = whole->variable->name == "gl_in";
    if (!in && whole->variable->name != "gl_out") return;
    const std::vector<std::string_view>& declared = in ? in_ : out_;
    if (!declared.empty() && std::ranges::find(declared, name) == declared.end())
        context_.error(where, std::string(name) + " is not in gl_PerVertex as the shader declares it");
}

bool PerVertexMembers::is_sized_by_use(const Expression* array) const {
    const auto* member = as<MemberAccess>(array);
    const auto* vertex = as<Index>(member ? member->operand : array);
    const auto* whole = vertex ? as<Reference>(vertex->operand) : nullptr;
    if (!whole || !whole->variable->builtin || !array->type->is_array()) return false;
    if (!member) return !whole->variable->redeclared && is_per_vertex(*whole->variable, context_.stage());
    const bool in = whole->variable->qualifiers.storage == Storage::In;
    return (in ? in_ : out_).empty();
}

}  // namespace glsl

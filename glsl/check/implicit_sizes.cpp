#include "glsl/check/implicit_sizes.h"

#include <algorithm>

#include "glsl/tree/interface.h"

namespace glsl {

void ImplicitSizes::note_index(const Expression* array, int64_t index) {
    const auto value = static_cast<int32_t>(index);
    if (const auto* reference = as<Reference>(array)) {
        reference->variable->largest_index = std::max(reference->variable->largest_index, value);
        return;
    }
    const auto* member = as<MemberAccess>(array);
    if (!member) return;
    const Expression* whole = member->operand;
    while (const auto* element = as<Index>(whole)) whole = element->operand;
    const auto* instance = as<Reference>(whole);
    if (!instance || !instance->variable->block || instance->variable->member >= 0) return;
    int32_t& largest = members_[{instance->variable->block, member->member}];
    largest = std::max(largest, value);
}

void ImplicitSizes::size_members(Block& block) {
    std::vector<Member> members(block.type->structure->members.begin(), block.type->structure->members.end());
    for (const Variable* variable : context_.shader().globals)
        if (variable->block == &block && variable->member >= 0 && variable->largest_index >= 0)
            members_[{&block, variable->member}] = variable->largest_index;
    std::vector<BlockMember> properties(block.members.begin(), block.members.end());
    bool changed = false;
    for (size_t n = 0; n < members.size(); n++) {
        const Type*& type = members[n].type;
        if (!type->is_array() || type->size) continue;
        if (block.qualifiers.storage == Storage::Buffer && n + 1 == members.size()) continue;
        const auto largest = members_.find({&block, static_cast<int32_t>(n)});
        const bool used = largest != members_.end();
        // What nobody uses has one element, unless another shader says more. In a storage block it has no size, which
        // is the linker's error: the indices may be none that are known.
        if (!used && block.qualifiers.storage == Storage::Buffer) continue;
        type = context_.array_of(type->element, used ? largest->second + 1 : 1);
        properties[n].implicit_size = changed = true;
    }
    if (!changed) return;
    block.type = context_.shader().types.structure(block.name, context_.arena().copy(members));
    block.members = context_.arena().copy(properties);
    for (Variable* variable : context_.shader().globals) {
        if (variable->block != &block) continue;
        if (variable->member >= 0) {
            variable->implicit_size |= variable->type != members[static_cast<size_t>(variable->member)].type;
            variable->type = members[static_cast<size_t>(variable->member)].type;
            continue;
        }
        std::vector<int32_t> sizes;
        for (const Type* type = variable->type; type->is_array(); type = type->element) sizes.push_back(type->size);
        variable->type = block.type;
        for (size_t n = sizes.size(); n-- > 0;) variable->type = context_.array_of(variable->type, sizes[n]);
    }
}

void ImplicitSizes::size(Variable* variable) const {
    // Another shader of the stage may tell how many vertices there are.
    if (!variable->type->is_array() || variable->type->size || variable->qualifiers.storage == Storage::Buffer ||
        is_per_vertex(*variable, context_.stage()))
        return;
    variable->implicit_size = true;
    variable->type = context_.array_of(variable->type->element, std::max(variable->largest_index + 1, 1));
}

void ImplicitSizes::finish() {
    Shader& shader = context_.shader();
    for (Block* block : shader.blocks) size_members(*block);
    for (Variable* variable : shader.globals) size(variable);
    for (Variable* variable : shader.builtins) size(variable);
    for (Variable* variable : locals_) size(variable);
}

}  // namespace glsl

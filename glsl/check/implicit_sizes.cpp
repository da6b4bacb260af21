// Arrays without a size that are members of blocks: as many elements as constant indices reach, but for the last member
// of a storage block, which the buffer sizes.
#include "glsl/check/checker.h"

namespace glsl {

void Checker::note_index(const Expression* array, int64_t index) {
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
    int32_t& largest = member_indices_[{instance->variable->block, member->member}];
    largest = std::max(largest, value);
}

void Checker::size_block_members(Block& block) {
    std::vector<Member> members(block.type->structure->members.begin(), block.type->structure->members.end());
    for (const Variable* variable : context_.shader().globals)
        if (variable->block == &block && variable->member >= 0 && variable->largest_index >= 0)
            member_indices_[{&block, variable->member}] = variable->largest_index;
    std::vector<BlockMember> properties(block.members.begin(), block.members.end());
    bool changed = false;
    for (size_t n = 0; n < members.size(); n++) {
        const Type*& type = members[n].type;
        if (!type->is_array() || type->size) continue;
        if (block.qualifiers.storage == Storage::Buffer && n + 1 == members.size()) continue;
        const auto largest = member_indices_.find({&block, static_cast<int32_t>(n)});
        const bool used = largest != member_indices_.end();
        // What nobody uses has one element, unless another shader says more. Of a storage block it has no size, which
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

}  // namespace glsl

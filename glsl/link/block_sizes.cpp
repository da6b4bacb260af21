// Arrays without a size that are members of a block: as many elements as all shaders of the stage use together, or as
// one of them says. Shaders belong to other programs, too, and stay as they are: what stands for all declarations of
// such a block is made anew.
#include <algorithm>
#include <map>
#include <tuple>

#include "glsl/link/stage_unit.h"

namespace glsl {

namespace {

using Members = std::vector<Member>;

// Equal but for the size of an array.
bool alike(const Member& a, const Member& b) {
    const bool arrays = a.type->is_array() && b.type->is_array();
    return a.name == b.name && (arrays ? same_type(a.type->element, b.type->element) : same_type(a.type, b.type));
}

// The type of a member that suits all declarations: the size that one of them tells, else the largest that is used.
const Type* common_type(const std::vector<const Block*>& declarations, size_t member) {
    const Type *told = nullptr, *used = nullptr;
    for (const Block* block : declarations) {
        const Type* type = block->type->structure->members[member].type;
        const Type*& known = block->members[member].implicit_size ? used : told;
        if (!known || type->size > known->size) known = type;
    }
    return told ? told : used;
}

// The members with the sizes that suit all declarations; none where these differ in more, or need nothing. A size that
// is too small for what another shader uses is a mistake that shows when the blocks are compared.
Members sized_together(const std::vector<const Block*>& declarations) {
    const std::span<const Member> first = declarations[0]->type->structure->members;
    Members members(first.begin(), first.end());
    bool changed = false;
    for (const Block* block : declarations)
        if (!std::ranges::equal(block->type->structure->members, first, alike)) return {};
    for (size_t n = 0; n < members.size(); n++) {
        members[n].type = common_type(declarations, n);
        for (const Block* block : declarations) {
            const int32_t size = block->type->structure->members[n].type->size;
            const bool implicit = block->members[n].implicit_size;
            if (implicit ? size > members[n].type->size : size != members[n].type->size) return {};
            changed |= size != members[n].type->size;
        }
    }
    return changed ? members : Members{};
}

}  // namespace

// The variable of one of the declarations, of the block that stands for all.
const Variable* StageUnit::with_block(const Variable& variable, const Block* block) {
    Variable* result = arena_.make<Variable>(variable);
    result->block = block;
    if (variable.member >= 0) {
        result->type = block->type->structure->members[static_cast<size_t>(variable.member)].type;
        return result;
    }
    std::vector<int32_t> sizes;
    for (const Type* type = variable.type; type->is_array(); type = type->element) sizes.push_back(type->size);
    result->type = block->type;
    for (size_t n = sizes.size(); n-- > 0;) result->type = types_.array(result->type, sizes[n]);
    return result;
}

void StageUnit::size_alike(const std::vector<const Block*>& declarations) {
    const Members members = sized_together(declarations);
    if (members.empty()) return;
    Block* block = arena_.make<Block>(*declarations[0]);
    block->type = types_.structure(block->name, arena_.copy(members));
    for (const Block* other : declarations) {
        block->array_size = std::max(block->array_size, other->array_size);
        same_blocks_[other] = block;
    }
    // One shader may know the size of an instance that is an array by vertex.
    std::map<int32_t, const Variable*> chosen;
    const auto each = [&](const auto& see) {
        for (const Shader* shader : shaders)
            for (const Variable* variable : shader->globals)
                if (variable->block && canonical_block(variable->block) == block) see(variable);
    };
    each([&](const Variable* variable) {
        const Variable*& known = chosen[variable->member];
        if (!known || (variable->member < 0 && variable->type->is_array() && variable->type->size > known->type->size))
            known = variable;
    });
    for (auto& [member, variable] : chosen) variable = with_block(*variable, block);
    each([&](const Variable* variable) { input.same[variable] = chosen[variable->member]; });
}

void StageUnit::size_blocks() {
    std::map<std::tuple<Storage, std::string_view, bool>, std::vector<const Block*>> known;
    for (const Shader* shader : shaders)
        for (const Block* block : shader->blocks)
            known[{block->qualifiers.storage, block->name, block->instance.empty()}].push_back(block);
    for (const auto& [name, declarations] : known)
        if (declarations.size() > 1) size_alike(declarations);
}

}  // namespace glsl

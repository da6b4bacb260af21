// What interface blocks keep to: 4.3.9 of the GLSL specifications, and 4.4 for the layouts of their members.
#pragma once

#include <vector>

#include "glsl/check/captures.h"
#include "glsl/check/scopes.h"

namespace glsl {

// A block as a shader writes it.
struct BlockDeclaration {
    const Qualifiers& qualifiers;
    std::string_view name;
    const std::vector<Member>& members;
    const std::vector<BlockMember>& own;  // qualifiers of the members
    std::string_view instance;
    const std::vector<int32_t>& sizes;  // of an array of blocks
    Location where;
};
void check_block(CheckContext& context, const Scopes& scopes, const BlockDeclaration& block);
// Offsets that members say: in order, aligned as their types ask, and none within another member.
void check_offsets(CheckContext& context, const BlockDeclaration& block);
// The layouts of a block and its members: what members don't say they have from the block.
void check_block_layout(CheckContext& context, Captures& captures, const Qualifiers& block,
                        const std::vector<Member>& members, std::vector<BlockMember>& qualifiers, bool arrayed,
                        Location where);

}  // namespace glsl

// Which types there may be: sizes of arrays, the extent of types, members of structures (4.1 of the GLSL
// specifications).
#pragma once

#include <optional>
#include <vector>

#include "glsl/check/context.h"

namespace glsl {

// What later walks can bear.
struct TypeLimits {
    static constexpr int64_t most_components = int64_t{1} << 28;  // of one type
    static constexpr int32_t most_elements = 1 << 24;             // of one array
    static constexpr int32_t most_parts = 4096, most_depth = 60;  // of one type: see Type
};
// Reports a type that is too large, or nested too deeply.
bool check_extent(CheckContext& context, const Type* type, Location where);

int32_t constant_size(CheckContext& context, Expression* size, Location where);  // at least 1; 1 after an error
std::optional<int64_t> constant_integer(CheckContext& context, Expression* expression, std::string_view what);

void require_arrays_of_arrays(CheckContext& context, Location where);
// Each name once.
void check_member_names(CheckContext& context, const std::vector<Member>& members, Location where);
// GLSL 4.60 §4.1.8: every size is given.
void check_member_sizes(CheckContext& context, const Member& member, Location where);
// `struct { … } a;` among the members of a structure or block.
void check_structure_within(CheckContext& context, bool in_block, Location where);
void check_structure_qualifiers(CheckContext& context, const Qualifiers& own, Location where);

}  // namespace glsl

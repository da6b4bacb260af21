// Units and targets of texture and image accesses.
#pragma once

#include <string_view>

#include "arbasm/parse/context/context.h"

namespace arbasm {

// Whether the target's row in ir/texture_targets.def has a feature.
bool has_feature(TextureTarget target, char feature);

bool starts_texture_unit(const TokenCursor& cursor, const Symbols& symbols);
// texture[n], image[n], a variable, or a handle.
bool parse_unit(ParseContext& context, Instruction& instruction, RegisterFile file, std::string_view word);

bool parse_target(TokenCursor& cursor, const Program& program, Instruction& instruction, SourceLocation& where);
// One target per texture image unit; an array counts with all its units.
bool note_texture_target(TokenCursor& cursor, Program& program, const TextureAccess& texture, SourceLocation where);

}  // namespace arbasm

// What stands before TEMP, ATTRIB and their like: INT, SHORT, FLAT, CENTROID.
#pragma once

#include "arbasm/parse/text/cursor.h"
#include "ir/program.h"

namespace arbasm {

struct DeclarationModifiers {
    DataType type = DataType::Typeless;
    bool is_long = false, is_short = false;
    bool flat = false, no_perspective = false, smooth = false, centroid = false, sample = false;
    SourceLocation where;  // of the first
    SourceLocation interpolation_where;
    bool any = false;
    bool interpolation() const { return flat || no_perspective || smooth || centroid || sample; }
};

// Parses the modifiers of the NV_gpu_program4 family.
bool parse_modifiers(TokenCursor& cursor, const Program& program, DeclarationModifiers& modifiers);

// SHORT and LONG of NV_fragment_program.
bool parse_size_modifier(TokenCursor& cursor, DeclarationModifiers& modifiers);

}  // namespace arbasm

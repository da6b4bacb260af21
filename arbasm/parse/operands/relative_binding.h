// vertex.attrib[A.x+n] and its like: attributes and results that the options of ARB programs index at run time.
#pragma once

#include "arbasm/parse/context/context.h"

namespace arbasm {

bool starts_relative_binding(TokenCursor& cursor, const Program& program, RegisterFile file);
// The array behind such a binding is a variable of the language's own, "vertex.attrib".
bool parse_relative_binding(ParseContext& context, RegisterFile file, Operand& operand);

}  // namespace arbasm

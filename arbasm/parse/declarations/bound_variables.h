// ATTRIB, OUTPUT and PARAM.
#pragma once

#include "arbasm/parse/context/context.h"
#include "arbasm/parse/declarations/declaration_modifiers.h"

namespace arbasm {

// NAME [size] = binding | { binding, … }
bool parse_bound(ParseContext& context, RegisterFile file, const DeclarationModifiers& modifiers);

}  // namespace arbasm

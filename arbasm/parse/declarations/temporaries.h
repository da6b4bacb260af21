// TEMP, ADDRESS and ALIAS.
#pragma once

#include "arbasm/parse/context/context.h"
#include "arbasm/parse/declarations/declaration_modifiers.h"

namespace arbasm {

bool parse_temp(ParseContext& context, const DeclarationModifiers& modifiers);
bool parse_address(ParseContext& context);
bool parse_alias(ParseContext& context);

}  // namespace arbasm

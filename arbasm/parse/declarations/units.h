// TEXTURE and IMAGE.
#pragma once

#include <string_view>

#include "arbasm/parse/context/context.h"

namespace arbasm {

// TEXTURE t = texture[a];  TEXTURE t[] = { texture[a..b], texture[c] };  IMAGE likewise
bool parse_units(ParseContext& context, RegisterFile file, std::string_view word);

}  // namespace arbasm

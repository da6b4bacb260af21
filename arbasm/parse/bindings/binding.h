// Bindings: "vertex.color", "state.matrix.mvp.row[0..3]", "result.texcoord[1]", constants.
#pragma once

#include <vector>

#include "arbasm/parse/bindings/binding_use.h"
#include "arbasm/parse/context/context.h"

namespace arbasm {

// Whether the token can only begin a binding: no variable has its name.
bool starts_binding(const TokenCursor& cursor, const Symbols& symbols);

// Adds what is bound: one binding, or several where `use` allows ranges.
bool parse_binding(ParseContext& context, const BindingUse& use, std::vector<Binding>& out);

}  // namespace arbasm

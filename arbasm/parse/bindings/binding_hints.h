// Bindings that there are none of: what was most likely meant.
#pragma once

#include "arbasm/parse/bindings/binding_matcher.h"

namespace arbasm {

// What stands behind the dot is no form of a matrix.
bool report_matrix_form(TokenCursor& cursor);

// The text from `start` on has fitted no row; the cursor stands behind the prefix of an input.
bool report_unknown_binding(const BindingMatcher& attempt, SourceLocation start);

}  // namespace arbasm

// What stands before the names of a declaration: its qualifiers and its type, and what the qualifiers mean together.
#pragma once

#include <vector>

#include "glsl/check/context.h"
#include "glsl/check/layouts.h"
#include "glsl/language/keywords.h"

namespace glsl {

struct Specifier {
    Qualifiers qualifiers;
    const Type* type = nullptr;  // null: qualifiers alone
    const Type* base = nullptr;  // the same without the * that belong to the first name
    bool any_qualifier = false, varying = false, attribute = false;
    bool in = false, out = false, inout = false;  // as written
    std::vector<LayoutItem> layout;
    int layouts = 0;  // how many layout(…)
    bool subroutine = false, subroutine_list = false;
    std::vector<LayoutItem> subroutine_types;  // of subroutine(…)
    int rank = 0;                              // of the qualifiers so far, see rank_of()
    Location where;
};

bool is_qualifier(Keyword keyword);
// Before 4.20 qualifiers stand in an order. `token`: the next one.
void check_order(CheckContext& context, Specifier& specifier, const Token& token);
// What in, out, attribute and varying mean in this stage.
void find_storage(CheckContext& context, Specifier& specifier);

}  // namespace glsl

// "vertex", "vertex[1]", "vertex.in[1]", "vertex.out", "primitive", "primitive.in", "primitive.out": what inputs of
// geometry and tessellation programs begin with (Table X.2 of NV_tessellation_program5).
#pragma once

#include "arbasm/parse/bindings/binding_use.h"
#include "arbasm/parse/context/context.h"

namespace arbasm {

// Whether inputs of this stage belong to vertices or to the primitive.
bool has_input_prefix(const Program& program);

// Stops in front of the dot. `vertex` stays as it is where no number is given.
bool parse_input_prefix(ParseContext& context, const BindingUse& use, InputPrefix& prefix, int& vertex);

// Whether the binding behind the prefix may have it.
bool check_input_prefix(ParseContext& context, const BindingUse& use, const InputPrefix& prefix, const Binding& binding,
                        SourceLocation where);

}  // namespace arbasm

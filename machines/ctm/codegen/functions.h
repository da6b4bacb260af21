// Functions of scalars that take several operations.
#pragma once

#include "machines/ctm/codegen/constants.h"
#include "machines/ctm/codegen/op_builder.h"

namespace machines::ctm {

// The angle of a sine or cosine, in turns.
Source turned(OpBuilder& make, Constants& constants, const Source& a);
// The same for angles of few turns: the product is rounded once, by as much as it is large.
Source turned_small(OpBuilder& make, Constants& constants, const Source& a);
void lit(OpBuilder& make, Constants& constants, const Target& t, const Source& a);

}  // namespace machines::ctm

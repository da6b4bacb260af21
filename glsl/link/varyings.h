// What one stage writes and the next reads, matched by location or name, and its registers.
#pragma once

#include <span>

#include "glsl/link/interface_parts.h"
#include "glsl/link/link_context.h"

namespace glsl {

void assign_varyings(LinkContext& context);

struct Side {
    StageUnit* unit;
    Storage storage;
    const InterfacePart* part;
};
// Gives the leaves of parts that stand for each other registers, at the locations that were chosen or where there is
// room on both sides.
void number_parts(LinkContext& context, std::span<const Side> sides, const InterfacePart& part);
// A whole register that is free on all sides; -1: there is none.
int take_register(std::span<VaryingRegisters* const> sides);

}  // namespace glsl

// From a program as it was written to one as engines run it: all lowering passes, in their order.
//
// Each pass is a function `Program expand_x(const Program&)` in a file of its name, which gives back programs that it
// does not concern as they are.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>

#include "ir/program.h"

namespace arbasm {

// State of the API that becomes part of a program.
struct LoweringState {
    uint32_t clip_planes = 0;  // bit n: user clip plane n is enabled
    // Programs without clip distances are clipped by their position: for GLSL outside of the core profile.
    bool clips_position = false;
    auto operator<=>(const LoweringState&) const = default;
};

// The part of the state that changes this program: states with an equal part give the same lowered program.
LoweringState relevant_state(const Program& program, const LoweringState& state);

// The same program where there is nothing to lower.
std::shared_ptr<const Program> lower(std::shared_ptr<const Program> program, const LoweringState& state = {});

}  // namespace arbasm

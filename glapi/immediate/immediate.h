// Immediate mode: current attributes, Begin and End.
#pragma once

namespace glapi {

struct ImmediateState {};

}  // namespace glapi

// How many lanes at a time a program wants to be compiled for.
#pragma once

#include "runtime/jit/code_form.h"
#include "runtime/jit/image_window.h"
#include "runtime/jit/known_samplers.h"

namespace runtime::jit {

// Threads that see each other's values, and what programs write to memory, in order, want whole groups. Where lanes
// are no group's, as many are run at a time as the caller likes, in its own order: then only the first counts.
struct LaneNeeds {
    bool sees_lanes = false;
    bool changes_memory = false;
};
LaneNeeds find_lane_needs(const decoded::Code& code);

// Whether lookups or accesses to images are left to C++. These want as many lanes as there can be, since what they find
// out, they find out for each call.
bool calls_steps(const decoded::Code& code, const KnownSamplers& known_samplers, const FormatOfUnit& image_format = {});

// The lanes of a program that runs by itself: group_lanes, or 0 for any number.
int preferred_lanes(const decoded::Code& code, CodeForm form, const KnownSamplers& known_samplers = {},
                    const FormatOfUnit& image_format = {});

}  // namespace runtime::jit

// Functions that compiled code calls: the interpreter's functions for steps. A step is given by its offset in the
// machine's code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/jit/program_windows.h"
#include "runtime/jit/recorded_flow.h"

namespace runtime::jit {

// void (Machine*, uint32_t offset): does a step that is not of flow.
ExternalFunction step_function();
// uint32_t (Machine*, uint32_t offset): does a step of flow; the offset of the next one, or no_step.
ExternalFunction flow_function();
// void (Machine*, uint32_t offset, uint32_t level, Vector4* answer): the answer to a SampleStep that queries sizes or
// samples.
ExternalFunction texture_query_function();
// const PreparedSampler* (Machine*, uint64_t handle): of a resident texture; one without elements for any other handle.
ExternalFunction sampler_of_handle_function();
// uint32_t (Machine*, uint32_t unit): whether the unit's texture has parts without memory.
ExternalFunction lacks_pages_function();
// uint32_t (Machine*, uint32_t line): asks the watchdog when the budget is used up; not zero: the program ends.
ExternalFunction expired_function();

// void (Machine*, uint64_t address, uint32_t writes, MemoryWindow*): of the buffer that the address belongs to.
ExternalFunction address_window_function();
// void (Machine*, uint32_t space, uint32_t number, uint32_t writes, MemoryWindow*): of a bound buffer, or of shared
// memory; `space` is an AccessMemoryStep::Space.
ExternalFunction bound_window_function();

// void (Machine*, uint32_t unit, uint32_t request, ImageWindow*): the window on a unit's image; the same of an image by
// its handle. `request`: ImageRequest::word().
ExternalFunction image_window_function();
ExternalFunction image_handle_window_function();
// void (Machine*, uint32_t unit, uint32_t* answers): what IMQ says, and behind it IMQS.
ExternalFunction image_query_function();

}  // namespace runtime::jit

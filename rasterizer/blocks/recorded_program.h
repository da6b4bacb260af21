// Programs as part of the functions that are recorded for keys.
#pragma once

#include "runtime/execution/routine.h"
#include "runtime/jit/program_emitter.h"

namespace rasterizer {

// Why functions of keys with the program have no code, or null. Programs with lanes that see more than their quad need
// groups.
const char* why_not_recorded(const runtime::decoded::Code& code);

// Whether attributes are taken at centroids by the program itself.
bool asks_for_centroids(const runtime::decoded::Code& code);

// Whether much of what is computed waits for the polynomials of elementary functions: two registers' lanes side by side
// wait together. Other programs would spill more than they gain.
bool waits_for_results(const runtime::decoded::Code& code);

// Whether steps are left to C++: these want as many lanes as there can be, since what they find out, they find out for
// each call.
bool calls_steps(const runtime::decoded::Code& code, const runtime::jit::KnownSamplers& known_samplers,
                 const runtime::jit::ProgramEmitter::FormatOfUnit& image_format = {});

// Whether functions of C++ that are called for steps ask which lanes are helpers, or killed.
bool asks_who_is_there(const runtime::decoded::Code& code);

// Of the parameters that a draw brings for the program.
inline size_t parameter_bytes(const runtime::decoded::Code& code) {
    return code.program->parameters.size() * sizeof(runtime::Vector4);
}

}  // namespace rasterizer

// Programs as part of the functions that are recorded for keys.
#pragma once

#include "runtime/decode/code.h"

namespace rasterizer {

// Why functions of keys with the program have no code, or null. Programs with lanes that see more than their quad need
// groups.
const char* why_not_recorded(const runtime::decoded::Code& code);

// Whether attributes are taken at centroids by the program itself.
bool asks_for_centroids(const runtime::decoded::Code& code);

// Whether much of what is computed waits for the polynomials of elementary functions: two registers' lanes side by side
// wait together. Other programs would spill more than they gain.
bool waits_for_results(const runtime::decoded::Code& code);

// Whether functions of C++ that are called for steps ask which lanes are helpers, or killed.
bool asks_who_is_there(const runtime::decoded::Code& code);

}  // namespace rasterizer

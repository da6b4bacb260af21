// Capturing of draws for emulated machines, as the driver asks for it.
#pragma once

#include <string_view>

namespace rasterizer {

// Sets the observer where ASMGL_BACKEND's value asks for a capture of draws.
void capture_draws(std::string_view back_end);

}  // namespace rasterizer

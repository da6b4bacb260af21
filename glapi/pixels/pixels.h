// Pixel store, transfer and zoom state.
#pragma once

namespace glapi {

struct PixelState {};

}  // namespace glapi

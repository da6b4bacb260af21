// Assembly program objects.
#pragma once

namespace glapi {

struct ProgramObject {};

struct ProgramState {};

}  // namespace glapi

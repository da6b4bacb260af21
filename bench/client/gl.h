// OpenGL at run time: nothing is linked, so that one binary measures whichever driver the loader finds.
#pragma once

#define GL_GLEXT_PROTOTYPES  // declared for their types only
#include <GL/gl.h>
#include <GL/glext.h>
#include <functional>

namespace bench::gl {

#define BENCH_GL(name) extern decltype(&::gl##name) name;
#include "gl_functions.def"
#undef BENCH_GL

// Null are those that the driver does not have; cases ask for its version or extensions before they call.
void load(const std::function<void (*(const char*))()>& find);

}  // namespace bench::gl

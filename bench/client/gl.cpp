#include "gl.h"

namespace bench::gl {

#define BENCH_GL(name) decltype(&::gl##name) name = nullptr;
#include "gl_functions.def"
#undef BENCH_GL

void load(const std::function<void (*(const char*))()>& find) {
#define BENCH_GL(name) name = reinterpret_cast<decltype(name)>(find("gl" #name));
#include "gl_functions.def"
#undef BENCH_GL
}

}  // namespace bench::gl

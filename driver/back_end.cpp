// ASMGL_BACKEND: the machine that programs run on. Chosen when the library is loaded, before there are programs.
#include <cstdio>

#include "rasterizer/targets/capture_draws.h"
#include "runtime/environment/environment.h"
#include "runtime/targets/back_ends.h"

namespace driver {
namespace {

[[maybe_unused]] const bool chosen = [] {
    const std::string& wanted = runtime::environment().back_end;
    if (wanted.empty()) return false;
    const std::string error = runtime::back_ends::choose(wanted);
    if (!error.empty()) std::fprintf(stderr, "asmgl: ASMGL_BACKEND: %s\n", error.c_str());
    if (error.empty()) rasterizer::capture_draws(wanted);
    return error.empty();
}();

}  // namespace
}  // namespace driver

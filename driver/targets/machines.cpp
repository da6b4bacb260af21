// libasmgl_machines.so: the emulated machines, which libasmgl.so opens when ASMGL_BACKEND names one
// (driver/back_end.cpp).
#include <string>
#include <string_view>

#include "driver/public.h"
#include "rasterizer/targets/capture_draws.h"
#include "runtime/targets/back_ends.h"

ASMGL_PUBLIC const char* asmgl_choose_back_end(const char* version, const char* wanted);

// `version`: of the library that asks. Empty, or why there is no such back end; the text lasts until the next call.
ASMGL_PUBLIC const char* asmgl_choose_back_end(const char* version, const char* wanted) {
    static std::string error;
    if (std::string_view(version) != ASMGL_VERSION_TEXT)
        return "libasmgl_machines.so is of version " ASMGL_VERSION_TEXT;
    error = runtime::back_ends::choose(wanted);
    if (error.empty()) rasterizer::capture_draws(wanted);
    return error.c_str();
}

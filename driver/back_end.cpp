// ASMGL_BACKEND: the machine that programs run on. Chosen when the library is loaded, before there are programs. The
// machines are a library of their own, because few programs want one.
#include <cstdio>
#include <dlfcn.h>

#include "runtime/environment/environment.h"

namespace driver {
namespace {

// Empty, or why there is no such back end.
const char* choose(const char* wanted) {
    void* const machines = dlopen("libasmgl_machines.so", RTLD_NOW | RTLD_LOCAL);
    if (!machines) return dlerror();
    const auto choose =
        reinterpret_cast<const char* (*)(const char*, const char*)>(dlsym(machines, "asmgl_choose_back_end"));
    return choose ? choose(ASMGL_VERSION_TEXT, wanted) : dlerror();
}

[[maybe_unused]] const bool chosen = [] {
    const std::string& wanted = runtime::environment().back_end;
    if (wanted.empty()) return false;
    const char* const error = choose(wanted.c_str());
    if (*error) std::fprintf(stderr, "asmgl: ASMGL_BACKEND: %s\n", error);
    return !*error;
}();

}  // namespace
}  // namespace driver

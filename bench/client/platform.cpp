#include "platform.h"

#include <dlfcn.h>

namespace bench {

const std::vector<PlatformRow>& platforms() {
    static const std::vector<PlatformRow> rows = {
        {"surfaceless", "EGL without surfaces", open_egl_surfaceless},
        {"device", "EGL on the first device that makes a context", open_egl_device},
        {"pbuffer", "EGL with a pixel buffer of the default display", open_egl_pbuffer},
        {"glx", "GLX in a window", open_glx},
    };
    return rows;
}

std::unique_ptr<Platform> open_platform(const PlatformOptions& options) {
    std::string reasons;
    for (const PlatformRow& row : platforms()) {
        if (options.name != "auto" && options.name != row.name) continue;
        try {
            return row.open(options);
        } catch (const Skip& skip) {
            reasons += (reasons.empty() ? "" : "; ") + std::string(row.name) + ": " + skip.reason;
        }
    }
    throw Skip{reasons.empty() ? "there is no platform " + options.name : reasons};
}

Library::Library(const std::string& name) : name_(name), handle_(dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (!handle_) throw Skip{dlerror()};
}

void* Library::symbol(const char* name) const { return dlsym(handle_, name); }

void* Library::need(const char* name) const {
    void* found = symbol(name);
    if (!found) throw Skip{name_ + " has no " + name};
    return found;
}

}  // namespace bench

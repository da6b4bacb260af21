// LD_PRELOAD alone. A preloaded library answers what a program links directly, but programs also open "libGL.so.1" and
// its siblings by name, or hold GLVND's already. So, when we are preloaded: the faces and vendor libraries beside us
// are opened before main() runs, as the dynamic linker gives out a library that is loaded under a SONAME to whoever
// opens that name; and GLVND is told to choose our vendor libraries.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <string_view>

#include "runtime/environment/environment.h"

namespace {

constexpr std::array<std::string_view, 7> faces = {"libGL.so.1",    "libGLX.so.0",       "libOpenGL.so.0",
                                                   "libEGL.so.1",   "libGLESv1_CM.so.1", "libGLESv2.so.2",
                                                   "libOSMesa.so.8"};

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Whether LD_PRELOAD names one of our libraries, by a name that leads to this folder.
bool preloaded(const std::string& folder) {
    const char* text = runtime::foreign_variable("LD_PRELOAD");
    if (!text) return false;
    std::string_view rest = text;
    while (!rest.empty()) {
        const size_t end = rest.find_first_of(": ");
        const std::string_view entry = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        const bool ours =
            base_name(entry) == "libasmgl.so" || std::ranges::find(faces, base_name(entry)) != faces.end();
        if (ours) {
            char resolved[4096];
            if (realpath(std::string(entry).c_str(), resolved) &&
                std::string_view(resolved).substr(0, std::string_view(resolved).rfind('/')) == folder)
                return true;
        }
    }
    return false;
}

void open_if_there(const std::string& path, int flags) { (void)dlopen(path.c_str(), RTLD_LAZY | flags); }

__attribute__((constructor)) void serve_preload() {
    Dl_info self;
    char resolved[4096];
    if (!dladdr(reinterpret_cast<void*>(&serve_preload), &self) || !self.dli_fname ||
        !realpath(self.dli_fname, resolved))
        return;
    std::string folder(resolved);
    folder.resize(folder.rfind('/'));
    if (!preloaded(folder)) return;
    for (const std::string_view face : faces) open_if_there(folder + "/" + std::string(face), RTLD_GLOBAL);
    // Vendor libraries stand beside us in the build tree, one folder up where installed.
    for (const char* vendor : {"/libGLX_asmgl.so.0", "/../libGLX_asmgl.so.0"})
        open_if_there(folder + vendor, RTLD_LOCAL);
    setenv("__GLX_VENDOR_LIBRARY_NAME", "asmgl", 0);
    for (const char* manifests : {"/../share", "/../../share", "/../../../share"}) {
        const std::string manifest = folder + manifests + "/glvnd/egl_vendor.d/" ASMGL_EGL_MANIFEST;
        if (realpath(manifest.c_str(), resolved)) {
            setenv("__EGL_VENDOR_LIBRARY_FILENAMES", resolved, 0);
            break;
        }
    }
}

}  // namespace

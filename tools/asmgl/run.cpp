// asmgl run: sets up the environment for every way a program may find its GL, and becomes the program.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

#include "commands.h"
#include "library.h"

namespace tool {
namespace {

namespace fs = std::filesystem;

void put_first(const char* variable, const std::string& value) {
    const char* old = std::getenv(variable);
    setenv(variable, old && *old ? (value + ":" + old).c_str() : value.c_str(), 1);
}

}  // namespace

int run(const std::vector<std::string>& arguments) {
    const fs::path bin = own_folder();
    const fs::path libraries = library_folder("run");
    if (libraries.empty()) return exit_failed;
    std::string faces;
    for (const char* face : {"libGL.so.1", "libGLX.so.0", "libOpenGL.so.0", "libEGL.so.1", "libGLESv1_CM.so.1"})
        faces += (faces.empty() ? "" : ":") + (libraries / face).string();
    put_first("LD_PRELOAD", faces);
    // Vendor libraries are where GLVND's own libraries are, one folder up, when installed.
    put_first("LD_LIBRARY_PATH", libraries.string() + ":" + libraries.parent_path().string());
    setenv("__GLX_VENDOR_LIBRARY_NAME", "asmgl", 1);
    setenv("GBM_BACKEND", "asmgl", 1);
    put_first("GBM_BACKENDS_PATH", (libraries / "gbm").string() + ":" + (libraries.parent_path() / "gbm").string());
    for (const fs::path& data : {bin / "../share", bin / ASMGL_DATA_FROM_BIN}) {
        const fs::path manifest = data / "glvnd/egl_vendor.d/90_asmgl.json";
        if (fs::exists(manifest)) setenv("__EGL_VENDOR_LIBRARY_FILENAMES", fs::canonical(manifest).c_str(), 1);
    }

    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    execvp(words[0], words.data());
    const int reason = errno;
    fmt::print(stderr, "asmgl: run: {}: {}\n", arguments[0], std::strerror(reason));
    return reason == ENOENT ? exit_not_found : exit_cannot_run;
}

}  // namespace tool

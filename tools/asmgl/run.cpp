// asmgl run: sets up the environment for every way a program may find its GL, and becomes the program.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>
#include <vector>

#include "commands.h"
#include "executable.h"
#include "library.h"

namespace tool {
namespace {

namespace fs = std::filesystem;

// Browsers have a libGLESv2 of their own, in front of whatever driver there is: that name is not preloaded.
constexpr const char* faces[] = {"libGL.so.1", "libGLX.so.0", "libOpenGL.so.0", "libEGL.so.1", "libGLESv1_CM.so.1"};

enum class ListEnd { First, Last };

void add_to(const char* variable, const std::string& value, ListEnd end) {
    const char* const old = std::getenv(variable);
    if (!old || !*old) {
        setenv(variable, value.c_str(), 1);
    } else {
        const std::string both = end == ListEnd::First ? value + ":" + old : std::string(old) + ":" + value;
        setenv(variable, both.c_str(), 1);
    }
}

// The folders of libraries: one, or one for programs of each size.
using Folders = std::vector<fs::path>;

// Names of the faces for LD_PRELOAD, which is cut at blanks and colons. Names without a folder are looked up in
// LD_LIBRARY_PATH, where programs of each size pass over the libraries of the other one without a word: so it is where
// there are both, or where the folder's name holds a blank.
std::string preloaded(const Folders& folders) {
    const fs::path& libraries = folders.front();
    const bool looked_up = folders.size() > 1 || libraries.string().find_first_of(" \t\n") != std::string::npos;
    std::string names;
    for (const char* face : faces)
        names += (names.empty() ? "" : ":") + (looked_up ? face : (libraries / face).string());
    return names;
}

// What the dynamic linker's and GLVND's lists of folders can't hold.
bool can_be_listed(const fs::path& libraries) { return libraries.string().find_first_of(":;") == std::string::npos; }

// "a:b/gbm" of the folders, each followed by the one above it.
std::string listed(const Folders& folders, const char* below = "") {
    std::string list;
    for (const fs::path& folder : folders)
        for (const fs::path& each : {folder, folder.parent_path()})
            list += (list.empty() ? "" : ":") + (*below ? each / below : each).string();
    return list;
}

// There is one for each size: GLVND passes over the one that names a library of the other.
std::string manifests() {
    for (const fs::path& data : {own_folder() / ASMGL_DATA_FROM_BIN, own_folder() / "../share"}) {
        std::string list;
        for (const char* name : {"90_asmgl.json", "90_asmgl_32.json"})
            if (const fs::path manifest = data / "glvnd/egl_vendor.d" / name; fs::exists(manifest))
                list += (list.empty() ? "" : ":") + fs::canonical(manifest).string();
        if (!list.empty()) return list;
    }
    return {};
}

void set_environment(const Folders& folders) {
    // Behind what is there: an overlay or a tracer that is preloaded finds this driver as the next one.
    add_to("LD_PRELOAD", preloaded(folders), ListEnd::Last);
    // Vendor libraries are where GLVND's own libraries are, one folder up, when installed.
    add_to("LD_LIBRARY_PATH", listed(folders), ListEnd::First);
    for (const fs::path& folder : open_fallbacks(folders.front()))
        add_to("LD_LIBRARY_PATH", folder.string(), ListEnd::Last);
    setenv("__GLX_VENDOR_LIBRARY_NAME", "asmgl", 1);
    setenv("GBM_BACKEND", "asmgl", 1);
    add_to("GBM_BACKENDS_PATH", listed(folders, "gbm"), ListEnd::First);
    if (const std::string list = manifests(); !list.empty()) setenv("__EGL_VENDOR_LIBRARY_FILENAMES", list.c_str(), 1);
}

}  // namespace

int run(const RunOptions& options) {
    const fs::path libraries = library_folder("run");
    if (libraries.empty()) return exit_failed;
    if (!can_be_listed(libraries)) {
        fmt::print(stderr,
                   "asmgl: run: {}: the dynamic linker can't be told of a folder whose name holds \":\" or \";\"\n",
                   libraries.string());
        return exit_cannot_run;
    }
    Folders folders{libraries};
    if (const fs::path other = other_library_folder(libraries); !other.empty()) folders.push_back(other);
    const std::string& name = options.command[0];
    if (const auto program = find_program(name)) {
        const Sizes sizes = folders.size() > 1 ? Sizes::Both : Sizes::Own;
        if (const std::string reason = why_out_of_reach(*program, sizes); !reason.empty()) {
            fmt::print(stderr, "asmgl: run: {} {}: it runs on another driver, or on none{}\n", program->string(),
                       reason, options.allow_other ? "" : " (--allow-other starts it all the same)");
            if (!options.allow_other) return exit_cannot_run;
        }
    }
    set_environment(folders);

    std::vector<char*> words;
    words.reserve(options.command.size() + 1);
    for (const std::string& word : options.command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execvp(words[0], words.data());
    const int reason = errno;
    fmt::print(stderr, "asmgl: run: {}: {}\n", name, std::strerror(reason));
    return reason == ENOENT ? exit_not_found : exit_cannot_run;
}

}  // namespace tool

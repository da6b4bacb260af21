#include "library.h"

#include <algorithm>
#include <dlfcn.h>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace tool {

namespace fs = std::filesystem;

fs::path own_folder() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

namespace {

struct LibraryFolders {
    fs::path beside = own_folder() / "../lib", installed = own_folder() / ASMGL_LIBRARIES_FROM_BIN / "asmgl";
};

}  // namespace

fs::path find_library_folder() {
    const LibraryFolders folders;
    std::error_code error;
    for (const fs::path& folder : {folders.beside, folders.installed})
        if (fs::exists(folder / "libasmgl.so", error)) return fs::canonical(folder, error);
    return {};
}

fs::path other_library_folder(const fs::path& own) {
    // Folders of libraries, of 64 and of 32 bits, as Debian calls them, and others.
    constexpr const char* pairs[][2] = {
        {"lib/x86_64-linux-gnu", "lib/i386-linux-gnu"}, {"lib64", "lib"}, {"lib", "lib32"}};
    const std::string place = own.string();
    for (const auto& pair : pairs) {
        const bool wide = sizeof(void*) == 8;
        const std::string end = std::string("/") + pair[wide ? 0 : 1] + "/asmgl";
        if (!place.ends_with(end)) continue;
        const fs::path other = fs::path(place.substr(0, place.size() - end.size())) / pair[wide ? 1 : 0] / "asmgl";
        if (fs::exists(other / "libasmgl.so")) return other;
    }
    return {};
}

fs::path library_folder(std::string_view command) {
    const fs::path found = find_library_folder();
    const LibraryFolders folders;
    if (found.empty())
        fmt::print(stderr, "asmgl: {}: libasmgl.so is neither in {} nor in {}\n", command, folders.beside.string(),
                   folders.installed.string());
    return found;
}

std::vector<fs::path> open_fallbacks(const fs::path& libraries) {
    std::vector<fs::path> missing, used;
    std::error_code error;
    for (const fs::directory_entry& folder : fs::directory_iterator(libraries / "fallback", error))
        if (!dlopen(folder.path().filename().c_str(), RTLD_LAZY | RTLD_LOCAL)) missing.push_back(folder.path());
    // They need each other: what can't be opened yet can be later.
    for (bool progress = true; progress;) {
        progress = false;
        for (fs::path& folder : missing) {
            if (folder.empty() || !dlopen((folder / folder.filename()).c_str(), RTLD_LAZY | RTLD_LOCAL)) continue;
            used.push_back(std::exchange(folder, {}));
            progress = true;
        }
    }
    std::ranges::sort(used);
    return used;
}

void* open_library(std::string_view command) {
    const fs::path folder = library_folder(command);
    if (folder.empty()) return nullptr;
    open_fallbacks(folder);
    void* const library = dlopen((folder / "libasmgl.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) fmt::print(stderr, "asmgl: {}: {}\n", command, dlerror());
    return library;
}

const driver::ToolInterface* tool_interface(void* library) {
    using GetAddress = void* (*)(const char*);
    const auto address = reinterpret_cast<GetAddress>(dlsym(library, "eglGetProcAddress"));
    const auto get =
        address ? reinterpret_cast<driver::GetToolInterface>(address(driver::tool_interface_name)) : nullptr;
    return get ? get() : nullptr;
}

}  // namespace tool

#include "library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace tool {

namespace fs = std::filesystem;

fs::path own_folder() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path();
}

fs::path library_folder(std::string_view command) {
    const fs::path bin = own_folder();
    const fs::path beside = bin / "../lib", installed = bin / ASMGL_LIBRARIES_FROM_BIN / "asmgl";
    for (const fs::path& folder : {beside, installed})
        if (fs::exists(folder / "libasmgl.so")) return fs::canonical(folder);
    fmt::print(stderr, "asmgl: {}: libasmgl.so is neither in {} nor in {}\n", command, beside.string(),
               installed.string());
    return {};
}

void* open_library(std::string_view command) {
    const fs::path folder = library_folder(command);
    if (folder.empty()) return nullptr;
    void* const library = dlopen((folder / "libasmgl.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) fmt::print(stderr, "asmgl: {}: {}\n", command, dlerror());
    return library;
}

}  // namespace tool

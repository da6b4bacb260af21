#include "vendors.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace tool::doctor {
namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The value of "library_path" of a manifest. Manifests are flat enough to be read without a reader of JSON.
std::string library_path_of(const std::string& text) {
    const size_t key = text.find("\"library_path\"");
    if (key == std::string::npos) return {};
    const size_t colon = text.find(':', key), open = text.find('"', colon);
    if (colon == std::string::npos || open == std::string::npos) return {};
    const size_t close = text.find('"', open + 1);
    return close == std::string::npos ? "" : text.substr(open + 1, close - open - 1);
}

std::vector<std::string> split_list(const std::string& text, char between) {
    std::vector<std::string> items;
    std::istringstream stream(text);
    for (std::string item; std::getline(stream, item, between);)
        if (!item.empty()) items.push_back(item);
    return items;
}

// "libGLX_mesa.so.0", "libEGL_mesa.so.0": mesa.
std::string vendor_of(const std::string& library) {
    const std::string name = fs::path(library).filename().string();
    const size_t from = name.find('_'), to = name.find(".so");
    return from == std::string::npos || to == std::string::npos || to < from ? name
                                                                             : name.substr(from + 1, to - from - 1);
}

bool needs(const LoadedFile& file, std::string_view part) {
    return std::ranges::any_of(file.elf.needed,
                               [&](const std::string& name) { return name.find(part) != std::string::npos; });
}

std::vector<fs::path> manifest_files(const Machine& machine, const LibrarySearch& search) {
    std::vector<fs::path> files;
    if (const std::string named = machine.variable("__EGL_VENDOR_LIBRARY_FILENAMES"); !named.empty()) {
        for (const std::string& file : split_list(named, ':')) files.emplace_back(file);
        return files;
    }
    std::string folders = machine.variable("__EGL_VENDOR_LIBRARY_DIRS");
    if (folders.empty()) folders = "/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d";
    for (const std::string& folder : split_list(folders, ':')) {
        std::vector<fs::path> own;
        std::error_code error;
        for (const fs::directory_entry& entry : fs::directory_iterator(search.below_root(folder), error))
            if (entry.path().extension() == ".json") own.push_back(fs::path(folder) / entry.path().filename());
        std::ranges::sort(own);
        files.insert(files.end(), own.begin(), own.end());
    }
    return files;
}

}  // namespace

std::string maker_name(Maker maker) {
    switch (maker) {
        case Maker::None: return "none";
        case Maker::Asmgl: return "asmgl";
        case Maker::Glvnd: return "GLVND";
        case Maker::Mesa: return "mesa";
        case Maker::Nvidia: return "nvidia";
        case Maker::Other: return "other";
    }
    return "";
}

Maker maker_of(const LoadedFile& file) {
    const std::string name = file.path.filename().string();
    const auto is = [&](std::string_view word) { return name.find(word) != std::string::npos || needs(file, word); };
    if (is("libasmgl.so") || name.find("asmgl") != std::string::npos) return Maker::Asmgl;
    if (is("nvidia")) return Maker::Nvidia;
    if (is("libgallium") || is("libglapi") || is("_mesa") || name.find("libgbm") == 0) return Maker::Mesa;
    if (is("libGLdispatch")) return Maker::Glvnd;
    return Maker::Other;
}

const std::vector<GraphicsLibrary>& graphics_libraries() {
    static const std::vector<GraphicsLibrary> rows = {
        {"libGL.so.1", "libGL.so", Interface::Glx},
        {"libGLX.so.0", "libGLX.so", Interface::Glx},
        {"libOpenGL.so.0", "libOpenGL.so", Interface::Commands},
        {"libEGL.so.1", "libEGL.so", Interface::Egl},
        {"libGLESv1_CM.so.1", "libGLESv1_CM.so", Interface::Commands},
        {"libGLESv2.so.2", "libGLESv2.so", Interface::Commands},
        {"libOSMesa.so.8", "libOSMesa.so", Interface::Osmesa},
        {"libgbm.so.1", "libgbm.so", Interface::Gbm},
    };
    return rows;
}

std::vector<Manifest> egl_manifests(const Machine& machine, const LibrarySearch& search, ElfKind kind) {
    std::vector<Manifest> manifests;
    for (const fs::path& file : manifest_files(machine, search)) {
        const std::string library = library_path_of(read_text(search.below_root(file)));
        if (!library.empty()) manifests.push_back({file, library, search.find(library, kind)});
    }
    return manifests;
}

Choice egl_choice(const Machine& machine, const LibrarySearch& search, ElfKind kind) {
    std::string passed;
    for (const Manifest& manifest : egl_manifests(machine, search, kind)) {
        if (!manifest.found.empty())
            return {vendor_of(manifest.library),
                    fmt::format("its first manifest is {}{}", manifest.file.string(), passed)};
        passed += fmt::format("; {} of {} is not there", manifest.library, manifest.file.string());
    }
    return {"", "GLVND finds no driver for EGL" + passed};
}

Choice glx_choice(const Machine& machine, const LibrarySearch& search, ElfKind kind) {
    std::string names = machine.variable("__GLX_VENDOR_LIBRARY_NAME"), why = "__GLX_VENDOR_LIBRARY_NAME names it";
    if (names.empty()) {
        if (!machine.x_server.reached) return {"", "GLVND asks the X server for the driver, and none is reached"};
        if (!machine.x_server.glx) return {"", "the X server lacks GLX, which GLVND needs"};
        names = machine.x_server.vendors, why = "the X server names it";
    }
    for (const std::string& vendor : split_list(names, ' '))
        if (!search.find("libGLX_" + vendor + ".so.0", kind).empty()) return {vendor, why};
    // What GLVND takes when all else fails.
    if (!search.find("libGLX_indirect.so.0", kind).empty())
        return {"indirect", fmt::format("GLVND finds no library of {}", names.empty() ? "any driver" : names)};
    return {"",
            names.empty() ? "the X server names no driver" : fmt::format("GLVND does not find libGLX_{}.so.0", names)};
}

Choice gbm_choice(const Machine& machine, const LibrarySearch& search, ElfKind kind) {
    const std::string backend = machine.variable("GBM_BACKEND");
    if (backend.empty()) return {"mesa", "libgbm's own backend, as GBM_BACKEND is not set"};
    std::string folders = machine.variable("GBM_BACKENDS_PATH");
    std::vector<std::string> places = split_list(folders, ':');
    if (places.empty())
        for (const std::string& folder : search.system_folders()) places.push_back(folder + "/gbm");
    for (const std::string& folder : places)
        if (read_elf_kind(search.below_root(fs::path(folder) / (backend + "_gbm.so"))) == kind)
            return {backend, "GBM_BACKEND names it"};
    return {"mesa", fmt::format("GBM_BACKEND names {}, and there is no {}_gbm.so", backend, backend)};
}

Choice choice_of(const GraphicsLibrary& library, const fs::path& found, const Machine& machine,
                 const LibrarySearch& search, ElfKind kind) {
    if (found.empty()) return {"", fmt::format("there is no {}", library.name)};
    const auto elf = read_elf(search.below_root(found));
    if (!elf) return {"", fmt::format("{} can't be read", found.string())};
    std::error_code error;
    // A face has no symbol of the driver's name in what it needs where it is a filter of it; it stands beside it.
    if (fs::exists(search.below_root(found.parent_path() / "libasmgl.so"), error))
        return {"asmgl", fmt::format("{} is this driver's", found.string())};
    const Maker maker = maker_of({found, *elf});
    if (library.interface == Interface::Gbm) return gbm_choice(machine, search, kind);
    if (maker != Maker::Glvnd) return {maker_name(maker), fmt::format("{} is its own", found.string())};
    switch (library.interface) {
        case Interface::Glx: return glx_choice(machine, search, kind);
        case Interface::Egl: return egl_choice(machine, search, kind);
        case Interface::Commands: return {"GLVND", "it goes where the program's GLX or EGL leads"};
        case Interface::Osmesa:
        case Interface::Gbm: break;
    }
    return {"", "GLVND has no such library"};
}

}  // namespace tool::doctor

// Whose the graphics libraries are that a program would load, and which driver GLVND would take.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "library_search.h"
#include "machine.h"

namespace tool::doctor {

// Who made a library, told by its name and by what it needs.
enum class Maker : uint8_t { None, Asmgl, Glvnd, Mesa, Nvidia, Other };
std::string maker_name(Maker maker);
Maker maker_of(const LoadedFile& file);

// What a library of one of the standard names is for.
enum class Interface : uint8_t { Glx, Commands, Egl, Osmesa, Gbm };
struct GraphicsLibrary {
    const char* name;  // as programs need it
    const char* stem;  // as programs that open it may say
    Interface interface;
};
const std::vector<GraphicsLibrary>& graphics_libraries();

// Which driver, and why.
struct Choice {
    std::string driver;  // "asmgl", "mesa", …; empty: none
    std::string reason;
};

// A file of GLVND that names a driver for EGL.
struct Manifest {
    std::filesystem::path file;
    std::string library;          // as it is written
    std::filesystem::path found;  // where the linker finds that; empty: nowhere
};
// In the order in which GLVND asks them.
std::vector<Manifest> egl_manifests(const Machine& machine, const LibrarySearch& search, ElfKind kind);
Choice egl_choice(const Machine& machine, const LibrarySearch& search, ElfKind kind);
Choice glx_choice(const Machine& machine, const LibrarySearch& search, ElfKind kind);
Choice gbm_choice(const Machine& machine, const LibrarySearch& search, ElfKind kind);

// What a program that gets this file for that library draws on.
Choice choice_of(const GraphicsLibrary& library, const std::filesystem::path& found, const Machine& machine,
                 const LibrarySearch& search, ElfKind kind);

}  // namespace tool::doctor

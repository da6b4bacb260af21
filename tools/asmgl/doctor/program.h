// Which graphics libraries a program asks for, and what it draws on.
#pragma once

#include <string>
#include <vector>

#include "vendors.h"

namespace tool::doctor {

// One library that the program needs, or that it or a library of its names.
struct LibraryUse {
    const GraphicsLibrary* library = nullptr;
    bool linked = false;          // else its name stands in the file, to be opened
    std::string by;               // the file's name
    std::filesystem::path found;  // empty: nowhere
    Choice choice;                // with the environment as it is
};

struct Program {
    std::string name;                   // as it was given
    std::filesystem::path path;         // empty: there is none
    std::filesystem::path interpreter;  // of a script; empty: it is none
    std::string out_of_reach;           // why `asmgl run` can't lead it here; empty: it can
    ElfKind kind;
    std::vector<LibraryUse> uses;
    std::vector<std::string> missing;  // libraries that the linker does not find
};

// `path`: the file that is started; `out_of_reach`: as why_out_of_reach() has it.
Program examine_program(const std::string& name, const std::filesystem::path& path, std::string out_of_reach,
                        const Machine& machine, const LibrarySearch& search);

}  // namespace tool::doctor

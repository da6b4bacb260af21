// Every command of the registry by name, sorted.
#pragma once

#include <span>

namespace glapi {

struct EntryPoint {
    const char* name;
    void (*function)();   // the exported function
    const char* missing;  // why the command is not implemented, by missing_commands.def; null: it is
};

std::span<const EntryPoint> entry_point_table();  // generated

}  // namespace glapi

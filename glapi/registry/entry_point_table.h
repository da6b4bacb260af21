// Every command of the registry by name, sorted.
#pragma once

#include <span>

namespace glapi {

struct EntryPoint {
    const char* name;
    void (*function)();        // the exported function
    void (*implementation)();  // null: not implemented
};

std::span<const EntryPoint> entry_point_table();  // generated

}  // namespace glapi

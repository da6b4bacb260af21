#include "glapi/registry/enum_names.h"

#include <algorithm>
#include <cstdio>

namespace glapi {

const char* enum_name(uint32_t value) {
    const auto table = enum_name_table();
    const auto found = std::ranges::lower_bound(table, value, {}, &EnumName::value);
    if (found != table.end() && found->value == value) return found->name;
    thread_local char buffers[4][12];
    thread_local unsigned next = 0;
    char* const buffer = buffers[next++ % 4];
    std::snprintf(buffer, sizeof buffers[0], "0x%04X", value);
    return buffer;
}

}  // namespace glapi

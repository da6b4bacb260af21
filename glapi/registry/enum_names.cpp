#include "glapi/registry/enum_names.h"

#include <algorithm>
#include <cstdio>

#include "runtime/threads/per_thread.h"

namespace glapi {

const char* enum_name(uint32_t value) {
    const auto table = enum_name_table();
    const auto found = std::ranges::lower_bound(table, value, {}, &EnumName::value);
    if (found != table.end() && found->value == value) return found->name;
    struct Unnamed {
        char texts[4][12]{};
        unsigned next = 0;
    };
    static constinit Unnamed spare;
    auto& unnamed = runtime::per_thread_or(spare);
    char* const text = unnamed.texts[unnamed.next++ % 4];
    std::snprintf(text, sizeof unnamed.texts[0], "0x%04X", value);
    return text;
}

}  // namespace glapi

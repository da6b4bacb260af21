// Names of enums, for messages.
#pragma once

#include <cstdint>
#include <span>

namespace glapi {

struct EnumName {
    uint32_t value;
    const char* name;
};

std::span<const EnumName> enum_name_table();  // generated; sorted by value
// "GL_TEXTURE_2D"; for values without a name, hexadecimal in one of a few rotating buffers per thread.
const char* enum_name(uint32_t value);

}  // namespace glapi

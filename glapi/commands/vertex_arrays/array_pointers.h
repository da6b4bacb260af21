// What array commands have in common.
#pragma once

#include <cstdint>

#include "glapi/generated/gl.h"

namespace glapi {

class Context;

// What an array command takes, whatever its arguments.
struct PointerRule {
    const char* command;
    int min_size, max_size;
    uint32_t types;  // by bit of rasterizer::ComponentType
    bool bgra_allowed;
    bool wide = false;  // components of 64 bits, kept whole
};
void set_pointer(Context& context, int slot, const PointerRule& rule, GLint size, GLenum type, bool normalized,
                 bool integer, GLsizei stride, const void* pointer);

// Whether a vertex array object is bound; false after an error.
bool check_vertex_array(Context& context, const char* command);
// Whether a generic attribute of this number exists; false after an error.
bool check_generic_attribute(Context& context, GLuint index, const char* command);

}  // namespace glapi

// A command of a display list.
#pragma once

#include <cstdint>

namespace glapi {
class Context;
}

namespace glapi::lists {

// What a command has to do with Begin and End.
enum class NodeKind : uint8_t {
    Outside,    // not allowed between them
    Inside,     // allowed
    Attribute,  // allowed, and does nothing but to set current values and to emit vertices
    Material,   // glMaterial
    Begin,
    End,
    BeginArrays,  // the same for an array draw, which leaves current values as they were
    EndArrays
};
inline bool allowed_inside_begin(NodeKind kind) { return kind != NodeKind::Outside && kind != NodeKind::Begin; }

// Only `execute` knows the data after a node's head.
struct Node {
    void (*execute)(Context& context, const Node& node);
    const char* command;
    NodeKind kind;
    uint32_t mode = 0;             // of Begin and BeginArrays: the primitives
    const void* unpack = nullptr;  // the PixelStore that applied when an image was copied; null: no image
};

}  // namespace glapi::lists

// How vertex arrays hold their elements: rows of vertex_formats.def.
#pragma once

#include <cstdint>

namespace runtime {

enum class ComponentType : uint8_t {
#define RUNTIME_VERTEX_COMPONENT(name, ...) name,
#include "runtime/formats/vertex_formats.def"
#undef RUNTIME_VERTEX_COMPONENT
};

struct ComponentLayout {
    uint8_t bytes;  // of one component; of the whole element where it is packed
    bool packed;
    constexpr uint32_t element_bytes(uint32_t components) const { return packed ? bytes : bytes * components; }
};

inline constexpr ComponentLayout component_layouts[] = {
#define RUNTIME_VERTEX_COMPONENT(name, gl_type, bytes, packed) {bytes, packed},
#include "runtime/formats/vertex_formats.def"
#undef RUNTIME_VERTEX_COMPONENT
};
constexpr ComponentLayout component_layout(ComponentType type) { return component_layouts[static_cast<int>(type)]; }

}  // namespace runtime

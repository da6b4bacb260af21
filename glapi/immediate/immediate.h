// Immediate mode: current vertex attributes and the primitive between Begin and End.
//
// Vertices gather in one buffer, all of one layout: the position, then every attribute that has been set since Begin
// (its "layout"); attributes outside the layout are the same for all vertices and go to the draw as current values.
// A full buffer is drawn and the vertices that later primitives share are carried over.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "glapi/generated/gl.h"
#include "glapi/state/vertex_slots.h"
#include "runtime/executor.h"

namespace glapi {

struct ImmediateState {
    ImmediateState();

    // Current values by VertexSlot: floats, or integers set by VertexAttribI, by bits.
    std::array<runtime::Vector4, value_slot_count> current;

    bool inside = false;  // between Begin and End (also a gate of the context)
    GLenum mode = GL_POINTS;

    // Slots that an immediate vertex holds; all ones outside Begin/End, so that setting an attribute needs one test
    // only.
    uint64_t layout = ~uint64_t{0};
    std::array<uint8_t, value_slot_count> layout_slots{};  // slot of the n-th vector of a vertex
    int layout_size = 1;                                   // vectors per vertex
    std::vector<runtime::Vector4> vertices;                // capacity, allocated at the first Begin
    int count = 0;                                         // vertices gathered
    int capacity = 0;                                      // vertices of the present layout that fit
    bool skipping = false;  // a compiled array draw is in error: its vertices are dropped
    // While a compiled array draw is executed: what is current again behind it.
    std::array<runtime::Vector4, value_slot_count> before_arrays{};
    // Vertices from this one on are streamed (runtime/simd/streaming.h).
    int first_streamed = 0;
    int drawn = 0;                               // vertices of this primitive already drawn in full
    std::vector<runtime::Vector4> first_vertex;  // of a line loop that has been split
    // Materials that take effect at End: for shaders, materials are constant from Begin on.
    struct LateMaterial {
        int side, property;
        runtime::Vector4 value;
    };
    std::vector<LateMaterial> late_materials;
    // While immediate vertices are drawn: material properties that they hold, five bits for each side.
    uint16_t vertex_materials = 0;
    bool drawing_immediate = false;  // the resolved draw has immediate vertices, not arrays
};

// A vector on its way: read back from four words in memory it would have to wait until these are written.
typedef float VectorRegister __attribute__((vector_size(16)));

inline constexpr int immediate_buffer_vectors = 1 << 16;

// Forgets what has been gathered: vertices of a position only follow.
void begin_layout(ImmediateState& immediate);
// Adds a slot to the vertices of the primitive under way, or makes its value known again.
void grow_layout(ImmediateState& immediate, int slot);
// Begins to gather vertices of a position only, as many as come.
void start_vertices(ImmediateState& immediate);

void set_attribute(ImmediateState& immediate, int slot, const runtime::Vector4& value);

// The gathered immediate vertices.
struct ImmediateVertices {
    const runtime::Vector4* data = nullptr;
    int count = 0;
    std::span<const uint8_t> slots;  // of the vectors of a vertex
};

// A slot's current value, for Get commands.
inline std::array<float, 4> current_value(const ImmediateState& immediate, int slot) {
    return std::bit_cast<std::array<float, 4>>(immediate.current[static_cast<size_t>(slot)]);
}

}  // namespace glapi

#include "glapi/immediate/immediate.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "glapi/state/conversions.h"
#include "runtime/threads/worker_pool.h"

namespace glapi {

using runtime::Vector4;

ImmediateState::ImmediateState() {
    current.fill(float_bits(0, 0, 0, 1));
    std::fill(current.begin() + vertex_slot_count, current.end(), Vector4{});
    current[slot_normal] = float_bits(0, 0, 1, 1);
    current[slot_color] = float_bits(1, 1, 1, 1);
    current[slot_weight] = float_bits(1, 0, 0, 0);
    current[slot_matrix_index] = Vector4{};
    current[slot_color_index] = float_bits(1, 0, 0, 1);
    current[slot_edge_flag] = float_bits(1, 0, 0, 1);
}

void begin_layout(ImmediateState& immediate) {
    immediate.layout = uint64_t{1} << slot_position;
    immediate.layout_slots[0] = slot_position;
    immediate.layout_size = 1;
    immediate.capacity = static_cast<int>(immediate.vertices.size());
    immediate.count = 0;
    // Where there are many, other threads read some, which have had the memory before. Few are read here, and soon.
    constexpr int few = 1024;
    immediate.first_streamed =
        runtime::WorkerPool::instance().thread_count() > 1 ? few : std::numeric_limits<int>::max();
    immediate.drawn = 0;
    immediate.first_vertex.clear();
}

void start_vertices(ImmediateState& immediate) {
    constexpr size_t vectors_at_first = 256;
    if (immediate.vertices.size() < vectors_at_first) immediate.vertices.resize(vectors_at_first);
    immediate.mode = GL_TRIANGLE_STRIP_ADJACENCY;  // grows, and is never drawn in parts
    begin_layout(immediate);
}

void grow_layout(ImmediateState& immediate, int slot) {
    const auto known_end = immediate.layout_slots.begin() + immediate.layout_size;
    if (std::find(immediate.layout_slots.begin(), known_end, slot) != known_end) {
        immediate.layout |= uint64_t{1} << slot;
        return;
    }
    const int old_size = immediate.layout_size;
    const int new_size = old_size + 1;
    // So that the next vertex fits.
    if ((immediate.count + 1) * new_size > static_cast<int>(immediate.vertices.size()))
        immediate.vertices.resize(immediate.vertices.size() * 2);
    if (!immediate.first_vertex.empty()) immediate.first_vertex.reserve(static_cast<size_t>(new_size));
    // Nothing fails from here on. From the last vertex backwards, since each moves to a higher address. The vertices so
    // far had the current value.
    for (int vertex = immediate.count - 1; vertex >= 0; --vertex) {
        Vector4* to = immediate.vertices.data() + vertex * new_size;
        std::memmove(to, immediate.vertices.data() + vertex * old_size, old_size * sizeof(Vector4));
        to[old_size] = immediate.current[slot];
    }
    if (!immediate.first_vertex.empty()) immediate.first_vertex.push_back(immediate.current[slot]);
    immediate.layout_slots[old_size] = static_cast<uint8_t>(slot);
    immediate.layout_size = new_size;
    immediate.layout |= uint64_t{1} << slot;
    immediate.capacity = static_cast<int>(immediate.vertices.size()) / new_size;
}

void set_attribute(ImmediateState& immediate, int slot, const Vector4& value) {
    if (!(immediate.layout >> slot & 1)) [[unlikely]]
        grow_layout(immediate, slot);
    immediate.current[slot] = value;
}

}  // namespace glapi

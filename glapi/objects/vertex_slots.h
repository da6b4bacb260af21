// The vertex quantities the API knows: each has a current value and an array.
#pragma once

namespace glapi {

enum VertexSlot : int {
    slot_position = 0,
    slot_weight = 1,
    slot_normal = 2,
    slot_color = 3,
    slot_secondary_color = 4,
    slot_fog_coordinate = 5,
    slot_color_index = 6,
    slot_edge_flag = 7,
    slot_texture_coordinate = 8,  // and the following seven
    slot_generic = 16,            // generic attribute n; attribute 0 provides the position where its array is enabled
};
inline constexpr int vertex_slot_count = 32;
inline constexpr int texture_coordinate_count = 8;  // MAX_TEXTURE_COORDS
inline constexpr int generic_attribute_count = 16;  // MAX_VERTEX_ATTRIBS

}  // namespace glapi

// The vertex quantities the API knows: each has a current value and an array.
#pragma once

#include "glapi/state/limits.h"

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
    // OpenGL ES 1.1 has no generic attributes, but one conventional one more.
    slot_point_size = slot_generic + 6,
    // OES_matrix_palette, ARB_matrix_palette. Generic attribute 15 has its current value elsewhere, and its array only
    // here: that of matrix indices is array_matrix_index.
    slot_matrix_index = slot_generic + 15,
};
inline constexpr int vertex_slot_count = 32;
// Arrays by slot, followed by the matrix index array: its slot has generic attribute 15's array.
inline constexpr int array_matrix_index = vertex_slot_count, vertex_array_count = vertex_slot_count + 1;
// Current values of 64-bit components are two: the low words in the slot, the high words in another one.
inline constexpr int value_slot_count = 2 * vertex_slot_count;
constexpr int high_slot(int slot) { return slot + vertex_slot_count; }
// Material properties, while glMaterial changes them from vertex to vertex, are vertex quantities too. They take slots
// among the high words that no attribute of 64 bits has. `property`: in the order ambient, diffuse, specular, emission,
// shininess (x); `side`: 0 front, 1 back.
inline constexpr int material_property_count = 5;
constexpr int material_slot(int side, int property) { return (side == 0 ? 49 : 56) + property; }
inline constexpr int texture_coordinate_count = limits::MAX_TEXTURE_COORDS;
inline constexpr int generic_attribute_count = limits::MAX_VERTEX_ATTRIBS;
inline constexpr int vertex_binding_count = limits::MAX_VERTEX_ATTRIB_BINDINGS;  // those in the slots of generic arrays
static_assert(slot_texture_coordinate + texture_coordinate_count == slot_generic);
static_assert(slot_generic + generic_attribute_count == vertex_slot_count);

// The slot of a generic attribute's current value. Conventional and generic attributes share storage by Table X.2 of
// NV_vertex_program, as ARB_vertex_program allows; 6 and 7, and attribute 0 outside of Begin and End, are by
// themselves.
constexpr int generic_slot(int index) {
    const bool shared = index >= slot_weight && index <= slot_fog_coordinate;
    return shared || index >= slot_texture_coordinate ? index : slot_generic + index;
}
// Variants of EXT_vertex_shader have their current values in slots that are generic attributes' arrays, but not their
// values. Their arrays are the context's.
inline constexpr int variant_count = limits::MAX_VERTEX_SHADER_VARIANTS_EXT;
constexpr int variant_slot(int number) { return slot_generic + (number < 5 ? 1 : 3) + number; }
constexpr int variant_of_slot(int slot) {  // -1: none
    for (int number = 0; number < variant_count; ++number)
        if (variant_slot(number) == slot) return number;
    return -1;
}
static_assert(variant_slot(0) == 17 && variant_slot(4) == 21 && variant_slot(5) == 24 &&
              variant_slot(variant_count - 1) == slot_matrix_index - 1);
// Generated vertex programs read a material property as a generic attribute beyond the application's.
constexpr int material_attribute(int side, int property) {
    return generic_attribute_count + side * material_property_count + property;
}
// The same for variants and matrix indices.
constexpr int variant_attribute(int number) { return material_attribute(1, material_property_count) + number; }
inline constexpr int matrix_index_attribute = variant_attribute(variant_count);
// The generic attribute that may supply a slot with its array; -1: none.
constexpr int generic_of_slot(int slot) {
    if (slot >= slot_generic) return slot - slot_generic;
    return slot == slot_color_index || slot == slot_edge_flag ? -1 : slot;
}

}  // namespace glapi

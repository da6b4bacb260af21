// Variables between stages: common to checking, linking and lowering.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "glsl/tree/tree.h"

#include "ir/language.h"

namespace glsl {

// Whether a stage's inputs or outputs that are so qualified are arrays with an element for each vertex.
bool is_by_vertex(const Qualifiers& qualifiers, arbasm::Stage stage);
// Whether a stage's variable is an array with an element for each vertex of a primitive or patch.
bool is_per_vertex(const Variable& variable, arbasm::Stage stage);
// The type of what one vertex has.
const Type* vertex_type(const Variable& variable, arbasm::Stage stage);
// How many vertices the input primitive of a geometry shader has, as its layout names it; 0: there is no such
// primitive. Arrays of the vertices of patches have room for the largest patch (NV_gpu_shader5).
int32_t primitive_vertices(std::string_view primitive, int32_t patch_vertices);

// Whether a work group of this size (-1: 1) is made of the groups of four that derivatives are taken in: layout
// derivative_group_quadsNV or derivative_group_linearNV.
bool fits_derivatives(std::string_view arrangement, const std::array<int32_t, 3>& group_size);

// Whether two functions take the same types; they may be of different shaders.
bool same_parameters(const Function& a, const Function& b);

// Qualifiers of a block's member, including the block's own.
Qualifiers member_qualifiers(const Block& block, int32_t member);

bool contains_wide(const Type* type);
// Bytes of an output as transform feedback captures it by layouts: 64-bit components lie at multiples of eight, and
// what contains them takes a multiple of eight (4.4.2.1 of GLSL 4.60).
int64_t captured_bytes(const Type* type);
constexpr int64_t aligned(int64_t bytes, int64_t unit) { return (bytes + unit - 1) / unit * unit; }

// Vectors of three or four 64-bit components take two registers between stages, and two locations.
bool takes_two_locations(const Type* type);
int64_t varying_locations(const Type* type);

}  // namespace glsl

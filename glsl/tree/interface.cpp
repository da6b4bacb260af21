#include "glsl/tree/interface.h"

#include <algorithm>

namespace glsl {

namespace {

struct PrimitiveRow {
    std::string_view word;
    int32_t vertices;
};
constexpr PrimitiveRow primitive_rows[] = {
    {"points", 1}, {"lines", 2}, {"lines_adjacency", 4}, {"triangles", 3}, {"triangles_adjacency", 6},
};

}  // namespace

int32_t primitive_vertices(std::string_view primitive, int32_t patch_vertices) {
    if (primitive == "patches") return patch_vertices;
    for (const PrimitiveRow& row : primitive_rows)
        if (row.word == primitive) return row.vertices;
    return 0;
}

bool fits_derivatives(std::string_view arrangement, const std::array<int32_t, 3>& group_size) {
    int64_t size[3];
    for (size_t axis = 0; axis < 3; axis++) size[axis] = group_size[axis] > 0 ? group_size[axis] : 1;
    if (arrangement == "derivative_group_quadsNV") return size[0] % 2 == 0 && size[1] % 2 == 0;
    return size[0] * size[1] * size[2] % 4 == 0;
}

bool takes_two_locations(const Type* type) { return is_wide(type->scalar) && type->rows > 2; }

bool is_by_vertex(const Qualifiers& qualifiers, arbasm::Stage stage) {
    if (qualifiers.patch) return false;
    if (qualifiers.storage == Storage::In)
        return stage == arbasm::Stage::Geometry || stage == arbasm::Stage::TessControl ||
               stage == arbasm::Stage::TessEvaluation;
    return qualifiers.storage == Storage::Out && stage == arbasm::Stage::TessControl;
}

bool is_per_vertex(const Variable& variable, arbasm::Stage stage) {
    return variable.type->is_array() && is_by_vertex(variable.qualifiers, stage);
}

const Type* vertex_type(const Variable& variable, arbasm::Stage stage) {
    return is_per_vertex(variable, stage) ? variable.type->element : variable.type;
}

bool same_parameters(const Function& a, const Function& b) {
    return std::ranges::equal(a.parameters, b.parameters,
                              [](const Variable* x, const Variable* y) { return same_type(x->type, y->type); });
}

Qualifiers member_qualifiers(const Block& block, int32_t member) {
    Qualifiers result = block.members[static_cast<size_t>(member)].qualifiers;
    const Qualifiers& all = block.qualifiers;
    result.storage = all.storage;
    if (result.interpolation == Interpolation::None) result.interpolation = all.interpolation;
    result.centroid |= all.centroid;
    result.sample |= all.sample;
    result.patch |= all.patch;
    result.invariant |= all.invariant;
    result.layout.passthrough |= all.layout.passthrough;
    if (result.layout.stream < 0) result.layout.stream = all.layout.stream;
    return result;
}

bool contains_wide(const Type* type) {
    return contains(type, [](const Type* part) { return part->is_basic() && is_wide(part->scalar); });
}

int64_t captured_bytes(const Type* type) {
    const int64_t unit = contains_wide(type) ? 8 : 4;
    if (type->is_array()) return captured_bytes(type->element) * type->size;
    if (!type->is_structure()) return unit * type->components();
    int64_t bytes = 0;
    for (const Member& member : type->structure->members)
        bytes = aligned(bytes, contains_wide(member.type) ? 8 : 4) + captured_bytes(member.type);
    return aligned(bytes, unit);
}

int64_t varying_locations(const Type* type) {
    if (type->is_array()) return int64_t{type->size} * varying_locations(type->element);
    if (type->is_structure()) {
        int64_t count = 0;
        for (const Member& member : type->structure->members) count += varying_locations(member.type);
        return count;
    }
    return type->columns * (takes_two_locations(type) ? 2 : 1);
}

}  // namespace glsl

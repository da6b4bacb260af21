#include "memory.h"

#include <algorithm>

namespace random_glsl {

namespace {

struct Rules {
    bool wide = false;  // std430
    bool row_major = false;
};

int64_t up(int64_t value, int64_t alignment) { return (value + alignment - 1) / alignment * alignment; }

int64_t vector_alignment(Scalar scalar, int64_t components) {
    return bytes_of(scalar) * (components == 3 ? 4 : components);
}

// Rules 4 to 10: what an array or a structure is aligned to in std140.
int64_t rounded(int64_t alignment, Rules rules) { return rules.wide ? alignment : up(alignment, 16); }

// The columns of a matrix, or its rows.
struct MatrixLines {
    int64_t count, components, stride;
};
MatrixLines matrix_lines_of(const Type* type, Rules rules) {
    const int64_t count = rules.row_major ? type->rows : type->columns;
    const int64_t components = rules.row_major ? type->columns : type->rows;
    return {count, components, rounded(vector_alignment(type->scalar, components), rules)};
}

int64_t alignment_of(const Type* type, Rules rules) {
    if (type->is_array()) return rounded(alignment_of(type->element, rules), rules);
    if (type->is_structure()) {
        int64_t most = 1;
        for (const glsl::Member& member : type->structure->members)
            most = std::max(most, alignment_of(member.type, rules));
        return rounded(most, rules);
    }
    if (type->is_matrix()) return matrix_lines_of(type, rules).stride;
    return vector_alignment(type->scalar, type->rows);
}

// Adds where each number is, of a value at `start`; gives where the value ends.
int64_t lay_out(const Type* type, Rules rules, int64_t start, std::vector<int64_t>& offsets) {
    if (type->is_array()) {
        for (int64_t n = 0; n < elements_of(type); n++) {
            const int64_t end = lay_out(type->element, rules, start, offsets);
            start = up(end, alignment_of(type, rules));
        }
        return start;
    }
    if (type->is_structure()) {
        int64_t at = start;
        for (const glsl::Member& member : type->structure->members)
            at = lay_out(member.type, rules, up(at, alignment_of(member.type, rules)), offsets);
        return up(at, alignment_of(type, rules));
    }
    if (type->is_matrix()) {
        const MatrixLines lines = matrix_lines_of(type, rules);
        for (int64_t c = 0; c < type->columns; c++)
            for (int64_t r = 0; r < type->rows; r++)
                offsets.push_back(start + (rules.row_major ? r : c) * lines.stride +
                                  (rules.row_major ? c : r) * bytes_of(type->scalar));
        return start + lines.count * lines.stride;
    }
    for (int64_t r = 0; r < type->rows; r++) offsets.push_back(start + r * bytes_of(type->scalar));
    return start + type->rows * bytes_of(type->scalar);
}

}  // namespace

int64_t bytes_of(Scalar scalar) {
    switch (scalar) {
        case Scalar::Double:
        case Scalar::Int64:
        case Scalar::Uint64: return 8;
        case Scalar::Int8:
        case Scalar::Uint8: return 1;
        case Scalar::Int16:
        case Scalar::Uint16:
        case Scalar::Float16: return 2;
        case Scalar::None:
        case Scalar::Bool:
        case Scalar::Int:
        case Scalar::Uint:
        case Scalar::Float: break;
    }
    return 4;
}

BlockOffsets offsets_in(const glsl::Block& block) {
    BlockOffsets offsets;
    const Rules of_block{block.qualifiers.layout.packing == glsl::Packing::Std430,
                         block.qualifiers.layout.matrix == glsl::MatrixLayout::RowMajor};
    const auto& members = block.type->structure->members;
    for (size_t n = 0; n < members.size(); n++) {
        Rules rules = of_block;
        const glsl::MatrixLayout own = block.members[n].qualifiers.layout.matrix;
        if (own != glsl::MatrixLayout::None) rules.row_major = own == glsl::MatrixLayout::RowMajor;
        MemberOffsets member{members[n].type, {}};
        offsets.size =
            lay_out(members[n].type, rules, up(offsets.size, alignment_of(members[n].type, rules)), member.offsets);
        offsets.members.push_back(std::move(member));
    }
    offsets.size = up(offsets.size, 16);
    return offsets;
}

}  // namespace random_glsl

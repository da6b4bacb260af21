#include "glsl/tree/memory_layout.h"

#include <algorithm>

namespace glsl {

namespace {

constexpr int64_t vec4_bytes = 16;

// The bytes of a sampler's or image's handle, or of an atomic counter.
int64_t opaque_bytes(const Type* type) { return type->kind == TypeKind::AtomicCounter ? 4 : 8; }

int64_t round_up(int64_t bytes, int64_t multiple) { return (bytes + multiple - 1) / multiple * multiple; }

int64_t vector_alignment(Scalar scalar, int components) {
    return scalar_bytes(scalar) * (components == 3 ? 4 : components);
}

// Components of what a matrix is stored as an array of.
int matrix_vector(const Type* matrix, MemoryRules rules) { return rules.row_major ? matrix->columns : matrix->rows; }

}  // namespace

int64_t scalar_bytes(Scalar scalar) { return bit_count(scalar) / 8; }

int64_t memory_alignment(const Type* type, MemoryRules rules) {
    const int64_t least = rules.std430 ? 1 : vec4_bytes;
    if (type->is_array()) return round_up(memory_alignment(type->element, rules), least);
    if (type->is_structure()) {
        int64_t most = 1;
        for (const Member& member : type->structure->members)
            most = std::max(most, memory_alignment(member.type, rules));
        return round_up(most, least);
    }
    if (type->is_matrix()) return round_up(vector_alignment(type->scalar, matrix_vector(type, rules)), least);
    return type->is_basic() ? vector_alignment(type->scalar, type->rows) : opaque_bytes(type);
}

int64_t memory_stride(const Type* type, MemoryRules rules) {
    if (type->is_array() && type->stride) return type->stride;
    if (type->is_matrix() && rules.matrix_stride) return rules.matrix_stride;
    const int64_t size =
        type->is_array() ? memory_size(type->element, rules) : scalar_bytes(type->scalar) * matrix_vector(type, rules);
    return round_up(size, memory_alignment(type, rules));
}

int64_t memory_size(const Type* type, MemoryRules rules) {
    // Sizes of arrays of arrays may be beyond any number; this one is beyond any memory.
    constexpr int64_t most = int64_t{1} << 36;
    // What SPIR-V says of a stride is no part of the last element.
    if (type->is_array() && type->stride && type->size)
        return std::min(int64_t{type->stride} * (type->size - 1) + memory_size(type->element, rules), most);
    if (type->is_array()) return std::min(memory_stride(type, rules) * type->size, most);
    if (type->is_matrix() && rules.matrix_stride)
        return int64_t{rules.matrix_stride} * ((rules.row_major ? type->rows : type->columns) - 1) +
               scalar_bytes(type->scalar) * matrix_vector(type, rules);
    if (type->is_matrix()) return memory_stride(type, rules) * (rules.row_major ? type->rows : type->columns);
    if (!type->is_structure()) return type->is_basic() ? scalar_bytes(type->scalar) * type->rows : opaque_bytes(type);
    const Structure& structure = *type->structure;
    int64_t end = 0;
    // Members that say where they lie need not be in order.
    for (int n = 0; n < static_cast<int>(structure.members.size()); n++) {
        const Member& member = structure.members[static_cast<size_t>(n)];
        const int64_t begin = member.offset >= 0 ? member.offset : round_up(end, memory_alignment(member.type, rules));
        end = std::max(end, begin + memory_size(member.type, member_rules(structure, n, rules)));
    }
    return std::min(round_up(end, memory_alignment(type, rules)), most);
}

MemoryRules member_rules(const Structure& structure, int number, MemoryRules rules) {
    const Member& member = structure.members[static_cast<size_t>(number)];
    return member.offset >= 0 ? MemoryRules{rules.std430, member.row_major, member.matrix_stride} : rules;
}

int64_t member_offset(const Structure& structure, int number, MemoryRules rules) {
    if (const int32_t said = structure.members[static_cast<size_t>(number)].offset; said >= 0) return said;
    int64_t end = 0;
    for (int n = 0;; n++) {
        const Type* type = structure.members[static_cast<size_t>(n)].type;
        const int64_t begin = round_up(end, memory_alignment(type, rules));
        if (n == number) return begin;
        end = begin + memory_size(type, rules);
    }
}

BlockLayout block_layout(const Block& block) {
    BlockLayout result;
    // Layouts of the implementation's choice are what Mesa chooses, which programs rely on without asking.
    const bool std430 = block.qualifiers.layout.packing != Packing::Std140;
    int64_t end = 0, most = std430 ? 1 : vec4_bytes;
    for (size_t n = 0; n < block.members.size(); n++) {
        const Layout& own = block.members[n].qualifiers.layout;
        const Type* type = block.type->structure->members[n].type;
        const MatrixLayout matrix = own.matrix != MatrixLayout::None ? own.matrix : block.qualifiers.layout.matrix;
        BlockLayout::Member placed;
        placed.rules = {std430, matrix == MatrixLayout::RowMajor};
        const int32_t said = block.type->structure->members[n].offset;
        placed.rules = member_rules(*block.type->structure, static_cast<int>(n), placed.rules);
        const int64_t base = memory_alignment(type, placed.rules);
        const int64_t wanted = std::max(own.align >= 0 ? own.align : block.qualifiers.layout.align, 1);
        placed.offset = said >= 0 ? said : round_up(own.offset >= 0 ? own.offset : end, std::max(base, wanted));
        end = placed.offset + memory_size(type, placed.rules);
        if (type->is_array() && !type->size) end += memory_stride(type, placed.rules);
        most = std::max(most, base);
        result.size = std::max(result.size, end);
        result.members.push_back(placed);
    }
    result.size = round_up(result.size, most);
    return result;
}

}  // namespace glsl

// Where values lie in memory that shaders share with applications or with each other: offsets, strides and sizes in
// bytes (7.6.2.2 of the OpenGL 4.6 specification). lower/ addresses by it, link/ compares it, the API reports it.
#pragma once

#include <cstdint>
#include <vector>

#include "glsl/tree/tree.h"

namespace glsl {

// Layout rules of a value, beside its type.
struct MemoryRules {
    bool std430 = false;  // which shared and packed blocks have, too; else std140
    bool row_major = false;
    int32_t matrix_stride = 0;  // as SPIR-V says it; 0: by the rules
    bool operator==(const MemoryRules&) const = default;
};

int64_t scalar_bytes(Scalar scalar);
int64_t memory_alignment(const Type* type, MemoryRules rules);
// Size and alignment of a value. An array without a size has size 0.
int64_t memory_size(const Type* type, MemoryRules rules);
// From one element of an array, or one column (row_major: row) of a matrix, to the next.
int64_t memory_stride(const Type* type, MemoryRules rules);
int64_t member_offset(const Structure& structure, int member, MemoryRules rules);
// The layout rules of a member: its own, or the structure's.
MemoryRules member_rules(const Structure& structure, int member, MemoryRules rules);

struct BlockLayout {
    struct Member {
        int64_t offset = 0;
        MemoryRules rules;
        bool operator==(const Member&) const = default;
    };
    std::vector<Member> members;
    int64_t size = 0;  // with one element of an array that the buffer sizes
};
BlockLayout block_layout(const Block& block);

}  // namespace glsl

// Where a value's numbers lie in a block, by the rules of std140 and std430 (7.6.2.2 of the OpenGL specification),
// written apart from glsl/tree/memory_layout.h, which lowering uses.
#pragma once

#include <cstdint>
#include <vector>

#include "numbers.h"

namespace random_glsl {

// Bytes of each number of a block's member, in order.
struct MemberOffsets {
    const Type* type = nullptr;
    std::vector<int64_t> offsets;
};
struct BlockOffsets {
    std::vector<MemberOffsets> members;
    int64_t size = 0;
};
BlockOffsets offsets_in(const glsl::Block& block);

int64_t bytes_of(Scalar scalar);

}  // namespace random_glsl

// Capture of what leaves the last stage before rasterization.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/limits.h"
#include "ir/program.h"
#include "runtime/execution/group.h"

namespace rasterizer {

struct FeedbackVarying {
    arbasm::Binding binding;  // of the result
    uint8_t first = 0, components = 4;
    uint8_t buffer = 0;
    uint32_t offset = 0;  // bytes into the vertex
};
struct FeedbackBuffer {
    std::byte* data = nullptr;
    uint64_t size = 0, written = 0;  // bytes
    uint32_t stride = 0;             // bytes of each vertex; 0: nothing goes here
    uint8_t stream = 0;
};

// Transform feedback: filled in order; `written` and `vertices` go on from draw to draw.
struct TransformFeedback {
    std::vector<FeedbackVarying> varyings;
    std::array<FeedbackBuffer, arbasm::limits::MAX_TRANSFORM_FEEDBACK_BUFFERS> buffers;
    std::array<uint64_t, runtime::max_vertex_streams> vertices{};
};

}  // namespace rasterizer

#include "glsl/check/captures.h"

#include <algorithm>

#include "glsl/tree/interface.h"

#include "ir/limits.h"

namespace glsl {

namespace {

constexpr int32_t most_buffers = arbasm::limits::MAX_TRANSFORM_FEEDBACK_BUFFERS;
constexpr int32_t most_streams = arbasm::limits::MAX_VERTEX_STREAMS;

}  // namespace

void check_stream(CheckContext& context, const Layout& layout, Location where) {
    if (layout.stream >= most_streams)
        context.error(where, "there is no stream " + std::to_string(layout.stream) + ": there are " +
                                 std::to_string(most_streams));
}

// Bytes of a vertex in one buffer.
int64_t Captures::most_captured() const {
    return int64_t{4} * context_.limit("gl_MaxTransformFeedbackInterleavedComponents");
}

void Captures::set_default(const Layout& layout, Location where) {
    StageLayout& stage = context_.shader().layout;
    check_stream(context_, layout, where);
    add(layout, nullptr, where);
    if (layout.stream >= 0) stage.stream = layout.stream;
    if (layout.xfb_buffer >= 0 && layout.xfb_buffer < most_buffers) stage.xfb_buffer = layout.xfb_buffer;
}

void Captures::add(const Layout& layout, const Type* type, Location where) {
    StageLayout& stage = context_.shader().layout;
    if (layout.xfb_buffer >= most_buffers) {
        context_.error(where, "there is no xfb_buffer " + std::to_string(layout.xfb_buffer) + ": there are " +
                                  std::to_string(most_buffers));
        return;
    }
    const int32_t buffer = layout.xfb_buffer >= 0 ? layout.xfb_buffer : stage.xfb_buffer;
    if (layout.xfb_stride >= 0) {
        int32_t& stride = stage.xfb_strides[static_cast<size_t>(buffer)];
        if (stride >= 0 && stride != layout.xfb_stride)
            context_.error(where, "the xfb_stride of buffer " + std::to_string(buffer) + " is " +
                                      std::to_string(layout.xfb_stride) + " here and was " + std::to_string(stride) +
                                      " before");
        stride = layout.xfb_stride;
        if (const int64_t most = most_captured(); stride % 4 || stride > most)
            context_.error(where, "an xfb_stride is a multiple of 4 and at most " + std::to_string(most));
    }
    if (!type || layout.xfb_offset < 0) return;
    const int unit = contains_wide(type) ? 8 : 4;
    if (layout.xfb_offset % unit)
        context_.error(where, "the xfb_offset of " + to_string(type) + " is a multiple of " + std::to_string(unit));
    if (type->is_array() && !type->size) {
        context_.error(where, "an array without a size can't be captured");
        return;
    }
    captures_.push_back({buffer, layout.xfb_offset, layout.xfb_offset + captured_bytes(type), where});
}

void Captures::finish() {
    std::ranges::stable_sort(captures_, {}, [](const Capture& one) { return std::pair(one.buffer, one.first); });
    const Capture* furthest = nullptr;  // of those before, in the same buffer
    for (const Capture& capture : captures_) {
        if (furthest && furthest->buffer == capture.buffer && furthest->end > capture.first)
            context_.error(
                std::max(furthest->where, capture.where, [](Location a, Location b) { return a.offset < b.offset; }),
                "two outputs are captured to the same bytes of a buffer");
        if (!furthest || furthest->buffer != capture.buffer || furthest->end < capture.end) furthest = &capture;
        const int32_t stride = context_.shader().layout.xfb_strides[static_cast<size_t>(capture.buffer)];
        if (capture.end > (stride >= 0 ? stride : most_captured()))
            context_.error(capture.where,
                           "byte " + std::to_string(capture.end) + " of buffer " + std::to_string(capture.buffer) +
                               (stride >= 0 ? " is beyond its xfb_stride" : " is beyond what can be captured"));
    }
}

}  // namespace glsl

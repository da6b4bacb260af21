#include "glapi/objects/transform_feedback/transform_feedback.h"

#include <algorithm>

namespace glapi {

FeedbackObjects::FeedbackObjects() : standard(std::make_shared<FeedbackObject>(0)), bound(standard) {}

void FeedbackObjects::unbind(const Buffer& deleted) {
    if (buffer.get() == &deleted) buffer = nullptr;
    for (FeedbackObject::BufferRange& range : bound->ranges)
        if (range.buffer.get() == &deleted) range = {};
}

void resolve_feedback(const FeedbackObjects& state, rasterizer::Draw& draw) {
    draw.transform_feedback = nullptr;
    FeedbackObject& object = *state.bound;
    if (!state.running()) return;
    draw.transform_feedback = &object.capture;
    for (size_t i = 0; i < feedback_buffer_count; ++i) {
        const FeedbackObject::BufferRange& range = object.ranges[i];
        rasterizer::FeedbackBuffer& to = object.capture.buffers[i];
        to.data = nullptr;
        to.size = 0;
        if (!range.buffer || range.buffer->in_client_use() || range.offset >= range.buffer->size) continue;
        to.data = range.buffer->data.get() + range.offset;
        to.size = range.buffer->size - range.offset;
        if (!range.whole) to.size = std::min<uint64_t>(to.size, range.size);
    }
}

}  // namespace glapi

#include "rasterizer/geometry/feedback_capture.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "rasterizer/prepare/vertex_layout.h"

namespace rasterizer {
namespace {

// The order in which a primitive's vertices are captured: a triangle's begins or ends with the provoking one, so that
// it is that again where they are drawn (GL 4.6 §13.3).
std::array<uint32_t, 3> captured_order(const AssembledPrimitive& primitive, bool provoking_first) {
    std::array<uint32_t, 3> order = primitive.vertices;
    if (primitive.count != 3) return order;
    const auto provoking = std::ranges::find(order, primitive.flat);
    if (provoking == order.end()) return order;
    std::rotate(order.begin(),
                provoking_first                ? provoking
                : provoking + 1 == order.end() ? order.begin()
                                               : provoking + 1,
                order.end());
    return order;
}

}  // namespace

FeedbackCapture::FeedbackCapture(const Draw& draw, const arbasm::Program& program, std::span<const int32_t> offsets,
                                 int32_t numbers)
    : feedback_(*draw.transform_feedback),
      counters_(draw.stream_counters),
      provoking_first_(draw.raster.provoking_first) {
    for (size_t i = 0; i < feedback_.varyings.size(); ++i) {
        const FeedbackVarying& varying = feedback_.varyings[i];
        Column column{.buffer = varying.buffer, .offset = varying.offset, .bytes = varying.components * 4u};
        int32_t vector = offsets[i];
        if (vector < 0 && varying.binding.kind == arbasm::BindingKind::VertexId) vector = numbers;
        if (vector >= 0) {
            column.offset_in_vertex = vector + varying.first * 4;
        } else if (varying.binding.kind == arbasm::BindingKind::PrimitiveId) {
            column.primitive_id = varying.first == 0 && varying.components > 0;
        } else if (begins_with_one(program, varying.binding.kind) && varying.first + varying.components > 3) {
            column.constant[3u - varying.first] = std::bit_cast<uint32_t>(1.0f);
        }
        streams_[feedback_.buffers[varying.buffer].stream].columns.push_back(column);
    }
    for (FeedbackBuffer& buffer : feedback_.buffers)
        if (buffer.stride != 0) streams_[buffer.stream].buffers.push_back(&buffer);
}

void FeedbackCapture::write(const Column& column, const std::byte* vertex, uint32_t primitive_id, std::byte* to) const {
    if (column.offset_in_vertex >= 0) {
        const std::byte* const from = vertex + column.offset_in_vertex;
        if (column.bytes == 16)
            std::memcpy(to, from, 16);
        else
            std::memcpy(to, from, column.bytes);
        return;
    }
    std::array<uint32_t, 4> words = column.constant;
    if (column.primitive_id) words[0] = primitive_id;
    std::memcpy(to, words.data(), column.bytes);
}

void FeedbackCapture::take(const AssembledPrimitive& primitive, uint8_t stream, const CapturedVertices& vertices) {
    const std::array<uint32_t, 3> order = captured_order(primitive, provoking_first_);
    take(std::span(order).first(primitive.count), primitive.primitive_id, stream, vertices);
}

void FeedbackCapture::take(std::span<const uint32_t> order, uint32_t primitive_id, uint8_t stream,
                           const CapturedVertices& vertices) {
    const Stream& captured = streams_[stream];
    if (captured.buffers.empty()) return;
    const uint64_t count = order.size();
    // A primitive that doesn't fit whole into every buffer of its stream is left out of all of them.
    bool fits = true;
    for (const FeedbackBuffer* const buffer : captured.buffers)
        fits &= buffer->data && buffer->written + count * buffer->stride <= buffer->size;
    if (counters_) ++counters_->needed[stream];
    if (!fits) return;
    if (counters_) ++counters_->written[stream];
    feedback_.vertices[stream] += count;
    for (size_t v = 0; v < order.size(); ++v) {
        const std::byte* const vertex = vertices.data + size_t{order[v] - vertices.first} * vertices.stride;
        for (const Column& column : captured.columns) {
            const FeedbackBuffer& buffer = feedback_.buffers[column.buffer];
            write(column, vertex, primitive_id, buffer.data + buffer.written + v * buffer.stride + column.offset);
        }
    }
    for (FeedbackBuffer* const buffer : captured.buffers) buffer->written += count * buffer->stride;
}

}  // namespace rasterizer

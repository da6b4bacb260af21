#include "glapi/draw/draw_sequence.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

#include "glapi/context.h"
#include "glapi/immediate/immediate.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/queries/queries.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/resolve/resolve_draw.h"
#include "glapi/resolve/resolve_memory.h"
#include "glapi/state/draw_state.h"
#include "glapi/state/state.h"
#include "rasterizer/draw/draw_observer.h"
#include "rasterizer/rasterizer.h"
#include "runtime/threads/signal_hold.h"

namespace glapi {
namespace {

using arbasm::BindingKind;
using rasterizer::Draw;
using rasterizer::IndexType;

constexpr size_t most_parts = 1024;
constexpr uint32_t most_vertices = 8192;  // waiting ones
constexpr int32_t small_draw = 512;       // vertices; larger ones gain nothing by waiting
// A sequence has one watchdog as long as nothing changes.
constexpr uint32_t most_draws = 4096;

// What a vertex program reads that is one number for a whole draw, and another for the next.
bool reads_draw_numbers(const arbasm::Program& program) {
    return std::ranges::any_of(program.attributes, [](const arbasm::Attribute& attribute) {
        const BindingKind kind = attribute.binding.kind;
        return kind == BindingKind::BaseVertex || kind == BindingKind::DrawId || kind == BindingKind::BaseInstance;
    });
}

// Whether the draw's primitives need more than a part can say: cull distances are those of polygons, and layers and
// viewports are chosen behind the vertex program.
bool wants_own_draw(const Draw& draw) {
    const arbasm::ResultRegisters& results = draw.vertex.facts->results;
    if (results.layer >= 0 || results.viewport >= 0 || results.viewport_mask >= 0 || results.secondary_position >= 0)
        return true;
    return draw.raster.conservative || std::ranges::any_of(draw.vertex.program->results, [](const auto& result) {
               return result.kind == BindingKind::Cull;
           });
}

bool reaches_memory(const rasterizer::StageProgram& stage) { return stage.memory != nullptr; }

// Whether what is resolved for the draw holds for another one that is called at once after it.
bool can_repeat(const Context& context, const Draw& draw) {
    if (!context.draw_sequence->enabled || context.gates.any_closed(gate::Shared | gate::Compiling) ||
        context.queries.condition)
        return false;
    if (rasterizer::draw_observer()) return false;
    if (draw.tess_control.program || draw.tess_evaluation.program || draw.geometry.program) return false;
    if (draw.transform_feedback || draw.stream_counters || draw.statistics || draw.sink) return false;
    if (!draw.vertex.textures.empty() || reaches_memory(draw.vertex) || reaches_memory(draw.fragment)) return false;
    const VertexArrayObject& object = *context.vertex_arrays.bound;
    return !object.unified_arrays && !object.unified_elements;
}

bool reads_buffers_only(const VertexArrayState& vertex_arrays, IndexType index_type) {
    const VertexArrayObject& object = *vertex_arrays.bound;
    if (index_type != IndexType::None && !object.elements) return false;
    return std::ranges::none_of(object.arrays, [&](const VertexArray& array) {
        return array.any_enabled() && !object.binding_of(array).buffer;
    });
}

DrawSequence::Joins joins_of(const VertexArrayState& vertex_arrays, const Draw& draw, IndexType index_type) {
    if (wants_own_draw(draw) || reads_draw_numbers(*draw.vertex.program)) return DrawSequence::Joins::None;
    return reads_buffers_only(vertex_arrays, index_type) ? DrawSequence::Joins::All
                                                         : DrawSequence::Joins::WithinCommand;
}

void own_buffers(const VertexArrayState& vertex_arrays, DrawSequence& sequence) {
    const VertexArrayObject& object = *vertex_arrays.bound;
    for (const VertexArray& array : object.arrays) {
        if (!array.any_enabled()) continue;
        const Buffer* const buffer = object.binding_of(array).buffer.get();
        if (buffer && std::ranges::find(sequence.owners, buffer->data) == sequence.owners.end())
            sequence.owners.push_back(buffer->data);
    }
    if (object.elements) sequence.owners.push_back(object.elements->data);
}

bool is_basic_mode(const Version& version, GLenum mode) {
    return mode <= GL_TRIANGLE_FAN || (mode <= GL_POLYGON && !version.is_core() && !version.is_es2());
}

bool may_go_on(const Context& context, GLenum mode) {
    const auto& watchdog = context.drawing.draw->watchdog;
    return is_basic_mode(context.version, mode) && context.draw_sequence->draws < most_draws &&
           !context.gates.any_closed(gate::Shared) && !(watchdog && watchdog->stopped());
}

constexpr uint32_t change_gates = gate::SequenceParameters | gate::SequenceTextures;

// Where commands have limits of their own, the next has another watchdog than the last.
void begin_command(Context& context) {
    const WatchdogState& state = context.drawing.watchdog;
    if (state.limits.command.count() == 0) return;
    if (state.depth > 0 && context.drawing.draw->watchdog == state.watchdog) return;
    interrupt_sequence(context, true, false);
}

// False: the next draw is another one altogether.
bool renew(Context& context) {
    DrawSequence& sequence = *context.draw_sequence;
    begin_command(context);
    if (!sequence.stale) return true;
    const auto stale = sequence.stale;
    if (!renew_draw(context, *context.drawing.draw, stale.parameters, stale.textures)) return false;
    sequence.stale = {};
    sequence.renewed.parameters |= stale.parameters;
    sequence.renewed.textures |= stale.textures;
    return true;
}

// The vertices that wait, where they are immediate.
void point_at_immediate(const DrawSequence& sequence, Draw& draw) {
    const size_t size = sequence.slots.size();
    for (size_t i = 0; i < attribute_count(draw); ++i) {
        rasterizer::VertexAttribute& attribute = draw.input.attributes[i];
        const auto found = std::ranges::find(sequence.slots, immediate_slot(draw.vertex.program->attributes[i]));
        if (found == sequence.slots.end()) {
            attribute.current = sequence.values[i];
            continue;
        }
        const auto vector = static_cast<size_t>(found - sequence.slots.begin());
        attribute.data = reinterpret_cast<const std::byte*>(sequence.immediate.data() + vector);
        attribute.readable = (size * sequence.vertices - vector) * sizeof(runtime::Vector4);
    }
}

}  // namespace

std::shared_ptr<DrawSequence> make_draw_sequence() { return std::make_shared<DrawSequence>(); }

SequenceUse::~SequenceUse() {
    const bool ends = context_.draw_sequence->user == SequenceUser::Ending;
    advance_user(SequenceUserEvent::Leave);
    if (ends) end_sequence(context_);
}

void SequenceUse::advance_user(SequenceUserEvent event) {
    // So that the compiler moves no work out of between the two.
    std::atomic_signal_fence(std::memory_order_seq_cst);
    advance(context_.draw_sequence->user, event);
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

bool continues_sequence(Context& context, GLenum mode, IndexType index_type) {
    DrawSequence& sequence = *context.draw_sequence;
    if (!sequence.is_open() || sequence.is_in_use()) return false;
    if (may_go_on(context, mode) && index_type == sequence.index_type && renew(context)) {
        ++sequence.draws;
        return true;
    }
    end_sequence(context);
    return false;
}

void begin_sequence(Context& context, IndexType index_type) {
    DrawSequence& sequence = *context.draw_sequence;
    const Draw& draw = *context.drawing.draw;
    sequence.kind = DrawSequence::Kind::Arrays;
    sequence.joins = joins_of(context.vertex_arrays, draw, index_type);
    sequence.index_type = index_type;
    sequence.draws = 1;
    advance(sequence.phase, SequenceEvent::Begin);
    context.gates.close(gate::DrawSequence | change_gates);
}

bool may_begin_immediate(const Context& context) {
    const Draw& draw = *context.drawing.draw;
    // A colour that materials follow is resolved with the material.
    return can_repeat(context, draw) && !context.state.lighting.color_material && !wants_edge_flags(draw);
}

void begin_immediate(Context& context, const ImmediateVertices& vertices) {
    DrawSequence& sequence = *context.draw_sequence;
    const Draw& draw = *context.drawing.draw;
    const bool numbered = std::ranges::any_of(draw.vertex.program->attributes, [](const arbasm::Attribute& attribute) {
        return attribute.binding.kind == BindingKind::VertexId;
    });
    sequence.kind = DrawSequence::Kind::Immediate;
    sequence.joins = numbered || wants_own_draw(draw) ? DrawSequence::Joins::None : DrawSequence::Joins::All;
    sequence.slots.assign(vertices.slots.begin(), vertices.slots.end());
    sequence.draws = 1;
    advance(sequence.phase, SequenceEvent::Begin);
    context.gates.close(gate::RecordSequence | change_gates);
}

bool continues_immediate(Context& context, GLenum mode) {
    DrawSequence& sequence = *context.draw_sequence;
    if (!sequence.is_open() || sequence.is_in_use()) return false;
    if (may_go_on(context, mode) && renew(context)) {
        ++sequence.draws;
        return true;
    }
    end_sequence(context);
    return false;
}

bool join_immediate(Context& context, GLenum mode, const ImmediateVertices& vertices) {
    DrawSequence& sequence = *context.draw_sequence;
    if (sequence.joins == DrawSequence::Joins::None || vertices.count > small_draw) return false;
    const Draw& draw = *context.drawing.draw;
    // What the vertices don't hold is one value for a draw.
    const size_t attributes = attribute_count(draw);
    sequence.values.resize(attributes);
    bool same = true;
    for (size_t i = 0; i < attributes; ++i) {
        const int slot = immediate_slot(draw.vertex.program->attributes[i]);
        if (slot < 0 || std::ranges::find(sequence.slots, slot) != sequence.slots.end()) continue;
        same = same && sequence.values[i] == context.immediate.current[static_cast<size_t>(slot)];
    }
    if (!same) {
        draw_waiting(context);
        for (size_t i = 0; i < attributes; ++i) {
            const int slot = immediate_slot(draw.vertex.program->attributes[i]);
            if (slot >= 0) sequence.values[i] = context.immediate.current[static_cast<size_t>(slot)];
        }
    }
    const auto count = static_cast<uint32_t>(vertices.count);
    // No part without its vertices, should memory be lacking.
    if (sequence.parts.capacity() < most_parts) sequence.parts.reserve(most_parts);
    sequence.immediate.insert(sequence.immediate.end(), vertices.data, vertices.data + count * vertices.slots.size());
    sequence.parts.push_back({.primitive = primitive_of(mode), .first = sequence.vertices, .count = count});
    sequence.vertices += count;
    advance(sequence.phase, SequenceEvent::Join);
    if (sequence.parts.size() == most_parts || sequence.vertices > most_vertices) draw_waiting(context);
    return true;
}

bool may_begin_sequence(const Context& context) { return can_repeat(context, *context.drawing.draw); }

IndexMemory index_memory(const BufferState& buffers, const VertexArrayState& vertex_arrays, const void* indices) {
    const VertexArrayObject& object = *vertex_arrays.bound;
    if (!object.elements && !object.unified_elements) return {static_cast<const std::byte*>(indices), SIZE_MAX};
    const auto readable = element_bytes({object, buffers.reachable}, reinterpret_cast<size_t>(indices));
    return {readable.data(), readable.size()};
}

bool join_sequence(Context& context, const ArrayDraw& call) {
    DrawSequence& sequence = *context.draw_sequence;
    const bool joins = sequence.joins == DrawSequence::Joins::All ||
                       (sequence.joins == DrawSequence::Joins::WithinCommand && sequence.within_command);
    if (!joins || call.count > small_draw || call.instance_count != 1 || call.base_instance != 0) return false;
    const bool indexed = call.index_type != IndexType::None;
    if (!indexed && call.first > INT32_MAX - call.count) return false;
    rasterizer::DrawPart part{.primitive = primitive_of(call.mode),
                              .first = indexed ? 0 : static_cast<uint32_t>(call.first),
                              .count = static_cast<uint32_t>(call.count)};
    if (indexed) {
        const IndexMemory memory = index_memory(context.buffers, context.vertex_arrays, call.indices);
        if (!memory.data && memory.bytes == SIZE_MAX) return true;  // no indices: nothing is drawn
        part.indices = memory.data;
        part.readable_indices = memory.bytes;
        part.base_vertex = call.base_vertex;
    }
    if (sequence.parts.empty()) {
        if (sequence.parts.capacity() < most_parts) sequence.parts.reserve(most_parts);
        own_buffers(context.vertex_arrays, sequence);
    }
    sequence.parts.push_back(part);
    sequence.vertices += part.count;
    advance(sequence.phase, SequenceEvent::Join);
    if (sequence.parts.size() == most_parts || sequence.vertices > most_vertices) draw_waiting(context);
    return true;
}

void draw_waiting(Context& context) {
    DrawSequence& sequence = *context.draw_sequence;
    if (sequence.phase != SequencePhase::Waiting) return;
    const runtime::PermeableSignalHold hold;
    Draw& draw = *context.drawing.draw;
    rasterizer::VertexInput& input = draw.input;
    draw.primitive = sequence.parts.front().primitive;
    input.first = 0;
    input.count = static_cast<int32_t>(sequence.vertices);
    input.instance_count = 1;
    input.base_vertex = 0;
    input.base_instance = input.draw_id = 0;
    if (sequence.kind == DrawSequence::Kind::Immediate) point_at_immediate(sequence, draw);
    draw.parts = sequence.parts;
    const auto done = [&] {
        draw.parts = {};
        sequence.parts.clear();
        sequence.vertices = 0;
        sequence.owners.clear();
        sequence.immediate.clear();
        advance(sequence.phase, SequenceEvent::Draw);
    };
    try {
        draw_in_sequence(context, false, true);
    } catch (...) {
        done();
        throw;
    }
    done();
}

void draw_in_sequence(Context& context, bool begins, bool goes_on) {
    Draw& draw = *context.drawing.draw;
    const DrawSequence::Changes renewed = std::exchange(context.draw_sequence->renewed, {});
    const auto set = [&draw](bool first, bool further, DrawSequence::Changes changes) {
        draw.begins_sequence = first;
        draw.continues_sequence = further;
        draw.renews_parameters = changes.parameters;
        draw.renews_textures = changes.textures;
    };
    set(begins, goes_on, renewed);
    try {
        context.rasterizer.draw(draw);
    } catch (...) {
        set(false, false, {});
        // The next draw has to renew what this one may not have renewed.
        context.draw_sequence->renewed.parameters |= renewed.parameters;
        context.draw_sequence->renewed.textures |= renewed.textures;
        throw;
    }
    set(false, false, {});
}

void interrupt_sequence(Context& context, bool parameters, bool textures) {
    DrawSequence& sequence = *context.draw_sequence;
    if (!sequence.is_open()) return;
    if (sequence.is_in_use()) return advance(sequence.user, SequenceUserEvent::AskToEnd);
    try {
        const SequenceUse use(context);
        draw_waiting(context);
    } catch (const std::bad_alloc&) {
        context.error(GL_OUT_OF_MEMORY, "out of memory");
    }
    sequence.stale.parameters |= parameters;
    sequence.stale.textures |= textures;
}

void end_sequence(Context& context) {
    DrawSequence& sequence = *context.draw_sequence;
    if (!sequence.is_open()) return;
    if (sequence.is_in_use()) return advance(sequence.user, SequenceUserEvent::AskToEnd);
    try {
        const SequenceUse use(context);
        draw_waiting(context);
    } catch (const std::bad_alloc&) {
        context.error(GL_OUT_OF_MEMORY, "out of memory");
    }
    advance(sequence.phase, SequenceEvent::End);
    sequence.stale = sequence.renewed = {};
    context.gates.open(gate::DrawSequence | gate::RecordSequence | change_gates);
    context.rasterizer.end_sequence();
}

void begin_contents(Context& context, Buffer& buffer) {
    DrawSequence& sequence = *context.draw_sequence;
    if (sequence.is_in_use()) {
        if (sequence.is_open()) advance(sequence.user, SequenceUserEvent::AskToEnd);
    } else if (sequence.phase == SequencePhase::Waiting) {
        const SequenceUse use(context);
        draw_waiting(context);
    }
    const bool read = context.buffers.reachable.readers_pending;
    const std::byte* const memory = buffer.data.get();
    begin_change(context.rasterizer, context.buffers, buffer);
    // Draws that read buffers beside their vertices say so as they are resolved.
    if (read || buffer.data.get() != memory) end_sequence(context);
}

MultipleDraw::MultipleDraw(Context& context) : context_(context), command_(context) {
    context.draw_sequence->within_command = true;
}

MultipleDraw::~MultipleDraw() {
    DrawSequence& sequence = *context_.draw_sequence;
    sequence.within_command = false;
    if (sequence.joins == DrawSequence::Joins::WithinCommand) end_sequence(context_);
}

}  // namespace glapi

#include "glapi/commands/immediate/begin_end.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "glapi/commands/swapped.h"
#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/draw/draw_sequence.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/passage.h"
#include "glapi/state/state.h"
#include "runtime/simd/streaming.h"

namespace glapi {

using runtime::Vector4;

namespace {

// How many of `count` gathered vertices can be drawn now, and how many at the end are needed again.
struct Split {
    int draw = 0;   // vertices handed to the draw
    int carry = 0;  // the last vertices gathered, kept for the rest of the primitive
    bool keep_first = false;
};

Split split_point(GLenum mode, int count) {
    switch (mode) {
        case GL_POINTS: return {count, 0};
        case GL_LINES: return {count - count % 2, count % 2};
        case GL_LINE_LOOP:
        case GL_LINE_STRIP: return {count, std::min(count, 1)};
        case GL_TRIANGLES: return {count - count % 3, count % 3};
        // A strip continues with the orientation it had when an even number of vertices is left behind.
        case GL_TRIANGLE_STRIP: return count % 2 == 0 ? Split{count, std::min(count, 2)} : Split{count - 1, 3};
        case GL_QUAD_STRIP: return count % 2 == 0 ? Split{count, std::min(count, 2)} : Split{count - 1, 3};
        case GL_TRIANGLE_FAN:
        case GL_POLYGON: return {count, 1, true};
        case GL_QUADS: return {count - count % 4, count % 4};
        case GL_LINES_ADJACENCY: return {count - count % 4, count % 4};
        case GL_LINE_STRIP_ADJACENCY: return {count, std::min(count, 3)};
        case GL_TRIANGLES_ADJACENCY: return {count - count % 6, count % 6};
        default: return {0, count};
    }
}

void draw_gathered(Context& context, GLenum mode, int count) {
    ImmediateState& immediate = context.immediate;
    runtime::finish_streaming();
    if (count > 0)
        draw_immediate(
            context, mode,
            {immediate.vertices.data(), count, {immediate.layout_slots.data(), size_t(immediate.layout_size)}}, {});
}

// Draws what is there and keeps what the rest of the primitive shares.
void draw_and_carry(Context& context) {
    ImmediateState& immediate = context.immediate;
    const int size = immediate.layout_size;
    if (immediate.mode == GL_LINE_LOOP && immediate.first_vertex.empty())
        immediate.first_vertex.assign(immediate.vertices.begin(), immediate.vertices.begin() + size);
    Split split = split_point(immediate.mode, immediate.count);
    if (split.keep_first && immediate.count < 3) return;
    if (split.draw == 0) {
        // Adjacency strips can't be cut without changing neighbours: they grow instead.
        if (immediate.count == immediate.capacity) {
            immediate.vertices.resize(immediate.vertices.size() * 2);
            immediate.capacity = static_cast<int>(immediate.vertices.size()) / size;
        }
        return;
    }
    // A line loop under way is drawn as strips and closed at End.
    draw_gathered(context, immediate.mode == GL_LINE_LOOP ? GL_LINE_STRIP : immediate.mode, split.draw);
    immediate.drawn += split.draw;
    int kept = 0;
    if (split.keep_first) kept = 1;
    std::copy_n(immediate.vertices.begin() + (immediate.count - split.carry) * size, split.carry * size,
                immediate.vertices.begin() + kept * size);
    immediate.count = kept + split.carry;
}

// There is room for another vertex afterwards, even if what is there can't be drawn: then it is lost.
void wrap(Context& context) {
    // Vertices do not touch what contexts share, and do not say which command they are; what draws them does.
    const Passage passage(current, gate::Shared);
    const Swapped named(context.gates.command, "glVertex");
    try {
        draw_and_carry(context);
    } catch (const std::bad_alloc&) {
        context.immediate.count = 0;
        throw;
    }
}

// What End leaves behind, whatever becomes of the draw.
struct Ending {
    Context& context;
    ~Ending() {
        ImmediateState& immediate = context.immediate;
        immediate.inside = false;
        for (const auto& [side, property, value] : immediate.late_materials)
            set_material_value(context.state.lighting, side, property, value);
        immediate.late_materials.clear();
        context.gates.open(gate::InsideBegin);
        immediate.layout = ~uint64_t{0};
        immediate.count = 0;
    }
};

}  // namespace

void emit_vertex(Context& context, VectorRegister position) {
    ImmediateState& immediate = context.immediate;
    if (!immediate.inside) [[unlikely]]
        return;  // undefined by the specification
    const int size = immediate.layout_size;
    Vector4* out = immediate.vertices.data() + immediate.count * size;
    const auto write = [&](auto put) {
        put(out, position);
        for (int i = 1; i < size; ++i) {
            VectorRegister value;
            std::memcpy(&value, &immediate.current[immediate.layout_slots[i]], sizeof value);
            put(out + i, value);
        }
    };
    if (immediate.count < immediate.first_streamed)
        write([](Vector4* to, VectorRegister from) { std::memcpy(to, &from, sizeof from); });
    else
        write([](Vector4* to, const VectorRegister& from) { runtime::stream(to, &from, sizeof from); });
    if (++immediate.count >= immediate.capacity) [[unlikely]]
        wrap(context);
}

void emit_vertex(Context& context, const Vector4& position) {
    VectorRegister vector;
    std::memcpy(&vector, &position, sizeof vector);
    emit_vertex(context, vector);
}

void split_primitive(Context& context) {
    ImmediateState& immediate = context.immediate;
    if (immediate.inside && immediate.count > 0) wrap(context);
}

namespace commands {

void Begin(Context& context, GLenum mode) {
    ImmediateState& immediate = context.immediate;
    if (immediate.inside) return context.error(GL_INVALID_OPERATION, "not allowed between glBegin and glEnd");
    if (!continues_immediate(context, mode) && !validate_draw(context, mode)) return;
    immediate.mode = mode;
    if (immediate.vertices.size() < immediate_buffer_vectors) immediate.vertices.resize(immediate_buffer_vectors);
    begin_layout(immediate);
    immediate.inside = true;
    context.gates.close(gate::InsideBegin);
}

void End(Context& context) {
    ImmediateState& immediate = context.immediate;
    if (!immediate.inside) return context.error(GL_INVALID_OPERATION, "without glBegin");
    const Ending ending{context};
    GLenum mode = immediate.mode;
    if (!immediate.first_vertex.empty()) {
        std::copy(immediate.first_vertex.begin(), immediate.first_vertex.end(),
                  immediate.vertices.begin() + immediate.count * immediate.layout_size);
        ++immediate.count;
        mode = GL_LINE_STRIP;
    }
    draw_gathered(context, mode, immediate.count);
}

void PrimitiveRestartNV(Context& context) {
    if (!context.immediate.inside) return context.error(GL_INVALID_OPERATION, "not allowed outside glBegin and glEnd");
    GLenum mode = context.immediate.mode;
    End(context);
    Begin(context, mode);
}

}  // namespace commands
}  // namespace glapi

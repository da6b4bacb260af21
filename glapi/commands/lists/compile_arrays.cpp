#include "glapi/commands/lists/compile_arrays.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "glapi/commands/immediate/begin_end.h"
#include "glapi/commands/immediate/weights.h"
#include "glapi/commands/lists/compile.h"
#include "glapi/commands/programs/variants.h"
#include "glapi/context.h"
#include "glapi/draw/draw.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/lists/display_list.h"
#include "glapi/objects/buffers/buffers.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/vertex_arrays/vertex_arrays.h"
#include "glapi/state/memory_info.h"

namespace glapi::lists {
namespace {

using rasterizer::IndexType;

// A draw that is executed between Begin and End is an error, and then nothing of it takes place. What its arrays supply
// is not current behind it, as it is not behind a draw outside of lists.
void begin_compiled_draw(Context& context, GLenum mode) {
    context.immediate.skipping = true;
    if (context.immediate.inside) return context.error(GL_INVALID_OPERATION, "not allowed between glBegin and glEnd");
    context.immediate.before_arrays = context.immediate.current;
    commands::Begin(context, mode);
    context.immediate.skipping = !context.immediate.inside;
}
void end_compiled_draw(Context& context) {
    if (!context.immediate.skipping) {
        commands::End(context);
        context.immediate.current = context.immediate.before_arrays;
    }
    context.immediate.skipping = false;
}
void set_compiled_attribute(Context& context, int slot, runtime::Vector4 value) {
    if (!context.immediate.skipping) set_attribute(context.immediate, slot, value);
}
void emit_compiled_vertex(Context& context, runtime::Vector4 position) {
    if (!context.immediate.skipping) emit_vertex(context, position);
}

void compile_vertex(Context& context, int64_t index) {
    const VertexArrayObject& object = *context.vertex_arrays.bound;
    const ArrayMemory memory{object, context.buffers.reachable};
    const bool program_mode = context.programs.vertex_active();
    const int position = supplying_array(object, slot_position, program_mode);
    for (int slot = 1; slot < vertex_slot_count; ++slot) {
        const int array = element_array(object, slot, program_mode);
        if (array < 0) continue;
        if (object.arrays[array].wide)
            compile(context, {"glArrayElement", NodeKind::Attribute}, set_compiled_attribute, high_slot(slot),
                    fetch_high_words(memory, object.arrays[array], index));
        compile(context, {"glArrayElement", NodeKind::Attribute}, set_compiled_attribute, slot,
                fetch_slot_element(context.state, context.immediate, memory, slot, array, index));
    }
    for_each_variant(context, index, [&](int slot, const runtime::Vector4& value) {
        compile(context, {"glArrayElement", NodeKind::Attribute}, set_compiled_attribute, slot, value);
    });
    if (position >= 0) {
        if (object.arrays[position].wide)
            compile(context, {"glArrayElement", NodeKind::Attribute}, set_compiled_attribute, high_slot(slot_position),
                    fetch_high_words(memory, object.arrays[position], index));
        compile(context, {"glArrayElement", NodeKind::Attribute}, emit_compiled_vertex,
                fetch_element(memory, object.arrays[position], index, {}));
    }
}

uint32_t read_index(const std::byte* indices, IndexType type, int64_t n) {
    switch (type) {
        case IndexType::UnsignedByte: return uint32_t(indices[n]);
        case IndexType::UnsignedShort: {
            uint16_t value;
            std::memcpy(&value, indices + 2 * n, 2);
            return value;
        }
        case IndexType::UnsignedInt: {
            uint32_t value;
            std::memcpy(&value, indices + 4 * n, 4);
            return value;
        }
        case IndexType::None: break;
    }
    return 0;
}

// The call's indices and how many of them can be read; none where the call has none.
struct Indices {
    const std::byte* data = nullptr;
    int64_t readable = 0;
};
Indices find_indices(const BufferState& buffers, const VertexArrayState& vertex_arrays, const ArrayDraw& call,
                     int bytes) {
    const VertexArrayObject& object = *vertex_arrays.bound;
    if (!object.elements && !object.unified_elements)
        return {static_cast<const std::byte*>(call.indices), call.indices ? call.count : 0};
    const auto readable = element_bytes({object, buffers.reachable}, reinterpret_cast<size_t>(call.indices));
    return {readable.data(), int64_t(readable.size() / size_t(bytes))};
}

// Whether a list can take so many vertices. What there is no memory for would not fail to be allocated: the system
// gives memory when it is written, and ends processes that it has none for.
bool has_room(const VertexArrayState& vertex_arrays, const ProgramState& programs, int64_t vertices) {
    constexpr int64_t few = int64_t{1} << 20, bytes_of_attribute = 96;
    if (vertices <= few) return true;
    const VertexArrayObject& object = *vertex_arrays.bound;
    const bool program_mode = programs.vertex_active();
    int64_t attributes = 0;
    for (int slot = 0; slot < vertex_slot_count; ++slot) attributes += element_array(object, slot, program_mode) >= 0;
    return vertices <= available_memory() * 1024 / 2 / (bytes_of_attribute * std::max<int64_t>(attributes, 1));
}

}  // namespace

bool compile_arrays(Context& context, const ArrayDraw& call) {
    const VertexArrayState& arrays = context.vertex_arrays;
    if (!has_room(context.vertex_arrays, context.programs, call.count)) {
        context.error(GL_OUT_OF_MEMORY, "there is no memory for a display list with %lld vertices",
                      static_cast<long long>(call.count));
        return context.lists.mode == GL_COMPILE_AND_EXECUTE;
    }
    compile(context, {"glDrawArrays", NodeKind::BeginArrays, call.mode}, begin_compiled_draw, call.mode);
    if (call.index_type == IndexType::None) {
        for (int64_t i = 0; i < call.count; ++i) compile_vertex(context, call.first + i);
    } else {
        const int bytes = index_bytes(call.index_type);
        const Indices indices = find_indices(context.buffers, context.vertex_arrays, call, bytes);
        std::optional<uint32_t> restart;
        if (arrays.primitive_restart) restart = arrays.restart_index;
        if (arrays.primitive_restart_fixed_index) restart = uint32_t((uint64_t{1} << 8 * bytes) - 1);
        for (int64_t i = 0; i < call.count; ++i) {
            // Beyond the buffer indices read as zero, as in draws.
            const uint32_t index = i < indices.readable ? read_index(indices.data, call.index_type, i) : 0;
            if (restart && index == *restart) {
                compile(context, {"glPrimitiveRestartNV", NodeKind::EndArrays}, end_compiled_draw);
                compile(context, {"glPrimitiveRestartNV", NodeKind::BeginArrays, call.mode}, begin_compiled_draw,
                        call.mode);
            } else {
                compile_vertex(context, int64_t{index} + call.base_vertex);
            }
        }
    }
    compile(context, {"glDrawArrays", NodeKind::EndArrays}, end_compiled_draw);
    return context.lists.mode == GL_COMPILE_AND_EXECUTE;
}

bool compile_element(Context& context, GLint index) {
    compile_vertex(context, index);
    return context.lists.mode == GL_COMPILE_AND_EXECUTE;
}

}  // namespace glapi::lists

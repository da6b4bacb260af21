// ARB_vertex_blend's, ARB_matrix_palette's and EXT_vertex_weighting's commands beside those of matrices: how much of
// which model-view matrix vertices have.
#include "glapi/commands/immediate/weights.h"

#include <bit>

#include "glapi/commands/immediate/attribute_values.h"
#include "glapi/commands/one_call.h"
#include "glapi/commands/vertex_arrays/array_pointers.h"
#include "glapi/generated/commands.h"
#include "glapi/immediate/immediate.h"
#include "glapi/state/state.h"

namespace glapi {

void complete_weights(const State& state, int size, runtime::Vector4& weights) {
    float rest = 1;
    for (int i = 0; i < limits::MAX_VERTEX_UNITS_ARB; ++i) {
        uint32_t& weight = weights[static_cast<size_t>(i)];
        if (i < size) {
            rest -= std::bit_cast<float>(weight);
            continue;
        }
        weight = i == size && state.transform.weight_sum_unity ? std::bit_cast<uint32_t>(rest) : 0;
    }
}

runtime::Vector4 fetch_slot_element(const State& state, const ImmediateState& immediate, const ArrayMemory& memory,
                                    int slot, int array, int64_t index) {
    const VertexArray& source = memory.object.arrays[static_cast<size_t>(array)];
    runtime::Vector4 value = fetch_element(memory, source, index, immediate.current[static_cast<size_t>(slot)]);
    if (array == slot_weight && source.size > 0) complete_weights(state, source.size, value);
    return value;
}

namespace {

// How many weights commands give: fewer where the last one is computed.
bool check_size(Errors& errors, const State& state, GLint size) {
    const int most = limits::MAX_VERTEX_UNITS_ARB - (state.transform.weight_sum_unity ? 1 : 0);
    if (size >= 1 && size <= most) return true;
    errors.error(GL_INVALID_VALUE, "%d weights; there are 1 to %d", size, most);
    return false;
}

template <typename T>
void set_weights(Context& context, GLint size, const T* weights) {
    if (!check_size(context, context.state, size)) return;
    runtime::Vector4 value{};
    for (GLint i = 0; i < size; ++i) value[static_cast<size_t>(i)] = std::bit_cast<uint32_t>(normalized(weights[i]));
    complete_weights(context.state, size, value);
    set_attribute(context.immediate, slot_weight, value);
}

// ARB_matrix_palette: the first indices; the others stay.
template <typename T>
void set_matrix_indices(Context& context, GLint size, const T* indices) {
    if (!check_size(context, context.state, size)) return;
    runtime::Vector4 value = context.immediate.current[slot_matrix_index];
    for (GLint i = 0; i < size; ++i)
        value[static_cast<size_t>(i)] = std::bit_cast<uint32_t>(static_cast<float>(indices[i]));
    set_attribute(context.immediate, slot_matrix_index, value);
}

using enum rasterizer::ComponentType;
constexpr PointerRule weight_rule{1, limits::MAX_VERTEX_UNITS_ARB, integer_types | real_types, false};
constexpr PointerRule matrix_index_rule{
    1, limits::MAX_VERTEX_UNITS_ARB, type_bit(UnsignedByte) | type_bit(UnsignedShort) | type_bit(UnsignedInt), false};
constexpr PointerRule vertex_weight_rule{1, 1, type_bit(Float) | type_bit(HalfFloat), false};

}  // namespace

namespace commands {

void WeightPointerARB(Context& context, GLint size, GLenum type, GLsizei stride, const void* pointer) {
    if (check_size(context, context.state, size))
        set_pointer(context, slot_weight, weight_rule, size, type, true, false, stride, pointer);
}
void VertexWeightPointerEXT(Context& context, GLint size, GLenum type, GLsizei stride, const void* pointer) {
    set_pointer(context, slot_weight, vertex_weight_rule, size, type, true, false, stride, pointer);
}

void MatrixIndexPointerARB(Context& context, GLint size, GLenum type, GLsizei stride, const void* pointer) {
    if (check_size(context, context.state, size))
        set_pointer(context, array_matrix_index, matrix_index_rule, size, type, false, false, stride, pointer);
}
void CurrentPaletteMatrixARB(Context& context, GLint index) {
    if (index < 0 || index >= limits::MAX_PALETTE_MATRICES_ARB)
        return context.error(GL_INVALID_VALUE, "%d; there are %d matrices", index, limits::MAX_PALETTE_MATRICES_ARB);
    context.state.matrices.current_palette = static_cast<GLuint>(index);
}

void VertexBlendARB(Context& context, GLint count) {
    if (count < 1 || count > limits::MAX_VERTEX_UNITS_ARB)
        return context.error(GL_INVALID_VALUE, "%d vertex units; there are %d", count, limits::MAX_VERTEX_UNITS_ARB);
    context.state.transform.active_vertex_units = count;
}

#include "glapi/commands/immediate/weights.def"

}  // namespace commands
}  // namespace glapi

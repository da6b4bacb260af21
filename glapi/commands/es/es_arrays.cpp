// The vertex arrays that OpenGL ES 1.1 has beside OpenGL's: point sizes (OES_point_size_array), weights and matrix
// indices (OES_matrix_palette).
#include "glapi/commands/one_call.h"
#include "glapi/commands/vertex_arrays/array_pointers.h"
#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/state/state.h"

namespace glapi {
namespace {

constexpr uint32_t reals = type_bit(rasterizer::ComponentType::Fixed) | type_bit(rasterizer::ComponentType::Float);

constexpr PointerRule point_size_rule{1, 1, reals, false};
constexpr PointerRule weight_rule{1, limits::MAX_VERTEX_UNITS_ARB, reals, false};
constexpr PointerRule matrix_index_rule{1, limits::MAX_VERTEX_UNITS_ARB,
                                        type_bit(rasterizer::ComponentType::UnsignedByte), false};

}  // namespace

namespace commands {

void CurrentPaletteMatrixOES(Context& context, GLuint index) {
    if (index >= GLuint{limits::MAX_PALETTE_MATRICES_ARB})
        return context.error(GL_INVALID_VALUE, "%u is not below %d", index, limits::MAX_PALETTE_MATRICES_ARB);
    context.state.matrices.current_palette = index;
}
void LoadPaletteFromModelViewMatrixOES(Context& context) {
    MatrixState& matrices = context.state.matrices;
    matrices.palette[matrices.current_palette].set(matrices.modelview.top());
}

#include "glapi/commands/es/es_arrays.def"

}  // namespace commands
}  // namespace glapi

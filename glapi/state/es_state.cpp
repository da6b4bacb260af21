#include "glapi/state/es_state.h"

#include "glapi/context.h"

namespace glapi {

void set_es_state(Context& context) {
    // "Initially all texture generation modes are set to REFLECTION_MAP_OES" (OES_texture_cube_map).
    for (FixedTextureUnit& unit : context.state.texturing.units)
        for (int coordinate = 0; coordinate < 3; ++coordinate) unit.generation[coordinate].mode = GL_REFLECTION_MAP;
    context.state.matrices.palette.assign(limits::palette_matrices, MatrixStack(1));
    set_es_arrays(*context.vertex_arrays.standard);
}

void set_es_arrays(VertexArrayObject& object) {
    object.arrays[slot_point_size].size = 1;
    object.arrays[slot_weight].size = object.arrays[slot_matrix_index].size = 0;
    object.arrays[slot_matrix_index].type = GL_UNSIGNED_BYTE;
}

}  // namespace glapi

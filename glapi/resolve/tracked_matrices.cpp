#include "glapi/resolve/tracked_matrices.h"

#include <algorithm>

#include "glapi/context.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/objects/textures/texture.h"
#include "glapi/state/conversions.h"
#include "glapi/state/state.h"

namespace glapi {

const MatrixStack* tracked_stack(const MatrixState& matrices, int active_unit, GLenum matrix) {
    switch (matrix) {
        case GL_MODELVIEW:
        case GL_MODELVIEW_PROJECTION_NV: return &matrices.modelview;
        case GL_PROJECTION: return &matrices.projection;
        case GL_TEXTURE:
            return &matrices.texture[static_cast<size_t>(std::min(active_unit, limits::MAX_TEXTURE_COORDS - 1))];
        default: break;
    }
    if (matrix - GL_TEXTURE0 < GLenum{limits::MAX_TEXTURE_COORDS}) return &matrices.texture[matrix - GL_TEXTURE0];
    if (matrix - GL_MATRIX0_NV < GLenum{limits::MAX_PROGRAM_MATRICES_ARB})
        return &matrices.program[matrix - GL_MATRIX0_NV];
    return nullptr;
}

namespace {

Matrix tracked_matrix(const MatrixState& matrices, int active_unit, const ProgramState::TrackedMatrix& tracked) {
    const MatrixStack* stack = tracked_stack(matrices, active_unit, tracked.matrix);
    if (!stack) return {};
    Matrix matrix = stack->top();
    if (tracked.matrix == GL_MODELVIEW_PROJECTION_NV) matrix = matrices.projection.top() * matrix;
    switch (tracked.transform) {
        case GL_INVERSE_NV: return inverted(matrix);
        case GL_TRANSPOSE_NV: return transposed(matrix);
        case GL_INVERSE_TRANSPOSE_NV: return transposed(inverted(matrix));
        default: return matrix;
    }
}

}  // namespace

void update_tracked_matrices(Context& context) {
    ProgramState& state = context.programs;
    if (state.tracked_count == 0) return;
    for (size_t index = 0; index < state.tracked_matrices.size(); ++index) {
        if (state.tracked_matrices[index].matrix == GL_NONE) continue;
        const Matrix matrix =
            tracked_matrix(context.state.matrices, context.textures.active_unit, state.tracked_matrices[index]);
        for (int row = 0; row < 4; ++row) {
            const Vector v = matrix.row(row);
            state[ProgramTarget::Vertex].environment[4 * index + static_cast<size_t>(row)] =
                float_bits(v.x, v.y, v.z, v.w);
        }
    }
}

}  // namespace glapi

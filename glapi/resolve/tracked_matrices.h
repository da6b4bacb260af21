// Parameters of vertex programs that follow matrices (NV_vertex_program, 2.14.5).
#pragma once

#include "glapi/generated/gl.h"
#include "glapi/state/transform.h"

namespace glapi {

class Context;

// The stack of a matrix that can be tracked; null: `matrix` names none. GL_TEXTURE is that of the active unit.
const MatrixStack* tracked_stack(const MatrixState& matrices, int active_unit, GLenum matrix);

// Brings the parameters that track matrices up to date.
void update_tracked_matrices(Context& context);

}  // namespace glapi

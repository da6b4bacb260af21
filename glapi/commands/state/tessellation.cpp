// ARB_tessellation_shader's own state: the size of patches and the levels of those without a control program.
#include <algorithm>

#include "glapi/context.h"
#include "glapi/generated/commands.h"
#include "glapi/objects/programs/programs.h"
#include "glapi/state/state.h"

namespace glapi::commands {

void checked::PatchParameteri(Context& context, GLint value) {
    if (value <= 0 || value > limits::MAX_PATCH_VERTICES)
        return context.error(GL_INVALID_VALUE, "patches can't have %d vertices", value);
    context.state.patch_vertices = value;
}

void PatchParameterfv(Context& context, GLenum pname, const GLfloat* values) {
    switch (pname) {
        case GL_PATCH_DEFAULT_OUTER_LEVEL: std::copy_n(values, 4, context.state.patch_outer_levels.begin()); break;
        case GL_PATCH_DEFAULT_INNER_LEVEL: std::copy_n(values, 2, context.state.patch_inner_levels.begin()); break;
        default: context.error(GL_INVALID_ENUM, "0x%x is not a property of patches", pname);
    }
}

void PrimitiveBoundingBox(Context& context, GLfloat minX, GLfloat minY, GLfloat minZ, GLfloat minW, GLfloat maxX,
                          GLfloat maxY, GLfloat maxZ, GLfloat maxW) {
    context.state.primitive_bounding_box = {minX, minY, minZ, minW, maxX, maxY, maxZ, maxW};
}

// Replaces the number that the bound geometry program declares (NV_geometry_program4, 2.15.1).
void checked::ProgramVertexLimitNV(Context& context, GLint limit) {
    const auto& program = context.programs[ProgramTarget::Geometry].bound->program;
    if (!program) return context.error(GL_INVALID_OPERATION, "no geometry program has been loaded");
    if (program->has(arbasm::Option::NvGeometryProgramPassthrough))
        return context.error(GL_INVALID_OPERATION, "primitives pass through this program");
    if (limit <= 0 || limit > limits::MAX_GEOMETRY_OUTPUT_VERTICES ||
        limit * program->resources.written_components > limits::MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS)
        return context.error(GL_INVALID_VALUE, "%d vertices of %d components", limit,
                             program->resources.written_components);
    context.programs[ProgramTarget::Geometry].bound->vertex_limit = limit;
}

}  // namespace glapi::commands

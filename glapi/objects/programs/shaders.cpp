#include "glapi/objects/programs/shaders.h"

namespace glapi {

const glsl::Uniform* GlslProgram::uniform_at(GLint location, int& element) const {
    if (!linked) return nullptr;
    for (const glsl::Uniform& uniform : linked->uniforms)
        if (location >= uniform.location && location < uniform.location + uniform.array_size) {
            element = location - uniform.location;
            return &uniform;
        }
    return nullptr;
}

std::shared_ptr<ProgramObject> ProgramState::current_stage(ProgramTarget target) const {
    if (!current) return nullptr;
    switch (target) {
        case ProgramTarget::Vertex: return current->stages[static_cast<size_t>(arbasm::Stage::Vertex)];
        case ProgramTarget::Fragment: return current->stages[static_cast<size_t>(arbasm::Stage::Fragment)];
        case ProgramTarget::TessControl: return current->stages[static_cast<size_t>(arbasm::Stage::TessControl)];
        case ProgramTarget::TessEvaluation: return current->stages[static_cast<size_t>(arbasm::Stage::TessEvaluation)];
        case ProgramTarget::Geometry: return current->stages[static_cast<size_t>(arbasm::Stage::Geometry)];
        case ProgramTarget::Compute: return current->stages[static_cast<size_t>(arbasm::Stage::Compute)];
        case ProgramTarget::FragmentNv:
        case ProgramTarget::Count: break;
    }
    return nullptr;
}

}  // namespace glapi

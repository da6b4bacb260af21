#include "glapi/objects/programs/shaders.h"

namespace glapi {

const glsl::Uniform* GlslProgram::uniform_at(GLint location, int& element) const {
    if (!linked) return nullptr;
    for (const glsl::Uniform& uniform : linked->uniforms)
        if (uniform.location >= 0 && location >= uniform.location && location < uniform.location + uniform.array_size) {
            element = location - uniform.location;
            return &uniform;
        }
    return nullptr;
}

void GlslProgram::bind_blocks() {
    const auto tell = [this](const std::vector<glsl::BufferBlock>& blocks, const std::vector<int>& bindings,
                             std::vector<int> ProgramObject::*numbers) {
        for (size_t stage = 0; stage < arbasm::stage_count; stage++) {
            if (!stages[stage]) continue;
            std::vector<int>& list = (*stages[stage]).*numbers;
            for (size_t n = 0; n < blocks.size(); n++) {
                const int number = blocks[n].number[stage];
                if (number < 0) continue;
                if (list.size() <= static_cast<size_t>(number)) list.resize(static_cast<size_t>(number) + 1);
                list[static_cast<size_t>(number)] = bindings[n];
            }
        }
    };
    tell(linked->uniform_blocks, uniform_bindings, &ProgramObject::uniform_bindings);
    tell(linked->storage_blocks, storage_bindings, &ProgramObject::storage_bindings);
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

#include "glapi/objects/programs/pipelines.h"

#include <optional>

namespace glapi {

bool ProgramPipeline::any() const {
    for (const auto& program : programs)
        if (program) return true;
    return false;
}

int ProgramPipeline::contested_unit() const {
    SamplerTypes samplers{};
    for (const auto& program : programs)
        if (const int unit = program ? program->contested_unit(samplers) : -1; unit >= 0) return unit;
    return -1;
}

std::string ProgramPipeline::problem(bool exact) const {
    // Compute shaders are a pipeline of their own.
    constexpr size_t drawing = static_cast<size_t>(arbasm::Stage::Compute);
    const auto name_of = [](size_t stage) {
        return std::string(arbasm::stage_name(static_cast<arbasm::Stage>(stage)));
    };
    SamplerTypes samplers{};
    bool any = false, primitives = false;
    std::optional<size_t> producer;  // the stage before
    for (size_t stage = 0; stage < drawing; stage++) {
        const GlslProgram* const program = programs[stage].get();
        if (!program) continue;
        const std::string text = "the program " + std::to_string(program->name);
        any = true;
        primitives |= stage != static_cast<size_t>(arbasm::Stage::Fragment);
        if (!program->linked->separable) return text + " has been linked anew and is not separable";
        bool left = false;
        for (size_t other = 0; other < drawing; other++) {
            if (program->stages[other] && programs[other].get() != program)
                return text + " is not used for its " + name_of(other) + " shader";
            if (other <= stage || !programs[other]) continue;
            left |= programs[other].get() != program;
            if (left && programs[other].get() == program)
                return "another program stands between the stages of " + text.substr(4);
        }
        if (const int unit = program->contested_unit(samplers); unit >= 0)
            return "samplers of two types name texture unit " + std::to_string(unit);
        if (exact && producer && programs[*producer].get() != program &&
            programs[*producer]->linked->stages[*producer].outputs_text != program->linked->stages[stage].inputs_text)
            return "the inputs of " + text.substr(4) + " are not the outputs of the program " +
                   std::to_string(programs[*producer]->name);
        producer = stage;
    }
    if (any && primitives && !programs[static_cast<size_t>(arbasm::Stage::Vertex)])
        return "there are shaders of primitives and none of vertices";
    return {};
}

}  // namespace glapi

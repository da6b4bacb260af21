#include "glapi/objects/programs/programs.h"

#include <algorithm>

#include "ir/check.h"

namespace glapi {

ProgramState::ProgramState() {
    constexpr GLenum tokens[program_target_count] = {
        GL_VERTEX_PROGRAM_ARB,         GL_FRAGMENT_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_NV, GL_TESS_CONTROL_PROGRAM_NV,
        GL_TESS_EVALUATION_PROGRAM_NV, GL_GEOMETRY_PROGRAM_NV,  GL_COMPUTE_PROGRAM_NV};
    for (int i = 0; i < program_target_count; ++i) {
        targets[i].standard = std::make_shared<ProgramObject>(0, tokens[i]);
        targets[i].bound = targets[i].standard;
    }
}

std::string ProgramObject::dump_label() const {
    return std::string(arbasm::stage_name(program->stage)) + "-" + std::to_string(name);
}

ProgramObject::ProgramObject(GLuint object_name, GLenum object_target) : name(object_name), target(object_target) {}

const ExecutableProgram& ProgramObject::prepare(const arbasm::LoweringState& state) {
    ASMGL_CHECK(program);
    if (const ExecutableProgram* const made = forms.find(*program, state)) return *made;
    return forms.make(program, state, dump_label());
}

const std::vector<GLuint>& ProgramState::TargetState::subroutines() {
    const arbasm::Program* const program = bound->program.get();
    if (bound->program == chosen_for) {
        if (!program) chosen_subroutines.clear();
        return chosen_subroutines;
    }
    // "arbitrary defaults": the first of each type.
    chosen_for = bound->program;
    chosen_subroutines.assign(program ? static_cast<size_t>(program->subroutine_parameters) : 0, 0);
    for (const arbasm::Variable& variable : program ? program->variables : std::vector<arbasm::Variable>{}) {
        if (variable.file != arbasm::RegisterFile::Subroutine || variable.subroutine_type < 0) continue;
        const auto& labels = program->subroutine_types[static_cast<size_t>(variable.subroutine_type)].labels;
        if (labels.empty()) continue;
        const int32_t number = program->labels[static_cast<size_t>(labels.front())].subroutine_number;
        for (int32_t i = 0; i < variable.size; ++i)
            chosen_subroutines[static_cast<size_t>(variable.subroutine_parameter(i))] =
                static_cast<GLuint>(std::max(number, 0));
    }
    return chosen_subroutines;
}

GLenum primitives_out(const ProgramState& programs, GLenum mode) {
    const std::shared_ptr<ProgramObject> geometry = programs.stage(ProgramTarget::Geometry);
    if (geometry && geometry->program) {
        switch (geometry->program->primitive_out) {
            case arbasm::PrimitiveOut::Points: return GL_POINTS;
            case arbasm::PrimitiveOut::LineStrip: return GL_LINES;
            case arbasm::PrimitiveOut::None:
            case arbasm::PrimitiveOut::TriangleStrip: break;
        }
        return GL_TRIANGLES;
    }
    const std::shared_ptr<ProgramObject> evaluation = programs.stage(ProgramTarget::TessEvaluation);
    if (evaluation && evaluation->program) {
        const arbasm::Program& program = *evaluation->program;
        if (program.tess_point_mode) return GL_POINTS;
        return program.tess_mode == arbasm::TessMode::Isolines ? GL_LINES : GL_TRIANGLES;
    }
    switch (mode) {
        case GL_POINTS: return GL_POINTS;
        case GL_LINES:
        case GL_LINE_LOOP:
        case GL_LINE_STRIP:
        case GL_LINES_ADJACENCY:
        case GL_LINE_STRIP_ADJACENCY: return GL_LINES;
        case GL_PATCHES: return GL_PATCHES;
        default: return GL_TRIANGLES;
    }
}

}  // namespace glapi

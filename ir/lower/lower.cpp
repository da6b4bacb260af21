#include "ir/lower/lower.h"

#include "ir/lower/expand_clip_position.h"
#include "ir/lower/expand_fog.h"
#include "ir/lower/expand_passthrough.h"
#include "ir/lower/expand_position_invariance.h"
#include "ir/lower/expand_state_program.h"

namespace arbasm {
namespace {

bool is_position_invariant(const Program& program) {
    return program.has(Option::ArbPositionInvariant) || program.has(Option::NvPositionInvariant);
}

bool has_fog(const Program& program) {
    return program.has(Option::ArbFogExp) || program.has(Option::ArbFogExp2) || program.has(Option::ArbFogLinear);
}

}  // namespace

LoweringState relevant_state(const Program& program, const LoweringState& state) {
    if (is_position_invariant(program)) return {state.clip_planes, false};
    const bool clips = state.clips_position && state.clip_planes && !writes_clip_distances(program);
    return clips ? state : LoweringState{};
}

std::shared_ptr<const Program> lower(std::shared_ptr<const Program> program, const LoweringState& state) {
    const auto replace = [&program](Program lowered) { program = std::make_shared<const Program>(std::move(lowered)); };
    // Passes that write code of the application's kind (parameters, results) come first: later ones see their code.
    // No program has more than one of these four, since each belongs to other stages or instruction sets.
    if (program->instruction_set == InstructionSet::Vsp10) replace(expand_state_program(*program));
    if (is_position_invariant(*program))
        replace(expand_position_invariance(*program, state.clip_planes));
    else if (state.clips_position)
        replace(expand_clip_position(*program, state.clip_planes));
    if (has_fog(*program)) replace(expand_fog(*program));
    // Adds results that no instruction names. It comes last: passes number the registers anew from what instructions
    // name, which would drop them.
    if (!program->passthroughs.empty()) replace(expand_passthrough(*program));
    return program;
}

}  // namespace arbasm

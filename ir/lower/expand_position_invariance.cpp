#include "ir/lower/expand_position_invariance.h"

#include "ir/limits.h"
#include "ir/program_builder.h"
#include "ir/verify/verify.h"

namespace arbasm {
namespace {

constexpr int most_clip_planes = limits::MAX_CLIP_PLANES;

struct State {
    ProgramBuilder builder;

    int32_t bind(RegisterFile file, BindingKind kind, int index = 0, int row = 0) {
        Binding binding;
        binding.kind = kind;
        binding.index = static_cast<int16_t>(index);
        binding.row = static_cast<int16_t>(row);
        return builder.bound(file, binding);
    }

    // `result` = matrix · vector
    void transform(int32_t result, int32_t vector, BindingKind matrix) {
        for (int row = 0; row < 4; ++row)
            builder.emit(Opcode::Dp4, result, static_cast<uint8_t>(1 << row),
                         {builder.use(vector), builder.use(bind(RegisterFile::Parameter, matrix, 0, row))});
    }
};

}  // namespace

Program expand_position_invariance(const Program& program, uint32_t clip_planes) {
    if (!program.has(Option::ArbPositionInvariant) && !program.has(Option::NvPositionInvariant)) return program;
    State state{ProgramBuilder(program)};
    ProgramBuilder& builder = state.builder;
    builder.program.options.remove(Option::ArbPositionInvariant);
    builder.program.options.remove(Option::NvPositionInvariant);
    const auto first = static_cast<int32_t>(program.instructions.size());

    const int32_t result = state.bind(RegisterFile::Result, BindingKind::Position);
    const int32_t position = state.bind(RegisterFile::Attribute, BindingKind::Position);
    state.transform(result, position, BindingKind::MatrixMvp);
    if (clip_planes) {
        const int32_t eye = builder.temporary("eye_position");
        state.transform(eye, position, BindingKind::MatrixModelview);
        for (int plane = 0; plane < most_clip_planes; ++plane) {
            if (!(clip_planes >> plane & 1)) continue;
            const int32_t distance = state.bind(RegisterFile::Result, BindingKind::Clip, plane);
            const int32_t equation = state.bind(RegisterFile::Parameter, BindingKind::ClipPlane, plane);
            builder.emit(Opcode::Dp4, distance, 0x1, {builder.use(eye), builder.use(equation)});
        }
    }
    builder.move_to_entry(first);
    return checked("expand_position_invariance()", std::move(builder).finish());
}

}  // namespace arbasm

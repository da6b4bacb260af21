#include "ir/lower/expand_clip_position.h"

#include <algorithm>

#include "ir/limits.h"
#include "ir/program_builder.h"
#include "ir/verify/verify.h"

namespace arbasm {
namespace {

constexpr int most_clip_planes = limits::MAX_CLIP_PLANES;

}  // namespace

bool writes_clip_distances(const Program& program) {
    return std::ranges::any_of(program.results,
                               [](const Binding& binding) { return binding.kind == BindingKind::Clip; });
}

Program expand_clip_position(const Program& program, uint32_t clip_planes) {
    if (!clip_planes || writes_clip_distances(program)) return program;
    ProgramBuilder builder(program);
    const auto redirected = builder.redirect_results(BindingKind::Position, "position_to_clip");
    if (redirected.empty()) return program;
    const int32_t position = redirected.begin()->second;
    const auto bind = [&builder](RegisterFile file, BindingKind kind, int index) {
        Binding binding;
        binding.kind = kind;
        binding.index = static_cast<int16_t>(index);
        return builder.bound(file, binding);
    };
    const bool is_main = builder.begin_epilogue("main_before_clipping");
    const int32_t result = bind(RegisterFile::Result, BindingKind::Position, 0);
    builder.emit(Opcode::Mov, result, 0xf, {builder.use(position)});
    for (int plane = 0; plane < most_clip_planes; ++plane) {
        if (!(clip_planes >> plane & 1)) continue;
        const int32_t distance = bind(RegisterFile::Result, BindingKind::Clip, plane);
        const int32_t equation = bind(RegisterFile::Parameter, BindingKind::ClipPlane, plane);
        builder.emit(Opcode::Dp4, distance, 0x1, {builder.use(position), builder.use(equation)});
    }
    if (is_main) builder.emit(Opcode::Ret);
    return checked("expand_clip_position()", std::move(builder).finish());
}

}  // namespace arbasm

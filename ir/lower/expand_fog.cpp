#include "ir/lower/expand_fog.h"

#include <algorithm>
#include <map>

#include "ir/program_builder.h"
#include "ir/verify/verify.h"

namespace arbasm {
namespace {

constexpr Option fog_options[] = {Option::ArbFogExp, Option::ArbFogExp2, Option::ArbFogLinear};

struct State {
    ProgramBuilder builder;
    Program& program = builder.program;

    int32_t bind(RegisterFile file, BindingKind kind) {
        Binding binding;
        binding.kind = kind;
        return builder.bound(file, binding);
    }

    int32_t emit_factor();
};

// f = e^-(density z), e^-(density z)^2 or (end - z) / (end - start), in [0,1], in the x of the temporary it returns.
int32_t State::emit_factor() {
    constexpr Swizzle x{0, 0, 0, 0}, z{2, 2, 2, 2}, w{3, 3, 3, 3};
    const int32_t factor = builder.temporary("fog_factor");
    const int32_t parameters = bind(RegisterFile::Parameter, BindingKind::FogParams);
    const int32_t coordinate = bind(RegisterFile::Attribute, BindingKind::FogCoord);
    const auto multiply = [&](const Operand& a, const Operand& b) -> Instruction& {
        return builder.emit(Opcode::Mul, factor, 0x1, {a, b});
    };
    if (program.has(Option::ArbFogLinear)) {
        builder.emit(Opcode::Sub, factor, 0x1, {builder.use(parameters, z), builder.use(coordinate, x)});
        multiply(builder.use(factor, x), builder.use(parameters, w)).saturation = Saturation::Unsigned;
        return factor;
    }
    const int32_t log2_e = builder.constant({1.44269504f, 1.44269504f, 1.44269504f, 1.44269504f});
    multiply(builder.use(parameters, x), builder.use(coordinate, x));
    if (program.has(Option::ArbFogExp2)) multiply(builder.use(factor, x), builder.use(factor, x));
    multiply(builder.use(factor, x), builder.use(log2_e, x));
    Operand exponent = builder.use_scalar(factor, 0);
    exponent.negate = 0xf;
    builder.emit(Opcode::Ex2, factor, 0x1, {exponent}).saturation = Saturation::Unsigned;
    return factor;
}

}  // namespace

Program expand_fog(const Program& program) {
    if (std::ranges::none_of(fog_options, [&program](Option option) { return program.has(option); })) return program;
    State state{ProgramBuilder(program)};
    ProgramBuilder& builder = state.builder;
    const std::map<int32_t, int32_t> colours = builder.redirect_results(BindingKind::Color, "color_before_fog");
    if (!colours.empty()) {
        const int32_t fog_color = state.bind(RegisterFile::Parameter, BindingKind::FogColor);
        const bool is_main = builder.begin_epilogue("main_before_fog");
        const int32_t factor = state.emit_factor();
        for (const auto& [at, temporary] : colours) {
            const int32_t result =
                builder.bound(RegisterFile::Result, builder.program.results[static_cast<size_t>(at)]);
            const Operand color = builder.use(temporary);
            builder.emit(Opcode::Mov, temporary, 0xf, {color}).saturation = Saturation::Unsigned;
            builder.emit(Opcode::Lrp, result, 0x7, {builder.use(factor, {0, 0, 0, 0}), color, builder.use(fog_color)});
            builder.emit(Opcode::Mov, result, 0x8, {color});
        }
        if (is_main) builder.emit(Opcode::Ret);
    }
    for (const Option option : fog_options) builder.program.options.remove(option);
    return checked("expand_fog()", std::move(builder).finish());
}

}  // namespace arbasm

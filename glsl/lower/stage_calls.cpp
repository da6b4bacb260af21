// Built-in functions of single stages: vertices that geometry shaders emit, barriers.
#include "glsl/lower/builtin_calls.h"

#include "ir/switches.h"

namespace glsl {

namespace {

constexpr int streams = arbasm::limits::MAX_VERTEX_STREAMS;

}  // namespace

Value stage_call(Lowering& lowering, const BuiltinCall& call) {
    LoweringContext& context = lowering.context();
    Assembly& assembly = context.assembly();
    const auto stream = [&] {
        const auto* constant = call.arguments.empty() ? nullptr : as<Constant>(call.arguments[0]);
        const int number = constant ? static_cast<int>(constant->components[0]) : 0;
        if (number < 0 || number >= streams)
            context.error(call.where, "there is no stream " + std::to_string(number) + ", only 0 to " +
                                          std::to_string(streams - 1));
        return number;
    };
    ASMGL_SOME_CASES
    switch (call.row->meaning.special) {
        case SpecialFunction::EmitVertex:
            if (const int number = stream()) {
                lowering.outputs().copy(number);
                assembly.emit_stream(number);
            } else {
                lowering.outputs().copy(0);
                assembly.emit(Opcode::Emit);
            }
            return {};
        case SpecialFunction::EndPrimitive:
            // Streams beside the first have points only, which end by themselves.
            if (!stream()) assembly.emit(Opcode::Endprim);
            return {};
        case SpecialFunction::InterpolateAtCentroid:
        case SpecialFunction::InterpolateAtSample:
        case SpecialFunction::InterpolateAtOffset: return interpolation_call(lowering, call);
        case SpecialFunction::Barrier:
            if (context.input().stage == arbasm::Stage::TessControl) assembly.option(arbasm::Option::NvInternal);
            assembly.emit(Opcode::Bar);
            return {};
        case SpecialFunction::MemoryBarrier: assembly.emit(Opcode::Membar); return {};
        case SpecialFunction::GroupMemoryBarrier:
            assembly.emit(Opcode::Membar).modifiers = arbasm::modifier_cta;
            return {};
        default: return group_call(lowering, call);
    }
    ASMGL_END_SOME_CASES
}

}  // namespace glsl

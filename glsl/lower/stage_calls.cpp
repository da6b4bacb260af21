// Built-in functions of single stages: vertices that geometry shaders emit, barriers.
#include "glsl/lower/lowering.h"

namespace glsl {

namespace {

constexpr int streams = arbasm::limits::MAX_VERTEX_STREAMS;

}  // namespace

Value Lowering::stage_call(const BuiltinCall& call) {
    const auto stream = [&] {
        const auto* constant = call.arguments.empty() ? nullptr : as<Constant>(call.arguments[0]);
        const int number = constant ? static_cast<int>(constant->components[0]) : 0;
        if (number < 0 || number >= streams)
            error(call.where,
                  "there is no stream " + std::to_string(number) + ", only 0 to " + std::to_string(streams - 1));
        return number;
    };
    switch (call.row->meaning.special) {
        case SpecialFunction::EmitVertex:
            if (const int number = stream()) {
                copy_outputs(number);
                assembly_.emit_stream(number);
            } else {
                copy_outputs(0);
                assembly_.emit(Opcode::Emit);
            }
            return {};
        case SpecialFunction::EndPrimitive:
            // Streams beside the first have points only, which end by themselves.
            if (!stream()) assembly_.emit(Opcode::Endprim);
            return {};
        case SpecialFunction::InterpolateAtCentroid:
        case SpecialFunction::InterpolateAtSample:
        case SpecialFunction::InterpolateAtOffset: return interpolation_call(call);
        case SpecialFunction::Barrier:
            if (input_.stage == arbasm::Stage::TessControl) assembly_.option(arbasm::Option::NvInternal);
            assembly_.emit(Opcode::Bar);
            return {};
        case SpecialFunction::MemoryBarrier: assembly_.emit(Opcode::Membar); return {};
        case SpecialFunction::GroupMemoryBarrier:
            assembly_.emit(Opcode::Membar).modifiers = arbasm::modifier_cta;
            return {};
        default: return group_call(call);
    }
}

}  // namespace glsl

// Built-ins whose meaning is code: what is neither an operation nor GLSL.
#include "glsl/lower/arithmetic.h"
#include "glsl/lower/builtin_calls.h"

#include "ir/switches.h"

namespace glsl {

// The first argument is an input, whose register the instruction names.
Value interpolation_call(Lowering& lowering, const BuiltinCall& call) {
    LoweringContext& context = lowering.context();
    Assembly& assembly = context.assembly();
    Value result;
    result.type = call.type;
    const bool sample = call.row->meaning.special == SpecialFunction::InterpolateAtSample;
    const Opcode opcode = call.arguments.size() == 1 ? Opcode::Ipac : sample ? Opcode::Ipas : Opcode::Ipao;
    Operand where;
    if (call.arguments.size() > 1) {
        const Value given = lowering.evaluate(call.arguments[1]);
        where = assembly.in_register(given.parts[0], given.type->scalar, given.type->rows);
        if (sample) where = where.component(0);
    }
    // If a run-time index chooses a component, all are interpolated.
    const auto* index = as<Index>(call.arguments[0]);
    if (index && (!index->operand->type->is_vector() || as<Constant>(index->index))) index = nullptr;
    const Expression* const interpolant = index ? index->operand : call.arguments[0];
    // The register itself, not the half that it becomes.
    context.read_raw_inputs(true);
    const Value input = lowering.evaluate(interpolant);
    context.read_raw_inputs(false);
    const Operand temporary = assembly.take();
    std::vector<Operand> operands{input.parts[0]};
    if (call.arguments.size() > 1) operands.push_back(where);
    const int rows = interpolant->type->rows;
    assembly.emit(opcode, {temporary.at, mask_of(rows)}, operands, Scalar::Float);
    assembly.routine().last_is_open = false;
    narrowed(assembly, temporary, interpolant->type->scalar, rows);
    result.parts.push_back(index ? component_at(assembly, temporary, Scalar::Float, rows, lowering.scalar(index->index))
                                 : temporary);
    return result;
}

// Long: a case for each built-in that lower/ knows.
Value special_call(Lowering& lowering, const BuiltinCall& call) {
    Assembly& assembly = lowering.context().assembly();
    Value result;
    result.type = call.type;
    const auto argument = [&](size_t n) { return canonical(assembly, lowering.evaluate(call.arguments[n])); };
    ASMGL_SOME_CASES
    switch (call.row->meaning.special) {
        case SpecialFunction::Texture:
        case SpecialFunction::TextureBias:
        case SpecialFunction::TextureOffset:
        case SpecialFunction::TextureOffsetBias:
        case SpecialFunction::TextureLod:
        case SpecialFunction::TextureLodOffset:
        case SpecialFunction::TextureGrad:
        case SpecialFunction::TextureGradOffset:
        case SpecialFunction::TextureProj:
        case SpecialFunction::TextureProjBias:
        case SpecialFunction::TextureProjOffset:
        case SpecialFunction::TextureProjOffsetBias:
        case SpecialFunction::TextureProjLod:
        case SpecialFunction::TextureProjLodOffset:
        case SpecialFunction::TextureProjGrad:
        case SpecialFunction::TextureProjGradOffset:
        case SpecialFunction::TexelFetch:
        case SpecialFunction::TexelFetchOffset:
        case SpecialFunction::TextureGather:
        case SpecialFunction::TextureGatherOffset:
        case SpecialFunction::TextureGatherOffsets:
        case SpecialFunction::TexelFetchSample: return texture_call(lowering, call);
        case SpecialFunction::TextureSamples:
        case SpecialFunction::TextureSize:
        case SpecialFunction::TextureQueryLevels:
        case SpecialFunction::TextureQueryLod: return texture_query(lowering, call);
        case SpecialFunction::Select: {
            // Components of b where c is true, else of a.
            const Value no = argument(0), yes = argument(1), which = argument(2);
            const Scalar scalar = call.type->scalar;
            const uint8_t mask = mask_of(call.type->rows);
            const Operand temporary = assembly.take(is_wide(scalar));
            const Operand yes_part = yes.parts[0], no_part = no.parts[0];
            if (is_wide(scalar) || yes_part.negate || no_part.negate) {
                assembly.move({temporary.at, mask}, no_part, scalar);
                assembly.emit(testing_result(typed(Opcode::Mov, Scalar::Int)), {assembly.condition_register(), mask},
                              {which.parts[0]}, Scalar::Int);
                assembly.move_where(where_all(arbasm::ConditionTest::NotEqual), {temporary.at, mask}, yes_part, scalar);
            } else {
                // A true component is negative.
                assembly.emit(typed(Opcode::Cmp, Scalar::Int), {temporary.at, mask},
                              {which.parts[0], yes_part, no_part}, Scalar::Int);
            }
            assembly.routine().last_is_open = false;
            result.parts.push_back(temporary);
            return result;
        }
        case SpecialFunction::SameBits:
            if (const Scalar from = call.arguments[0]->type->scalar; is_small(from)) {
                const Operand given = argument(0).parts[0];
                result.parts.push_back(half_bits(assembly, given, from, call.type->scalar, call.type->rows));
                return result;
            }
            result.parts.push_back(positive(assembly, argument(0).parts[0], call.arguments[0]->type->scalar));
            result.parts[0].temporary = false;
            return result;
        case SpecialFunction::MultiplyHigh: {
            const Value a = argument(0), b = argument(1);
            const Operand temporary = assembly.take();
            Operation high = typed(Opcode::Mul, call.type->scalar);
            high.modifiers = arbasm::modifier_high;
            assembly.emit(high, {temporary.at, mask_of(call.type->rows)}, {a.parts[0], b.parts[0]}, call.type->scalar);
            result.parts.push_back(temporary);
            return result;
        }
        case SpecialFunction::AtomicAdd:
        case SpecialFunction::AtomicAnd:
        case SpecialFunction::AtomicCompSwap:
        case SpecialFunction::AtomicExchange:
        case SpecialFunction::AtomicMax:
        case SpecialFunction::AtomicMin:
        case SpecialFunction::AtomicOr:
        case SpecialFunction::AtomicXor: return memory_atomic(lowering, call);
        case SpecialFunction::AtomicCounter:
        case SpecialFunction::AtomicCounterIncrement:
        case SpecialFunction::AtomicCounterDecrement:
        case SpecialFunction::AtomicCounterAdd:
        case SpecialFunction::AtomicCounterAnd:
        case SpecialFunction::AtomicCounterCompSwap:
        case SpecialFunction::AtomicCounterExchange:
        case SpecialFunction::AtomicCounterMax:
        case SpecialFunction::AtomicCounterMin:
        case SpecialFunction::AtomicCounterOr:
        case SpecialFunction::AtomicCounterSubtract:
        case SpecialFunction::AtomicCounterXor: return counter_call(lowering, call);
        case SpecialFunction::ImageLoad:
        case SpecialFunction::ImageStore:
        case SpecialFunction::ImageAtomicAdd:
        case SpecialFunction::ImageAtomicAnd:
        case SpecialFunction::ImageAtomicCompSwap:
        case SpecialFunction::ImageAtomicDecWrap:
        case SpecialFunction::ImageAtomicExchange:
        case SpecialFunction::ImageAtomicIncWrap:
        case SpecialFunction::ImageAtomicMax:
        case SpecialFunction::ImageAtomicMin:
        case SpecialFunction::ImageAtomicOr:
        case SpecialFunction::ImageAtomicXor: return image_call(lowering, call);
        case SpecialFunction::ImageSize:
        case SpecialFunction::ImageSamples: return image_query(lowering, call);
        case SpecialFunction::Noise: result.parts.emplace_back(); return result;
        default: return stage_call(lowering, call);
    }
    ASMGL_END_SOME_CASES
}

}  // namespace glsl

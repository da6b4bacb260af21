#include "runtime/decode/decode_arithmetic.h"

#include "ir/components_read.h"
#include "runtime/decode/decode_convert.h"
#include "runtime/decode/number_types.h"
#include "runtime/decode/older_dialects.h"
#include "runtime/decode/results.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

namespace {

// What the instruction's modifiers and the program's dialect make of its operation.
Operation operation_of(const Program& program, const Instruction& instruction, Operation operation) {
    if (instruction.modifiers & modifier_coarse)
        operation = operation == Operation::Ddx ? Operation::DdxCoarse : Operation::DdyCoarse;
    if (operation == Operation::Mul && (instruction.modifiers & modifier_high)) operation = Operation::MulHigh;
    return operation_in_dialect(program.instruction_set, operation);
}

Source operand_source(DecodeContext& context, const Instruction& instruction, Operation operation, int index) {
    const OperationInfo& shape = operation_info(operation);
    Operand operand = instruction.operands[static_cast<size_t>(index)];
    if (operation == Operation::Rsq && rsq_takes_absolute(context.program.instruction_set)) {
        operand.absolute = true;
        operand.negate = 0;
    }
    // ARL takes a vector where address registers have four components.
    const bool scalar = !shape.operand_is_vector(index) && (operation != Operation::Arl || operand.scalar);
    const LaneKind kind = shape.operand_kind(index, lane_kind(instruction.type));
    return source(context, operand, scalar, components_read(operation, index, instruction.result.write_mask),
                  type_of(kind, is_64_bit(instruction.type)));
}

// The first `count` sources, as a list.
template <class Use>
void with_sources(const Source* sources, int count, Use use) {
    if (count == 1)
        use({sources[0]});
    else if (count == 2)
        use({sources[0], sources[1]});
    else
        use({sources[0], sources[1], sources[2]});
}

}  // namespace

void decode_arithmetic(DecodeContext& context, const Instruction& instruction, Operation operation) {
    const Program& program = context.program;
    if (operation == Operation::I2f && (is_64_bit(instruction.type) || is_wide(program, instruction.result.variable)))
        return decode_integer_to_float(context, instruction);
    operation = operation_of(program, instruction, operation);
    Source sources[3];
    const int count = operation_info(operation).operand_count();
    for (int i = 0; i < count; i++) sources[i] = operand_source(context, instruction, operation, i);
    const uint8_t mask = instruction.result.write_mask;
    convert_operands(precision_of(program, instruction), operation, mask, sources, count, context.registers,
                     context.steps);
    const Operation conversion = result_conversion(program, instruction);
    if (conversion == Operation::Count) {
        with_sources(sources, count, [&](std::initializer_list<Source> list) {
            compute(context, operation, instruction.type, list, instruction);
        });
        return;
    }
    const RegisterAddress between = context.registers.new_scratch();
    with_sources(sources, count, [&](std::initializer_list<Source> list) {
        context.steps.compute(operation, lane_kind(instruction.type), list, between, mask);
    });
    compute(context, conversion, conversion == Operation::ClampAddress ? LaneKind::Signed : LaneKind::Float,
            {whole_register(between)}, instruction);
}

}  // namespace runtime::decoded

#include "runtime/decode/decode_jumps.h"

#include "runtime/decode/decode_flow.h"
#include "runtime/decode/results.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

// ---- jumps -------------------------------------------------------------------------------------------------------

void decode_branch(DecodeContext& context, const Instruction& instruction) {
    context.flow.add_branch(context.steps.here(), instruction.target);
    JumpStep step;
    step.condition = condition_of(instruction.condition);
    context.steps.emit(step);
}

void decode_jump_call(DecodeContext& context, const Instruction& instruction) {
    context.flow.add_branch(context.steps.here(), instruction.target);
    JumpCallStep step;
    step.condition = condition_of(instruction.condition);
    context.steps.emit(step);
}

void decode_jump_return(DecodeContext& context, const Instruction& instruction) {
    JumpReturnStep step;
    step.condition = condition_of(instruction.condition);
    context.steps.emit(step);
}

void decode_push_address(DecodeContext& context, const Instruction& instruction) {
    PushAddressStep step;
    step.source = source(context, instruction.operands[0], false, 0xf);
    context.contents.note_reads(step.source, 0xf);
    context.steps.emit(step);
}

void decode_pop_address(DecodeContext& context, const Instruction& instruction) {
    Result result;
    result.destination = context.registers.address(RegisterFile::Address,
                                                   variable_at(context.program, instruction.result.variable).base);
    result.masked = context.masked;
    context.contents.note_write(result, false);
    PopAddressStep step;
    step.destination = result.destination;
    context.steps.emit(step);
}

// ---- LOOP --------------------------------------------------------------------------------------------------------

// LoopIndex = floor(y), LoopIncr = floor(z); "the value of A0.x is clamped to be greater than or equal to 0".
void decode_loop(DecodeContext& context, const Instruction& instruction) {
    const RegisterAddress counter = context.registers.open_loop();
    Operand operand = instruction.operands[0];
    const Swizzle swizzle = operand.swizzle;
    for (const size_t component : {size_t{1}, size_t{2}}) {
        operand.swizzle.fill(swizzle[component]);
        const Source number = source(context, operand, true, 1);
        context.steps.compute(Operation::Flr, LaneKind::Signed, {number}, counter,
                              static_cast<uint8_t>(1 << component));
    }
    context.steps.compute(Operation::ClampPositive, LaneKind::Signed, {component_of(counter, 1)}, counter, 1);
    decode_repeat(context, instruction);
}

void decode_end_of_loop(DecodeContext& context, const Instruction& instruction) {
    if (context.registers.is_in_loop()) {
        const RegisterAddress counter = context.registers.close_loop();
        const Source index = component_of(counter, 1), increment = component_of(counter, 2);
        context.steps.compute(Operation::Add, LaneKind::Signed, {index, increment}, counter, 2);
        context.steps.compute(Operation::ClampPositive, LaneKind::Signed, {index}, counter, 1);
    }
    decode_end_of_repeat(context, instruction);
}

}  // namespace runtime::decoded

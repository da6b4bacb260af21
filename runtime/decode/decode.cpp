#include "runtime/decode/decode.h"

#include <type_traits>

#include "runtime/decode/decode_arithmetic.h"
#include "runtime/decode/decode_context.h"
#include "runtime/decode/decode_convert.h"
#include "runtime/decode/decode_flow.h"
#include "runtime/decode/decode_group.h"
#include "runtime/decode/decode_images.h"
#include "runtime/decode/decode_jumps.h"
#include "runtime/decode/decode_memory.h"
#include "runtime/decode/decode_stages.h"
#include "runtime/decode/decode_texture.h"

namespace runtime::decoded {

namespace {

// ---- instructions that are no step, or one that knows nothing of the instruction

void decode_nothing(DecodeContext&, const Instruction&) {}

template <class T>
void decode_plain(DecodeContext& context, const Instruction&) {
    context.steps.emit(T{});
}

// ---- the walk

void begin_instruction(DecodeContext& context, const Instruction& instruction, size_t index) {
    context.registers.begin_instruction();
    context.steps.begin_instruction(static_cast<uint32_t>(index));
    context.flow.begin_sections(index, context.steps, context.contents);
    context.masked = context.flow.masked();
    context.for_all_lanes = sees_other_threads(instruction);
    context.contents.begin_instruction(context.masked && context.for_all_lanes);
}

void decode_instruction(DecodeContext& context, const Instruction& instruction) {
    using Space = AccessMemoryStep::Space;
    using Action = AccessMemoryStep::Action;
    switch (instruction.opcode) {
#define INSTRUCTION(opcode, function, ...) \
    case Opcode::opcode:                   \
        return function(context, instruction __VA_OPT__(, ) __VA_ARGS__);
#include "runtime/decode/instructions.def"
#undef INSTRUCTION
#define MEANING(name, ...) \
    case Opcode::name:     \
        return decode_arithmetic(context, instruction, Operation::name);
#define MEANING_OF_PART(...)
#include "ir/semantics/operations.def"
#undef MEANING
#undef MEANING_OF_PART
        case Opcode::Count: break;
    }
}

void end_text(DecodeContext& context) {
    context.flow.begin_sections(context.program.instructions.size(), context.steps, context.contents);
    if (context.flow.jumps_to_labels()) context.steps.emit(JumpEndStep{});
    if (context.flow.has_calls()) context.steps.emit(SubroutineEndStep{});  // a subroutine may also end with the text
    context.code.end = context.steps.emit(EndStep{});
}

// ---- what is known when all instructions have been decoded

// Only Compute steps of 32 bits, none masked.
bool is_straight(const StepList& steps) {
    bool straight = true;
    steps.visit([&]<class T>(const T& step) {
        if constexpr (std::is_same_v<T, ComputeStep>)
            straight &= !step.result.masked && !step.wide;
        else
            straight &= std::is_same_v<T, EndStep>;
    });
    return straight;
}

void finish(DecodeContext& context) {
    Code& code = context.code;
    context.flow.finish(code);
    code.scratch_bytes = context.registers.scratch_bytes();
    code.uniforms = context.registers.take_uniforms();
    code.cleared = context.contents.cleared();
    code.seen_words = context.contents.take_seen_words();
    code.straight = !code.uses_threads && is_straight(code.steps);
}

}  // namespace

Code decode(const AnalyzedProgram& analyzed) {
    Code code;
    code.program = analyzed.program;
    DecodeContext context(code, *analyzed.facts);
    for (size_t i = 0; i < code.program->instructions.size(); i++) {
        begin_instruction(context, code.program->instructions[i], i);
        decode_instruction(context, code.program->instructions[i]);
    }
    end_text(context);
    finish(context);
    return code;
}

}  // namespace runtime::decoded

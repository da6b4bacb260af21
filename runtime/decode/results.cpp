#include "runtime/decode/results.h"

#include <algorithm>

#include "ir/semantics/shaping.h"
#include "runtime/decode/lane_index.h"
#include "runtime/decode/number_types.h"
#include "runtime/decode/sources.h"

namespace runtime::decoded {

// ---- where results go --------------------------------------------------------------------------------------------

Condition condition_of(const ConditionMask& mask) {
    Condition condition;
    condition.test = mask.test;
    condition.code_register = mask.code_register;
    for (size_t c = 0; c < 4; c++) condition.swizzle[c] = mask.swizzle[c];
    const bool resident = mask.test == ConditionTest::Resident;
    if (!resident && mask.test != ConditionTest::NonResident) return condition;
    return {resident ? ConditionTest::NotSign : ConditionTest::Sign, sparse_code, {0, 0, 0, 0}};
}

RegisterAddress result_address(const DecodeContext& context, const Destination& destination) {
    return context.registers.address(destination.file,
                                     register_number(context.program, destination.variable, destination.element));
}

namespace {

bool is_indexed(const Destination& destination) { return destination.relative.file != RegisterFile::None; }

// Per patch: all of its lanes have the same one.
bool is_patch_result(const Program& program, const Destination& result) {
    if (program.stage != Stage::TessControl || result.file != RegisterFile::Result) return false;
    const auto number = static_cast<size_t>(register_number(program, result.variable, result.element));
    const BindingKind kind = program.results[number].kind;
    return kind == BindingKind::TessOuter || kind == BindingKind::TessInner || kind == BindingKind::PatchAttrib;
}

// Whether a result of this size can't be written where the instruction says by the step that computes it:
// bring_result() does it then.
bool leaves_register(const Program& program, const Destination& destination, bool wide) {
    if (destination.file == RegisterFile::None) return false;
    return is_indexed(destination) || wide != is_wide_register(program, destination);
}

// The result of a step that computes numbers of this size.
Result result_of(DecodeContext& context, const Instruction& instruction, bool wide) {
    const Destination& destination = instruction.result;
    Result result;
    result.write_mask = destination.write_mask;
    result.saturation = instruction.saturation;
    result.condition_update = instruction.condition_update;
    result.condition = condition_of(destination.condition);
    const bool leaves = leaves_register(context.program, destination, wide);
    result.destination = leaves || destination.file == RegisterFile::None ? context.registers.new_scratch(wide)
                                                                          : result_address(context, destination);
    // The steps that follow need to know which lanes write.
    result.masked = context.masked || leaves || is_patch_result(context.program, destination);
    return result;
}

// ---- steps behind the one that computes

void scatter(DecodeContext& context, const Destination& destination, RegisterAddress from) {
    const Variable& variable = variable_at(context.program, destination.variable);
    ScatterRegistersStep step;
    step.source = from;
    step.first = context.registers.address(destination.file, variable.base);
    step.size = variable.size;
    step.registers_each = is_wide_register(context.program, destination) ? 2 : 1;
    step.shared = is_patch_result(context.program, destination);
    step.element = lane_index(context, destination.element, destination.relative);
    context.contents.note_reads(step.first, static_cast<uint32_t>(variable.size) * step.registers_each);
    context.steps.emit(step);
}

// Into a register of the destination's size; returns where it is then.
RegisterAddress resize(DecodeContext& context, const Destination& destination, const Result& computed, bool wide,
                       LaneKind kind) {
    ConvertStep step;
    step.wide_source = wide;
    step.wide_result = is_wide_register(context.program, destination);
    step.from = type_of(kind, wide);
    step.to = type_of(kind, step.wide_result);
    step.of_kept = true;
    step.source = whole_register(computed.destination);
    step.result.write_mask = computed.write_mask;
    step.result.masked = context.masked;
    step.result.condition.test = computed.condition.test;
    step.result.destination = is_indexed(destination) ? context.registers.new_scratch(step.wide_result)
                                                      : result_address(context, destination);
    context.contents.note_write(step.result, step.wide_result);
    context.steps.emit(step);
    return step.result.destination;
}

// From where a step computed it to where the instruction wants it: into a register of the other size, into one that an
// index chooses, to all lanes of a patch. The step found which lanes write.
void bring_result(DecodeContext& context, const Instruction& to, const Result& computed, bool wide, LaneKind kind) {
    const Destination& destination = to.result;
    RegisterAddress at = computed.destination;
    if (destination.file != RegisterFile::None && wide != is_wide_register(context.program, destination))
        at = resize(context, destination, computed, wide, kind);
    if (is_indexed(destination)) {
        scatter(context, destination, at);
    } else if (is_patch_result(context.program, destination)) {
        ShareResultStep share;
        share.destination = at;
        share.write_mask = computed.write_mask;
        context.steps.emit(share);
    }
}

// ---- operands that results overwrite

// Whether a component of the result is written before a later one is computed from the same word.
bool overlaps(const Source& from, const Result& result) {
    bool found = false;
    for (int c = 0; c < 4; c++)
        for (int later = c + 1; later < 4; later++)
            found |= (result.write_mask >> c & 1) && (result.write_mask >> later & 1) &&
                     from.base[later] == result.destination.base &&
                     from.offset[later] == result.destination.offset + static_cast<uint32_t>(c) * word_bytes;
    return found;
}

// Components are computed one after the other: an operand that an earlier one overwrites is copied first.
void separate(DecodeContext& context, Source& from, const Result& result, bool wide) {
    if (!overlaps(from, result)) return;
    Source plain = from;
    plain.absolute = false;
    plain.negate = 0;
    const RegisterAddress copy = context.registers.new_scratch(wide);
    context.steps.compute(Operation::Mov, LaneKind::Unsigned, {plain}, copy, result.write_mask, wide);
    for (int c = 0; c < 4; c++)
        set_component(from, c, {copy.base, copy.offset + static_cast<uint32_t>(c) * word_bytes});
}

}  // namespace

// ---- steps that compute ------------------------------------------------------------------------------------------

StepOffset compute(DecodeContext& context, Operation operation, LaneKind kind, std::initializer_list<Source> sources,
                   const Instruction& to) {
    return compute(context, operation, type_of(kind, false), sources, to);
}

StepOffset compute(DecodeContext& context, Operation operation, DataType type, std::initializer_list<Source> sources,
                   const Instruction& to) {
    ComputeStep step;
    step.operation = operation;
    step.lanes = lane_kind(type);
    step.wide = is_64_bit(type);
    if (has_carry(operation))
        step.carry_rule = carry_rule(
            operation, [&](size_t index) { return index < sources.size() && sources.begin()[index].negate != 0; });
    std::copy(sources.begin(), sources.end(), step.sources);
    step.result = result_of(context, to, step.wide);
    const OperationInfo& info = operation_info(operation);
    const auto count = static_cast<int>(sources.size());
    if (info.form == ResultForm::Each || step.wide)
        for (int i = 0; i < count; i++) separate(context, step.sources[i], step.result, step.wide);
    context.contents.note_reads(step, count);
    context.contents.note_write(step.result, step.wide);
    const StepOffset at = context.steps.emit(step);
    bring_result(context, to, step.result, step.wide, info.result_kind(step.lanes));
    return at;
}

void move_result(DecodeContext& context, RegisterAddress from, LaneKind kind, const Instruction& to) {
    move_result(context, from, type_of(kind, false), to);
}

void move_result(DecodeContext& context, RegisterAddress from, DataType type, const Instruction& to) {
    compute(context, Operation::Mov, type, {whole_register(from)}, to);
}

void convert(DecodeContext& context, ConvertStep step, const Instruction& to) {
    step.wide_result = is_wide_register(context.program, to.result);
    step.result = result_of(context, to, step.wide_result);
    separate(context, step.source, step.result, step.wide_source);
    context.contents.note_reads(step.source, step.result.write_mask, step.wide_source);
    context.contents.note_write(step.result, step.wide_result);
    context.steps.emit(step);
    bring_result(context, to, step.result, step.wide_result, lane_kind(step.to));
}

}  // namespace runtime::decoded

#include "ir/semantics/shaping.h"
#include "runtime/decode/decoder.h"

namespace runtime::decoded {

namespace {

// The components that a step reads of an operand: scalars have one, and what is not computed is not read.
uint8_t components_of(const OperationInfo& info, int operand, uint8_t write_mask) {
    if (info.form == ResultForm::Each) return write_mask;
    return info.operand_is_vector(operand) ? 0xf : 1;
}

}  // namespace

// ---- what registers hold -----------------------------------------------------------------------------------------

void Decoder::note_read(Place place) {
    if (place.base != Base::Scratch || place.offset >= registers_) return;
    const size_t word = place.offset / word_bytes;
    if (!written_[word]) needs_clearing_[word] = true;
    if (for_all_lanes_ && masked()) code_.seen_words.push_back(place.offset);
}

void Decoder::note_reads(const Source& from, uint8_t components, bool wide) {
    for (int c = 0; c < 4; c++) {
        if (!(components >> c & 1)) continue;
        note_read(from.component(c));
        if (wide) note_read({from.base[c], from.offset[c] + vector_bytes});
    }
}

void Decoder::note_reads(const ComputeStep& step, int count) {
    for (int i = 0; i < count; i++)
        note_reads(step.sources[i], components_of(operation_info(step.operation), i, step.result.write_mask),
                   step.wide);
}

void Decoder::note_write(const Result& result, bool wide) {
    if (result.place.base != Base::Scratch || result.place.offset >= registers_) return;
    for (uint32_t c = 0; c < (wide ? 8u : 4u); c++) {
        const size_t word = result.place.offset / word_bytes + c;
        if (!(result.write_mask >> (c & 3) & 1)) continue;
        if (!result.masked && result.condition.is_true()) {
            written_[word] = true;
        } else if (!written_[word]) {
            // Lanes that do not write keep what was there.
            needs_clearing_[word] = true;
        }
    }
}

// ---- where results go --------------------------------------------------------------------------------------------

Condition Decoder::condition_of(const ConditionMask& mask) {
    Condition condition;
    condition.test = mask.test;
    condition.code_register = mask.code_register;
    for (size_t c = 0; c < 4; c++) condition.swizzle[c] = mask.swizzle[c];
    const bool resident = mask.test == ConditionTest::Resident;
    if (!resident && mask.test != ConditionTest::NonResident) return condition;
    return {resident ? ConditionTest::NotSign : ConditionTest::Sign, sparse_code, {0, 0, 0, 0}};
}

Place Decoder::result_place(const Destination& destination) const {
    return register_place(destination.file, register_number(destination.variable, destination.element));
}

// Whether a result of this size can't be written where the instruction says by the step that computes it:
// bring_result() does it then.
bool Decoder::leaves_register(const Instruction& instruction, bool wide) const {
    const Destination& destination = instruction.result;
    if (destination.file == RegisterFile::None) return false;
    const bool wide_register = destination.file == RegisterFile::Temporary && is_wide(destination.variable);
    return destination.relative.file != RegisterFile::None || wide != wide_register;
}

void Decoder::set_result(Result& result, const Instruction& from) const {
    result.write_mask = from.result.write_mask;
    result.saturation = from.saturation;
    result.condition_update = from.condition_update;
    result.condition = condition_of(from.result.condition);
    result.masked = masked();
}

// Components are computed one after the other: an operand that an earlier one overwrites is copied first.
void Decoder::separate(std::initializer_list<Source*> sources, const Result& result, bool wide) {
    for (Source* const from : sources) {
        bool overlaps = false;
        for (int c = 0; c < 4; c++)
            for (int later = c + 1; later < 4; later++)
                overlaps |= (result.write_mask >> c & 1) && (result.write_mask >> later & 1) &&
                            from->base[later] == result.place.base &&
                            from->offset[later] == result.place.offset + static_cast<uint32_t>(c) * word_bytes;
        if (!overlaps) continue;
        Source plain = *from;
        plain.absolute = false;
        plain.negate = 0;
        const uint32_t copy = wide ? new_wide_scratch() : new_scratch();
        compute(Operation::Mov, LaneKind::Unsigned, {plain}, copy, result.write_mask, wide);
        for (uint32_t c = 0; c < 4; c++) {
            from->base[c] = Base::Scratch;
            from->offset[c] = copy + c * word_bytes;
        }
    }
}

// From where a step computed it to where the instruction wants it: into a register of the other size, into one that an
// index chooses, to all lanes of a patch. The step found which lanes write.
void Decoder::bring_result(const Instruction& to, Result computed, bool wide, LaneKind kind) {
    const Destination& destination = to.result;
    const bool indexed = destination.relative.file != RegisterFile::None;
    const bool wide_register = destination.file == RegisterFile::Temporary && is_wide(destination.variable);
    if (destination.file != RegisterFile::None && wide != wide_register) {
        ConvertStep resize;
        resize.from = type_of(kind, wide);
        resize.to = type_of(kind, wide_register);
        resize.wide_source = wide;
        resize.wide_result = wide_register;
        resize.of_kept = true;
        resize.source = register_source(computed.place, identity_swizzle, false);
        resize.result.write_mask = computed.write_mask;
        resize.result.masked = masked();
        resize.result.condition.test = computed.condition.test;
        resize.result.place = indexed ? Place{Base::Scratch, wide_register ? new_wide_scratch() : new_scratch()}
                                      : result_place(destination);
        note_write(resize.result, wide_register);
        emit(resize);
        computed.place = resize.result.place;
    }
    if (indexed) {
        scatter(destination, computed.place.offset);
    } else if (is_patch_result(destination)) {
        ShareResultStep share;
        share.place = computed.place;
        share.write_mask = computed.write_mask;
        emit(share);
    }
}

void Decoder::scatter(const Destination& destination, uint32_t from) {
    const Variable& variable = program_.variables[static_cast<size_t>(destination.variable)];
    ScatterRegistersStep step;
    step.source = {Base::Scratch, from};
    step.first = register_place(destination.file, variable.base);
    step.size = variable.size;
    step.registers_each = destination.file == RegisterFile::Temporary && variable.is_long ? 2 : 1;
    step.shared = is_patch_result(destination);
    step.element = lane_index(destination.element, destination.relative);
    for (int32_t i = 0; i < variable.size * static_cast<int32_t>(step.registers_each); i++)
        for (uint32_t c = 0; c < 4; c++)
            note_read({step.first.base, step.first.offset + static_cast<uint32_t>(i) * vector_bytes + c * word_bytes});
    emit(step);
}

// ---- steps that compute ------------------------------------------------------------------------------------------

StepOffset Decoder::compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources, uint32_t scratch,
                            uint8_t write_mask, bool wide) {
    ComputeStep step;
    step.operation = operation;
    step.lanes = kind;
    step.wide = wide;
    step.result.place = {Base::Scratch, scratch};
    step.result.write_mask = write_mask;
    std::copy(sources.begin(), sources.end(), step.sources);
    note_reads(step, static_cast<int>(sources.size()));
    return emit(step);
}

StepOffset Decoder::compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources,
                            const Instruction& to) {
    return compute(operation, type_of(kind, false), sources, to);
}

StepOffset Decoder::compute(Operation operation, DataType type, std::initializer_list<Source> sources,
                            const Instruction& to) {
    ComputeStep step;
    step.operation = operation;
    step.lanes = lane_kind(type);
    step.wide = is_64_bit(type);
    if (has_carry(operation))
        step.carry_rule = carry_rule(
            operation, [&](size_t index) { return index < sources.size() && sources.begin()[index].negate != 0; });
    std::copy(sources.begin(), sources.end(), step.sources);
    Result& result = step.result;
    set_result(result, to);
    const bool leaves = leaves_register(to, step.wide);
    if (leaves || to.result.file == RegisterFile::None)
        result.place = {Base::Scratch, step.wide ? new_wide_scratch() : new_scratch()};
    else
        result.place = result_place(to.result);
    // The steps that follow need to know which lanes write.
    if (leaves || is_patch_result(to.result)) result.masked = true;
    const OperationInfo& info = operation_info(operation);
    const auto count = static_cast<int>(sources.size());
    if (info.form == ResultForm::Each || step.wide)
        for (int i = 0; i < count; i++) separate({&step.sources[i]}, result, step.wide);
    note_reads(step, count);
    note_write(result, step.wide);
    const StepOffset at = emit(step);
    bring_result(to, result, step.wide, info.result_kind(step.lanes));
    return at;
}

void Decoder::convert(ConvertStep step, const Instruction& to) {
    step.wide_result = to.result.file == RegisterFile::Temporary && is_wide(to.result.variable);
    Result& result = step.result;
    set_result(result, to);
    const bool leaves = leaves_register(to, step.wide_result);
    if (leaves || to.result.file == RegisterFile::None)
        result.place = {Base::Scratch, step.wide_result ? new_wide_scratch() : new_scratch()};
    else
        result.place = result_place(to.result);
    if (leaves || is_patch_result(to.result)) result.masked = true;
    separate({&step.source}, result, step.wide_source);
    note_reads(step.source, result.write_mask, step.wide_source);
    note_write(result, step.wide_result);
    emit(step);
    bring_result(to, result, step.wide_result, lane_kind(step.to));
}

Source Decoder::converted(ConvertStep step, uint8_t needed) {
    step.wide_result = is_64_bit(step.to);
    step.result.place = {Base::Scratch, step.wide_result ? new_wide_scratch() : new_scratch()};
    step.result.write_mask = needed;
    step.result.masked = masked() && !for_all_lanes_;
    note_reads(step.source, needed, step.wide_source);
    emit(step);
    return register_source(step.result.place, identity_swizzle, false);
}

}  // namespace runtime::decoded

#include <algorithm>

#include "runtime/decode/decoder.h"

namespace runtime::interpreter {

// ---- operands ------------------------------------------------------------------------------------------------------

Decoder::Place Decoder::register_place(RegisterFile file, int32_t number) const {
    const auto offset = static_cast<uint32_t>(number) * vector_bytes;
    switch (file) {
        case RegisterFile::Attribute: return {Base::Attributes, offset};
        case RegisterFile::Result: return {Base::Results, offset};
        case RegisterFile::Address: return {Base::Scratch, addresses_ + offset};
        default: return {Base::Scratch, offset};
    }
}

uint32_t Decoder::uniform_offset(int32_t parameter, uint8_t component) {
    const auto [found, is_new] =
        uniforms_.try_emplace({parameter, component}, static_cast<uint32_t>(code_.uniforms.size()) * uniform_bytes);
    if (is_new) code_.uniforms.push_back({parameter, component});
    return found->second;
}

Source Decoder::register_source(Place place, const Swizzle& swizzle, bool scalar) const {
    Source result;
    for (int c = 0; c < 4; c++) {
        const uint8_t selected = swizzle[scalar ? 0 : static_cast<size_t>(c)];
        const bool constant = selected >= swizzle_zero;
        result.base[c] = constant ? Base::Constants : place.base;
        result.offset[c] =
            constant ? (selected == swizzle_zero ? zero_offset : one_offset) : place.offset + selected * word_bytes;
    }
    return result;
}

Source Decoder::index_source(const RelativeIndex& index) {
    const Variable& variable = program_.variables[static_cast<size_t>(index.variable)];
    if (variable.implicit && program_.stage == Stage::Fragment && index.file == RegisterFile::Address)
        return loop_index();
    const int32_t number = register_number(index.variable, index.element);
    const Swizzle swizzle{index.component, index.component, index.component, index.component};
    if (index.file != RegisterFile::Parameter)
        return register_source(register_place(index.file, number), swizzle, true);
    Source result;
    for (int c = 0; c < 4; c++) {
        result.base[c] = Base::Uniforms;
        result.offset[c] = uniform_offset(number, index.component);
    }
    return result;
}

Decoder::Place Decoder::gathered(const Operand& operand) {
    const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
    IndexedAccess access;
    access.file = operand.file;
    access.size = variable.size;
    access.element = operand.element;
    access.index = index_source(operand.relative);
    // "Relative addressing reads outside of the 0 to 95 inclusive range always read the value (0,0,0,0)."
    access.zero_outside = names_registers(program_.instruction_set);
    if (operand.file == RegisterFile::Parameter) {
        access.first = static_cast<uint32_t>(variable.base);
    } else {
        const Place place = register_place(operand.file, variable.base);
        access.base = place.base;
        access.first = place.offset;
        access.registers = is_wide(operand.variable) ? 2 : 1;
        for (int32_t i = 0; i < variable.size * static_cast<int32_t>(access.registers); i++)
            for (uint32_t c = 0; c < 4; c++)
                note_read({place.base, place.offset + static_cast<uint32_t>(i) * vector_bytes + c * word_bytes});
    }
    note_read({access.index.base[0], access.index.offset[0]});
    code_.indexed.push_back(access);
    const Place result{Base::Scratch, access.registers == 2 ? new_wide_scratch() : new_scratch()};
    MicroOperation& step = emit(Step::GatherRegisters);
    step.destination = result.offset;
    step.target = static_cast<int32_t>(code_.indexed.size()) - 1;
    return result;
}

BufferAccess Decoder::buffer_access(const Operand& operand) {
    const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
    BufferAccess access;
    access.buffer = variable.buffer;
    access.buffer_count = variable.buffer_count;
    access.first = variable.base;
    access.size = variable.size;
    access.element = operand.element;
    access.element_words = variable.element_words;
    access.buffer_element = std::max(operand.vertex, 0);
    if (operand.relative.file != RegisterFile::None) {
        access.indexed = true;
        access.index = index_source(operand.relative);
        note_read({access.index.base[0], access.index.offset[0]});
    }
    if (operand.vertex_relative.file != RegisterFile::None) {
        access.buffer_indexed = true;
        access.buffer_index = index_source(operand.vertex_relative);
        note_read({access.buffer_index.base[0], access.buffer_index.offset[0]});
    }
    return access;
}

Decoder::Place Decoder::loaded_buffer(const Operand& operand, DataType storage, uint8_t components) {
    BufferAccess access = buffer_access(operand);
    access.storage = storage;
    access.storage_components = components;
    code_.buffers.push_back(access);
    const Place result{Base::Scratch, new_scratch()};
    MicroOperation& step = emit(Step::LoadBuffer);
    step.destination = result.offset;
    step.target = static_cast<int32_t>(code_.buffers.size()) - 1;
    return result;
}

bool Decoder::is_wide(int32_t variable) const {
    return variable >= 0 && program_.variables[static_cast<size_t>(variable)].is_long;
}

int32_t Decoder::register_number(int32_t variable, int32_t element) const {
    return variable < 0 ? element : program_.variables[static_cast<size_t>(variable)].register_of(element);
}

// `needed`: the components that the operation reads, in case they have to be prepared.
Source Decoder::source(const Operand& operand, bool scalar, uint8_t needed, DataType type) {
    Source result;
    const int32_t number = register_number(operand.variable, operand.element);
    if (operand.file == RegisterFile::Buffer) {
        result = register_source(loaded_buffer(operand, DataType::U32, 4), operand.swizzle, scalar);
    } else if (is_stage_input(operand)) {
        result = register_source(stage_input(operand), operand.swizzle, scalar);
    } else if (operand.relative.file != RegisterFile::None) {
        result = register_source(gathered(operand), operand.swizzle, scalar);
    } else if (thread_source(operand, scalar, result)) {
        // No register holds it.
    } else if (operand.file == RegisterFile::Parameter && is_wide(operand.variable)) {
        // Literals of 64 bits.
        const uint32_t halves = new_wide_scratch();
        for (uint32_t high = 0; high < 2; high++) {
            Source half;
            for (uint8_t c = 0; c < 4; c++) {
                half.base[c] = Base::Uniforms;
                half.offset[c] = uniform_offset(number + static_cast<int32_t>(high), c);
            }
            compute(Operation::Mov, LaneKind::Unsigned, {half}, halves + high * vector_bytes, 0xf);
        }
        result = register_source({Base::Scratch, halves}, operand.swizzle, scalar);
    } else if (operand.file == RegisterFile::Parameter) {
        result = register_source({}, operand.swizzle, scalar);
        for (int c = 0; c < 4; c++) {
            const uint8_t selected = operand.swizzle[scalar ? 0 : static_cast<size_t>(c)];
            if (selected >= swizzle_zero) continue;
            const bool is_needed = scalar || (needed >> c & 1);
            result.base[c] = is_needed ? Base::Uniforms : Base::Constants;
            result.offset[c] = is_needed ? uniform_offset(number, selected) : zero_offset;
        }
    } else {
        result = register_source(register_place(operand.file, number), operand.swizzle, scalar);
        // Table X.1 of NV_fragment_program: f[FOGC] is (z,0,0,0), where later programs have a 1 for w.
        if (operand.file == RegisterFile::Attribute && names_registers(program_.instruction_set) &&
            program_.attributes[static_cast<size_t>(number)].binding.kind == BindingKind::FogCoord) {
            for (int c = 0; c < 4; c++) {
                if (operand.swizzle[scalar ? 0 : static_cast<size_t>(c)] != 3) continue;
                result.base[c] = Base::Constants;
                result.offset[c] = zero_offset;
            }
        }
    }
    const bool wide = is_wide(operand.variable);
    if (wide != is_64_bit(type)) {
        const LaneKind kind = lane_kind(type);
        const DataType same = kind == LaneKind::Float    ? wide ? DataType::F64 : DataType::F32
                              : kind == LaneKind::Signed ? wide ? DataType::S64 : DataType::S32
                              : wide                     ? DataType::U64
                                                         : DataType::U32;
        result = converted_source(result, wide, same, type, scalar ? 1 : needed);
        if (scalar) result = register_source({result.base[0], result.offset[0]}, {0, 0, 0, 0}, true);
    }
    set_signs(result, operand, lane_kind(type));
    if (scalar) result.negate = result.negate & 1 ? 0xf : 0;
    return result;
}

// "For unsigned integer operands, the absolute value operation has no effect": what is left of |-x| is the sign.
void Decoder::set_signs(Source& source, const Operand& operand, LaneKind kind) {
    const bool is_unsigned = kind == LaneKind::Unsigned;
    source.absolute = operand.absolute && !is_unsigned;
    source.negate = is_unsigned ? operand.unsigned_negate() : operand.negate;
}

// ---- steps ---------------------------------------------------------------------------------------------------------

MicroOperation& Decoder::emit(Step step) {
    MicroOperation operation;
    operation.step = step;
    operation.masked = masked();
    operation.line = line_;
    code_.steps.push_back(operation);
    if (step != Step::Compute || operation.masked) code_.straight = false;
    return code_.steps.back();
}

void Decoder::note_read(Place place) {
    if (place.base != Base::Scratch || place.offset >= registers_) return;
    const size_t word = place.offset / word_bytes;
    if (!written_[word]) needs_clearing_[word] = true;
}

void Decoder::note_reads(const MicroOperation& step, int count) {
    const OperationInfo& info = operation_info(step.operation);
    for (int i = 0; i < count; i++) {
        // Scalars and components that are not computed are not read.
        const bool each = info.form == ResultForm::Each || !info.operand_is_vector(i);
        for (int c = 0; c < 4; c++) {
            if (info.form == ResultForm::Each && !(step.write_mask >> c & 1)) continue;
            if (info.form != ResultForm::Each && each && c > 0) continue;
            note_read({step.sources[i].base[c], step.sources[i].offset[c]});
            if (step.wide) note_read({step.sources[i].base[c], step.sources[i].offset[c] + vector_bytes});
        }
    }
}

void Decoder::note_write(const MicroOperation& step) {
    if (step.destination_base != Base::Scratch || step.destination >= registers_) return;
    const bool wide =
        step.step == Step::Convert ? code_.conversions[static_cast<size_t>(step.target)].wide_result : step.wide;
    for (uint32_t c = 0; c < (wide ? 8u : 4u); c++) {
        const size_t word = step.destination / word_bytes + c;
        if (!(step.write_mask >> (c & 3) & 1)) continue;
        if (!step.masked && step.test == ConditionTest::True) {
            written_[word] = true;
        } else if (!written_[word]) {
            // Lanes that do not write keep what was there.
            needs_clearing_[word] = true;
        }
    }
}

void Decoder::set_test(MicroOperation& step, const ConditionMask& mask) const {
    step.test = mask.test;
    step.test_register = mask.code_register;
    for (size_t c = 0; c < 4; c++) step.test_swizzle[c] = mask.swizzle[c];
}

// Components are computed one after the other: an operand that an earlier one overwrites is copied first.
void Decoder::separate(MicroOperation& step, int count) {
    if (operation_info(step.operation).form != ResultForm::Each && !step.wide) return;
    for (int i = 0; i < count; i++) {
        Source& from = step.sources[i];
        bool overlaps = false;
        for (int c = 0; c < 4; c++)
            for (int later = c + 1; later < 4; later++)
                overlaps |= (step.write_mask >> c & 1) && (step.write_mask >> later & 1) &&
                            from.base[later] == step.destination_base &&
                            from.offset[later] == step.destination + static_cast<uint32_t>(c) * word_bytes;
        if (!overlaps) continue;
        Source plain = from;
        plain.absolute = false;
        plain.negate = 0;
        const uint32_t copy = step.wide ? new_wide_scratch() : new_scratch();
        compute(Operation::Mov, LaneKind::Unsigned, {plain}, copy, step.write_mask, step.wide);
        for (uint32_t c = 0; c < 4; c++) {
            from.base[c] = Base::Scratch;
            from.offset[c] = copy + c * word_bytes;
        }
    }
}

void Decoder::compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources, uint32_t scratch,
                      uint8_t write_mask, bool wide) {
    MicroOperation step;
    step.wide = wide;
    step.operation = operation;
    step.kind = kind;
    step.destination = scratch;
    step.write_mask = write_mask;
    step.line = line_;
    std::copy(sources.begin(), sources.end(), step.sources);
    note_reads(step, static_cast<int>(sources.size()));
    code_.steps.push_back(step);
}

void Decoder::finish(MicroOperation step, std::initializer_list<Source> sources, const Instruction& to) {
    const Destination& result = to.result;
    std::copy(sources.begin(), sources.end(), step.sources);
    const int count = static_cast<int>(sources.size());
    step.masked = masked();
    step.line = line_;
    step.write_mask = result.write_mask;
    step.saturation = to.saturation;
    step.condition_update = to.condition_update;
    set_test(step, result.condition);
    const bool indexed = result.relative.file != RegisterFile::None;
    const bool wide_register = result.file == RegisterFile::Temporary && is_wide(result.variable);
    const bool wide = step.step == Step::Convert ? wide_register : step.wide;
    const bool resized = result.file != RegisterFile::None && wide != wide_register;
    const auto result_register = [&](MicroOperation& to_step) {
        const Place place = register_place(result.file, register_number(result.variable, result.element));
        to_step.destination_base = place.base;
        to_step.destination = place.offset;
    };
    if (result.file == RegisterFile::None || indexed || resized)
        step.destination = wide ? new_wide_scratch() : new_scratch();
    else
        result_register(step);
    // The steps that follow need to know which lanes write.
    const bool shared = is_patch_result(result);
    if (indexed || resized || shared) step.masked = true;
    separate(step, count);
    note_reads(step, count);
    note_write(step);
    if (step.masked) code_.straight = false;
    code_.steps.push_back(step);
    uint32_t from = step.destination;
    if (resized) {
        const LaneKind kind =
            step.step == Step::Compute ? operation_info(step.operation).result_kind(step.kind) : step.kind;
        const DataType narrow_type = kind == LaneKind::Float    ? DataType::F32
                                     : kind == LaneKind::Signed ? DataType::S32
                                                                : DataType::U32;
        const DataType wide_type = kind == LaneKind::Float    ? DataType::F64
                                   : kind == LaneKind::Signed ? DataType::S64
                                                              : DataType::U64;
        Conversion conversion;
        conversion.from = wide ? wide_type : narrow_type;
        conversion.to = wide ? narrow_type : wide_type;
        conversion.wide_source = wide;
        conversion.wide_result = wide_register;
        conversion.of_kept = true;
        MicroOperation resize;
        resize.step = Step::Convert;
        resize.operation = Operation::Mov;
        resize.wide = wide;
        resize.masked = true;
        resize.write_mask = step.write_mask;
        resize.line = line_;
        resize.sources[0] = register_source({Base::Scratch, from}, identity_swizzle, false);
        resize.target = static_cast<int32_t>(code_.conversions.size());
        code_.conversions.push_back(conversion);
        if (indexed)
            resize.destination = from = wide_register ? new_wide_scratch() : new_scratch();
        else
            result_register(resize);
        // Written where the step before wrote.
        resize.test = step.test;
        if (!masked()) resize.masked = false;
        note_write(resize);
        code_.steps.push_back(resize);
    }
    if (!indexed) {
        if (shared) share(MicroOperation(code_.steps.back()));
        return;
    }

    const Variable& variable = program_.variables[static_cast<size_t>(result.variable)];
    const Place first = register_place(result.file, variable.base);
    IndexedAccess access;
    access.file = result.file;
    access.base = first.base;
    access.first = first.offset;
    access.size = variable.size;
    access.element = result.element;
    access.registers = wide_register ? 2 : 1;
    access.shared = shared;
    access.index = index_source(result.relative);
    note_read({access.index.base[0], access.index.offset[0]});
    code_.indexed.push_back(access);
    for (int32_t i = 0; i < variable.size * static_cast<int32_t>(access.registers); i++)
        for (uint32_t c = 0; c < 4; c++)
            note_read({first.base, first.offset + static_cast<uint32_t>(i) * vector_bytes + c * word_bytes});
    MicroOperation& scatter = emit(Step::ScatterRegisters);
    scatter.sources[0] = register_source({Base::Scratch, from}, identity_swizzle, false);
    scatter.target = static_cast<int32_t>(code_.indexed.size()) - 1;
}

namespace {

// "negation modifiers turn add operations into subtracts and vice versa" (2.X.4.3).
CarryRule carry_rule(Operation operation, std::initializer_list<Source> sources) {
    const auto negated = [&](size_t index) { return index < sources.size() && sources.begin()[index].negate != 0; };
    bool left = false, right = false;
    if (operation == Operation::Add) {
        left = negated(0);
        right = negated(1);
    } else if (operation == Operation::Sub) {
        left = negated(0);
        right = !negated(1);
    } else if (operation == Operation::Mad) {
        left = negated(0) != negated(1);
        right = negated(2);
    } else {
        right = negated(2);
    }
    return left == right ? CarryRule::Add : right ? CarryRule::RightNegated : CarryRule::LeftNegated;
}

}  // namespace

void Decoder::compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources,
                      const Instruction& to) {
    compute(operation,
            kind == LaneKind::Float    ? DataType::F32
            : kind == LaneKind::Signed ? DataType::S32
                                       : DataType::U32,
            sources, to);
}

void Decoder::compute(Operation operation, DataType type, std::initializer_list<Source> sources,
                      const Instruction& to) {
    MicroOperation step;
    step.operation = operation;
    step.kind = lane_kind(type);
    step.wide = is_64_bit(type);
    if (has_carry(operation)) step.carry_rule = carry_rule(operation, sources);
    finish(step, sources, to);
}

}  // namespace runtime::interpreter

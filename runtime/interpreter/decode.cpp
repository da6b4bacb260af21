#include "runtime/interpreter/decode.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>

namespace runtime::interpreter {
namespace {

using namespace arbasm;

// Offsets in the constant file.
constexpr uint32_t zero_offset = 0, one_offset = word_bytes;
constexpr uint32_t call_depth = 32;

LaneKind lane_kind(DataType type) {
    switch (type) {
        case DataType::S8:
        case DataType::S16:
        case DataType::S32:
        case DataType::S64: return LaneKind::Signed;
        case DataType::U8:
        case DataType::U16:
        case DataType::U32:
        case DataType::U64: return LaneKind::Unsigned;
        default: return LaneKind::Float;
    }
}

class Decoder {
  public:
    explicit Decoder(Code& code) : code_(code), program_(*code.program) {}
    void run();

  private:
    struct Place {
        Base base = Base::Scratch;
        uint32_t offset = 0;
    };

    void find_sections();
    void decode(const Instruction& instruction, int32_t index);
    void decode_flow(const Instruction& instruction);
    void decode_convert(const Instruction& instruction);
    void decode_texture(const Instruction& instruction);
    void decode_load_constants(const Instruction& instruction);
    void decode_kill(const Instruction& instruction);

    // Operands.
    Source source(const Operand& operand, bool scalar, uint8_t needed);
    Source register_source(Place place, const Swizzle& swizzle, bool scalar) const;
    Place gathered(const Operand& operand);
    Place loaded_buffer(const Operand& operand, DataType storage, uint8_t components);
    Source index_source(const RelativeIndex& index);
    uint32_t uniform_offset(int32_t parameter, uint8_t component);
    Place register_place(RegisterFile file, int32_t number) const;
    uint32_t new_scratch() {
        const uint32_t offset = registers_ + extra_++ * vector_bytes;
        most_extra_ = std::max(most_extra_, extra_);
        return offset;
    }
    SampleAccess::Address vector_address(const Source& from);
    SampleAccess::Address word_address(const Source& from, int component);

    // Steps.
    MicroOperation& emit(Step step);
    void compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources, const Instruction& to);
    void compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources, uint32_t scratch,
                 uint8_t write_mask);
    void finish(MicroOperation step, std::initializer_list<Source> sources, const Instruction& to);
    void separate(MicroOperation& step, int count);
    void set_test(MicroOperation& step, const ConditionMask& mask) const;
    void note_read(Place place);
    void note_reads(const MicroOperation& step, int count);
    void note_write(const MicroOperation& step);
    bool masked() const { return !in_entry_ || !nesting_.empty() || returned_; }

    Code& code_;
    const Program& program_;
    uint32_t registers_ = 0;  // bytes of the scratch file that hold temporaries and address registers
    uint32_t addresses_ = 0;  // where the address registers begin
    uint32_t extra_ = 0, most_extra_ = 0;
    uint32_t line_ = 0;
    std::map<std::pair<int32_t, uint8_t>, uint32_t> uniforms_;

    // Flow.
    std::vector<bool> is_label_;
    std::vector<uint32_t> step_of_;  // first step of each instruction, behind its label
    std::vector<uint32_t> nesting_;  // open IF, ELSE and REP steps
    bool in_entry_ = true, returned_ = false, entry_is_called_ = false;
    int32_t entry_ = 0;

    // One flag per word of registers: written by all lanes before this point, whatever happened.
    std::vector<bool> written_, written_at_call_;
    std::vector<bool> needs_clearing_;
    bool called_ = false;
};

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
    const int32_t number = variable.base + index.element;
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
    if (operand.file == RegisterFile::Parameter) {
        access.first = static_cast<uint32_t>(variable.base);
    } else {
        const Place place = register_place(operand.file, variable.base);
        access.base = place.base;
        access.first = place.offset;
        for (int32_t i = 0; i < variable.size; i++)
            for (uint32_t c = 0; c < 4; c++)
                note_read({place.base, place.offset + static_cast<uint32_t>(i) * vector_bytes + c * word_bytes});
    }
    note_read({access.index.base[0], access.index.offset[0]});
    code_.indexed.push_back(access);
    const Place result{Base::Scratch, new_scratch()};
    MicroOperation& step = emit(Step::GatherRegisters);
    step.destination = result.offset;
    step.target = static_cast<int32_t>(code_.indexed.size()) - 1;
    return result;
}

Decoder::Place Decoder::loaded_buffer(const Operand& operand, DataType storage, uint8_t components) {
    const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
    BufferAccess access;
    access.buffer = variable.buffer;
    access.buffer_count = variable.buffer_count;
    access.first = variable.base;
    access.size = variable.size;
    access.element = operand.element;
    access.element_words = variable.element_words;
    access.storage = storage;
    access.storage_components = components;
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
    code_.buffers.push_back(access);
    const Place result{Base::Scratch, new_scratch()};
    MicroOperation& step = emit(Step::LoadBuffer);
    step.destination = result.offset;
    step.target = static_cast<int32_t>(code_.buffers.size()) - 1;
    return result;
}

// `needed`: the components that the operation reads, in case they have to be prepared.
Source Decoder::source(const Operand& operand, bool scalar, uint8_t needed) {
    Source result;
    const int32_t variable = operand.variable;
    const int32_t base = variable >= 0 ? program_.variables[static_cast<size_t>(variable)].base : 0;
    if (operand.file == RegisterFile::Buffer) {
        result = register_source(loaded_buffer(operand, DataType::U32, 4), operand.swizzle, scalar);
    } else if (operand.relative.file != RegisterFile::None) {
        result = register_source(gathered(operand), operand.swizzle, scalar);
    } else if (operand.file == RegisterFile::Parameter) {
        result = register_source({}, operand.swizzle, scalar);
        for (int c = 0; c < 4; c++) {
            const uint8_t selected = operand.swizzle[scalar ? 0 : static_cast<size_t>(c)];
            if (selected >= swizzle_zero) continue;
            const bool is_needed = scalar || (needed >> c & 1);
            result.base[c] = is_needed ? Base::Uniforms : Base::Constants;
            result.offset[c] = is_needed ? uniform_offset(base + operand.element, selected) : zero_offset;
        }
    } else {
        result = register_source(register_place(operand.file, base + operand.element), operand.swizzle, scalar);
    }
    result.absolute = operand.absolute;
    result.negate = scalar ? (operand.negate & 1 ? 0xf : 0) : operand.negate;
    return result;
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
        }
    }
}

void Decoder::note_write(const MicroOperation& step) {
    if (step.destination_base != Base::Scratch || step.destination >= registers_) return;
    for (uint32_t c = 0; c < 4; c++) {
        const size_t word = step.destination / word_bytes + c;
        if (!(step.write_mask >> c & 1)) continue;
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
    if (operation_info(step.operation).form != ResultForm::Each) return;
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
        const uint32_t copy = new_scratch();
        compute(Operation::Mov, LaneKind::Unsigned, {plain}, copy, step.write_mask);
        for (uint32_t c = 0; c < 4; c++) {
            from.base[c] = Base::Scratch;
            from.offset[c] = copy + c * word_bytes;
        }
    }
}

void Decoder::compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources, uint32_t scratch,
                      uint8_t write_mask) {
    MicroOperation step;
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
    if (result.file == RegisterFile::None || indexed) {
        step.destination = new_scratch();
    } else {
        const Variable& variable = program_.variables[static_cast<size_t>(result.variable)];
        const Place place = register_place(result.file, variable.base + result.element);
        step.destination_base = place.base;
        step.destination = place.offset;
    }
    // The scatter step needs to know which lanes write.
    if (indexed) step.masked = true;
    separate(step, count);
    note_reads(step, count);
    note_write(step);
    if (step.masked) code_.straight = false;
    code_.steps.push_back(step);
    if (!indexed) return;

    const Variable& variable = program_.variables[static_cast<size_t>(result.variable)];
    const Place first = register_place(result.file, variable.base);
    IndexedAccess access;
    access.file = result.file;
    access.base = first.base;
    access.first = first.offset;
    access.size = variable.size;
    access.element = result.element;
    access.index = index_source(result.relative);
    note_read({access.index.base[0], access.index.offset[0]});
    code_.indexed.push_back(access);
    for (int32_t i = 0; i < variable.size; i++)
        for (uint32_t c = 0; c < 4; c++)
            note_read({first.base, first.offset + static_cast<uint32_t>(i) * vector_bytes + c * word_bytes});
    const uint32_t from = step.destination;
    MicroOperation& scatter = emit(Step::ScatterRegisters);
    scatter.sources[0] = register_source({Base::Scratch, from}, identity_swizzle, false);
    scatter.target = static_cast<int32_t>(code_.indexed.size()) - 1;
}

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

void Decoder::compute(Operation operation, LaneKind kind, std::initializer_list<Source> sources,
                      const Instruction& to) {
    MicroOperation step;
    step.operation = operation;
    step.kind = kind;
    if (has_carry(operation)) step.carry_rule = carry_rule(operation, sources);
    finish(step, sources, to);
}

// ---- instructions --------------------------------------------------------------------------------------------------

void Decoder::decode_flow(const Instruction& instruction) {
    const auto next = static_cast<int32_t>(code_.steps.size());
    const auto conditional = [&](Step kind) -> MicroOperation& {
        MicroOperation& step = emit(kind);
        set_test(step, instruction.condition);
        return step;
    };
    switch (instruction.opcode) {
        case Opcode::If:
            conditional(Step::If);
            nesting_.push_back(static_cast<uint32_t>(next));
            break;
        case Opcode::Else:
            emit(Step::Else);
            if (nesting_.empty()) break;
            code_.steps[nesting_.back()].target = next;
            nesting_.back() = static_cast<uint32_t>(next);
            break;
        case Opcode::Endif:
            emit(Step::EndIf);
            if (nesting_.empty()) break;
            code_.steps[nesting_.back()].target = next;
            nesting_.pop_back();
            break;
        case Opcode::Rep: {
            Source count;
            const LaneKind kind = lane_kind(instruction.type);
            if (instruction.operand_count > 0) {
                count = source(instruction.operands[0], true, 1);
                note_read({count.base[0], count.offset[0]});
            }
            const auto at = static_cast<uint32_t>(code_.steps.size());
            MicroOperation& step = emit(Step::Repeat);
            step.counted = instruction.operand_count > 0;
            step.kind = kind;
            step.sources[0] = count;
            nesting_.push_back(at);
            break;
        }
        case Opcode::Endrep:
            emit(Step::EndRepeat);
            if (nesting_.empty()) break;
            code_.steps[nesting_.back()].target = next;
            code_.steps.back().target = static_cast<int32_t>(nesting_.back());
            nesting_.pop_back();
            break;
        case Opcode::Brk: conditional(Step::Break); break;
        case Opcode::Cont: conditional(Step::Continue); break;
        case Opcode::Cal:
            conditional(Step::Call).target = instruction.target;  // an instruction; patched when all are known
            if (!called_) written_at_call_ = written_;
            called_ = true;
            break;
        case Opcode::Ret:
            conditional(Step::Return);
            returned_ = true;
            break;
        default: break;
    }
    code_.max_nesting = std::max(code_.max_nesting, static_cast<uint32_t>(nesting_.size()));
}

void Decoder::decode_kill(const Instruction& instruction) {
    Source operand;
    if (!instruction.condition_operand) {
        operand = source(instruction.operands[0], false, 0xf);
        for (int c = 0; c < 4; c++) note_read({operand.base[c], operand.offset[c]});
    }
    MicroOperation& step = emit(Step::Kill);
    step.kind = lane_kind(instruction.type);
    step.condition_operand = instruction.condition_operand;
    step.sources[0] = operand;
    set_test(step, instruction.condition);
}

// CVT as a chain of steps: out of the source's size, between number types, into the result's size.
void Decoder::decode_convert(const Instruction& instruction) {
    const DataType to = instruction.type, from = instruction.storage;
    const LaneKind to_kind = lane_kind(to), from_kind = lane_kind(from);
    const bool saturated = instruction.saturation != Saturation::None;
    std::vector<std::pair<Operation, LaneKind>> chain;
    const auto add = [&](Operation operation, LaneKind kind) { chain.emplace_back(operation, kind); };

    if (from == DataType::F16) add(Operation::FromHalf, LaneKind::Float);
    if (from == DataType::S8 || from == DataType::U8) add(Operation::Low8, from_kind);
    if (from == DataType::S16 || from == DataType::U16) add(Operation::Low16, from_kind);

    const bool narrow8 = to == DataType::S8 || to == DataType::U8,
               narrow16 = to == DataType::S16 || to == DataType::U16;
    if (to_kind == LaneKind::Float) {
        if (from_kind != LaneKind::Float) add(Operation::I2f, from_kind);
    } else {
        if (from_kind == LaneKind::Float) {
            switch (instruction.rounding) {
                case Rounding::Ceil: add(Operation::Ceil, to_kind); break;
                case Rounding::Floor: add(Operation::Flr, to_kind); break;
                case Rounding::Trunc: add(Operation::Trunc, to_kind); break;
                default: add(Operation::Round, to_kind); break;
            }
        }
        const LaneKind kind = from_kind == LaneKind::Float ? to_kind : from_kind;
        if (saturated && kind == LaneKind::Signed && to_kind == LaneKind::Unsigned)
            add(Operation::ClampPositive, LaneKind::Signed);
        const bool from_unsigned = kind == LaneKind::Unsigned;
        if (!saturated) {
            if (narrow8) add(Operation::Low8, to_kind);
            if (narrow16) add(Operation::Low16, to_kind);
        } else if (to_kind == LaneKind::Unsigned) {
            if (narrow8) add(Operation::ClampU8, LaneKind::Unsigned);
            if (narrow16) add(Operation::ClampU16, LaneKind::Unsigned);
        } else if (from_unsigned) {
            add(narrow8    ? Operation::ClampU7
                : narrow16 ? Operation::ClampU15
                           : Operation::ClampU31,
                LaneKind::Unsigned);
        } else {
            if (narrow8) add(Operation::ClampS8, LaneKind::Signed);
            if (narrow16) add(Operation::ClampS16, LaneKind::Signed);
        }
    }
    if (to == DataType::F16) {
        if (saturated) add(Operation::Mov, LaneKind::Float);
        add(Operation::ToHalf, LaneKind::Float);
    }
    if (chain.empty()) add(Operation::Mov, to_kind);

    // Operands have no modifiers; what an earlier step left lies in a register of its own.
    Source at = source(instruction.operands[0], false, instruction.result.write_mask);
    const uint32_t between = new_scratch();
    const uint8_t mask = instruction.result.write_mask;
    for (size_t i = 0; i + 1 < chain.size(); i++) {
        compute(chain[i].first, chain[i].second, {at}, between, mask);
        if (chain[i].first == Operation::Mov) code_.steps.back().saturation = instruction.saturation;
        at = register_source({Base::Scratch, between}, identity_swizzle, false);
    }
    compute(chain.back().first, chain.back().second, {at}, instruction);
    if (to != DataType::F32)
        for (size_t i = code_.steps.size(); i-- > 0;) {
            // Saturation of integers and of binary16 is done by then.
            if (code_.steps[i].operation != chain.back().first) continue;
            code_.steps[i].saturation = Saturation::None;
            break;
        }
}

void Decoder::decode_load_constants(const Instruction& instruction) {
    const Operand& operand = instruction.operands[0];
    const Place place = loaded_buffer(operand, instruction.storage, instruction.storage_components);
    Source from = register_source(place, operand.swizzle, operand.scalar);
    from.absolute = operand.absolute && lane_kind(instruction.storage) != LaneKind::Unsigned;
    from.negate = operand.negate;
    compute(Operation::Mov, lane_kind(instruction.storage), {from}, instruction);
}

// ---- textures ------------------------------------------------------------------------------------------------------

// Where a whole vector lies in one piece, all lanes in memory; moved there if it does not.
SampleAccess::Address Decoder::vector_address(const Source& from) {
    bool plain = !from.modified();
    for (uint32_t c = 0; c < 4; c++)
        plain &= from.base[c] == from.base[0] && from.offset[c] == from.offset[0] + c * word_bytes;
    if (plain && from.base[0] != Base::Uniforms && from.base[0] != Base::Constants) {
        for (int c = 0; c < 4; c++) note_read({from.base[c], from.offset[c]});
        return {from.base[0], from.offset[0]};
    }
    const uint32_t to = new_scratch();
    compute(Operation::Mov, LaneKind::Float, {from}, to, 0xf);
    return {Base::Scratch, to};
}

SampleAccess::Address Decoder::word_address(const Source& from, int component) {
    Source single = from;
    for (int c = 0; c < 4; c++) {
        single.base[c] = from.base[component];
        single.offset[c] = from.offset[component];
    }
    single.negate = from.negate >> component & 1;
    const bool in_memory = from.base[component] != Base::Uniforms;
    if (in_memory && !single.absolute && single.negate == 0) {
        note_read({single.base[0], single.offset[0]});
        return {single.base[0], single.offset[0]};
    }
    const uint32_t to = new_scratch();
    compute(Operation::Mov, LaneKind::Float, {single}, to, 1);
    return {Base::Scratch, to};
}

struct TargetMeaning {
    TextureKind kind;
    bool shadow;
};

TargetMeaning meaning_of(TextureTarget target) {
    switch (target) {
        case TextureTarget::Target1D: return {TextureKind::Texture1D, false};
        case TextureTarget::Target3D: return {TextureKind::Texture3D, false};
        case TextureTarget::TargetCube: return {TextureKind::Cube, false};
        case TextureTarget::TargetRect: return {TextureKind::Rectangle, false};
        case TextureTarget::TargetShadow1D: return {TextureKind::Texture1D, true};
        case TextureTarget::TargetShadow2D: return {TextureKind::Texture2D, true};
        case TextureTarget::TargetShadowRect: return {TextureKind::Rectangle, true};
        case TextureTarget::TargetArray1D: return {TextureKind::Array1D, false};
        case TextureTarget::TargetArray2D: return {TextureKind::Array2D, false};
        case TextureTarget::TargetShadowCube: return {TextureKind::Cube, true};
        case TextureTarget::TargetShadowArray1D: return {TextureKind::Array1D, true};
        case TextureTarget::TargetShadowArray2D: return {TextureKind::Array2D, true};
        case TextureTarget::TargetBuffer: return {TextureKind::Buffer, false};
        case TextureTarget::TargetArrayCube: return {TextureKind::CubeArray, false};
        case TextureTarget::TargetShadowArrayCube: return {TextureKind::CubeArray, true};
        case TextureTarget::TargetRenderbuffer:
        case TextureTarget::Target2DMS: return {TextureKind::Multisample2D, false};
        case TextureTarget::TargetArray2DMS: return {TextureKind::MultisampleArray2D, false};
        default: return {TextureKind::Texture2D, false};
    }
}

SampleOperation sample_operation(Opcode opcode) {
    switch (opcode) {
        case Opcode::Txb: return SampleOperation::Bias;
        case Opcode::Txl: return SampleOperation::ExplicitLod;
        case Opcode::Txd: return SampleOperation::Gradients;
        case Opcode::Txf: return SampleOperation::Fetch;
        case Opcode::Txfms: return SampleOperation::FetchMultisample;
        case Opcode::Txg: return SampleOperation::Gather;
        case Opcode::Txgo: return SampleOperation::GatherOffsets;
        case Opcode::Txq: return SampleOperation::QuerySize;
        case Opcode::Txqs: return SampleOperation::QuerySamples;
        case Opcode::Lod: return SampleOperation::QueryLod;
        default: return SampleOperation::Implicit;
    }
}

void Decoder::decode_texture(const Instruction& instruction) {
    SampleAccess access;
    SampleRequest& request = access.request;
    const TargetMeaning target = meaning_of(instruction.texture.target);
    request.operation = sample_operation(instruction.opcode);
    request.kind = target.kind;
    request.shadow = target.shadow;
    request.derivatives = program_.stage == Stage::Fragment;
    request.offset = instruction.texture.offset;
    request.gather_component = instruction.texture.gather_component;

    Source coordinates;
    if (instruction.operand_count > 0) {
        coordinates = source(instruction.operands[0], instruction.operands[0].scalar, 0xf);
        // TXP: x, y and z are divided by w.
        if (instruction.opcode == Opcode::Txp) {
            Source divisor = coordinates;
            for (int c = 0; c < 4; c++) {
                divisor.base[c] = coordinates.base[3];
                divisor.offset[c] = coordinates.offset[3];
            }
            divisor.negate = coordinates.negate & 8 ? 0xf : 0;
            const uint32_t projected = new_scratch();
            compute(Operation::Div, LaneKind::Float, {coordinates, divisor}, projected, 7);
            compute(Operation::Mov, LaneKind::Float, {divisor}, projected, 8);
            coordinates = register_source({Base::Scratch, projected}, identity_swizzle, false);
        }
        access.coordinates = vector_address(coordinates);
    }
    switch (instruction.opcode) {
        case Opcode::Txb:
        case Opcode::Txl:
        case Opcode::Txf:
        case Opcode::Txfms: access.lod = word_address(coordinates, 3); break;
        case Opcode::Txq: access.lod = word_address(coordinates, 0); break;
        case Opcode::Txd:
            access.gradient_x = vector_address(source(instruction.operands[1], false, 0xf));
            access.gradient_y = vector_address(source(instruction.operands[2], false, 0xf));
            break;
        case Opcode::Txgo:
            access.offsets = vector_address(source(instruction.operands[1], false, 0xf));
            access.offsets_y = vector_address(source(instruction.operands[2], false, 0xf));
            break;
        default: break;
    }
    // SHADOWARRAYCUBE takes its reference from the x of a second coordinate vector.
    if (instruction.texture.target == TextureTarget::TargetShadowArrayCube && instruction.operand_count > 1 &&
        instruction.opcode != Opcode::Txd && instruction.opcode != Opcode::Txgo)
        access.reference = word_address(source(instruction.operands[1], false, 1), 0);
    if (instruction.texture.offset_operand)
        access.offsets = vector_address(source(*instruction.texture.offset_operand, false, 0xf));

    access.unit = instruction.texture.unit;
    if (instruction.texture.variable >= 0) {
        const Variable& variable = program_.variables[static_cast<size_t>(instruction.texture.variable)];
        access.unit_count = variable.size;
        if (instruction.texture.relative.file != RegisterFile::None) {
            access.indexed_unit = true;
            access.unit = variable.base;
            access.unit_element = instruction.texture.unit;
            access.unit_index = index_source(instruction.texture.relative);
            note_read({access.unit_index.base[0], access.unit_index.offset[0]});
        } else {
            access.unit = variable.base + instruction.texture.unit;
        }
    }
    code_.samples.push_back(access);
    const uint32_t texel = new_scratch();
    MicroOperation& step = emit(Step::Sample);
    step.destination = texel;
    step.target = static_cast<int32_t>(code_.samples.size()) - 1;

    // Straight into the result where all of it is wanted.
    const Destination& result = instruction.result;
    const bool plain = result.file == RegisterFile::Temporary && result.relative.file == RegisterFile::None &&
                       result.write_mask == 0xf && result.condition.test == ConditionTest::True &&
                       instruction.saturation == Saturation::None &&
                       instruction.condition_update == ConditionUpdate::None && !masked();
    if (plain) {
        const Variable& variable = program_.variables[static_cast<size_t>(result.variable)];
        step.destination = register_place(result.file, variable.base + result.element).offset;
        note_write(step);
        return;
    }
    const Source from = register_source({Base::Scratch, texel}, identity_swizzle, false);
    const LaneKind kind = instruction.opcode == Opcode::Txq || instruction.opcode == Opcode::Txqs
                              ? LaneKind::Signed
                              : lane_kind(instruction.type);
    compute(Operation::Mov, kind, {from}, instruction);
}

// ---- the whole -----------------------------------------------------------------------------------------------------

// Components of a vector operand that an operation reads.
uint8_t components_read(Operation operation, int operand, uint8_t write_mask) {
    switch (operation) {
        case Operation::Dp2:
        case Operation::Dp2a: return operand == 2 ? 1 : 3;
        case Operation::Dp3:
        case Operation::Nrm:
        case Operation::Rfl:
        case Operation::Xpd: return 7;
        case Operation::Dph: return operand == 0 ? 7 : 0xf;
        default: return operation_info(operation).form == ResultForm::Each ? write_mask : 0xf;
    }
}

void Decoder::decode(const Instruction& instruction, int32_t index) {
    extra_ = 0;
    line_ = instruction.where.line;
    const auto at = static_cast<size_t>(index);
    if (is_label_[at]) {
        if (!code_.steps.empty()) emit(Step::SubroutineEnd);
        in_entry_ = index == entry_ && !entry_is_called_;
        if (!in_entry_ && called_) written_ = written_at_call_;
    } else if (index == entry_) {
        in_entry_ = !entry_is_called_;
    }
    step_of_[at] = static_cast<uint32_t>(code_.steps.size());

    switch (instruction.opcode) {
        case Opcode::Kil: return decode_kill(instruction);
        case Opcode::Cvt: return decode_convert(instruction);
        case Opcode::Ldc: return decode_load_constants(instruction);
        default: break;
    }
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    if (info.category == OpcodeCategory::Flow) return decode_flow(instruction);
    if (info.category == OpcodeCategory::Texture) return decode_texture(instruction);

    Operation operation = operation_of(instruction.opcode);
    if (operation == Operation::Count) return;  // refused by unsupported()
    if (operation == Operation::Mul && (instruction.modifiers & modifier_high)) operation = Operation::MulHigh;
    const OperationInfo& shape = operation_info(operation);
    Source sources[3];
    const int count = shape.operand_count();
    for (int i = 0; i < count; i++) {
        Operand operand = instruction.operands[static_cast<size_t>(i)];
        // "RSQ takes the absolute value of its operand" in the sets before VP2.0 and in the ARB programs.
        if (operation == Operation::Rsq &&
            (program_.instruction_set == InstructionSet::Vp10 || program_.instruction_set == InstructionSet::Vp11 ||
             program_.instruction_set == InstructionSet::Arb10)) {
            operand.absolute = true;
            operand.negate = 0;
        }
        sources[i] =
            source(operand, !shape.operand_is_vector(i), components_read(operation, i, instruction.result.write_mask));
    }
    const LaneKind kind = lane_kind(instruction.type);
    // "For unsigned integer operands, the absolute value operation has no effect."
    for (int i = 0; i < count; i++)
        if (shape.operand_kind(i, kind) == LaneKind::Unsigned) sources[i].absolute = false;
    if (count == 1)
        compute(operation, kind, {sources[0]}, instruction);
    else if (count == 2)
        compute(operation, kind, {sources[0], sources[1]}, instruction);
    else
        compute(operation, kind, {sources[0], sources[1], sources[2]}, instruction);
}

void Decoder::run() {
    const size_t count = program_.instructions.size();
    addresses_ = static_cast<uint32_t>(program_.temporary_count) * vector_bytes;
    registers_ = addresses_ + static_cast<uint32_t>(program_.address_count) * vector_bytes;
    written_.assign(registers_ / word_bytes, false);
    needs_clearing_ = written_;
    is_label_.assign(count + 1, false);
    step_of_.assign(count + 1, 0);
    for (const Label& label : program_.labels) {
        is_label_[static_cast<size_t>(label.instruction)] = true;
        if (label.name == "main") entry_ = label.instruction;
    }
    for (const Instruction& instruction : program_.instructions)
        entry_is_called_ |= instruction.opcode == Opcode::Cal && instruction.target == entry_;
    in_entry_ = false;

    for (size_t i = 0; i < count; i++) decode(program_.instructions[i], static_cast<int32_t>(i));
    step_of_[count] = static_cast<uint32_t>(code_.steps.size());
    emit(Step::End).masked = false;
    // A subroutine may also end with the text.
    if (called_) {
        code_.steps.back().step = Step::SubroutineEnd;
        emit(Step::End);
    }

    for (MicroOperation& step : code_.steps)
        if (step.step == Step::Call)
            step.target = static_cast<int32_t>(step_of_[static_cast<size_t>(std::max(step.target, 0))]);
    code_.entry = step_of_[static_cast<size_t>(entry_)];
    code_.scratch_bytes = registers_ + most_extra_ * vector_bytes;
    code_.max_frames = code_.max_nesting + 1;
    if (called_) code_.max_frames = (code_.max_nesting + 1) * (call_depth + 1);
    for (size_t word = 0; word < needs_clearing_.size(); word++)
        if (needs_clearing_[word]) code_.cleared.push_back(static_cast<uint32_t>(word) * word_bytes);
    code_.straight = std::none_of(code_.steps.begin(), code_.steps.end() - 1,
                                  [](const MicroOperation& step) { return step.step != Step::Compute || step.masked; });
}

}  // namespace

Code decode(std::shared_ptr<const Program> program) {
    Code code;
    code.program = std::move(program);
    Decoder(code).run();
    return code;
}

}  // namespace runtime::interpreter

#include "runtime/decode/decoder.h"

namespace runtime::interpreter {

namespace {

bool same_quantity(const Binding& a, const Binding& b) {
    return a.kind == b.kind && a.index == b.index && a.secondary == b.secondary && a.back == b.back;
}

}  // namespace

bool Decoder::is_stage_input(const Operand& operand) const {
    if (operand.file != RegisterFile::Attribute) return false;
    const auto number = static_cast<size_t>(register_number(operand.variable, operand.element));
    if (operand.vertex >= 0 || operand.vertex_relative.file != RegisterFile::None) return true;
    const auto first = operand.variable < 0
                           ? number
                           : static_cast<size_t>(program_.variables[static_cast<size_t>(operand.variable)].base);
    return program_.attributes[first].binding.of_output;
}

Decoder::Place Decoder::stage_input(const Operand& operand) {
    const Variable& variable = program_.variables[static_cast<size_t>(operand.variable)];
    const bool constant =
        operand.relative.file == RegisterFile::None && operand.vertex_relative.file == RegisterFile::None;
    const bool of_output = program_.attributes[static_cast<size_t>(variable.base)].binding.of_output;
    const int32_t number = register_number(operand.variable, operand.element);
    if (constant && !of_output)
        return register_place(RegisterFile::Attribute,
                              std::max(operand.vertex, 0) * static_cast<int32_t>(program_.attributes.size()) + number);
    StageAccess access;
    access.first = variable.base;
    access.size = variable.size;
    access.element = operand.element;
    access.vertex = operand.vertex;
    access.of_output = of_output;
    if (of_output) {
        for (int32_t i = 0; i < variable.size; i++) {
            const Binding& wanted = program_.attributes[static_cast<size_t>(variable.base + i)].binding;
            int32_t output = -1;
            for (size_t r = 0; r < program_.results.size(); r++)
                if (same_quantity(program_.results[r], wanted)) output = static_cast<int32_t>(r);
            access.outputs.push_back(output);
        }
    }
    if (operand.relative.file != RegisterFile::None) {
        access.indexed = true;
        access.index = index_source(operand.relative);
        note_read({access.index.base[0], access.index.offset[0]});
    }
    if (operand.vertex_relative.file != RegisterFile::None) {
        access.vertex_indexed = true;
        access.vertex_index = index_source(operand.vertex_relative);
        note_read({access.vertex_index.base[0], access.vertex_index.offset[0]});
    }
    code_.stage_accesses.push_back(access);
    const Place result{Base::Scratch, new_scratch()};
    MicroOperation& step = emit(Step::ReadStageInput);
    step.destination = result.offset;
    step.target = static_cast<int32_t>(code_.stage_accesses.size()) - 1;
    return result;
}

bool Decoder::is_patch_result(const Destination& result) const {
    if (program_.stage != Stage::TessControl || result.file != RegisterFile::Result) return false;
    const auto number = static_cast<size_t>(register_number(result.variable, result.element));
    switch (program_.results[number].kind) {
        case BindingKind::TessOuter:
        case BindingKind::TessInner:
        case BindingKind::PatchAttrib: return true;
        default: return false;
    }
}

void Decoder::share(const MicroOperation& written) {
    MicroOperation& step = emit(Step::ShareResult);
    step.destination_base = written.destination_base;
    step.destination = written.destination;
    step.write_mask = written.write_mask;
}

bool Decoder::decode_stage(const Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::Emit: emit(Step::EmitVertex); return true;
        case Opcode::Emits: {
            const Source stream = source(instruction.operands[0], true, 1, DataType::S32);
            note_read({stream.base[0], stream.offset[0]});
            MicroOperation& step = emit(Step::EmitVertex);
            step.counted = true;  // the stream is given
            step.sources[0] = stream;
            return true;
        }
        case Opcode::Endprim: emit(Step::EndPrimitive); return true;
        case Opcode::Bar: emit(Step::Barrier); return true;
        default: return false;
    }
}

}  // namespace runtime::interpreter

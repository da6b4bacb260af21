#include <limits>

#include "arbasm/print/printer.h"
#include "ir/bindings.h"

namespace arbasm {

// The elements of an array; runs of consecutive parameters are written as a range.
void Printer::binding_list(const Variable& declared) {
    const BindingSide side = declared.file == RegisterFile::Attribute ? BindingSide::Input
                             : declared.file == RegisterFile::Result  ? BindingSide::Output
                                                                      : BindingSide::Parameter;
    const auto at = [&](int32_t element) {
        const auto n = static_cast<size_t>(declared.register_of(element));
        Binding bound = declared.file == RegisterFile::Attribute ? program.attributes[n].binding
                        : declared.file == RegisterFile::Result  ? program.results[n]
                                                                 : program.parameters[n];
        if (declared.file == RegisterFile::Attribute) bound.vertex = static_cast<int16_t>(declared.vertex);
        return bound;
    };
    const DataType type = declared.type == DataType::Typeless ? DataType::F32 : declared.type;
    for (int32_t n = 0; n < declared.size;) {
        const Binding first = at(n);
        const bool array = comes_in_arrays(first.kind);
        const bool matrix = first.kind >= BindingKind::MatrixModelview && first.kind <= BindingKind::MatrixProgram;
        int32_t count = 1;
        const auto continues = [&](const Binding& next) {
            Binding expected = first;
            (matrix ? expected.row : expected.index) += static_cast<int16_t>(count);
            return next == expected;
        };
        while ((array || matrix) && n + count < declared.size && continues(at(n + count))) ++count;
        if (n > 0) text += ", ";
        if (count == 1) {
            binding(first, side, type);
        } else {
            // "state.matrix.mvp.row[0]" and its like end with the number that the range replaces.
            Binding spelled = first;
            if (!matrix && spelled.index == 0) spelled.index = 1;
            std::string word = binding_text(spelled, program.stage, program.instruction_set, side);
            word.erase(word.rfind('['));
            if (matrix && first.row == 0 && count == 4) {
                text += word.substr(0, word.rfind('.'));
            } else {
                const int start = matrix ? first.row : first.index;
                text += word + "[" + std::to_string(start) + ".." + std::to_string(start + count - 1) + "]";
            }
        }
        n += count;
    }
}

// DEFINE and DECLARE of programs that name registers.
void Printer::named_constant(const Variable& declared) {
    const Binding& bound = program.parameters[static_cast<size_t>(declared.base)];
    text += bound.kind == BindingKind::Constant ? "DEFINE " : "DECLARE ";
    text += declared.name + " = ";
    constant(bound, DataType::F32);
    text += ";\n";
}

void Printer::variable_modifiers(const Variable& declared) {
    if (declared.type == DataType::S32) text += "INT ";
    if (declared.type == DataType::U32) text += "UINT ";
    if (declared.type == DataType::F32) text += "FLOAT ";
    if (declared.is_long) text += "LONG ";
    if (declared.is_short) text += "SHORT ";
    if (declared.interpolation == Interpolation::Flat) text += "FLAT ";
    if (declared.interpolation == Interpolation::NoPerspective) text += "NOPERSPECTIVE ";
    if (declared.interpolation == Interpolation::Smooth) text += "SMOOTH ";
    if (declared.sample_location == SampleLocation::Centroid) text += "CENTROID ";
    if (declared.sample_location == SampleLocation::Sample) text += "SAMPLE ";
}

// ATTRIB, OUTPUT, PARAM
void Printer::bound_variable(const Variable& declared) {
    text += declared.file == RegisterFile::Attribute ? "ATTRIB "
            : declared.file == RegisterFile::Result  ? "OUTPUT "
                                                     : "PARAM ";
    text += declared.name;
    if (declared.array) index(declared.size);
    text += " = ";
    if (declared.array) text += "{ ";
    binding_list(declared);
    if (declared.array) text += " }";
}

// BUFFER, BUFFER4, CBUFFER, STORAGE, COUNTER
void Printer::memory_variable(const Variable& declared) {
    const std::string_view word = declared.file == RegisterFile::Storage   ? "STORAGE "
                                  : declared.file == RegisterFile::Counter ? "COUNTER "
                                  : declared.element_words == 0            ? "CBUFFER "
                                  : declared.element_words == 4            ? "BUFFER4 "
                                                                           : "BUFFER ";
    text += word;
    text += declared.name;
    if (declared.array) text += "[]";
    if (declared.is_buffer_range) text += "[]";
    text += declared.array ? " = { program." : " = program.";
    text += declared.file == RegisterFile::Storage   ? "storage["
            : declared.file == RegisterFile::Counter ? "counter["
                                                     : "buffer[";
    number(declared.buffer);
    if (declared.is_buffer_range) text += ".." + std::to_string(declared.buffer + declared.buffer_count - 1);
    if (declared.file == RegisterFile::Storage && declared.array && declared.base == 0 &&
        declared.size == std::numeric_limits<int32_t>::max()) {
        text += "] }";  // the whole buffer, however large
        return;
    }
    text += "][";
    number(declared.base);
    if (declared.size > 1) text += ".." + std::to_string(declared.base + declared.size - 1);
    text += declared.array ? "] }" : "]";
}

void Printer::subroutine_variable(const Variable& declared) {
    text += "SUBROUTINE " + program.subroutine_types[static_cast<size_t>(declared.subroutine_type)].name + " " +
            declared.name;
    if (declared.subroutine_parameters.empty()) return numbered(declared, "program.subroutine");
    text += "[] = { ";
    for (const int32_t parameter : declared.subroutine_parameters)
        text +=
            (text.ends_with("{ ") ? "program.subroutine[" : ", program.subroutine[") + std::to_string(parameter) + "]";
    text += " }";
}

void Printer::declaration(const Variable& declared) {
    if (names_registers()) return named_constant(declared);
    if (!(is_arb() && declared.file == RegisterFile::Address)) variable_modifiers(declared);
    switch (declared.file) {
        case RegisterFile::Temporary:
            text += "TEMP " + declared.name;
            if (declared.array) index(declared.size);
            break;
        case RegisterFile::Address: text += "ADDRESS " + declared.name; break;
        case RegisterFile::Attribute:
        case RegisterFile::Result:
        case RegisterFile::Parameter: bound_variable(declared); break;
        case RegisterFile::Storage:
        case RegisterFile::Counter:
        case RegisterFile::Buffer: memory_variable(declared); break;
        case RegisterFile::Texture:
            text += "TEXTURE " + declared.name;
            numbered(declared, "texture");
            break;
        case RegisterFile::Image:
            text += "IMAGE " + declared.name;
            numbered(declared, "image");
            break;
        case RegisterFile::Subroutine: subroutine_variable(declared); break;
        case RegisterFile::Shared:
            text += "SHARED " + declared.name;
            numbered(declared, "program.sharedmem");
            break;
        case RegisterFile::None: break;
    }
    text += ";\n";
}

// " = texture[2]", "[] = { texture[2..5] }"
void Printer::numbered(const Variable& declared, std::string_view word) {
    text += declared.array ? "[] = { " : " = ";
    text += word;
    text += '[';
    number(declared.base);
    if (declared.size > 1) text += ".." + std::to_string(declared.base + declared.size - 1);
    text += declared.array ? "] }" : "]";
}

void Printer::stage_declarations() {
    const auto line = [this](std::string_view word, const std::string& value) {
        text += word;
        if (!value.empty()) text += " " + value;
        text += ";\n";
    };
    const auto choice = [](const auto& words, auto value) { return std::string(word_of(words, value)); };
    if (program.primitive_in != PrimitiveIn::None)
        line("PRIMITIVE_IN", choice(input_primitive_words, program.primitive_in));
    if (program.primitive_out != PrimitiveOut::None)
        line("PRIMITIVE_OUT", choice(output_primitive_words, program.primitive_out));
    const bool emits = program.stage == Stage::Geometry && !program.has(Option::NvGeometryProgramPassthrough);
    if (program.vertices_out > 0 || emits) line("VERTICES_OUT", std::to_string(program.vertices_out));
    if (program.invocations > 1) line("INVOCATIONS", std::to_string(program.invocations));
    for (const Passthrough& passed : program.passthroughs) {
        text += "PASSTHROUGH ";
        binding(passed.result, BindingSide::Output, DataType::F32);
        write_mask(passed.write_mask);
        text += ";\n";
    }
    if (program.secondary_view_layer_offset != 0)
        line("SECONDARY_VIEW_LAYER_OFFSET", std::to_string(program.secondary_view_layer_offset));
    if (program.tess_mode != TessMode::None) line("TESS_MODE", choice(tess_mode_words, program.tess_mode));
    if (program.tess_spacing != TessSpacing::Equal)
        line("TESS_SPACING", choice(tess_spacing_words, program.tess_spacing));
    if (program.tess_vertex_order == TessVertexOrder::Cw)
        line("TESS_VERTEX_ORDER", choice(tess_order_words, TessVertexOrder::Cw));
    if (program.tess_point_mode) line("TESS_POINT_MODE", "");
    if (program.group_size[0] > 0) {
        line("GROUP_SIZE", std::to_string(program.group_size[0]) + " " + std::to_string(program.group_size[1]) + " " +
                               std::to_string(program.group_size[2]));
    }
    if (program.shared_memory > 0) line("SHARED_MEMORY", std::to_string(program.shared_memory));
    for (const SubroutineType& type : program.subroutine_types) {
        text += "SUBROUTINETYPE " + type.name + " {";
        for (size_t n = 0; n < type.labels.size(); ++n) {
            text += n == 0 ? " " : ", ";
            text += program.labels[static_cast<size_t>(type.labels[n])].name;
        }
        text += " };\n";
    }
}

}  // namespace arbasm

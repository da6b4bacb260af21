// Program to text. The order is canonical: options, all named variables, then instructions, so that parsing the text
// gives an equal Program (registers.h keeps variables in just this order).
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "arbasm/assembler.h"
#include "arbasm/bindings.h"
#include "arbasm/register_names.h"

namespace arbasm {
namespace {

constexpr std::string_view components = "xyzw";

constexpr std::string_view condition_words[] = {"TR", "FL",  "EQ",  "NE",  "LT",       "LE",         "GT",
                                                "GE", "NAN", "LEG", "CF",  "NCF",      "OF",         "NOF",
                                                "AB", "BLE", "SF",  "NSF", "RESIDENT", "NONRESIDENT"};

constexpr std::string_view target_words[] = {
    "",
#define ARBASM_TEXTURE_TARGET(name, spelling, ...) spelling,
#include "arbasm/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
};

std::string_view storage_word(DataType type) {
    constexpr std::string_view words[] = {"F32", "S32", "U32", "F64", "S64", "U64",
                                          "F16", "S8",  "S16", "U8",  "U16", ""};
    return words[static_cast<size_t>(type)];
}

bool is_signed_type(DataType type) { return type == DataType::S32 || type == DataType::S64; }
bool is_unsigned_type(DataType type) { return type == DataType::U32 || type == DataType::U64; }

struct Printer {
    const Program& program;
    std::string text;

    bool names_registers() const { return arbasm::names_registers(program.instruction_set); }
    bool is_arb() const { return program.instruction_set == InstructionSet::Arb10; }
    const Variable& variable(int32_t index) const { return program.variables[static_cast<size_t>(index)]; }

    void number(int64_t value) { text += std::to_string(value); }
    void index(int64_t value) {
        text += '[';
        number(value);
        text += ']';
    }
    void constant_component(uint32_t bits, DataType type);
    void constant(const Binding& binding, DataType type);
    void binding(const Binding& bound, BindingSide side, DataType type);
    void declaration(const Variable& declared);
    void binding_list(const Variable& declared);
    void numbered(const Variable& declared, std::string_view word);
    void stage_declarations();
    void write_mask(uint8_t mask);
    void wide_constant(const Binding& low, const Binding& high, DataType type);
    void unit(const TextureAccess& access, std::string_view word);
    void relative_index(const RelativeIndex& relative, int32_t element);
    void variable_use(RegisterFile file, int32_t index, DataType type);
    void swizzle(const Swizzle& selectors);
    void operand(const Operand& operand, DataType type);
    void extended_swizzle(const Operand& operand);
    void condition(const ConditionMask& mask);
    void result(const Destination& result);
    void texture(const Instruction& instruction);
    void mnemonic(const Instruction& instruction);
    void instruction(const Instruction& instruction);
    void run();
};

void Printer::constant_component(uint32_t bits, DataType type) {
    char buffer[64];
    if (is_unsigned_type(type)) {
        number(bits);
        return;
    }
    if (is_signed_type(type)) {
        number(static_cast<int32_t>(bits));
        return;
    }
    const float value = std::bit_cast<float>(bits);
    if (std::isinf(value)) {
        text += value < 0 ? "-1e999" : "1e999";
        return;
    }
    // The shortest text that reads back as this float.
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
    (void)error;
    text.append(buffer, static_cast<size_t>(end - buffer));
}

void Printer::constant(const Binding& bound, DataType type) {
    text += '{';
    for (size_t n = 0; n < 4; ++n) {
        if (n > 0) text += ", ";
        constant_component(bound.constant[n], type);
    }
    text += '}';
}

void Printer::binding(const Binding& bound, BindingSide side, DataType type) {
    if (bound.kind == BindingKind::Constant) {
        constant(bound, type);
    } else {
        text += binding_text(bound, program.stage, program.instruction_set, side);
    }
}

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
        const bool parameter = first.kind == BindingKind::ProgramEnv || first.kind == BindingKind::ProgramLocal;
        const bool attribute = first.kind == BindingKind::Texcoord || first.kind == BindingKind::GenericAttrib ||
                               first.kind == BindingKind::Clip || first.kind == BindingKind::TessOuter ||
                               first.kind == BindingKind::TessInner || first.kind == BindingKind::PatchAttrib;
        const bool matrix = first.kind >= BindingKind::MatrixModelview && first.kind <= BindingKind::MatrixProgram;
        int32_t count = 1;
        const auto continues = [&](const Binding& next) {
            Binding expected = first;
            (matrix ? expected.row : expected.index) += static_cast<int16_t>(count);
            return next == expected;
        };
        while ((parameter || attribute || matrix) && n + count < declared.size && continues(at(n + count))) ++count;
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

void Printer::declaration(const Variable& declared) {
    if (names_registers()) {
        const Binding& bound = program.parameters[static_cast<size_t>(declared.base)];
        text += bound.kind == BindingKind::Constant ? "DEFINE " : "DECLARE ";
        text += declared.name + " = ";
        constant(bound, DataType::F32);
        text += ";\n";
        return;
    }
    if (is_arb() && declared.file == RegisterFile::Address) {
        text += "ADDRESS " + declared.name + ";\n";
        return;
    }
    if (declared.type == DataType::S32) text += "INT ";
    if (declared.type == DataType::U32) text += "UINT ";
    if (declared.type == DataType::F32) text += "FLOAT ";
    if (declared.is_long) text += "LONG ";
    if (declared.is_short) text += "SHORT ";
    if (declared.interpolation == Interpolation::Flat) text += "FLAT ";
    if (declared.interpolation == Interpolation::NoPerspective) text += "NOPERSPECTIVE ";
    if (declared.sample_location == SampleLocation::Centroid) text += "CENTROID ";
    if (declared.sample_location == SampleLocation::Sample) text += "SAMPLE ";
    switch (declared.file) {
        case RegisterFile::Temporary:
            text += "TEMP " + declared.name;
            if (declared.array) index(declared.size);
            break;
        case RegisterFile::Attribute:
        case RegisterFile::Result:
        case RegisterFile::Parameter:
            text += declared.file == RegisterFile::Attribute ? "ATTRIB "
                    : declared.file == RegisterFile::Result  ? "OUTPUT "
                                                             : "PARAM ";
            text += declared.name;
            if (declared.array) index(declared.size);
            text += " = ";
            if (declared.array) text += "{ ";
            binding_list(declared);
            if (declared.array) text += " }";
            break;
        case RegisterFile::Storage:
        case RegisterFile::Counter:
        case RegisterFile::Buffer: {
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
                break;
            }
            text += "][";
            number(declared.base);
            if (declared.size > 1) text += ".." + std::to_string(declared.base + declared.size - 1);
            text += declared.array ? "] }" : "]";
            break;
        }
        case RegisterFile::Texture:
            text += "TEXTURE " + declared.name;
            numbered(declared, "texture");
            break;
        case RegisterFile::Image:
            text += "IMAGE " + declared.name;
            numbered(declared, "image");
            break;
        case RegisterFile::Subroutine:
            text += "SUBROUTINE " + program.subroutine_types[static_cast<size_t>(declared.subroutine_type)].name + " " +
                    declared.name;
            if (declared.subroutine_parameters.empty()) {
                numbered(declared, "program.subroutine");
                break;
            }
            text += "[] = { ";
            for (const int32_t parameter : declared.subroutine_parameters)
                text += (text.ends_with("{ ") ? "program.subroutine[" : ", program.subroutine[") +
                        std::to_string(parameter) + "]";
            text += " }";
            break;
        case RegisterFile::Shared:
            text += "SHARED " + declared.name;
            numbered(declared, "program.sharedmem");
            break;
        default: break;
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
    constexpr std::string_view inputs[] = {
        "", "POINTS", "LINES", "LINES_ADJACENCY", "TRIANGLES", "TRIANGLES_ADJACENCY", "PATCHES"};
    constexpr std::string_view outputs[] = {"", "POINTS", "LINE_STRIP", "TRIANGLE_STRIP"};
    constexpr std::string_view modes[] = {"", "TRIANGLES", "QUADS", "ISOLINES"};
    constexpr std::string_view spacings[] = {"EQUAL", "FRACTIONAL_ODD", "FRACTIONAL_EVEN"};
    const auto line = [this](std::string_view word, const std::string& value) {
        text += word;
        if (!value.empty()) text += " " + value;
        text += ";\n";
    };
    const auto choice = [](const auto& words, auto value) { return std::string(words[static_cast<size_t>(value)]); };
    if (program.primitive_in != PrimitiveIn::None) line("PRIMITIVE_IN", choice(inputs, program.primitive_in));
    if (program.primitive_out != PrimitiveOut::None) line("PRIMITIVE_OUT", choice(outputs, program.primitive_out));
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
    if (program.tess_mode != TessMode::None) line("TESS_MODE", choice(modes, program.tess_mode));
    if (program.tess_spacing != TessSpacing::Equal) line("TESS_SPACING", choice(spacings, program.tess_spacing));
    if (program.tess_vertex_order == TessVertexOrder::Cw) line("TESS_VERTEX_ORDER", "CW");
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

void Printer::write_mask(uint8_t mask) {
    if (mask == 0xf) return;
    text += '.';
    for (size_t n = 0; n < 4; ++n) {
        if (mask >> n & 1) text += components[n];
    }
}

// A 64-bit literal.
void Printer::wide_constant(const Binding& low, const Binding& high, DataType type) {
    text += '{';
    for (size_t n = 0; n < 4; ++n) {
        if (n > 0) text += ", ";
        const uint64_t bits = low.constant[n] | static_cast<uint64_t>(high.constant[n]) << 32;
        if (type == DataType::U64) {
            text += std::to_string(bits);
        } else if (type == DataType::S64) {
            text += std::to_string(static_cast<int64_t>(bits));
        } else if (const auto value = std::bit_cast<double>(bits); std::isinf(value)) {
            text += value < 0 ? "-1e9999" : "1e9999";
        } else {
            char buffer[64];
            const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
            (void)error;
            text.append(buffer, static_cast<size_t>(end - buffer));
        }
    }
    text += '}';
}

void Printer::relative_index(const RelativeIndex& relative, int32_t element) {
    text += '[';
    if (relative.file == RegisterFile::None) {
        number(element);
    } else {
        const Variable& register_variable = variable(relative.variable);
        variable_use(relative.file, relative.variable, DataType::S32);
        if (register_variable.array) index(relative.element);
        text += '.';
        text += components[relative.component & 3];
        if (element > 0) text += '+';
        if (element != 0) number(element);
    }
    text += ']';
}

// A variable's name, or what it is bound to.
void Printer::variable_use(RegisterFile file, int32_t index_of, DataType type) {
    const Variable& used = variable(index_of);
    if (!used.name.empty()) {
        text += used.name;
        return;
    }
    const auto at = static_cast<size_t>(used.base);
    if (names_registers()) {
        const Binding& bound = file == RegisterFile::Attribute ? program.attributes[at].binding
                               : file == RegisterFile::Result  ? program.results[at]
                                                               : program.parameters[at];
        if (bound.kind == BindingKind::Constant) {
            constant(bound, DataType::F32);
        } else {
            text += register_text(bound, program.stage, file, used.is_short);
        }
        return;
    }
    if (file == RegisterFile::Attribute) {
        Binding bound = program.attributes[at].binding;
        bound.vertex = static_cast<int16_t>(used.vertex);
        binding(bound, BindingSide::Input, type);
    }
    if (file == RegisterFile::Parameter && used.is_wide()) {
        wide_constant(program.parameters[at], program.parameters[at + 1], type);
        return;
    }
    if (file == RegisterFile::Result) binding(program.results[at], BindingSide::Output, type);
    if (file == RegisterFile::Parameter) binding(program.parameters[at], BindingSide::Parameter, type);
}

void Printer::swizzle(const Swizzle& selectors) {
    if (selectors == identity_swizzle) return;
    text += '.';
    const bool same = selectors[0] == selectors[1] && selectors[0] == selectors[2] && selectors[0] == selectors[3];
    for (size_t n = 0; n < (same ? 1u : 4u); ++n) text += components[selectors[n] & 3];
}

void Printer::operand(const Operand& used, DataType type) {
    if (used.negate) text += '-';
    if (used.absolute) text += '|';
    if (used.negate_inside) text += '-';
    variable_use(used.file, used.variable, type);
    const Variable& named = variable(used.variable);
    if (named.per_vertex) relative_index(used.vertex_relative, used.vertex);
    if (named.array) {
        if (named.is_buffer_range) relative_index(used.vertex_relative, used.vertex);
        relative_index(used.relative, used.element);
    }
    if (used.scalar) {
        text += '.';
        text += components[used.swizzle[0] & 3];
    } else {
        swizzle(used.swizzle);
    }
    if (used.absolute) text += '|';
}

void Printer::extended_swizzle(const Operand& used) {
    constexpr std::string_view selectors = "xyzw01";
    variable_use(used.file, used.variable, DataType::F32);
    if (variable(used.variable).per_vertex) relative_index(used.vertex_relative, used.vertex);
    if (variable(used.variable).array) relative_index(used.relative, used.element);
    for (size_t n = 0; n < 4; ++n) {
        text += ", ";
        if (used.negate >> n & 1) text += '-';
        text += selectors[used.swizzle[n]];
    }
}

void Printer::condition(const ConditionMask& mask) {
    text += condition_words[static_cast<size_t>(mask.test)];
    if (mask.code_register == 1) text += '1';
    swizzle(mask.swizzle);
}

void Printer::result(const Destination& written) {
    variable_use(written.file, written.variable, DataType::F32);
    if (variable(written.variable).array) relative_index(written.relative, written.element);
    write_mask(written.write_mask);
    if (written.condition != ConditionMask{}) {
        text += " (";
        condition(written.condition);
        text += ')';
    }
}

void Printer::unit(const TextureAccess& access, std::string_view word) {
    if (names_registers()) {
        text += "TEX";
        number(access.unit);
    } else if (access.handle) {
        text += "handle(";
        operand(*access.handle, DataType::U64);
        text += ')';
    } else if (access.variable >= 0) {
        text += variable(access.variable).name;
        if (variable(access.variable).array) relative_index(access.relative, access.unit);
    } else {
        text += word;
        index(access.unit);
    }
}

void Printer::texture(const Instruction& used) {
    const TextureAccess& access = used.texture;
    unit(access, "texture");
    if (access.explicit_component) {
        text += '.';
        text += components[access.gather_component & 3];
    }
    text += ", ";
    text += target_words[static_cast<size_t>(access.target)];
    if (access.offset_operand) {
        text += ", offset(";
        operand(*access.offset_operand, DataType::S32);
        text += ')';
    } else if (access.has_offset) {
        text += ", (";
        for (size_t n = 0; n < 3; ++n) {
            if (n > 0) text += ", ";
            number(access.offset[n]);
        }
        text += ')';
    }
}

void Printer::mnemonic(const Instruction& printed) {
    const OpcodeInfo& info = opcode_info(printed.opcode);
    text += info.spelling;
    if (!is_nv4_family(program.instruction_set)) {
        // Programs that name registers always say their precision: without it, it is that of the result.
        if (printed.precision == Precision::Half) text += 'H';
        if (printed.precision == Precision::Fixed12) text += 'X';
        if (printed.precision == Precision::Full && names_registers() && program.stage == Stage::Fragment &&
            info.suffixes & suffix_r) {
            text += 'R';
        }
        if (printed.condition_update == ConditionUpdate::Code0) text += 'C';
        if (printed.condition_update == ConditionUpdate::Code1) text += "C1";
        if (printed.saturation == Saturation::Unsigned) text += "_SAT";
        if (printed.saturation == Saturation::Signed) text += "_SSAT";
        return;
    }
    const bool half = printed.precision == Precision::Half;
    if (half) text += 'H';
    const auto modifier = [this](std::string_view word) {
        text += '.';
        text += word;
    };
    const DataType usual = info.type == 'S' ? DataType::S32 : info.type == 'U' ? DataType::U32 : DataType::F32;
    if (printed.opcode == Opcode::Cvt) {
        modifier(storage_word(printed.type));
        modifier(storage_word(printed.storage));
    } else if (printed.storage != DataType::Typeless) {
        modifier(storage_word(printed.storage));
        if (printed.storage_components > 1) text += "X" + std::to_string(printed.storage_components);
    } else if (printed.modifiers & (modifier_s24 | modifier_u24)) {
        // The modifier says the type.
    } else if (printed.type != usual && !half) {
        switch (printed.type) {
            case DataType::F32: modifier("F"); break;
            case DataType::S32: modifier("S"); break;
            case DataType::U32: modifier("U"); break;
            default: modifier(storage_word(printed.type)); break;
        }
    }
    // Where neither a storage nor a base type stands, images are accessed as floats: LOADIM says so.
    if (printed.opcode == Opcode::Loadim && printed.storage == DataType::Typeless && printed.type == DataType::F32)
        modifier("F");
    constexpr std::string_view atomics[] = {"",   "ADD", "MIN",  "MAX",   "IWRAP", "DWRAP", "AND",
                                            "OR", "XOR", "EXCH", "CSWAP", "INCR",  "DECR",  "GET"};
    if (printed.atomic != AtomicOperation::None) modifier(atomics[static_cast<size_t>(printed.atomic)]);
    if (printed.modifiers & modifier_coherent) modifier("COH");
    if (printed.modifiers & modifier_volatile) modifier("VOL");
    if (printed.modifiers & modifier_cta) modifier("CTA");
    if (printed.modifiers & modifier_sparse) modifier("SPARSE");
    if (printed.modifiers & modifier_lodclamp) modifier("LODCLAMP");
    if (printed.modifiers & modifier_fine) modifier("FINE");
    if (printed.modifiers & modifier_coarse) modifier("COARSE");
    if (printed.modifiers & modifier_high) modifier("HI");
    if (printed.modifiers & modifier_s24) modifier("S24");
    if (printed.modifiers & modifier_u24) modifier("U24");
    constexpr std::string_view roundings[] = {"", "ROUND", "CEIL", "FLR", "TRUNC"};
    if (printed.rounding != Rounding::Default) modifier(roundings[static_cast<size_t>(printed.rounding)]);
    if (printed.saturation == Saturation::Unsigned) modifier("SAT");
    if (printed.saturation == Saturation::Signed) modifier("SSAT");
    if (printed.condition_update == ConditionUpdate::Code0) modifier("CC");
    if (printed.condition_update == ConditionUpdate::Code1) modifier("CC1");
    if (printed.modifiers & modifier_prec) modifier("PREC");
    if (printed.modifiers & modifier_ntc) modifier("NTC");
}

void Printer::instruction(const Instruction& printed) {
    const OpcodeInfo& info = opcode_info(printed.opcode);
    mnemonic(printed);
    bool comma = false;
    const auto separate = [&] {
        text += comma ? ", " : " ";
        comma = true;
    };
    if (info.has_label && printed.opcode != Opcode::Cali) {
        separate();
        for (const Label& label : program.labels) {
            if (label.instruction == printed.target) {
                text += label.name;
                break;
            }
        }
    }
    if (printed.result.file != RegisterFile::None) {
        separate();
        result(printed.result);
    }
    if (printed.opcode == Opcode::Storeim) {
        separate();
        unit(printed.texture, "image");
    }
    if (printed.opcode == Opcode::Swz) {
        separate();
        extended_swizzle(printed.operands[0]);
    } else {
        for (size_t n = 0; n < printed.operand_count; ++n) {
            separate();
            // The second operand of a SHADOWARRAYCUBE access has no place in the opcode's row.
            operand(printed.operands[n], operand_type(printed, static_cast<int>(n)));
        }
    }
    if (printed.condition_operand) {
        text += " (";
        condition(printed.condition);
        text += ')';
    }
    if (info.has_image) {
        if (printed.opcode != Opcode::Storeim) {
            separate();
            unit(printed.texture, "image");
        }
        separate();
        text += target_words[static_cast<size_t>(printed.texture.target)];
    }
    if (info.has_texture) {
        separate();
        texture(printed);
    }
    text += ";\n";
}

void Printer::run() {
    text = header_text(program.stage, program.instruction_set);
    text += '\n';
    for (int n = 0; n < static_cast<int>(Option::Count); ++n) {
        if (!program.has(static_cast<Option>(n))) continue;
        text += "OPTION ";
        text += option_text(static_cast<Option>(n));
        text += ";\n";
    }
    stage_declarations();
    for (const Variable& declared : program.variables) {
        if (!declared.name.empty() && !declared.implicit) declaration(declared);
    }
    size_t label = 0;
    int depth = 0;
    for (size_t n = 0; n <= program.instructions.size(); ++n) {
        for (; label < program.labels.size() && static_cast<size_t>(program.labels[label].instruction) == n; ++label) {
            text += program.labels[label].name;
            if (program.labels[label].subroutine_number >= 0) {
                text += " SUBROUTINENUM(" + std::to_string(program.labels[label].subroutine_number) + ")";
            }
            text += ":\n";
        }
        if (n == program.instructions.size()) break;
        const Instruction& printed = program.instructions[n];
        const bool closes = printed.opcode == Opcode::Else || printed.opcode == Opcode::Endif ||
                            printed.opcode == Opcode::Endrep || printed.opcode == Opcode::Endloop;
        const bool opens = printed.opcode == Opcode::Else || printed.opcode == Opcode::If ||
                           printed.opcode == Opcode::Rep || printed.opcode == Opcode::Loop;
        if (closes && depth > 0) --depth;
        text.append(static_cast<size_t>(depth) * 2, ' ');
        instruction(printed);
        if (opens) ++depth;
    }
    text += "END\n";
}

}  // namespace

std::string print(const Program& program) {
    Printer printer{program, {}};
    printer.run();
    return std::move(printer.text);
}

}  // namespace arbasm

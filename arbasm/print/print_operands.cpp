#include <bit>
#include <charconv>
#include <cmath>

#include "arbasm/print/printer.h"
#include "arbasm/register_names.h"

namespace arbasm {
namespace {

constexpr std::string_view target_words[] = {
    "",
#define ARBASM_TEXTURE_TARGET(name, spelling, ...) spelling,
#include "ir/texture_targets.def"
#undef ARBASM_TEXTURE_TARGET
};

bool is_signed_type(DataType type) { return type == DataType::S32 || type == DataType::S64; }
bool is_unsigned_type(DataType type) { return type == DataType::U32 || type == DataType::U64; }

}  // namespace

// ---- constants and bindings

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

void Printer::write_mask(uint8_t mask) {
    if (mask == 0xf) return;
    text += '.';
    for (size_t n = 0; n < 4; ++n) {
        if (mask >> n & 1) text += component_letters[n];
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

// ---- operands

void Printer::relative_index(const RelativeIndex& relative, int32_t element) {
    text += '[';
    if (relative.file == RegisterFile::None) {
        number(element);
    } else {
        const Variable& register_variable = variable(relative.variable);
        variable_use(relative.file, relative.variable, DataType::S32);
        if (register_variable.array) index(relative.element);
        text += '.';
        text += component_letters[relative.component & 3];
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
    for (size_t n = 0; n < (same ? 1u : 4u); ++n) text += component_letters[selectors[n] & 3];
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
        text += component_letters[used.swizzle[0] & 3];
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
    text += word_of(condition_words, mask.test);
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

void Printer::target(TextureTarget target) { text += target_words[static_cast<size_t>(target)]; }

void Printer::texture(const Instruction& used) {
    const TextureAccess& access = used.texture;
    unit(access, "texture");
    if (access.explicit_component) {
        text += '.';
        text += component_letters[access.gather_component & 3];
    }
    text += ", ";
    target(access.target);
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

}  // namespace arbasm

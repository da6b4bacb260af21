// Text of vertex programs, written; vertex_assembler.cpp reads it.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "machines/tegra/assembly/vertex_code.h"
#include "machines/tegra/assembly/vertex_names.h"

namespace machines::tegra {
namespace {

std::string swizzle_text(uint32_t swizzle) {
    std::string text;
    for (uint32_t i = 0; i < 4; i++) text += component_letters[component_of(swizzle, i)];
    return text;
}
std::string mask_text(uint32_t mask) {
    std::string text;
    for (uint32_t i = 0; i < 4; i++) text += mask & 8u >> i ? component_letters[i] : '*';
    return text;
}
std::string index_text(const VertexInstruction& instruction, bool relative, uint32_t index) {
    std::string text = "[";
    if (relative) text += std::string("A0.") + component_letters[instruction.address_component] + "+";
    return text + std::to_string(index) + "]";
}
std::string operand_text(const VertexInstruction& instruction, const VertexOperandMembers& operand) {
    std::string text;
    switch (instruction.*operand.type) {
        case operand_temporary: text = "r" + std::to_string(instruction.*operand.temporary); break;
        case operand_attribute:
            text = "a" + index_text(instruction, instruction.attribute_relative, instruction.attribute);
            break;
        case operand_constant:
            text = "c" + index_text(instruction, instruction.constant_relative, instruction.constant);
            break;
        default: text = "u"; break;
    }
    text += "." + swizzle_text(instruction.*operand.swizzle);
    if (instruction.*operand.absolute) text = "abs(" + text + ")";
    return (instruction.*operand.negate ? "-" : "") + text;
}

std::string half_text(const VertexInstruction& instruction, const Half& half) {
    const VertexOperation& operation = half.operation(instruction.*half.number);
    const uint32_t temporary = instruction.*half.temporary;
    std::string text = std::string(operation.name) + half.letter;
    switch (operation.result) {
        case VertexResult::flow: text += " " + std::to_string(instruction.c_swizzle); [[fallthrough]];
        case VertexResult::nothing:
            if (temporary != temporary_of_none(operation.name)) text += " /*! r" + std::to_string(temporary) + " */";
            return text;
        case VertexResult::address: text += " A0." + mask_text(instruction.*half.mask); break;
        case VertexResult::value:
            text += " r" + std::to_string(temporary) + "." + mask_text(instruction.*half.mask);
            break;
    }
    for (const VertexOperandMembers& operand : vertex_operands)
        if (operation.operands & operand.bit) text += ", " + operand_text(instruction, operand);
    return text;
}

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

// A decimal without exponent, or bits: what the grate project's assembler reads.
std::string number_text(float value) {
    constexpr size_t longest = 16;
    char text[128];
    std::string number;
    if (std::isfinite(value) && (value != 0 || !std::signbit(value)))
        number.assign(text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr);
    if (number.empty() || number.size() > longest) {
        uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        std::snprintf(text, sizeof text, "0x%08x", bits);
        return text;
    }
    if (number.find('.') == std::string::npos) number += ".0";
    return number;
}

std::string words_text(const VertexInstruction& instruction, const std::string& reason) {
    const VertexWords words = encode(instruction);
    char text[80];
    std::snprintf(text, sizeof text, ".word 0x%08X, 0x%08X, 0x%08X, 0x%08X", words[0], words[1], words[2], words[3]);
    return std::string(text) + " // " + reason + "\n";
}

}  // namespace

std::string disassemble(const VertexInstruction& instruction) {
    if (const std::string reason = complaint_of_text(instruction); !reason.empty())
        return words_text(instruction, reason);
    std::string text = instruction.end ? "EXEC_END" : "EXEC";
    if (instruction.export_index != no_export || instruction.export_vector)
        text += "(export" + index_text(instruction, instruction.export_relative, instruction.export_index) + "=" +
                (instruction.export_vector ? "vector" : "scalar") + ")";
    for (const Flag& flag : flags)
        if (instruction.*flag.member) text += "(" + std::string(flag.name) + ")";
    if (instruction.condition_register) text += "(cr=1)";
    if (instruction.condition_swizzle != plain_swizzle)
        text += "(p." + swizzle_text(instruction.condition_swizzle) + ")";
    std::string idle;
    for (const VertexOperandMembers& operand : vertex_operands)
        if (!(operands_read(instruction) & operand.bit) && instruction.*operand.type == operand_attribute)
            idle += operand.name;
    if (!idle.empty()) text += " /*! idle=" + idle + " */";
    text += "\n";
    std::string operations;
    for (const Half& half : halves)
        // A half that is not named does nothing, and has temporary 0.
        if (instruction.*half.number || instruction.*half.temporary)
            operations += "\t" + half_text(instruction, half) + "\n";
    if (operations.empty()) operations = "\t" + half_text(instruction, halves[0]) + "\n";
    return text + operations + ";\n";
}

std::string disassemble(const VertexCode& code) {
    std::string text;
    const auto names = [&](std::string_view section, const std::map<uint32_t, std::string>& rows) {
        if (rows.empty()) return;
        text += "." + std::string(section) + "\n";
        for (const auto& [index, name] : rows) text += "\t[" + std::to_string(index) + "] = " + quoted(name) + ";\n";
        text += "\n";
    };
    names("attributes", code.attribute_names);
    names("exports", code.export_names);
    names("uniforms", code.uniform_names);
    if (!code.constants.empty()) {
        text += ".constants\n";
        for (const auto& [index, value] : code.constants)
            for (size_t i = 0; i < 4; i++)
                text +=
                    "\t[" + std::to_string(index) + "]." + component_letters[i] + " = " + number_text(value[i]) + ";\n";
        text += "\n";
    }
    text += ".asm\n";
    for (size_t i = 0; i < code.instructions.size(); i++)
        text += "\n/* " + std::to_string(i) + " */\n" + disassemble(code.instructions[i]);
    if (!code.instructions.empty() && !code.instructions.back().end) text += "/*! no end */\n";
    return text;
}

}  // namespace machines::tegra

#include "machines/tegra/assembly/vertex_code.h"

#include <bit>

namespace machines::tegra {

namespace {
std::array<uint32_t, 4> bits_of(const std::array<float, 4>& value) {
    return std::bit_cast<std::array<uint32_t, 4>>(value);
}
}  // namespace

bool operator==(const VertexCode& a, const VertexCode& b) {
    if (a.instructions != b.instructions || a.attribute_names != b.attribute_names ||
        a.export_names != b.export_names || a.uniform_names != b.uniform_names ||
        a.constants.size() != b.constants.size())
        return false;
    for (auto i = a.constants.begin(), j = b.constants.begin(); i != a.constants.end(); ++i, ++j)
        if (i->first != j->first || bits_of(i->second) != bits_of(j->second)) return false;
    return true;
}

std::string lack_of_room(const VertexCode& code) {
    if (code.instructions.empty()) return "there is no instruction";
    if (code.instructions.size() > vertex_instructions)
        return std::to_string(code.instructions.size()) + " instructions: there is room for 256";
    for (const auto& [index, value] : code.constants)
        if (index >= vertex_constants) return "constant " + std::to_string(index) + ": there are 256";
    for (const auto& [index, name] : code.uniform_names)
        if (index >= vertex_constants) return "constant " + std::to_string(index) + ": there are 256";
    for (const auto& [index, name] : code.attribute_names)
        if (index >= vertex_attributes) return "attribute " + std::to_string(index) + ": there are 16";
    for (const auto& [index, name] : code.export_names)
        if (index >= vertex_exports) return "export " + std::to_string(index) + ": there are 16";
    return {};
}

std::string complaint(const VertexCode& code) {
    if (std::string reason = lack_of_room(code); !reason.empty()) return reason;
    for (size_t i = 0; i < code.instructions.size(); i++) {
        const VertexInstruction& instruction = code.instructions[i];
        std::string reason = complaint(instruction);
        if (reason.empty() && is_flow(instruction) && instruction.c_swizzle >= code.instructions.size())
            reason = "target " + std::to_string(instruction.c_swizzle) + " is behind the last instruction";
        if (!reason.empty()) return "instruction " + std::to_string(i) + ": " + reason;
    }
    if (!code.instructions.back().end && code.instructions.back().scalar_operation != scalar_RET &&
        code.instructions.back().scalar_operation != scalar_BRA)
        return "the last instruction does not end the program";
    return {};
}

uint32_t attributes_of(const VertexCode& code) {
    uint32_t mask = 0;
    for (const auto& [index, name] : code.attribute_names) mask |= 1u << index;
    for (const VertexInstruction& instruction : code.instructions)
        if (reads(instruction, operand_attribute) && !instruction.attribute_relative)
            mask |= 1u << instruction.attribute;
    return mask;
}

uint32_t exports_of(const VertexCode& code) {
    uint32_t mask = 0;
    for (const auto& [index, name] : code.export_names) mask |= 1u << index;
    for (const VertexInstruction& instruction : code.instructions)
        if (instruction.export_index < vertex_exports && !instruction.export_relative)
            mask |= 1u << instruction.export_index;
    return mask;
}

std::vector<uint32_t> encode(const VertexCode& code) {
    std::vector<uint32_t> words;
    words.reserve(4 * code.instructions.size());
    for (const VertexInstruction& instruction : code.instructions)
        for (const uint32_t word : encode(instruction)) words.push_back(word);
    return words;
}

std::string decode(std::span<const uint32_t> words, VertexCode& code) {
    code.instructions.clear();
    if (words.size() % 4) return "vertex instructions have four words";
    for (size_t i = 0; i < words.size(); i += 4)
        code.instructions.push_back(
            decode(VertexWords{words[i], words[i + 1], words[i + 2], words[i + 3]}).instruction);
    return {};
}

}  // namespace machines::tegra

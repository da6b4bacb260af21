// Modules of SPIR-V from text, for tests: the form of spirv-dis, an instruction on each line. Words are known as far as
// the tests use them.
#pragma once

#include <map>
#include <sstream>
#include <string>

#include "glsl/spirv/testing/module_words.h"

namespace glsl::spirv::testing {

struct WordRow {
    std::string_view word;
    uint32_t number;
    std::string_view instruction = {};  // that it is a word of; empty: of any
};
inline constexpr WordRow word_rows[] = {
    {"None", 0},
    {"Logical", 0},
    {"GLSL450", 1},
    {"Shader", 1},
    {"Tessellation", 3, "Capability"},
    {"AtomicStorage", 21},
    {"AtomicStorageOps", 4445},
    {"Vertex", 0},
    {"TessellationControl", 1},
    {"TessellationEvaluation", 2},
    {"Fragment", 4},
    {"GLCompute", 5},
    {"SpacingEqual", 1},
    {"OriginLowerLeft", 8},
    {"LocalSize", 17},
    {"Triangles", 22},
    {"OutputVertices", 26},
    {"UniformConstant", 0},
    {"Input", 1},
    {"Uniform", 2},
    {"Output", 3},
    {"Workgroup", 4},
    {"Private", 6},
    {"Function", 7},
    {"AtomicCounter", 10},
    {"Block", 2},
    {"BufferBlock", 3},
    {"ArrayStride", 6},
    {"BuiltIn", 11},
    {"Flat", 14},
    {"Patch", 15},
    {"Location", 30},
    {"Binding", 33},
    {"Offset", 35},
    {"Position", 0},
    {"VertexId", 5},
    {"InvocationId", 8},
    {"TessLevelOuter", 11},
    {"TessLevelInner", 12},
    {"TessCoord", 13},
    {"LocalInvocationIndex", 29},
};

// What a word of an operand becomes.
inline void append_operand(std::vector<uint32_t>& words, const std::string& word, std::string_view instruction,
                           std::map<std::string, Id>& ids) {
    if (word[0] == '%') {
        words.push_back(ids.try_emplace(word, static_cast<Id>(ids.size() + 1)).first->second);
    } else if (word[0] == '"') {
        const std::vector<uint32_t> text = text_words(std::string_view(word).substr(1, word.size() - 2));
        words.insert(words.end(), text.begin(), text.end());
    } else if (word.find_first_not_of("-0123456789.") == std::string::npos) {
        const bool is_float = word.find('.') != std::string::npos;
        words.push_back(is_float ? float_bits(std::stof(word)) : static_cast<uint32_t>(std::stol(word)));
    } else {
        for (const WordRow& row : word_rows)
            if (row.word == word && (row.instruction.empty() || row.instruction == instruction))
                return words.push_back(row.number);
        words.push_back(~0u);  // not known: the module is refused
    }
}

inline const OpcodeRow* opcode_named(std::string_view name) {
    for (uint32_t number = 0; number < 1 << 13; number++)
        if (const OpcodeRow* row = find_opcode(number); row && row->name == name) return row;
    return nullptr;
}

inline std::vector<uint32_t> assembled(const std::string& text) {
    std::map<std::string, Id> ids;
    std::vector<uint32_t> module = {Module::magic, 0x00010000, 0, 0, 0};
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream stream(line.substr(0, line.find(';')));
        std::vector<std::string> parts;
        for (std::string part; stream >> part;) parts.push_back(part);
        std::string result;
        if (parts.size() > 2 && parts[1] == "=") {
            result = parts[0];
            parts.erase(parts.begin(), parts.begin() + 2);
        }
        if (parts.empty()) continue;
        const std::string name = parts[0].substr(2);  // behind "Op"
        const OpcodeRow* row = opcode_named(name);
        std::vector<uint32_t> words = {row ? static_cast<uint32_t>(row->opcode) : 0xffff};
        size_t next = 1;
        if (row && row->operands.starts_with('T')) append_operand(words, parts[next++], name, ids);
        if (!result.empty()) append_operand(words, result, name, ids);
        while (next < parts.size()) append_operand(words, parts[next++], name, ids);
        words[0] |= static_cast<uint32_t>(words.size()) << 16;
        module.insert(module.end(), words.begin(), words.end());
    }
    module[3] = static_cast<uint32_t>(ids.size() + 1);
    return module;
}

}  // namespace glsl::spirv::testing

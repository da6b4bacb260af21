// A vertex program as the machine holds it, and as text in the manner of the grate project's assembler: docs/tegra.md.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "machines/tegra/assembly/assembly.h"
#include "machines/tegra/isa/vertex_instruction.h"

namespace machines::tegra {

struct VertexCode {
    std::vector<VertexInstruction> instructions;
    // Values that the program itself gives to constants.
    std::map<uint32_t, std::array<float, 4>> constants;
    // Names, for readers and tools. What is named is fetched and exported, beside what the instructions say.
    std::map<uint32_t, std::string> attribute_names, export_names, uniform_names;
};
bool operator==(const VertexCode& a, const VertexCode& b);  // constants by their bits

// Why the code is not legal: names the instruction. Empty if it is.
std::string complaint(const VertexCode& code);
// What the machine has no room for, whatever the instructions are: numbers of instructions, constants, names.
std::string lack_of_room(const VertexCode& code);

// One bit for each: what a draw fetches (VP_ATTRIB_IN_OUT_SELECT_IN) and hands to the linker (…_OUT).
uint32_t attributes_of(const VertexCode& code);
uint32_t exports_of(const VertexCode& code);

std::vector<uint32_t> encode(const VertexCode& code);  // four words for each instruction
// Fills the code's instructions, legal ones and others; the reason where these are not whole.
std::string decode(std::span<const uint32_t> words, VertexCode& code);

// Three lines: EXEC, the vector half, the scalar half. What is not legal, and bit 120 alone is not all that is wrong
// with it: ".word" and the four words, with complaint() as a comment.
std::string disassemble(const VertexInstruction& instruction);
std::string disassemble(const VertexCode& code);

struct AssembledVertex : AssemblyOutcome {
    VertexCode code;
};
// The last instruction ends the program even where it does not say so, but where the note "no end" is behind it.
AssembledVertex assemble_vertex(std::string_view text, Manner manner = Manner::Strict);

// One instruction alone, with its semicolon; nothing is added to it.
struct AssembledInstruction {
    VertexInstruction instruction;
    std::string error;
};
AssembledInstruction assemble_vertex_instruction(std::string_view text);

}  // namespace machines::tegra

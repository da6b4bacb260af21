// The linker: its instructions take what the vertex program exports to rows of TRAM, where the MFU finds it.
//
// One instruction takes one export to one row. The export's number is its rank among those that
// VP_ATTRIB_IN_OUT_SELECT_OUT enables: the position is 0.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "machines/tegra/assembly/assembly.h"

namespace machines::tegra {

inline constexpr uint32_t linker_instructions = 32, linker_rows = 64;

enum LinkType : uint32_t { link_skip, link_fixed_low, link_fixed_high, link_float };

struct LinkInstruction {
#define TEGRA_LINK(name, word, bit, width) uint32_t name = 0;
#include "machines/tegra/assembly/linker.def"
#undef TEGRA_LINK
    std::array<uint32_t, 2> unknown{};  // bits that no row has, where they are
    bool operator==(const LinkInstruction&) const = default;
};
struct LinkMembers {
    uint32_t LinkInstruction::*target;
    uint32_t LinkInstruction::*type;
    uint32_t LinkInstruction::*flat;
    uint32_t LinkInstruction::*constant_width;
    uint32_t LinkInstruction::*constant_length;
};
extern const std::array<LinkMembers, 4> link_components;  // of the export

// Skips everything; each component would stay where it is.
LinkInstruction idle_link();

using LinkWords = std::array<uint32_t, 2>;
std::string complaint(const LinkInstruction& instruction);
LinkWords encode(const LinkInstruction& instruction);
struct DecodedLink {
    LinkInstruction instruction;
    std::string error;  // complaint(); the instruction is what the words say, whether or not that is legal
};
DecodedLink decode(const LinkWords& words);

// "LINK fp20, fp20, fp20, fp20, tram0.xyzw, export1"; what is not legal: ".word 0x…, 0x…" with complaint() as a
// comment.
std::string disassemble(const LinkInstruction& instruction);
std::string disassemble(const std::vector<LinkInstruction>& instructions);

struct AssembledLinker : AssemblyOutcome {
    std::vector<LinkInstruction> instructions;
};
AssembledLinker assemble_linker(std::string_view text);

}  // namespace machines::tegra

// A fragment program as the machine holds it: EXECs of instructions, the same as words for the command stream, and as
// text.
//
// The text is close to that of the grate project's assembler: see docs/tegra.md.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "machines/tegra/assembly/assembly.h"
#include "machines/tegra/isa/fragment_instructions.h"

namespace machines::tegra {

// One pass through the stages.
struct Exec {
    Pseq pseq;
    std::vector<Mfu> mfu;  // up to three
    Tex tex;
    std::vector<Packet> alu;      // up to three
    uint32_t alu_complement = 0;  // always 0; what it does is not known
    Dw dw;
    uint32_t mfu_schedule_unknown = 0, alu_schedule_unknown = 0;  // bits beside a schedule's count and address
    bool operator==(const Exec&) const = default;
};

struct FragmentCode {
    int rows = 1;        // of four registers each; EXECs form batches of as many (alu_buffer_size)
    int store_exec = 1;  // the EXEC that stores, counted from 1 (pseq_to_dw_exec_nb)
    std::vector<Exec> execs;
    std::array<uint32_t, fragment_uniforms> constants{};  // values that the program itself gives to uniforms
    uint32_t constants_given = 0;                         // which
    struct UniformName {
        int uniform;
        char half;  // 0, 'l' or 'h'
        std::string name;
        bool operator==(const UniformName&) const = default;
    };
    std::vector<UniformName> uniform_names;  // of the text
    bool operator==(const FragmentCode&) const = default;
};

// What the command stream uploads; two words of an MFU instruction and eight of a packet, in the order they are pushed.
struct FragmentWords {
    std::vector<uint32_t> pseq, mfu_schedule, tex, alu_schedule, alu_complement, dw;  // one for each EXEC
    std::vector<uint32_t> mfu, alu;                                                   // the pools
    bool operator==(const FragmentWords&) const = default;
};

// Why the code is not legal: names the EXEC and the unit. Empty if it is.
std::string complaint(const FragmentCode& code);
// What the machine has no room for, whatever the instructions are: EXECs, instructions of an EXEC and of the pools.
std::string lack_of_room(const FragmentCode& code);

FragmentWords encode(const FragmentCode& code);  // of code that there is room for

// The first `execs` of them, legal ones and others; why not where a schedule reaches out of the pools. Fills `execs` of
// the code only.
std::string decode(const FragmentWords& words, size_t execs, FragmentCode& code);

// What is not legal is written as its bits in hexadecimal, with complaint() as a comment.
std::string disassemble(const Mfu& word);  // several lines
std::string disassemble(const Tex& word);
std::string disassemble(const Dw& word);
std::string disassemble(const Pseq& word);
std::string disassemble(const Alu& word);
std::string disassemble(const Packet& packet);
std::string disassemble(const FragmentCode& code);

struct AssembledFragment : AssemblyOutcome {
    FragmentCode code;
};
AssembledFragment assemble_fragment(std::string_view text, Manner manner = Manner::Strict);

}  // namespace machines::tegra

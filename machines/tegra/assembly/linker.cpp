#include "machines/tegra/assembly/linker.h"

#include <cstdio>

#include "machines/tegra/assembly/tokens.h"

namespace machines::tegra {
namespace {

struct FieldRow {
    std::string_view name;
    uint32_t word, bit, width;
    uint32_t LinkInstruction::*member;
};
constexpr FieldRow field_rows[] = {
#define TEGRA_LINK(name, word, bit, width) {#name, word, bit, width, &LinkInstruction::name},
#include "machines/tegra/assembly/linker.def"
#undef TEGRA_LINK
};

constexpr std::array<std::string_view, 4> type_names{"NOP", "fx10.l", "fx10.h", "fp20"};
constexpr std::string_view link_letters = "xyzw";

uint32_t mask_of(uint32_t width) { return (1u << width) - 1; }

class LinkReader : public TokenReader {
  public:
    using TokenReader::TokenReader;
    std::vector<Remark> remarks() && { return std::move(remarks_); }

    bool read(std::vector<LinkInstruction>& instructions) {
        while (!at_end()) {
            if (now().text == "." && next().text != "word") {
                take();
                const std::string_view section = take().text;
                if (section != "asm" && section != "lnk_asm" && section != "linker_asm")
                    return fail("there is no section ." + std::string(section));
                continue;
            }
            LinkInstruction instruction;
            if (!read_instruction(instruction)) return false;
            if (instructions.size() == linker_instructions) return fail("more than 32 instructions");
            instructions.push_back(instruction);
            accept(";");
        }
        return true;
    }

  private:
    bool read_numbered(std::string_view prefix, uint32_t limit, uint32_t& value) {
        if (!now().text.starts_with(prefix)) return fail(std::string(prefix) + " is missing before " + named());
        if (!is_numbered(prefix, value) || value >= limit)
            return fail(named() + ": numbers are 0 to " + std::to_string(limit - 1));
        take();
        return true;
    }
    bool read_component(LinkInstruction& instruction, const LinkMembers& members) {
        if (accept("nop")) {
            instruction.*members.type = link_skip;
        } else if (accept("fp20")) {
            instruction.*members.type = link_float;
        } else if (accept("fx10")) {
            if (!expect(".")) return false;
            if (accept("l"))
                instruction.*members.type = link_fixed_low;
            else if (accept("h"))
                instruction.*members.type = link_fixed_high;
            else
                return fail("l or h is missing before " + named());
        } else {
            return fail(named() + " is none of NOP, fp20, fx10.l and fx10.h");
        }
        while (accept("(")) {
            if (accept("dis"))
                instruction.*members.flat = 1;
            else if (accept("cw"))
                instruction.*members.constant_width = 1;
            else if (accept("cl"))
                instruction.*members.constant_length = 1;
            else
                return fail(named() + " is none of dis, cw and cl");
            if (!expect(")")) return false;
        }
        return expect(",");
    }
    bool read_instruction(LinkInstruction& instruction) {
        const Token start = now();
        if (accept(".")) {
            LinkWords words{};
            if (!expect("word") || !read_words(words)) return false;
            const DecodedLink decoded = decode(words);
            instruction = decoded.instruction;
            if (!decoded.error.empty()) remarks_.push_back({start.line, start.column, decoded.error});
            return true;
        }
        if (!accept("link")) return fail("LINK is missing before " + named());
        for (const LinkMembers& members : link_components)
            if (!read_component(instruction, members)) return false;
        if (!read_numbered("tram", linker_rows, instruction.row) || !expect(".")) return false;
        const std::string_view swizzle = now().text;
        if (swizzle.size() != 4 || swizzle.find_first_not_of(link_letters) != std::string_view::npos)
            return fail(named() + " is no swizzle of four components");
        for (size_t i = 0; i < 4; i++)
            instruction.*link_components[i].target = static_cast<uint32_t>(link_letters.find(swizzle[i]));
        take();
        if (!expect(",") || !read_numbered("export", 16, instruction.source)) return false;
        if (accept("(")) {
            if (!expect("z") || !expect(")")) return false;
            instruction.select_z = 1;
        }
        return true;
    }

    std::vector<Remark> remarks_;
};

}  // namespace

#define TEGRA_COMPONENT(x)                                                                    \
    {                                                                                         \
        &LinkInstruction::x##_target, &LinkInstruction::x##_type, &LinkInstruction::x##_flat, \
            &LinkInstruction::x##_constant_width, &LinkInstruction::x##_constant_length       \
    }
const std::array<LinkMembers, 4> link_components{
    {TEGRA_COMPONENT(x), TEGRA_COMPONENT(y), TEGRA_COMPONENT(z), TEGRA_COMPONENT(w)}};
#undef TEGRA_COMPONENT

LinkInstruction idle_link() {
    LinkInstruction instruction;
    for (uint32_t i = 0; i < 4; i++) instruction.*link_components[i].target = i;
    return instruction;
}

std::string complaint(const LinkInstruction& instruction) {
    for (const FieldRow& row : field_rows)
        if (instruction.*row.member > mask_of(row.width))
            return std::string(row.name) + " has " + std::to_string(row.width) + " bits, " +
                   std::to_string(instruction.*row.member) + " needs more";
    for (size_t i = 0; i < instruction.unknown.size(); i++)
        if (const uint32_t bits = instruction.unknown[i])
            return "word " + std::to_string(i) + " has reserved bit " + std::to_string(__builtin_ctz(bits)) + " set";
    return {};
}

LinkWords encode(const LinkInstruction& instruction) {
    LinkWords words = instruction.unknown;
    for (const FieldRow& row : field_rows) words[row.word] |= (instruction.*row.member & mask_of(row.width)) << row.bit;
    return words;
}

DecodedLink decode(const LinkWords& words) {
    DecodedLink decoded;
    decoded.instruction.unknown = words;
    for (const FieldRow& row : field_rows) {
        decoded.instruction.*row.member = words[row.word] >> row.bit & mask_of(row.width);
        decoded.instruction.unknown[row.word] &= ~(mask_of(row.width) << row.bit);
    }
    decoded.error = complaint(decoded.instruction);
    return decoded;
}

std::string disassemble(const LinkInstruction& instruction) {
    if (const std::string reason = complaint(instruction); !reason.empty()) {
        const LinkWords words = encode(instruction);
        char text[40];
        std::snprintf(text, sizeof text, ".word 0x%08X, 0x%08X", words[0], words[1]);
        return std::string(text) + " // " + reason;
    }
    std::string text = "LINK ";
    for (const LinkMembers& members : link_components) {
        text += type_names[instruction.*members.type];
        if (instruction.*members.flat) text += "(dis)";
        if (instruction.*members.constant_width) text += "(cw)";
        if (instruction.*members.constant_length) text += "(cl)";
        text += ", ";
    }
    text += "tram" + std::to_string(instruction.row) + ".";
    for (const LinkMembers& members : link_components) text += link_letters[instruction.*members.target];
    text += ", export" + std::to_string(instruction.source);
    if (instruction.select_z) text += " (z)";
    return text;
}

std::string disassemble(const std::vector<LinkInstruction>& instructions) {
    std::string text;
    for (const LinkInstruction& instruction : instructions) text += disassemble(instruction) + "\n";
    return text;
}

AssembledLinker assemble_linker(std::string_view text) {
    AssembledLinker assembled;
    LinkReader reader(text);
    if (!reader.read(assembled.instructions)) {
        assembled.error = reader.error();
        assembled.line = reader.error_line();
        assembled.column = reader.error_column();
        assembled.instructions.clear();
    }
    assembled.remarks = std::move(reader).remarks();
    return assembled;
}

}  // namespace machines::tegra

// Text of vertex programs, read.
#include <charconv>
#include <cstring>

#include "machines/tegra/assembly/tokens.h"
#include "machines/tegra/assembly/vertex_code.h"
#include "machines/tegra/assembly/vertex_names.h"

namespace machines::tegra {
namespace {

// An instruction as the assembler begins it: what the grate project's leaves where nothing is said.
VertexInstruction begun_instruction() {
    VertexInstruction instruction;
    instruction.pass_less = instruction.pass_equal = instruction.pass_greater = 0;
    for (const VertexOperandMembers& operand : vertex_operands) instruction.*operand.type = operand_none;
    instruction.vector_temporary = instruction.scalar_temporary = 0;
    return instruction;
}

class Reader : public TokenReader {
  public:
    Reader(std::string_view text, Manner manner) : TokenReader(text), manner_(manner) {}

    bool read_program(VertexCode& code) {
        bool ends = true, ends_in_words = false;
        while (!at_end()) {
            if (now().text == "." && next().text != "word") {
                take();
                if (!read_section(code)) return false;
                continue;
            }
            if (accept("/*!")) {
                if (!expect("no") || !expect("end") || !expect("*/")) return false;
                ends = false;
                continue;
            }
            starts_.push_back(now());
            ends_in_words = now().text == ".";
            VertexInstruction instruction;
            if (!read_instruction(instruction)) return false;
            if (code.instructions.size() == vertex_instructions) return fail("more than 256 instructions");
            code.instructions.push_back(instruction);
        }
        if (code.instructions.empty()) return fail("there is no instruction");
        if (ends && !ends_in_words) code.instructions.back().end = 1;
        if (const std::string reason = lack_of_room(code); !reason.empty()) return fail(reason);
        return check_targets(code);
    }

    bool read_instruction(VertexInstruction& instruction) {
        const Token start = now();
        if (accept(".")) {
            VertexWords words{};
            if (!expect("word") || !read_words(words)) return false;
            const DecodedVertex decoded = decode(words);
            instruction = decoded.instruction;
            if (!decoded.error.empty()) remark(decoded.error, start);
            return true;
        }
        instruction = begun_instruction();
        if (accept("exec_end"))
            instruction.end = 1;
        else if (!accept("exec"))
            return fail("EXEC or EXEC_END is missing before " + named());
        while (now().text == "(" || now().text == "/*!") {
            const std::string_view close = take().text == "(" ? ")" : "*/";
            if (!read_flag(instruction) || !expect(close)) return false;
        }
        while (!accept(";"))
            if (!read_half(instruction)) return false;
        for (const VertexOperandMembers& operand : vertex_operands)
            if ((idle_ & operand.bit) && !(operands_read(instruction) & operand.bit))
                instruction.*operand.type = operand_attribute;
        const bool ok = !(idle_ & operands_read(instruction));
        idle_ = seen_ = 0;
        has_attribute_ = has_constant_ = has_address_ = false;
        if (!ok) return fail("an operand is said to be idle, and is read", start);
        if (instruction.bit_120) remark("bit 120 is reserved", start);
        const std::string reason = complaint_of_text(instruction);
        return reason.empty() || doubt(reason, start);
    }
    std::vector<Remark> remarks() && { return std::move(remarks_); }

  private:
    void remark(std::string message, const Token& where) {
        remarks_.push_back({where.line, where.column, std::move(message)});
    }
    // An error, or a remark: as the manner is.
    bool doubt(std::string message, const Token& where) {
        if (manner_ == Manner::Strict) return fail(std::move(message), where);
        remark(std::move(message), where);
        return true;
    }
    bool check_targets(const VertexCode& code) {
        for (size_t i = 0; i < code.instructions.size(); i++) {
            const VertexInstruction& instruction = code.instructions[i];
            if (starts_[i].text == "." || !is_flow(instruction) || instruction.c_swizzle < code.instructions.size())
                continue;
            if (!doubt("instruction " + std::to_string(i) + ": target " + std::to_string(instruction.c_swizzle) +
                           " is behind the last instruction",
                       starts_[i]))
                return false;
        }
        return true;
    }
    bool read_section(VertexCode& code) {
        std::string_view section = now().text;
        if (section.starts_with("vs_")) section.remove_prefix(3);
        if (section == "asm") {
            take();
            return true;
        }
        const Token& name = take();
        if (section == "attributes") return read_names(code.attribute_names, vertex_attributes, "attribute");
        if (section == "exports") return read_names(code.export_names, vertex_exports, "export");
        if (section == "uniforms") return read_names(code.uniform_names, vertex_constants, "constant");
        if (section == "constants") return read_constants(code);
        return fail("there is no section ." + std::string(name.written), name);
    }

    bool read_number(uint32_t limit, std::string_view what, uint32_t& value) {
        if (!is_numbered({}, value)) return fail(named() + " is no number");
        if (value >= limit)
            return fail(std::string(what) + " " + std::string(now().written) + ": there are " + std::to_string(limit));
        take();
        return true;
    }
    bool read_component(uint32_t& component) {
        const size_t found = now().text.size() == 1 ? component_letters.find(now().text[0]) : std::string_view::npos;
        if (found == std::string_view::npos) return fail(named() + " is no component");
        component = static_cast<uint32_t>(found);
        take();
        return true;
    }
    bool read_swizzle(uint32_t& swizzle) {
        const std::string_view text = now().text;
        if (text.size() != 4 || text.find_first_not_of(component_letters) != std::string_view::npos)
            return fail(named() + " is no swizzle of four components");
        swizzle = 0;
        for (const char c : text) swizzle = swizzle << 2 | static_cast<uint32_t>(component_letters.find(c));
        take();
        return true;
    }
    // "xy*w"; also "xyw".
    bool read_mask(uint32_t& mask) {
        const std::string_view text = now().text;
        mask = 0;
        size_t next = 0;
        for (const char c : text) {
            if (c == '*') {
                next++;
                continue;
            }
            const size_t found = component_letters.find(c);
            if (found == std::string_view::npos || found < next) return fail(named() + " is no write mask");
            mask |= 8u >> found;
            next = found + 1;
        }
        if (text.empty() || next > 4) return fail(named() + " is no write mask");
        take();
        return true;
    }
    // "rN": the number.
    bool read_temporary(uint32_t& temporary) {
        if (!is_numbered("r", temporary)) return fail(named() + " is no register");
        if (temporary >= vertex_temporaries && temporary != no_temporary)
            return fail("there is no register " + std::string(now().written));
        take();
        return true;
    }

    // What one instruction has once: chosen by the first that names it, and the same for the rest.
    bool settle(uint32_t& field, uint32_t value, bool& has, std::string_view what) {
        if (has && field != value) return fail("an instruction has one " + std::string(what) + " only");
        field = value;
        has = true;
        return true;
    }
    // "[A0.x + 5]", "[5]", "[A0.x]"
    bool read_index(VertexInstruction& instruction, uint32_t limit, std::string_view what, uint32_t& index,
                    uint32_t& relative) {
        if (!expect("[")) return false;
        relative = 0;
        index = 0;
        if (accept("a0")) {
            uint32_t component = 0;
            if (!expect(".") || !read_component(component) ||
                !settle(instruction.address_component, component, has_address_, "component of A0"))
                return false;
            relative = 1;
            if (accept("]")) return true;
            if (!expect("+")) return false;
        }
        return read_number(limit, what, index) && expect("]");
    }
    bool read_operand(VertexInstruction& instruction, const VertexOperandMembers& operand) {
        uint32_t type = 0, temporary = 0, swizzle = plain_swizzle, negate = 0, absolute = 0;
        int open = 0;
        if (accept("-")) negate = 1;
        if (!negate && accept("neg")) {
            negate = 1;
            if (!expect("(")) return false;
            open++;
        }
        if (accept("abs")) {
            absolute = 1;
            if (!expect("(")) return false;
            open++;
        }
        if (accept("a")) {
            type = operand_attribute;
            uint32_t index = 0, relative = 0;
            if (!read_index(instruction, vertex_attributes, "attribute", index, relative)) return false;
            if (has_attribute_ && instruction.attribute_relative != relative)
                return fail("an instruction has one attribute only");
            instruction.attribute_relative = relative;
            if (!settle(instruction.attribute, index, has_attribute_, "attribute")) return false;
        } else if (accept("c")) {
            type = operand_constant;
            uint32_t index = 0, relative = 0;
            if (!read_index(instruction, 1024, "constant", index, relative)) return false;
            if (has_constant_ && instruction.constant_relative != relative)
                return fail("an instruction has one constant only");
            instruction.constant_relative = relative;
            if (!settle(instruction.constant, index, has_constant_, "constant")) return false;
        } else if (accept("u")) {
            type = operand_none;
        } else {
            type = operand_temporary;
            if (!read_temporary(temporary)) return false;
        }
        if (accept(".") && !read_swizzle(swizzle)) return false;
        while (open-- > 0)
            if (!expect(")")) return false;
        const std::array<uint32_t, 5> values{type, temporary, swizzle, negate, absolute};
        const std::array<uint32_t VertexInstruction::*, 5> members{operand.type, operand.temporary, operand.swizzle,
                                                                   operand.negate, operand.absolute};
        for (size_t i = 0; i < values.size(); i++) {
            if ((seen_ & operand.bit) && instruction.*members[i] != values[i])
                return fail("both halves read operand C, and it must be the same");
            instruction.*members[i] = values[i];
        }
        seen_ |= operand.bit;
        return true;
    }

    bool read_flag(VertexInstruction& instruction) {
        if (accept("export")) {
            uint32_t relative = 0;
            if (now().text == "[" && next().text == "31") {
                take(), take();
                if (!expect("]")) return false;
                instruction.export_index = no_export;
            } else if (!read_index(instruction, vertex_exports, "export", instruction.export_index, relative)) {
                return false;
            }
            instruction.export_relative = relative;
            if (!expect("=")) return false;
            if (accept("vector"))
                instruction.export_vector = 1;
            else if (accept("scalar"))
                instruction.export_vector = 0;
            else
                return fail("vector or scalar is missing before " + named());
            return true;
        }
        if (accept("cr")) return expect("=") && read_number(2, "condition register", instruction.condition_register);
        if (accept("p")) return expect(".") && read_swizzle(instruction.condition_swizzle);
        if (accept("idle")) {
            if (!expect("=")) return false;
            for (const char c : take().text) {
                if (c < 'a' || c > 'c') return fail("idle operands are a, b and c");
                idle_ |= static_cast<uint8_t>(1u << (c - 'a'));
            }
            return true;
        }
        for (const Flag& flag : flags)
            if (accept(flag.name)) {
                instruction.*flag.member = 1;
                return true;
            }
        return fail(named() + " is no flag of an instruction");
    }

    bool read_half(VertexInstruction& instruction) {
        const std::string_view text = now().text;
        for (const Half& half : halves) {
            if (!text.ends_with(half.letter)) continue;
            const std::string_view name = text.substr(0, text.size() - 1);
            for (uint32_t number = 0; number < 32; number++) {
                const VertexOperation& operation = half.operation(number);
                if (operation.name.empty() || small_letters(operation.name) != name) continue;
                const uint8_t bit = half.letter == 'v' ? 8 : 16;
                if (seen_ & bit) return fail("an instruction has one operation of each half");
                seen_ |= bit;
                take();
                instruction.*half.number = number;
                return read_result(instruction, half, operation);
            }
        }
        return fail(named() + " is no operation");
    }
    bool read_result(VertexInstruction& instruction, const Half& half, const VertexOperation& operation) {
        if (operation.result == VertexResult::nothing || operation.result == VertexResult::flow) {
            instruction.*half.temporary = temporary_of_none(operation.name);
            if (operation.result == VertexResult::flow && !read_number(256, "instruction", instruction.c_swizzle))
                return false;
            return !accept("/*!") || (read_temporary(instruction.*half.temporary) && expect("*/"));
        }
        uint32_t mask = 15;
        if (operation.result == VertexResult::address) {
            if (!expect("a0")) return false;
            instruction.*half.temporary = 0;
        } else if (!read_temporary(instruction.*half.temporary)) {
            return false;
        }
        if (accept(".") && !read_mask(mask)) return false;
        instruction.*half.mask = mask;
        for (const VertexOperandMembers& operand : vertex_operands)
            if (operation.operands & operand.bit)
                if (!expect(",") || !read_operand(instruction, operand)) return false;
        return true;
    }

    bool read_names(std::map<uint32_t, std::string>& names, uint32_t limit, std::string_view what) {
        while (accept("[")) {
            uint32_t index = 0;
            if (!read_number(limit, what, index) || !expect("]") || !expect("=")) return false;
            if (!now().text.starts_with('"')) return fail("a name in quotes is missing before " + named());
            names[index] = std::string(take().written.substr(1));
            if (!expect(";")) return false;
        }
        return true;
    }
    bool read_constants(VertexCode& code) {
        while (accept("[")) {
            uint32_t index = 0, component = 0;
            if (!read_number(vertex_constants, "constant", index) || !expect("]") || !expect(".") ||
                !read_component(component) || !expect("="))
                return false;
            float value = 0;
            const bool negative = accept("-");
            std::string_view text = now().text;
            std::from_chars_result result{};
            if (text.starts_with("0x")) {
                uint32_t bits = 0;
                result = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
                std::memcpy(&value, &bits, sizeof value);
            } else {
                if (text.ends_with('f')) text.remove_suffix(1);
                result = std::from_chars(text.data(), text.data() + text.size(), value);
            }
            if (result.ec != std::errc{} || result.ptr != text.data() + text.size())
                return fail(named() + " is no number");
            take();
            code.constants[index][component] = negative ? -value : value;
            if (!expect(";")) return false;
        }
        return true;
    }

    Manner manner_;
    std::vector<Remark> remarks_;
    std::vector<Token> starts_;  // of the program's instructions
    // State of the instruction at hand.
    uint8_t idle_ = 0, seen_ = 0;
    bool has_attribute_ = false, has_constant_ = false, has_address_ = false;
};

}  // namespace

AssembledVertex assemble_vertex(std::string_view text, Manner manner) {
    AssembledVertex assembled;
    Reader reader(text, manner);
    if (!reader.read_program(assembled.code)) {
        assembled.error = reader.error();
        assembled.line = reader.error_line();
        assembled.column = reader.error_column();
        assembled.code = {};
    }
    assembled.remarks = std::move(reader).remarks();
    return assembled;
}

AssembledInstruction assemble_vertex_instruction(std::string_view text) {
    AssembledInstruction assembled;
    Reader reader(text, Manner::Strict);
    if (!reader.read_instruction(assembled.instruction) ||
        (!reader.at_end() && !reader.fail("there is more behind the instruction")))
        assembled.error = reader.error();
    return assembled;
}

}  // namespace machines::tegra

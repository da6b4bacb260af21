// Text of vertex programs: written and read.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "arbasm/targets/tegra/tokens.h"
#include "arbasm/targets/tegra/vertex_code.h"

namespace arbasm::tegra {
namespace {

constexpr std::string_view component_letters = "xyzw";

// Flags of one bit, as they stand behind EXEC.
struct Flag {
    std::string_view name;
    uint32_t VertexInstruction::*member;
};
constexpr std::array<Flag, 7> flags{{{"saturate", &VertexInstruction::saturate},
                                     {"cs", &VertexInstruction::condition_set},
                                     {"cwr", &VertexInstruction::condition_write},
                                     {"cc", &VertexInstruction::condition_test},
                                     {"lt", &VertexInstruction::pass_less},
                                     {"eq", &VertexInstruction::pass_equal},
                                     {"gt", &VertexInstruction::pass_greater}}};

// The two halves alike.
struct Half {
    char letter;
    const VertexOperation& (*operation)(uint32_t);
    uint32_t VertexInstruction::*number;
    uint32_t VertexInstruction::*temporary;
    uint32_t VertexInstruction::*mask;
};
constexpr std::array<Half, 2> halves{{{'v', vector_operation, &VertexInstruction::vector_operation,
                                       &VertexInstruction::vector_temporary, &VertexInstruction::vector_mask},
                                      {'s', scalar_operation, &VertexInstruction::scalar_operation,
                                       &VertexInstruction::scalar_temporary, &VertexInstruction::scalar_mask}}};

// An instruction as the assembler begins it: what the grate project's leaves where nothing is said.
VertexInstruction begun_instruction() {
    VertexInstruction instruction;
    instruction.pass_less = instruction.pass_equal = instruction.pass_greater = 0;
    for (const VertexOperandMembers& operand : vertex_operands) instruction.*operand.type = operand_none;
    instruction.vector_temporary = instruction.scalar_temporary = 0;
    return instruction;
}

// ---- writing

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
            if (temporary != no_temporary)
                text += (operation.result == VertexResult::flow ? ", r" : " r") + std::to_string(temporary);
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

std::string number_text(float value) {
    char text[64];
    if (!std::isfinite(value) || (value == 0 && std::signbit(value))) {
        uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        std::snprintf(text, sizeof text, "0x%08x", bits);
        return text;
    }
    std::string number(text, std::to_chars(text, text + sizeof text, value).ptr);
    if (number.find_first_of(".e") == std::string::npos) number += ".0";
    return number;
}

// ---- reading

class Reader : public TokenReader {
  public:
    using TokenReader::TokenReader;

    bool read_program(VertexCode& code) {
        bool in_code = false;
        while (!at_end()) {
            if (accept(".")) {
                const std::string_view section = take().text;
                in_code = section == "asm" || section == "vs_asm";
                if (in_code) continue;
                if (section == "attributes" || section == "vs_attributes") {
                    if (!read_names(code.attribute_names, vertex_attributes, "attribute")) return false;
                } else if (section == "exports" || section == "vs_exports") {
                    if (!read_names(code.export_names, vertex_exports, "export")) return false;
                } else if (section == "uniforms" || section == "vs_uniforms") {
                    if (!read_names(code.uniform_names, vertex_constants, "constant")) return false;
                } else if (section == "constants" || section == "vs_constants") {
                    if (!read_constants(code)) return false;
                } else {
                    return fail("there is no section ." + std::string(section));
                }
                continue;
            }
            VertexInstruction instruction;
            if (!read_instruction(instruction)) return false;
            if (code.instructions.size() == vertex_instructions) return fail("more than 256 instructions");
            code.instructions.push_back(instruction);
        }
        if (code.instructions.empty()) return fail("there is no instruction");
        code.instructions.back().end = 1;
        if (const std::string reason = complaint(code); !reason.empty()) return fail(reason);
        return true;
    }

    bool read_instruction(VertexInstruction& instruction) {
        instruction = begun_instruction();
        if (accept("EXEC_END"))
            instruction.end = 1;
        else if (!accept("EXEC"))
            return fail("EXEC or EXEC_END is missing before " + named());
        while (accept("("))
            if (!read_flag(instruction) || !expect(")")) return false;
        while (!accept(";"))
            if (!read_half(instruction)) return false;
        for (const VertexOperandMembers& operand : vertex_operands)
            if ((idle_ & operand.bit) && !(operands_read(instruction) & operand.bit))
                instruction.*operand.type = operand_attribute;
        const bool ok = !(idle_ & operands_read(instruction));
        idle_ = seen_ = 0;
        has_attribute_ = has_constant_ = has_address_ = false;
        if (!ok) return fail("an operand is said to be idle, and is read");
        if (const std::string reason = complaint(instruction); !reason.empty()) return fail(reason);
        return true;
    }

  private:
    bool read_number(uint32_t limit, std::string_view what, uint32_t& value) {
        if (!is_numbered({}, value)) return fail(named() + " is no number");
        if (value >= limit)
            return fail(std::string(what) + " " + std::string(now().text) + ": there are " + std::to_string(limit));
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
            return fail("there is no register " + std::string(now().text));
        take();
        return true;
    }

    // What one instruction has once: chosen by the first that names it, and the same for the rest.
    bool settle(uint32_t& place, uint32_t value, bool& has, std::string_view what) {
        if (has && place != value) return fail("an instruction has one " + std::string(what) + " only");
        place = value;
        has = true;
        return true;
    }
    // "[A0.x + 5]", "[5]", "[A0.x]"
    bool read_index(VertexInstruction& instruction, uint32_t limit, std::string_view what, uint32_t& index,
                    uint32_t& relative) {
        if (!expect("[")) return false;
        relative = 0;
        index = 0;
        if (accept("A0")) {
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
            for (uint32_t number = 0; number < 32; number++) {
                const VertexOperation& operation = half.operation(number);
                if (operation.name.empty() || operation.name != text.substr(0, text.size() - 1)) continue;
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
            instruction.*half.temporary = no_temporary;
            if (operation.result == VertexResult::flow) {
                if (!read_number(256, "instruction", instruction.c_swizzle)) return false;
                if (!accept(",")) return true;
            } else if (!now().text.starts_with('r')) {
                return true;
            }
            return read_temporary(instruction.*half.temporary);
        }
        uint32_t mask = 15;
        if (operation.result == VertexResult::address) {
            if (!expect("A0")) return false;
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
            names[index] = std::string(take().text.substr(1));
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

    // Of the instruction at hand.
    uint8_t idle_ = 0, seen_ = 0;
    bool has_attribute_ = false, has_constant_ = false, has_address_ = false;
};

}  // namespace

std::string disassemble(const VertexInstruction& instruction) {
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
    if (!idle.empty()) text += "(idle=" + idle + ")";
    text += "\n";
    for (const Half& half : halves)
        // A half that is not named does nothing, and has temporary 0.
        if (instruction.*half.number || instruction.*half.temporary) text += "\t" + half_text(instruction, half) + "\n";
    return text + ";\n";
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
    return text;
}

AssembledVertex assemble_vertex(std::string_view text) {
    AssembledVertex assembled;
    Reader reader(text);
    if (!reader.read_program(assembled.code)) {
        assembled.error = reader.error();
        assembled.line = reader.error_line();
        assembled.code = {};
    }
    return assembled;
}

AssembledInstruction assemble_vertex_instruction(std::string_view text) {
    AssembledInstruction assembled;
    Reader reader(text);
    if (!reader.read_instruction(assembled.instruction) ||
        (!reader.at_end() && !reader.fail("there is more behind the instruction")))
        assembled.error = reader.error();
    return assembled;
}

}  // namespace arbasm::tegra

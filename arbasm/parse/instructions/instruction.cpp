#include <algorithm>

#include "arbasm/parse/parser.h"

namespace arbasm {

// Instructions are most of what a program takes. Room for as many as the rest of the text will hold if it goes on as it
// did, and never for more than it has semicolons: doubling again and again would need half as much again.
void Parser::add_instruction(Instruction&& instruction) {
    auto& code = program_.instructions;
    if (code.size() == code.capacity()) {
        const size_t offset = std::max<size_t>(lexer_.end_of_last_token(), 1);
        const size_t expected = code.size() * text_.size() / offset + code.size() / 16 + 16;
        const auto rest = text_.substr(std::min(offset, text_.size()));
        const auto statements = static_cast<size_t>(std::count(rest.begin(), rest.end(), ';')) + 1;
        code.reserve(code.size() + std::min(statements, std::max(expected - code.size(), code.size() / 4)));
    }
    code.push_back(std::move(instruction));
}

bool Parser::parse_instruction() {
    const Token word = token();
    const Mnemonic mnemonic = split_mnemonic(word.text);
    const OpcodeInfo& info = opcode_info(mnemonic.opcode);
    if (!available(mnemonic.opcode)) return report_unavailable(word, info);
    const Option option = needed_option(program_, mnemonic.opcode);
    if (option != Option::Count && !program_.has(option))
        return fail(std::string(info.spelling) + " needs OPTION " + std::string(option_text(option)));
    Instruction instruction;
    instruction.opcode = mnemonic.opcode;
    instruction.where = word.where;
    advance();
    if (!parse_instruction_modifiers(instruction, mnemonic, word)) return false;

    std::vector<SourceLocation> places;
    places.reserve(info.operand_count);
    bool ok = true;
    if (info.category == OpcodeCategory::Flow) {
        ok = parse_flow(instruction);
    } else if (instruction.opcode == Opcode::Kil) {
        ok = parse_kill(instruction);
    } else {
        bool comma = false;
        if (info.result.kind != 0) {
            ok = parse_result(instruction, info.result);
            comma = true;
        }
        if (ok && instruction.opcode == Opcode::Storeim) {
            ok = parse_image_unit(instruction);
            comma = true;
        }
        for (uint8_t n = 0; ok && n < info.operand_count; ++n) {
            ok = !comma || expect_more(instruction);
            comma = true;
            places.push_back(token().where);
            OperandShape shape = info.operands[n];
            if (instruction.opcode == Opcode::Arl && has_vector_addresses()) shape.kind = 'v';
            const DataType type = instruction.type;
            if (instruction.opcode == Opcode::Cvt) instruction.type = register_type(instruction.storage);
            ok = ok && parse_operand(instruction, shape, instruction.operands[n]);
            instruction.type = type;
            instruction.operand_count = static_cast<uint8_t>(n + 1);
        }
        if (ok && info.has_image) {
            if (instruction.opcode != Opcode::Storeim) ok = expect_more(instruction) && parse_image_unit(instruction);
            ok = ok && expect_more(instruction) && parse_image_target(instruction);
        }
        if (ok && info.has_texture) {
            ok = expect_more(instruction) &&
                 (is_register_style() ? parse_register_texture(instruction) : parse_texture(instruction));
        }
        if (ok && token().is(',')) ok = report_operands(instruction, token().where);
    }
    if (!ok || !check_instruction(instruction, places)) return false;
    if (is_register_style() && !check_register_instruction(instruction, places)) return false;
    add_instruction(std::move(instruction));
    return true;
}

}  // namespace arbasm

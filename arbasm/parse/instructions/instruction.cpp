#include "arbasm/parse/instructions/instruction.h"

#include <algorithm>

#include "arbasm/parse/instructions/flow.h"
#include "arbasm/parse/instructions/image.h"
#include "arbasm/parse/instructions/instruction_rules.h"
#include "arbasm/parse/instructions/modifiers.h"
#include "arbasm/parse/instructions/register_operand_rules.h"
#include "arbasm/parse/instructions/register_texture.h"
#include "arbasm/parse/instructions/texture.h"
#include "arbasm/parse/instructions/unknown_instruction.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/mnemonic.h"
#include "arbasm/parse/operands/operand.h"
#include "arbasm/parse/operands/operand_count.h"
#include "arbasm/parse/operands/result.h"

namespace arbasm {
namespace {

// Instructions are most of what a program takes. Room for as many as the rest of the text will hold if it goes on as it
// did, and never for more than it has semicolons: doubling again and again would need half as much again.
void add_instruction(TokenCursor& cursor, Program& program, Instruction&& instruction) {
    auto& code = program.instructions;
    if (code.size() == code.capacity()) {
        const size_t offset = std::max<size_t>(cursor.end_of_last_token(), 1);
        const size_t expected = code.size() * cursor.text().size() / offset + code.size() / 16 + 16;
        const auto rest = cursor.text().substr(std::min(offset, cursor.text().size()));
        const auto statements = static_cast<size_t>(std::count(rest.begin(), rest.end(), ';')) + 1;
        code.reserve(code.size() + std::min(statements, std::max(expected - code.size(), code.size() / 4)));
    }
    code.push_back(std::move(instruction));
}

// The result and the operands, as the opcode's row has them. `locations`: where the operands stand.
bool parse_operands(ParseContext& context, Instruction& instruction, bool has_precision,
                    std::vector<SourceLocation>& locations) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    bool ok = true;
    bool comma = false;
    if (info.result.kind != 0) {
        ok = parse_result(context, instruction, info.result, has_precision);
        comma = true;
    }
    if (ok && instruction.opcode == Opcode::Storeim) {
        ok = parse_image_unit(context, instruction);
        comma = true;
    }
    for (uint8_t n = 0; ok && n < info.operand_count; ++n) {
        ok = !comma || expect_more(context, instruction);
        comma = true;
        locations.push_back(context.token().where);
        OperandShape shape = info.operands[n];
        if (instruction.opcode == Opcode::Arl && has_vector_addresses(context.program)) shape.kind = 'v';
        const DataType type = instruction.type;
        if (instruction.opcode == Opcode::Cvt) instruction.type = register_type(instruction.storage);
        ok = ok && parse_operand(context, instruction, shape, instruction.operands[n]);
        instruction.type = type;
        instruction.operand_count = static_cast<uint8_t>(n + 1);
    }
    if (ok && info.has_image) {
        if (instruction.opcode != Opcode::Storeim)
            ok = expect_more(context, instruction) && parse_image_unit(context, instruction);
        ok = ok && expect_more(context, instruction) && parse_image_target(context, instruction);
    }
    if (ok && info.has_texture) {
        ok = expect_more(context, instruction) &&
             (is_register_style(context.program) ? parse_register_texture(context, instruction)
                                                 : parse_texture(context, instruction));
    }
    if (ok && context.token().is(',')) return report_operands(context, instruction, context.token().where);
    return ok;
}

}  // namespace

bool parse_instruction(ParseContext& context, Labels& labels) {
    const Token word = context.token();
    const Mnemonic mnemonic = split_mnemonic(word.text);
    const OpcodeInfo& info = opcode_info(mnemonic.opcode);
    if (!has_opcode(context.program, mnemonic.opcode)) return report_unavailable(context, context.program, word, info);
    const Option option = needed_option(context.program, mnemonic.opcode);
    if (option != Option::Count && !context.program.has(option))
        return context.fail(std::string(info.spelling) + " needs OPTION " + std::string(option_text(option)));
    Instruction instruction;
    instruction.opcode = mnemonic.opcode;
    instruction.where = word.where;
    context.advance();
    if (!parse_instruction_modifiers(context, context.program, context.limits, mnemonic, word, instruction))
        return false;

    std::vector<SourceLocation> locations;
    locations.reserve(info.operand_count);
    bool ok = true;
    if (info.category == OpcodeCategory::Flow) {
        ok = parse_flow(context, labels, instruction);
    } else if (instruction.opcode == Opcode::Kil) {
        ok = parse_kill(context, instruction);
    } else {
        ok = parse_operands(context, instruction, mnemonic.has_precision, locations);
    }
    if (!ok || !check_instruction(context, instruction, locations)) return false;
    if (is_register_style(context.program) && !check_register_instruction(context, instruction, locations))
        return false;
    add_instruction(context, context.program, std::move(instruction));
    return true;
}

}  // namespace arbasm

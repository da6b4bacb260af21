#include "arbasm/parse/operands/operand_count.h"

namespace arbasm {

bool report_operands(TokenCursor& cursor, const Instruction& instruction, SourceLocation where) {
    constexpr std::string_view numbers[] = {"", "one operand", "two operands", "three operands", "four operands"};
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    std::vector<std::string_view> parts;
    if (info.result.kind != 0) parts.push_back("a result");
    if (info.operand_count > 0) parts.push_back(numbers[info.operand_count]);
    if (instruction.opcode == Opcode::Swz) parts.push_back("four selectors of components");
    if (info.has_image || info.has_texture)
        parts.insert(parts.end(), {info.has_image ? "an image" : "a texture", "its target"});
    std::string text;
    for (size_t n = 0; n < parts.size(); ++n) {
        if (n > 0) text += n + 1 == parts.size() ? " and " : ", ";
        text += parts[n];
    }
    return cursor.fail(where, std::string(info.spelling) + " takes " + text);
}

bool expect_more(TokenCursor& cursor, const Instruction& instruction) {
    if (cursor.accept(',')) return true;
    const SourceLocation behind = cursor.behind_last_token();
    const bool over =
        cursor.token().is(';') || cursor.token().kind == TokenKind::End || cursor.token().where.line > behind.line;
    return over ? report_operands(cursor, instruction, behind) : cursor.expect(',');
}

}  // namespace arbasm

#include "arbasm/parse/parser.h"

#include <algorithm>

#include "ir/verify/verify.h"

namespace arbasm {

ParseResult Parser::run(bool with_warnings) {
    ParseResult result;
    if (parse_header()) {
        while (token().is("OPTION") || (token().is("option") && respell_keyword())) {
            if (!parse_option()) recover();
        }
        while (errors_.size() < max_errors && token().kind != TokenKind::End && !token().is("END")) {
            if (!parse_statement()) recover();
        }
        source_map_.end = token().where;
        if (token().is("END")) {
            advance();
            // Applications hand over the zero that ends their string, too.
            const size_t rest = std::min<size_t>(token().where.offset, text_.size());
            const bool only_zeros =
                text_.find_first_not_of(std::string_view(" \t\r\n\0", 5), rest) == std::string_view::npos;
            if (token().kind != TokenKind::End && !only_zeros) fail("text after END");
        } else if (errors_.size() < max_errors) {
            fail("the program has no END");
        }
        source_map_.text_end = token().where;
        if (const Token& comment = lexer_.foreign_comment(); comment.kind != TokenKind::End)
            fail(comment.where, quote(comment.text) + " is not the beginning of a comment", "comments begin with #");
        if (is_register_style() && errors_.empty()) finish_register_program();
        source_map_.indexed.resize(program_.variables.size());
        source_map_.calls.resize(program_.instructions.size());
        finish_stage();
        resolve_subroutines();
        resolve_calls();
        check_program(program_, bindings_, source_map_, limits_, errors_);
    }
    std::stable_sort(errors_.begin(), errors_.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.where.offset < b.where.offset; });
    if (errors_.size() > max_errors) errors_.resize(max_errors);
    result.errors = std::move(errors_);
    result.remarks = std::move(remarks_);
    if (result.errors.empty()) {
        if (with_warnings) result.warnings = find_warnings(program_, bindings_, source_map_);
        assign_registers(program_, std::move(bindings_));
        program_.source = std::string(text_);
        check_made("parse()", program_);
        result.program = std::make_shared<const Program>(std::move(program_));
    }
    return result;
}

bool Parser::parse_statement() {
    if (token().kind != TokenKind::Identifier) {
        // A bare semicolon is an empty statement nowhere in the grammar.
        return unexpected("an instruction or a declaration");
    }
    const std::string_view word = token().text;
    if (word == "OPTION") {
        fail("OPTION lines must stand before all declarations and instructions");
        return false;
    }
    if (has_labels() && starts_label()) return parse_label();
    if (is_register_style()) return parse_register_statement();
    // Most statements, and no word of a declaration is one.
    if (find_opcode(word) != Opcode::Count) return parse_instruction() && end_statement();
    if (is_stage_declaration(word)) {
        // The specifications' grammars forgot the semicolon here, and programs may have believed them.
        if (!parse_declaration()) return false;
        accept(';');
        return true;
    }
    if (is_declaration(word)) return parse_declaration() && end_statement();
    if (is_instruction(word)) return parse_instruction() && end_statement();
    return parse_unknown_statement();
}

bool Parser::parse_unknown_statement() {
    if (!respell_keyword()) return report_unknown_statement(token());
    return token().is("END") || parse_statement();
}

ParseResult parse(std::string_view text, const Limits& limits, bool with_warnings) {
    return Parser(text, limits).run(with_warnings);
}

}  // namespace arbasm

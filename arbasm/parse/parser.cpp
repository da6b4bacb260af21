// The walk over a program's statements.
#include <algorithm>

#include "arbasm/assembler.h"
#include "arbasm/parse/context/context.h"
#include "arbasm/parse/context/labels.h"
#include "arbasm/parse/declarations/declaration.h"
#include "arbasm/parse/declarations/register_declarations.h"
#include "arbasm/parse/declarations/stages.h"
#include "arbasm/parse/declarations/subroutines.h"
#include "arbasm/parse/find_warnings.h"
#include "arbasm/parse/header.h"
#include "arbasm/parse/instructions/instruction.h"
#include "arbasm/parse/instructions/unknown_instruction.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/keywords.h"
#include "arbasm/parse/language/mnemonic.h"
#include "arbasm/parse/language/stage_words.h"
#include "arbasm/parse/options.h"
#include "arbasm/parse/register_rules.h"
#include "ir/checks/check_program.h"
#include "ir/registers.h"
#include "ir/verify/verify.h"

namespace arbasm {
namespace {

struct Parser {
    ParseContext context;
    Labels labels{};
    StageDeclarations stage_declarations{};
    Subroutines subroutines{};
    int named_parameters = 0;
    LowerCaseKeywords lower_case_keywords{};

    void parse_program();

  private:
    void parse_options();
    void parse_end();
    void finish(SourceLocation text_end);
    bool parse_statement();
    bool parse_register_statement();
    bool parse_unknown_statement();
};

void Parser::parse_program() {
    if (!parse_header(context, context.program)) return;
    if (is_nv4(context.program)) context.allow_hexadecimal();
    parse_options();
    while (!context.has_max_errors() && context.token().kind != TokenKind::End && !context.token().is("END")) {
        if (!parse_statement()) context.recover();
    }
    context.locations.end = context.token().where;
    parse_end();
    const SourceLocation text_end = context.token().where;
    if (const Token& comment = context.foreign_comment(); comment.kind != TokenKind::End)
        context.fail(comment.where, quote(comment.text) + " is not the beginning of a comment",
                     "comments begin with #");
    finish(text_end);
}

void Parser::parse_options() {
    const auto starts_option = [this] {
        return context.token().is("OPTION") ||
               (context.token().is("option") && lower_case_keywords.respell(context, context.program));
    };
    while (starts_option()) {
        if (!parse_option(context, context.program)) context.recover();
    }
}

void Parser::parse_end() {
    if (context.token().is("END")) {
        context.advance();
        // Applications hand over the zero that ends their string, too.
        const std::string_view text = context.text();
        const size_t rest = std::min<size_t>(context.token().where.offset, text.size());
        const bool only_zeros =
            text.find_first_not_of(std::string_view(" \t\r\n\0", 5), rest) == std::string_view::npos;
        if (context.token().kind != TokenKind::End && !only_zeros) context.fail("text after END");
    } else if (!context.has_max_errors()) {
        context.fail("the program has no END");
    }
}

// What only the whole program shows.
void Parser::finish(SourceLocation text_end) {
    if (is_register_style(context.program) && context.errors.empty()) finish_register_program(context, text_end);
    context.locations.indexed.resize(context.program.variables.size());
    finish_stage(context, stage_declarations);
    resolve_subroutines(context, context.program, labels, subroutines);
    resolve_calls(context, context.program, labels);
    check_program(context.program, context.symbols.all_bindings(), context.locations, context.limits, context.errors);
}

bool Parser::parse_statement() {
    if (context.token().kind != TokenKind::Identifier) {
        // A bare semicolon is an empty statement nowhere in the grammar.
        return context.unexpected("an instruction or a declaration");
    }
    const Program& program = context.program;
    const std::string_view word = context.token().text;
    if (word == "OPTION") {
        context.fail("OPTION lines must stand before all declarations and instructions");
        return false;
    }
    if (has_labels(program) && starts_label(context, program)) return parse_label(context, labels);
    if (is_register_style(program)) return parse_register_statement();
    // Most statements, and no word of a declaration is one.
    if (find_opcode(word) != Opcode::Count)
        return parse_instruction(context, labels) && end_statement(context, program);
    if (is_stage_declaration(program, word)) {
        // The specifications' grammars forgot the semicolon here, and programs may have believed them.
        if (!parse_declaration(context, stage_declarations, subroutines)) return false;
        context.accept(';');
        return true;
    }
    if (is_declaration(program, word))
        return parse_declaration(context, stage_declarations, subroutines) && end_statement(context, program);
    if (is_instruction(word)) return parse_instruction(context, labels) && end_statement(context, program);
    return parse_unknown_statement();
}

bool Parser::parse_register_statement() {
    const std::string_view word = context.token().text;
    if (is_register_declaration(context.program, word))
        return parse_register_declaration(context, named_parameters) && end_statement(context, context.program);
    if (is_instruction(word)) return parse_instruction(context, labels) && end_statement(context, context.program);
    return parse_unknown_statement();
}

bool Parser::parse_unknown_statement() {
    if (!lower_case_keywords.respell(context, context.program))
        return report_unknown_statement(context, context.program, context.token());
    return context.token().is("END") || parse_statement();
}

}  // namespace

ParseResult parse(std::string_view text, const Limits& limits, bool with_warnings) {
    Parser parser{{text, limits}};
    parser.parse_program();
    ParseContext& context = parser.context;
    std::ranges::stable_sort(context.errors, {}, [](const Diagnostic& error) { return error.where.offset; });
    if (context.errors.size() > TokenCursor::max_errors) context.errors.resize(TokenCursor::max_errors);
    ParseResult result;
    result.errors = std::move(context.errors);
    result.remarks = std::move(context.remarks);
    if (result.errors.empty()) {
        if (with_warnings)
            result.warnings = find_warnings(context.program, context.symbols.all_bindings(), context.locations);
        assign_registers(context.program, std::move(context.symbols.all_bindings()));
        context.program.source = std::string(text);
        check_made("parse()", context.program);
        result.program = std::make_shared<const Program>(std::move(context.program));
    }
    return result;
}

}  // namespace arbasm

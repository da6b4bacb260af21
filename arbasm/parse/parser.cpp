#include "arbasm/parse/parser.h"

#include <algorithm>
#include <bit>

#include "ir/verify/verify.h"

namespace arbasm {
namespace {

struct Header {
    std::string_view text;
    Stage stage;
    InstructionSet set;
};

constexpr Header headers[] = {
    {"!!ARBvp1.0", Stage::Vertex, InstructionSet::Arb10},
    {"!!ARBfp1.0", Stage::Fragment, InstructionSet::Arb10},
    {"!!NVvp4.0", Stage::Vertex, InstructionSet::Nv40},
    {"!!NVvp4.1", Stage::Vertex, InstructionSet::Nv41},
    {"!!NVvp5.0", Stage::Vertex, InstructionSet::Nv50},
    {"!!NVfp4.0", Stage::Fragment, InstructionSet::Nv40},
    {"!!NVfp4.1", Stage::Fragment, InstructionSet::Nv41},
    {"!!NVfp5.0", Stage::Fragment, InstructionSet::Nv50},
    {"!!NVgp4.0", Stage::Geometry, InstructionSet::Nv40},
    {"!!NVgp4.1", Stage::Geometry, InstructionSet::Nv41},
    {"!!NVgp5.0", Stage::Geometry, InstructionSet::Nv50},
    {"!!NVtcp5.0", Stage::TessControl, InstructionSet::Nv50},
    {"!!NVtep5.0", Stage::TessEvaluation, InstructionSet::Nv50},
    {"!!NVcp5.0", Stage::Compute, InstructionSet::Nv50},
    {"!!VP1.0", Stage::Vertex, InstructionSet::Vp10},
    {"!!VSP1.0", Stage::Vertex, InstructionSet::Vsp10},
    {"!!VP1.1", Stage::Vertex, InstructionSet::Vp11},
    {"!!VP2.0", Stage::Vertex, InstructionSet::Vp20},
    {"!!FP1.0", Stage::Fragment, InstructionSet::Fp10},
    {"!!FP2.0", Stage::Fragment, InstructionSet::Fp20},
};

// Headers that drafts of specifications had.
struct WithdrawnHeader {
    std::string_view text, message, hint;
};
constexpr WithdrawnHeader withdrawn_headers[] = {
    {"!!FCP1.0", "!!FCP1.0 programs were withdrawn from NV_fragment_program", "write an !!FP1.0 program"},
    {"!!VP3.0", "there are no !!VP3.0 programs", "NV_vertex_program3 is an OPTION of !!ARBvp1.0 programs"},
};

// What texts without a header are by their looks.
struct OtherLanguage {
    std::string_view sign, hint;
};
constexpr std::string_view looks_like_glsl = "this looks like GLSL, which glShaderSource and `asmgl as --glsl` take";
constexpr std::string_view looks_like_spirv =
    "this looks like a module of SPIR-V, which glShaderBinary and `asmgl as --spirv` take";
constexpr OtherLanguage other_languages[] = {
    {"\x03\x02\x23\x07", looks_like_spirv}, {"#version", looks_like_glsl},     {"void main", looks_like_glsl},
    {"gl_Position", looks_like_glsl},       {"gl_FragColor", looks_like_glsl}, {"#extension GL_", looks_like_glsl},
};

struct OptionRow {
    Option option;
    std::string_view text, headers, group;
};
constexpr OptionRow option_rows[] = {
#define ARBASM_OPTION(name, text, headers, group) {Option::name, text, headers, group},
#include "ir/options.def"
#undef ARBASM_OPTION
};

struct OptionSpelling {
    Option option;
    std::string_view text;
};
constexpr OptionSpelling option_spellings[] = {
#define ARBASM_OPTION(...)
#define ARBASM_OPTION_SPELLING(name, text) {Option::name, text},
#include "ir/options.def"
#undef ARBASM_OPTION
};

// Whether a word of a `headers` column admits this program.
bool admits(std::string_view list, Stage stage, InstructionSet set) {
    constexpr std::string_view letters = "vcegfk";
    while (!list.empty()) {
        const size_t end = list.find(' ');
        const std::string_view word = list.substr(0, end);
        if (set == InstructionSet::Arb10) {
            if (word == (stage == Stage::Fragment ? "fp" : "vp")) return true;
        } else if (set == InstructionSet::Vp11 || set == InstructionSet::Vp20) {
            if (word == "v1") return true;
        } else if (set == InstructionSet::Fp10 || set == InstructionSet::Fp20) {
            if (word == "f1") return true;
        } else if (set >= InstructionSet::Nv40) {
            const char digit = set == InstructionSet::Nv50 ? '5' : '4';
            const char letter = letters[static_cast<size_t>(stage)];
            if (word[0] == digit && (word.size() == 1 || word.find(letter) != std::string_view::npos)) return true;
        }
        if (end == std::string_view::npos) return false;
        list.remove_prefix(end + 1);
    }
    return false;
}

// Edit distance, cut off above `limit`.
size_t distance(std::string_view a, std::string_view b, size_t limit) {
    if (a.size() > b.size()) std::swap(a, b);
    if (b.size() - a.size() > limit || b.size() > 64) return limit + 1;
    std::array<size_t, 65> row{};
    for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t above = row[j];
            const size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min(std::min(above, row[j - 1]) + 1, changed);
            diagonal = above;
        }
    }
    return row[b.size()];
}

// One bit for each letter that occurs: words at a distance n differ in at most 2n of them. Most words are told apart by
// it.
uint32_t letters(std::string_view word) {
    uint32_t bits = 0;
    for (char c : word) bits |= 1u << (static_cast<unsigned char>(c) & 31);
    return bits;
}

}  // namespace

std::string nearest_of(std::string_view word, const std::vector<std::string_view>& candidates) {
    const size_t limit = word.size() <= 3 ? 1 : 2;
    size_t best = limit + 1;
    std::string_view found;
    const uint32_t wanted = letters(word);
    for (std::string_view candidate : candidates) {
        if (static_cast<size_t>(std::popcount(wanted ^ letters(candidate))) > 2 * limit) continue;
        const size_t here = distance(word, candidate, limit);
        if (here < best) {
            best = here;
            found = candidate;
        }
    }
    return std::string(found);
}

// ---- errors and tokens

bool Parser::fail(SourceLocation where, std::string message, std::string hint) {
    if (errors_.size() < max_errors) errors_.push_back({where, std::move(message), std::move(hint)});
    return false;
}

void Parser::remark(SourceLocation where, std::string message, std::string hint) {
    if (remarks_.size() < max_errors) remarks_.push_back({where, std::move(message), std::move(hint)});
}

bool Parser::unexpected(std::string_view wanted) {
    std::string found;
    switch (token().kind) {
        case TokenKind::End: found = "the end of the text"; break;
        case TokenKind::Invalid: found = "a character that no program may hold"; break;
        default: found = "\"" + std::string(token().text.substr(0, 40)) + "\""; break;
    }
    return fail("expected " + std::string(wanted) + ", found " + found);
}

void Parser::recover() {
    while (token().kind != TokenKind::End && !token().is(';') && !token().is("END") && !is_last_word("end")) advance();
    if (token().is(';')) advance();
}

bool Parser::is_last_word(std::string_view word) {
    if (!token().is(word)) return false;
    const Lexer::Mark mark = lexer_.mark();
    advance();
    const bool result = token().kind == TokenKind::End;
    lexer_.reset(mark);
    return result;
}

bool Parser::accept(char c) {
    if (!token().is(c)) return false;
    advance();
    return true;
}

bool Parser::expect(char c) {
    if (accept(c)) return true;
    const char quoted[] = {'"', c, '"', 0};
    return unexpected(quoted);
}

// The semicolon behind a statement. Where it is missing, the next statement is not lost with it.
bool Parser::end_statement() {
    if (accept(';')) return true;
    const SourceLocation behind = lexer_.behind_last_token();
    const bool in_later_line = token().where.line > behind.line;
    const bool begins_statement = token().kind == TokenKind::Identifier && (in_later_line || is_keyword(token().text));
    if (!in_later_line || !(begins_statement || token().kind == TokenKind::End)) {
        unexpected("\";\"");
        return begins_statement;
    }
    fail(behind, "expected \";\" at the end of this statement");
    return true;
}

bool Parser::peek_is(char c) {
    const Lexer::Mark mark = lexer_.mark();
    advance();
    const bool result = token().is(c);
    lexer_.reset(mark);
    return result;
}

bool Parser::peek_is_identifier() {
    const Lexer::Mark mark = lexer_.mark();
    advance();
    const bool result = token().kind == TokenKind::Identifier;
    lexer_.reset(mark);
    return result;
}

bool Parser::parse_unsigned(int64_t& value, int64_t limit, std::string_view what) {
    if (token().kind != TokenKind::Integer) return unexpected(what);
    std::string_view digits = token().text;
    int base = 10;
    if (digits.size() > 2 && (digits[1] == 'x' || digits[1] == 'X')) {
        if (!is_nv4()) return fail("hexadecimal numbers came with the NV_gpu_program4 family");
        base = 16;
        digits.remove_prefix(2);
    }
    value = 0;
    for (char c : digits) {
        const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
        value = value * base + digit;
        if (value > limit) {
            return fail(std::string(what) + " is too large: at most " + std::to_string(limit) + " is allowed");
        }
    }
    advance();
    return true;
}

// ---- the program

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

bool Parser::parse_header() {
    for (const Header& candidate : headers) {
        if (!text_.starts_with(candidate.text)) continue;
        program_.stage = candidate.stage;
        program_.instruction_set = candidate.set;
        lexer_ = Lexer(text_, candidate.text.size());
        return true;
    }
    skip_byte_order_mark();
    return parse_later_header() || report_no_header();
}

// Editors of other systems put it there, and don't show it.
void Parser::skip_byte_order_mark() {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (!text_.starts_with(mark)) return;
    fail(SourceLocation{}, "the text begins with a byte order mark, which editors don't show",
         "save it as ASCII, or as UTF-8 without the mark");
    lexer_ = Lexer(text_, mark.size());
}

// ARB's specifications want the header "without any preceding whitespace", which no driver insists on; to NVIDIA's
// older ones it is a token, before which comments may stand, too.
bool Parser::parse_later_header() {
    const size_t start = std::min<size_t>(token().where.offset, text_.size());
    const size_t behind_mark = errors_.empty() ? 0 : 3;
    const bool only_blanks = text_.find_first_not_of(" \t\r\n\f\v", behind_mark) == start;
    for (const Header& candidate : headers) {
        if (!text_.substr(start).starts_with(candidate.text)) continue;
        if (!names_registers(candidate.set)) {
            if (!only_blanks) continue;
            if (start > behind_mark) remark(token().where, "the header must be the very first characters of the text");
        }
        program_.stage = candidate.stage;
        program_.instruction_set = candidate.set;
        Lexer::Mark mark = lexer_.mark();
        mark.position = start + candidate.text.size();
        lexer_.reset(mark);
        advance();
        return true;
    }
    return false;
}

bool Parser::report_no_header() {
    for (const WithdrawnHeader& header : withdrawn_headers) {
        if (text_.starts_with(header.text)) {
            return fail(SourceLocation{}, std::string(header.message), std::string(header.hint));
        }
    }
    size_t end = 0;
    while (end < text_.size() && end < 16 && text_[end] > ' ') ++end;
    std::vector<std::string_view> names;
    for (const Header& candidate : headers) names.push_back(candidate.text);
    const std::string nearest = nearest_of(text_.substr(0, end), names);
    std::string hint;
    if (!nearest.empty()) {
        hint = "did you mean " + nearest + "?";
    } else if (text_.find("!!") != std::string_view::npos) {
        hint = "the header must be the very first characters of the text";
    } else {
        for (const OtherLanguage& other : other_languages)
            if (hint.empty() && text_.find(other.sign) != std::string_view::npos) hint = other.hint;
    }
    return fail(SourceLocation{}, "a program starts with a header such as !!ARBfp1.0 or !!NVfp5.0", std::move(hint));
}

bool Parser::parse_option() {
    advance();
    if (token().kind != TokenKind::Identifier) return unexpected("the name of an option");
    const Token name = token();
    const OptionRow* found = nullptr;
    for (const OptionRow& row : option_rows) {
        if (row.text == name.text) found = &row;
    }
    for (const OptionSpelling& other : option_spellings) {
        if (other.text == name.text) found = &option_rows[static_cast<size_t>(other.option)];
    }
    const std::string quoted = "OPTION " + std::string(name.text);
    if (found == nullptr) {
        std::vector<std::string_view> names;
        for (const OptionRow& row : option_rows) {
            if (admits(row.headers, program_.stage, program_.instruction_set)) names.push_back(row.text);
        }
        const std::string nearest = nearest_of(name.text, names);
        return fail(name.where, quoted + " is not known", nearest.empty() ? "" : "did you mean " + nearest + "?");
    }
    if (!admits(found->headers, program_.stage, program_.instruction_set)) {
        return fail(name.where, quoted + " does not exist for " + header() + " programs");
    }
    for (const OptionRow& row : option_rows) {
        if (!found->group.empty() && found->group != "hint" && row.group == found->group &&
            row.option != found->option && program_.has(row.option)) {
            return fail(name.where, "a program may have one " + std::string(row.group) + " option, and has " +
                                        std::string(row.text) + " already");
        }
    }
    program_.options.add(found->option);
    advance();
    return end_statement();
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

// Whether a statement, or the end of the program, begins with this word.
bool Parser::is_keyword(std::string_view word) const {
    if (word == "END" || word == "OPTION") return true;
    const Mnemonic mnemonic = split_mnemonic(word);
    if (mnemonic.opcode != Opcode::Count) return available(mnemonic.opcode);
    if (is_register_style()) return is_fragment() && (word == "DEFINE" || word == "DECLARE");
    return is_declaration(word);
}

// A keyword in lower case: told, each once, and read as what it means, so that the names it declares are known.
bool Parser::respell_keyword() {
    std::string word(token().text);
    for (char& c : word)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (word == token().text || !is_keyword(word)) return false;
    const auto [respelled, is_new] = respelled_.insert(std::move(word));
    if (is_new)
        fail(quote(token().text) + " is neither an instruction nor a declaration of " + header() + " programs",
             "keywords are upper case: did you mean " + *respelled + "?");
    lexer_.respell(*respelled);
    return true;
}

// "name:" or, what indirect calls may reach, "name SUBROUTINENUM(n):"
bool Parser::starts_label() {
    // Modifiers and operands follow most words.
    const char next = lexer_.next_on_line();
    if (next == '.' || next == ' ' || next == ';') return false;
    const Lexer::Mark mark = lexer_.mark();
    advance();
    const bool result = token().is(':') || (is_nv5() && token().is("SUBROUTINENUM"));
    lexer_.reset(mark);
    return result;
}

bool Parser::parse_label() {
    const Token name = token();
    advance();
    int32_t number = -1;
    if (is_nv5() && token().is("SUBROUTINENUM")) {
        advance();
        int64_t value = 0;
        if (!expect('(') || !parse_unsigned(value, limits_.subroutine_numbers - 1, "a SUBROUTINENUM") || !expect(')')) {
            return false;
        }
        number = static_cast<int32_t>(value);
    }
    if (!expect(':')) return false;
    if (is_reserved(name.text)) return fail(name.where, "\"" + std::string(name.text) + "\" is a reserved word");
    const auto index = static_cast<int32_t>(program_.labels.size());
    if (!labels_.emplace(name.text, index).second) {
        fail(name.where, "label \"" + std::string(name.text) + "\" is defined twice");
        return true;
    }
    if (number >= 0 && !subroutine_numbers_.emplace(number, name.text).second) {
        fail(name.where, "SUBROUTINENUM " + std::to_string(number) + " belongs to label \"" +
                             std::string(subroutine_numbers_[number]) + "\" already");
    }
    program_.labels.push_back({std::string(name.text), static_cast<int32_t>(program_.instructions.size()), number});
    source_map_.labels.push_back(name.where);
    return true;
}

// Reserved words: every keyword and opcode in ARB programs (2.14.2 of ARB_vertex_program), only the words bindings
// start with in the NV_gpu_program4 family.
bool Parser::is_reserved(std::string_view name) const {
    if (name == "program" || name == "result" || name == "state") return true;
    if (name == "fragment") return is_fragment();
    if (name == "primitive") return is_nv4() && program_.stage != Stage::Vertex && program_.stage != Stage::Compute;
    if (name == "vertex") return !is_fragment() && program_.stage != Stage::Compute;
    if (name == "texture") return is_fragment() || is_nv4();
    if (name == "END" || name == "OPTION") return true;
    if (is_register_style()) return is_register_keyword(name);
    if (!is_arb()) return false;
    if (is_declaration(name)) return true;
    const Mnemonic mnemonic = split_mnemonic(name);
    if (mnemonic.opcode == Opcode::Count || !available(mnemonic.opcode)) return false;
    // "All the instruction names (and variants)" are reserved in fragment programs; vertex programs name the opcodes.
    if (is_vertex()) {
        return mnemonic.condition == ConditionUpdate::None && !mnemonic.has_precision &&
               mnemonic.saturation == Saturation::None;
    }
    return (mnemonic.condition == ConditionUpdate::None || allows(Option::NvFragmentProgram)) &&
           (!mnemonic.has_precision || allows(Option::NvFragmentProgram));
}

ParseResult parse(std::string_view text, const Limits& limits, bool with_warnings) {
    return Parser(text, limits).run(with_warnings);
}

}  // namespace arbasm

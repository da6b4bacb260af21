#include <limits>
#include <utility>

#include "arbasm/parse/parser.h"

namespace arbasm {

// ".WORD" if it comes next; leaves the dot alone otherwise, it may belong to a swizzle.
bool Parser::accept_member(std::string_view word) {
    if (!token().is('.')) return false;
    const Lexer::Mark mark = lexer_.mark();
    advance();
    if (token().is(word)) {
        advance();
        return true;
    }
    lexer_.reset(mark);
    return false;
}

Parser::Match Parser::match_index(const BindingRow& row, char form, const BindingUse& use, int& first, int& last) {
    const int limit = binding_limit(row, program_.stage, use.side, limits_);
    const bool optional = form == '?' || form == 'b' || form == '4';
    first = last = 0;
    if (!token().is('[')) return optional ? Match::Yes : Match::No;
    advance();
    if (token().kind == TokenKind::Identifier) {
        fail("a binding can't be indexed at run time", "declare an array variable for it and index that");
        return Match::Error;
    }
    const auto number = [&](int& out) {
        int64_t value = 0;
        const SourceLocation where = token().where;
        if (!parse_unsigned(value, std::numeric_limits<int32_t>::max(), "an index")) return false;
        if (value >= limit) {
            return fail(where,
                        "index " + std::to_string(value) + " is out of range: there are " + std::to_string(limit));
        }
        if (form == '4' && value % 4 != 0) return fail(where, "the index must be a multiple of four");
        out = static_cast<int>(value);
        return true;
    };
    if (!number(first)) return Match::Error;
    last = first;
    if (token().kind == TokenKind::Range) {
        if (form != 'a' && form != 'b') {
            fail("this binding takes no range");
            return Match::Error;
        }
        if (!use.ranges) {
            fail("a range of bindings is allowed only where an array is declared");
            return Match::Error;
        }
        advance();
        const SourceLocation where = token().where;
        if (!number(last)) return Match::Error;
        if (last < first) {
            fail(where, "the range runs backwards");
            return Match::Error;
        }
    }
    return expect(']') ? Match::Yes : Match::Error;
}

// What stands behind a matrix: its form, and which rows.
bool Parser::match_matrix(const BindingRow& row, const BindingUse& use, Binding& binding, int& first_row,
                          int& last_row) {
    constexpr std::pair<std::string_view, MatrixForm> forms[] = {{"inverse", MatrixForm::Inverse},
                                                                 {"transpose", MatrixForm::Transpose},
                                                                 {"invtrans", MatrixForm::InverseTranspose}};
    for (const auto& [word, form] : forms) {
        if (binding.form == MatrixForm::Plain && accept_member(word)) binding.form = form;
    }
    if (accept_member("row")) {
        BindingRow rows_of_matrix = row;
        rows_of_matrix.limit = IndexLimit::Four;
        const Match match = match_index(rows_of_matrix, 'a', use, first_row, last_row);
        return match == Match::No ? unexpected("\"[\" and the number of a row") : match == Match::Yes;
    }
    if (token().is('.')) return report_matrix_form();
    if (!use.ranges) return fail("a whole matrix can be bound only to an array; a row is named .row[n]");
    last_row = 3;
    return true;
}

// Compares the tokens with a row's pattern. No: they differ, nothing reported.
Parser::Match Parser::match_row(const BindingRow& row, std::string_view pattern, const BindingUse& use,
                                std::vector<Binding>& out, SourceLocation& furthest) {
    Binding binding;
    binding.kind = row.kind;
    int first = 0, last = 0;
    int first_row = 0, last_row = 0;
    bool has_rows = false;
    const auto miss = [&] {
        if (token().where.offset > furthest.offset) furthest = token().where;
        return Match::No;
    };
    for (size_t at = 0; at < pattern.size();) {
        switch (pattern[at]) {
            case '.':
                if (!token().is('.')) return miss();
                advance();
                ++at;
                break;
            case '[': {
                const Match match = match_index(row, pattern[at + 1], use, first, last);
                if (match != Match::Yes) return match == Match::No ? miss() : match;
                at += 3;
                break;
            }
            case '@':
                if (accept_member("back")) {
                    binding.back = true;
                } else {
                    accept_member("front");
                }
                ++at;
                break;
            case '$':
                if (accept_member("secondary")) {
                    binding.secondary = true;
                } else {
                    accept_member("primary");
                }
                ++at;
                break;
            case '%':
                if (!match_matrix(row, use, binding, first_row, last_row)) return Match::Error;
                has_rows = true;
                ++at;
                break;
            default: {
                size_t end = at;
                while (end < pattern.size() && is_letter(pattern[end])) ++end;
                if (end == at || !token().is(pattern.substr(at, end - at))) return miss();
                advance();
                at = end;
            }
        }
    }
    // A longer word would have been another token, but "state.light[0].spot" must not match a pattern it only starts.
    if (has_rows) {
        for (int n = first_row; n <= last_row; ++n) {
            binding.index = static_cast<int16_t>(first);
            binding.row = static_cast<int16_t>(n);
            out.push_back(binding);
        }
        return Match::Yes;
    }
    for (int n = first; n <= last; ++n) {
        binding.index = static_cast<int16_t>(n);
        out.push_back(binding);
    }
    return Match::Yes;
}

// Reads what stands before a row's pattern and takes it off the pattern. False: the row does not begin like this.
bool Parser::match_prefix(const BindingRow& row, const BindingUse& use, const InputPrefix* prefix,
                          std::string_view& pattern, SourceLocation& furthest) {
    pattern = row.pattern;
    const bool thread = pattern[0] == '~';
    if (prefix) {
        constexpr std::string_view primitive_word = "primitive.";
        const bool primitive = pattern.starts_with(primitive_word);
        if ((has_own_prefix(row) && !thread && !primitive) || (thread || primitive) != prefix->is_primitive)
            return false;
        pattern.remove_prefix(thread ? 1 : primitive ? primitive_word.size() : 0);
        return true;
    }
    if (thread) {
        if (!token().is(thread_prefix(program_.stage))) return false;
        advance();
        pattern.remove_prefix(1);
        return accept('.');
    }
    if (has_own_prefix(row)) return true;
    if (!token().is(stage_word(use.side)) || use.side == BindingSide::Parameter) return false;
    advance();
    if (accept('.')) return true;
    if (token().where.offset > furthest.offset) furthest = token().where;
    return false;
}

// The word that attributes, or results, of this program begin with.
std::string_view Parser::stage_word(BindingSide side) const {
    if (side == BindingSide::Output) return "result";
    return program_.stage == Stage::Compute ? "invocation" : is_fragment() ? "fragment" : "vertex";
}

}  // namespace arbasm

#include "arbasm/parse/bindings/binding_matcher.h"

#include <limits>
#include <utility>

#include "arbasm/parse/bindings/binding_hints.h"
#include "arbasm/parse/language/dialect.h"
#include "ir/bindings.h"

namespace arbasm {
namespace {

// ".WORD" if it comes next; leaves the dot alone otherwise, it may belong to a swizzle.
bool accept_member(TokenCursor& cursor, std::string_view word) {
    if (!cursor.token().is('.')) return false;
    const Lexer::Mark mark = cursor.mark();
    cursor.advance();
    if (cursor.token().is(word)) {
        cursor.advance();
        return true;
    }
    cursor.reset(mark);
    return false;
}

}  // namespace

Match BindingMatcher::miss() {
    if (cursor.token().where.offset > furthest.offset) furthest = cursor.token().where;
    return Match::No;
}

Match BindingMatcher::match_index(const BindingRow& row, char form, int& first, int& last) {
    const int limit = binding_limit(row, program.stage, use.side, limits);
    const bool optional = form == '?' || form == 'b' || form == '4';
    first = last = 0;
    if (!cursor.token().is('[')) return optional ? Match::Yes : Match::No;
    cursor.advance();
    if (cursor.token().kind == TokenKind::Identifier) {
        cursor.fail("a binding can't be indexed at run time", "declare an array variable for it and index that");
        return Match::Error;
    }
    const auto number = [&](int& out) {
        int64_t value = 0;
        const SourceLocation where = cursor.token().where;
        if (!cursor.parse_unsigned(value, std::numeric_limits<int32_t>::max(), "an index")) return false;
        if (value >= limit) {
            return cursor.fail(
                where, "index " + std::to_string(value) + " is out of range: there are " + std::to_string(limit));
        }
        if (form == '4' && value % 4 != 0) return cursor.fail(where, "the index must be a multiple of four");
        out = static_cast<int>(value);
        return true;
    };
    if (!number(first)) return Match::Error;
    last = first;
    if (cursor.token().kind == TokenKind::Range) {
        if (form != 'a' && form != 'b') {
            cursor.fail("this binding takes no range");
            return Match::Error;
        }
        if (!use.ranges) {
            cursor.fail("a range of bindings is allowed only where an array is declared");
            return Match::Error;
        }
        cursor.advance();
        const SourceLocation where = cursor.token().where;
        if (!number(last)) return Match::Error;
        if (last < first) {
            cursor.fail(where, "the range runs backwards");
            return Match::Error;
        }
    }
    return cursor.expect(']') ? Match::Yes : Match::Error;
}

// What stands behind a matrix: its form, and which rows.
bool BindingMatcher::match_matrix(const BindingRow& row, Binding& binding, int& first_row, int& last_row) {
    constexpr std::pair<std::string_view, MatrixForm> forms[] = {{"inverse", MatrixForm::Inverse},
                                                                 {"transpose", MatrixForm::Transpose},
                                                                 {"invtrans", MatrixForm::InverseTranspose}};
    for (const auto& [word, form] : forms) {
        if (binding.form == MatrixForm::Plain && accept_member(cursor, word)) binding.form = form;
    }
    if (accept_member(cursor, "row")) {
        BindingRow rows_of_matrix = row;
        rows_of_matrix.limit = IndexLimit::Four;
        const Match match = match_index(rows_of_matrix, 'a', first_row, last_row);
        return match == Match::No ? cursor.unexpected("\"[\" and the number of a row") : match == Match::Yes;
    }
    if (cursor.token().is('.')) return report_matrix_form(cursor);
    if (!use.ranges) return cursor.fail("a whole matrix can be bound only to an array; a row is named .row[n]");
    last_row = 3;
    return true;
}

Match BindingMatcher::match_row(const BindingRow& row, std::string_view pattern, std::vector<Binding>& out) {
    Binding binding;
    binding.kind = row.kind;
    int first = 0, last = 0;
    int first_row = 0, last_row = 0;
    bool has_rows = false;
    for (size_t at = 0; at < pattern.size();) {
        switch (pattern[at]) {
            case '.':
                if (!cursor.token().is('.')) return miss();
                cursor.advance();
                ++at;
                break;
            case '[': {
                const Match match = match_index(row, pattern[at + 1], first, last);
                if (match != Match::Yes) return match == Match::No ? miss() : match;
                at += 3;
                break;
            }
            case '@':
                if (accept_member(cursor, "back")) {
                    binding.back = true;
                } else {
                    accept_member(cursor, "front");
                }
                ++at;
                break;
            case '$':
                if (accept_member(cursor, "secondary")) {
                    binding.secondary = true;
                } else {
                    accept_member(cursor, "primary");
                }
                ++at;
                break;
            case '%':
                if (!match_matrix(row, binding, first_row, last_row)) return Match::Error;
                has_rows = true;
                ++at;
                break;
            default: {
                size_t end = at;
                while (end < pattern.size() && is_letter(pattern[end])) ++end;
                if (end == at || !cursor.token().is(pattern.substr(at, end - at))) return miss();
                cursor.advance();
                at = end;
            }
        }
    }
    // A longer word would have been another token, but "state.light[0].spot" does not match a pattern it only starts.
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

bool BindingMatcher::match_prefix(const BindingRow& row, const InputPrefix* prefix, std::string_view& pattern) {
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
        if (!cursor.token().is(thread_prefix(program.stage))) return false;
        cursor.advance();
        pattern.remove_prefix(1);
        return cursor.accept('.');
    }
    if (has_own_prefix(row)) return true;
    if (!cursor.token().is(stage_word(program, use.side)) || use.side == BindingSide::Parameter) return false;
    cursor.advance();
    if (cursor.accept('.')) return true;
    miss();
    return false;
}

std::string_view stage_word(const Program& program, BindingSide side) {
    if (side == BindingSide::Output) return "result";
    return program.stage == Stage::Compute ? "invocation" : is_fragment(program) ? "fragment" : "vertex";
}

}  // namespace arbasm

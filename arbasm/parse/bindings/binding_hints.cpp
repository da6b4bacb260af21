#include "arbasm/parse/bindings/binding_hints.h"

#include <algorithm>
#include <utility>

#include "arbasm/parse/bindings/binding_use.h"
#include "arbasm/parse/bindings/input_prefix.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/text/nearest.h"
#include "ir/bindings.h"

namespace arbasm {
namespace {

// A binding, or the pattern of some, without indices, blanks and what may be left out.
std::string plain(std::string_view text) {
    std::string result;
    bool in_index = false;
    for (const char c : text) {
        if (c == '[') in_index = true;
        if (!in_index && (is_letter(c) || c == '.' || c == '_')) result += c;
        if (c == ']') in_index = false;
    }
    return result;
}

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    return result;
}

std::string_view leading_letters(std::string_view text) {
    size_t length = 0;
    while (length < text.size() && is_letter(text[length])) ++length;
    return text.substr(0, length);
}

// What other languages and engines call what bindings name.
constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    {"modelview_projection", "mvp"},
    {"modelviewprojection", "mvp"},
    {"model_view_projection", "mvp"},
    {"modelviewproj", "mvp"},
    {"wvp", "mvp"},
    {"worldviewprojection", "mvp"},
    {"mv", "modelview"},
    {"model_view", "modelview"},
    {"inverse_transpose", "invtrans"},
    {"inversetranspose", "invtrans"},
    {"uv", "texcoord"},
    {"attribute", "attrib"},
};

// Whether they begin alike, up to the last letter of the shorter one.
bool begin_alike(std::string_view a, std::string_view b) {
    constexpr size_t shortest = 3;
    const size_t least = std::max(shortest, std::min(a.size(), b.size()) - 1);
    return a.substr(0, least) == b.substr(0, least);
}

// Returns the word that was meant, among those that may stand here; empty if none is near.
std::string meant_word(std::string_view word, const std::vector<std::string>& words) {
    const auto is_word = [&](std::string_view candidate) { return std::ranges::find(words, candidate) != words.end(); };
    const std::string lower = lower_case(word);
    for (const auto& [other, name] : other_names)
        if (other == lower && is_word(name)) return std::string(name);
    if (std::string nearest = nearest_of(lower, {words.begin(), words.end()}); !nearest.empty()) return nearest;
    const auto alike = std::ranges::find_if(words, [&](const std::string& other) { return begin_alike(lower, other); });
    return alike == words.end() ? "" : *alike;
}

// The words that the rows of bindings have behind what has been read.
std::vector<std::string> next_words(const Program& program, std::string_view read, BindingSide side) {
    const uint32_t scope = binding_scope(program.stage, program.instruction_set, side);
    std::string before = plain(read);
    for (const std::string_view choice : {".front", ".back", ".primary", ".secondary"})
        if (const size_t at = before.find(choice); at != std::string::npos) before.erase(at, choice.size());
    std::vector<std::string> words;
    const auto add_word_of = [&](const std::string& row) {
        if (!row.starts_with(before)) return;
        const std::string_view word = leading_letters(std::string_view(row).substr(before.size()));
        if (!word.empty()) words.emplace_back(word);
    };
    for (const BindingRow& row : binding_rows()) {
        if (!(row.where & scope) || row.pattern.empty()) continue;
        const std::string letters = plain(row.pattern);
        const std::string full = row.pattern[0] == '~' ? std::string(thread_prefix(program.stage)) + letters
                                 : has_own_prefix(row) ? letters
                                                       : std::string(stage_word(program, side)) + "." + letters;
        add_word_of(full);
        if (row.pattern.ends_with('%'))
            for (const std::string_view form : {".row", ".inverse.row", ".transpose.row", ".invtrans.row"})
                add_word_of(full + std::string(form));
    }
    return words;
}

// "vertex.color" in a fragment program: the binding of this stage that was meant, or how its attributes begin.
std::string other_stages_binding(const BindingMatcher& attempt) {
    TokenCursor& cursor = attempt.cursor;
    const Program& program = attempt.program;
    const BindingUse& use = attempt.use;
    const std::string_view own = stage_word(program, use.side);
    const auto is_stage_word = [&] {
        for (const std::string_view word : {"vertex", "fragment", "primitive", "invocation"})
            if (cursor.token().is(word)) return word != own;
        return false;
    };
    if (use.side != BindingSide::Input || !is_stage_word()) return {};
    const Lexer::Mark start = cursor.mark();
    const size_t errors = cursor.errors.size();
    const uint32_t scope = binding_scope(program.stage, program.instruction_set, use.side);
    std::string hint = "attributes of " + program_header(program) + " programs begin with " + std::string(own);
    cursor.advance();
    const Lexer::Mark dot = cursor.mark();
    for (const BindingRow& row : binding_rows()) {
        if (!(row.where & scope) || row.pattern.empty() || has_own_prefix(row)) continue;
        cursor.reset(dot);
        std::vector<Binding> bindings;
        BindingMatcher matcher{cursor, program, attempt.limits, use, {}};
        if (!cursor.accept('.')) break;
        const SourceLocation first = cursor.token().where;
        if (matcher.match_row(row, row.pattern, bindings) != Match::Yes) continue;
        hint = "did you mean " + std::string(own) + (has_input_prefix(program) ? "[0]." : ".") +
               std::string(cursor.text_since(first)) + "?";
        break;
    }
    cursor.errors.resize(errors);
    cursor.reset(start);
    return hint;
}

}  // namespace

bool report_matrix_form(TokenCursor& cursor) {
    cursor.advance();
    const std::string word = meant_word(cursor.token().text, {"inverse", "transpose", "invtrans", "row"});
    return word.empty()
               ? cursor.unexpected("inverse, transpose, invtrans or row")
               : cursor.fail(quote(cursor.token().text) + " is not a form of a matrix", "did you mean " + word + "?");
}

bool report_unknown_binding(const BindingMatcher& attempt, SourceLocation start) {
    TokenCursor& cursor = attempt.cursor;
    const BindingUse& use = attempt.use;
    const std::string wanted = use.side == BindingSide::Output  ? "a result binding"
                               : use.side == BindingSide::Input ? "an attribute binding"
                                                                : "a parameter binding or a constant";
    if (attempt.furthest.offset == start.offset) {
        const std::string hint = other_stages_binding(attempt);
        return hint.empty() ? cursor.unexpected(wanted)
                            : cursor.fail("expected " + wanted + ", found " + quote(cursor.token().text), hint);
    }
    // Walk to the token that fits no row, and compare it with the words that rows have there.
    while (cursor.token().kind != TokenKind::End && cursor.token().where.offset < attempt.furthest.offset)
        cursor.advance();
    if (cursor.token().kind != TokenKind::Identifier) return cursor.unexpected("more of " + wanted);
    const std::string_view read = cursor.text().substr(start.offset, cursor.token().where.offset - start.offset);
    const std::string word = meant_word(cursor.token().text, next_words(attempt.program, read, use.side));
    return cursor.fail(
        quote(std::string(read) + std::string(cursor.token().text)) + " is not " + wanted,
        word.empty() || word == cursor.token().text ? "" : "did you mean " + std::string(read) + word + "?");
}

}  // namespace arbasm

#include "glsl/text/preprocessor.h"

#include <cassert>

#include "glsl/language/extensions.h"
#include "glsl/language/keywords.h"
#include "glsl/text/numbers.h"
#include "glsl/text/preprocessor_state.h"

namespace glsl {

std::string listed(std::string_view where) {
    std::string text;
    for (const char c : where) {
        if (c == ' ') text += ',';
        text += c;
    }
    return text;
}

Preprocessor::Preprocessor(const PreprocessorOptions& options, Preprocessed& result)
    : options_(options),
      result_(result),
      source_(*result.source),
      names_(source_.memory()),
      defined_(names_.intern("defined")) {}

bool Preprocessor::supported(int extension) const {
    const ExtensionRow& row = extension_row(extension);
    if (options_.offered != nullptr ? !options_.offered->has(extension) : !row.implemented) return false;
    return holds(row.where, language());
}

void Preprocessor::run(std::span<const std::string_view> strings) {
    use_default_version();
    const SourceText::Part* const part = source_.add(strings);
    if (part == nullptr) {
        error({}, "the shader is too large: 2 GiB are the most");
        result_.tokens.emplace_back();
        return;
    }
    result_.tokens.reserve(part->text.size() / 4 + 16);
    includes_.push_back({std::make_unique<Lexer>(*part, names_, messages(), 0), {}, 0});
    emit_all();
    close_conditions(0);
}

void Preprocessor::emit_all() {
    for (;;) {
        // Most tokens are no macros and come straight from the strings.
        RawToken token = contexts_.empty() ? lexer().next() : raw();
        if (token.kind == RawKind::Mark) {
            anything_seen_ = true;
            result_.tokens.push_back({token.mark, Keyword{}, token.text, token.where, 0});
            continue;
        }
        if (token.kind == RawKind::Hash && token.line_start && contexts_.empty()) {
            directive(token);
            continue;
        }
        if (token.kind == RawKind::Name && !token.never_expand && try_macro(token)) continue;
        if (token.kind == RawKind::End) {
            if (includes_.size() > 1) {
                leave_include();
                continue;
            }
            Token end;
            end.where = token.where;
            result_.tokens.push_back(end);
            return;
        }
        emit(token);
    }
}

void Preprocessor::emit(RawToken& raw) {
    anything_seen_ = true;
    switch (raw.kind) {
        case RawKind::Name: emit_name(raw); break;
        case RawKind::Number: emit_number(raw); break;
        case RawKind::Placemarker: break;
        case RawKind::Hash:
        case RawKind::HashHash:
            error(raw.where, "\"" + std::string(raw.text) + "\" in the text of the shader",
                  "a directive begins with # as the first character of its line, blanks aside");
            break;
        default: {
            const unsigned char first = static_cast<unsigned char>(raw.text[0]);
            if (first >= 0x20 && first < 0x7f) {
                error(raw.where, "character '" + std::string(raw.text) + "' is not of the language",
                      first == '"' ? "the language has no strings" : "");
            } else {
                error(raw.where, first < 0x20 || first == 0x7f ? "a control character"
                                                               : "a character that is not of the language (not ASCII)");
            }
        }
    }
}

void Preprocessor::classify(Name& name) {
    name.classified = epoch_;
    name.kind = TokenKind::Identifier;
    name.reserved = false;
    if (name.text == "true" || name.text == "false") {
        name.kind = TokenKind::BoolConstant;
        return;
    }
    const WordRow* const row = find_word(name.text);
    if (row == nullptr) return;
    if (holds(row->where, language())) {
        if (row->keyword == Keyword::Count) return;
        name.kind = TokenKind::Keyword;
        name.keyword = row->keyword;
    } else {
        name.reserved = holds(row->reserved, language());
    }
}

void Preprocessor::emit_name(RawToken& raw) {
    Name& name = *raw.name;
    if (name.classified != epoch_) classify(name);
    if (name.reserved) {
        const std::string_view where = find_word(name.text)->where;
        error(raw.where, "\"" + std::string(name.text) + "\" is a reserved word in this version of the language",
              where.empty() ? "" : "it means something in " + listed(where));
        name.reserved = false;  // said once
    }
    if (name.text.size() > longest_name_es && in_version_with(0, 300)) [[unlikely]] {
        error(raw.where, "an identifier of more than 1024 characters");
    }
    const uint64_t bits = name.kind == TokenKind::BoolConstant && name.text == "true";
    result_.tokens.push_back({name.kind, name.keyword, name.text, raw.where, bits});
}

void Preprocessor::emit_number(const RawToken& raw) {
    Number number;
    if (raw.text.size() == 1) {
        number.bits = static_cast<uint64_t>(raw.text[0] - '0');
    } else {
        number = convert_number(raw.text, language());
        if (!number.error.empty()) error(raw.where, number.error);
        if (!number.warning.empty()) warning(raw.where, number.warning);
    }
    result_.tokens.push_back({number.kind, Keyword{}, raw.text, raw.where, number.bits});
}

Preprocessed preprocess(std::span<const std::string_view> strings, const PreprocessorOptions& options) {
    Preprocessed result;
    result.source = std::make_unique<SourceText>();
    Preprocessor(options, result).run(strings);
    return result;
}

}  // namespace glsl

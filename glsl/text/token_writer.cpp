#include "glsl/text/token_writer.h"

#include "glsl/language/keywords.h"
#include "glsl/text/numbers.h"

namespace glsl {

namespace {

void classify(const PreprocessorContext& context, Name& name) {
    name.classified = context.epoch();
    name.kind = TokenKind::Identifier;
    name.reserved = false;
    if (name.text == "true" || name.text == "false") {
        name.kind = TokenKind::BoolConstant;
        return;
    }
    const WordRow* const row = find_word(name.text);
    if (row == nullptr) return;
    if (holds(row->where, context.language())) {
        if (row->keyword == Keyword::Count) return;
        name.kind = TokenKind::Keyword;
        name.keyword = row->keyword;
    } else {
        name.reserved = holds(row->reserved, context.language());
    }
}

void write_name(PreprocessorContext& context, RawToken& raw) {
    Name& name = *raw.name;
    if (name.classified != context.epoch()) classify(context, name);
    if (name.reserved) {
        const std::string_view where = find_word(name.text)->where;
        context.error(raw.where,
                      "\"" + std::string(name.text) + "\" is a reserved word in this version of the language",
                      where.empty() ? "" : "it means something in " + listed(where));
        name.reserved = false;  // said once
    }
    if (name.text.size() > longest_name_es && context.in_version_with(0, 300)) [[unlikely]] {
        context.error(raw.where, "an identifier of more than 1024 characters");
    }
    const uint64_t bits = name.kind == TokenKind::BoolConstant && name.text == "true";
    context.result().tokens.push_back({name.kind, name.keyword, name.text, raw.where, bits});
}

void write_number(PreprocessorContext& context, const RawToken& raw) {
    Number number;
    if (raw.text.size() == 1) {
        number.bits = static_cast<uint64_t>(raw.text[0] - '0');
    } else {
        number = convert_number(raw.text, context.language());
        if (!number.error.empty()) context.error(raw.where, number.error);
        if (!number.warning.empty()) context.warning(raw.where, number.warning);
    }
    context.result().tokens.push_back({number.kind, Keyword{}, raw.text, raw.where, number.bits});
}

}  // namespace

void write_token(PreprocessorContext& context, RawToken& raw) {
    switch (raw.kind) {
        case RawKind::Name: write_name(context, raw); break;
        case RawKind::Number: write_number(context, raw); break;
        case RawKind::Placemarker: break;
        case RawKind::Hash:
        case RawKind::HashHash:
            context.error(raw.where, "\"" + std::string(raw.text) + "\" in the text of the shader",
                          "a directive begins with # as the first character of its line, blanks aside");
            break;
        case RawKind::End:
        case RawKind::NewLine:
        case RawKind::Mark:
        case RawKind::Other: {
            const unsigned char first = static_cast<unsigned char>(raw.text[0]);
            if (first >= 0x20 && first < 0x7f) {
                context.error(raw.where, "character '" + std::string(raw.text) + "' is not of the language",
                              first == '"' ? "the language has no strings" : "");
            } else {
                context.error(raw.where, first < 0x20 || first == 0x7f
                                             ? "a control character"
                                             : "a character that is not of the language (not ASCII)");
            }
        }
    }
}

}  // namespace glsl

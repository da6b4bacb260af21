#include "arbasm/parse/options.h"

#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/keywords.h"
#include "arbasm/parse/text/nearest.h"

namespace arbasm {
namespace {

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

}  // namespace

bool parse_option(TokenCursor& cursor, Program& program) {
    cursor.advance();
    if (cursor.token().kind != TokenKind::Identifier) return cursor.unexpected("the name of an option");
    const Token name = cursor.token();
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
            if (admits(row.headers, program.stage, program.instruction_set)) names.push_back(row.text);
        }
        const std::string nearest = nearest_of(name.text, names);
        return cursor.fail(name.where, quoted + " is not known",
                           nearest.empty() ? "" : "did you mean " + nearest + "?");
    }
    if (!admits(found->headers, program.stage, program.instruction_set)) {
        return cursor.fail(name.where, quoted + " does not exist for " + program_header(program) + " programs");
    }
    for (const OptionRow& row : option_rows) {
        if (!found->group.empty() && found->group != "hint" && row.group == found->group &&
            row.option != found->option && program.has(row.option)) {
            return cursor.fail(name.where, "a program may have one " + std::string(row.group) + " option, and has " +
                                               std::string(row.text) + " already");
        }
    }
    program.options.add(found->option);
    cursor.advance();
    return end_statement(cursor, program);
}

}  // namespace arbasm

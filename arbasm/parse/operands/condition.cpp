#include "arbasm/parse/operands/condition.h"

#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/operands/swizzle.h"
#include "arbasm/parse/text/nearest.h"
#include "arbasm/words.h"

namespace arbasm {
namespace {

// Splits "GT1" into its rule and the number of the condition code; null if it is none.
const ConditionWord* find_condition_rule(std::string_view word, uint8_t& code_register) {
    code_register = 0;
    if (word.size() > 2 && (word.back() == '0' || word.back() == '1')) {
        code_register = static_cast<uint8_t>(word.back() - '0');
        word.remove_suffix(1);
    }
    for (const ConditionWord& rule : condition_words) {
        if (rule.text == word) return &rule;
    }
    return nullptr;
}

bool parse_condition_test(TokenCursor& cursor, const Program& program, ConditionMask& mask) {
    if (cursor.token().kind != TokenKind::Identifier) return cursor.unexpected("a condition such as GT or NE.x");
    const ConditionWord* rule = find_condition_rule(cursor.token().text, mask.code_register);
    if (rule == nullptr) {
        std::vector<std::string_view> words;
        for (const ConditionWord& known : condition_words) words.push_back(known.text);
        const std::string nearest = nearest_of(cursor.token().text, words);
        return cursor.fail(quote(cursor.token().text) + " is not a condition such as GT or NE",
                           nearest.empty() ? "" : "did you mean " + nearest + "?");
    }
    if (!is_nv4(program) && !rule->in_arb) {
        return cursor.fail(quote(cursor.token().text) + " came with the NV_gpu_program4 family");
    }
    const bool sparse = rule->value == ConditionTest::Resident || rule->value == ConditionTest::NonResident;
    if (sparse && (!is_nv5(program) || cursor.token().text.size() > rule->text.size())) {
        return cursor.fail(is_nv5(program) ? "the sparse memory condition code has no number"
                                           : quote(cursor.token().text) + " came with !!NVfp5.0");
    }
    if (!has_second_condition_code(program) && cursor.token().text.size() > rule->text.size()) {
        return cursor.fail(program_header(program) +
                           " programs have one condition code register, and its tests no number");
    }
    mask.test = rule->value;
    cursor.advance();
    bool was_single = false;
    return parse_swizzle(cursor, program, mask.swizzle, false, false, was_single);
}

}  // namespace

bool is_condition_rule(std::string_view word) {
    uint8_t code_register = 0;
    return find_condition_rule(word, code_register) != nullptr;
}

bool parse_condition_mask(TokenCursor& cursor, const Program& program, ConditionMask& mask, bool parentheses_optional) {
    if (parentheses_optional && !cursor.token().is('(')) return parse_condition_test(cursor, program, mask);
    return cursor.expect('(') && parse_condition_test(cursor, program, mask) && cursor.expect(')');
}

}  // namespace arbasm

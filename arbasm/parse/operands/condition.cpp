#include "arbasm/parse/parser.h"

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

}  // namespace

bool Parser::is_condition_rule(std::string_view word) const {
    uint8_t code_register = 0;
    return find_condition_rule(word, code_register) != nullptr;
}

bool Parser::parse_condition_test(ConditionMask& mask) {
    if (token().kind != TokenKind::Identifier) return unexpected("a condition such as GT or NE.x");
    const ConditionWord* rule = find_condition_rule(token().text, mask.code_register);
    if (rule == nullptr) {
        std::vector<std::string_view> words;
        for (const ConditionWord& known : condition_words) words.push_back(known.text);
        const std::string nearest = nearest_of(token().text, words);
        return fail(quote(token().text) + " is not a condition such as GT or NE",
                    nearest.empty() ? "" : "did you mean " + nearest + "?");
    }
    if (!is_nv4() && !rule->in_arb) {
        return fail(quote(token().text) + " came with the NV_gpu_program4 family");
    }
    const bool sparse = rule->value == ConditionTest::Resident || rule->value == ConditionTest::NonResident;
    if (sparse && (!is_nv5() || token().text.size() > rule->text.size())) {
        return fail(is_nv5() ? "the sparse memory condition code has no number"
                             : quote(token().text) + " came with !!NVfp5.0");
    }
    if (!has_second_condition_code() && token().text.size() > rule->text.size()) {
        return fail(header() + " programs have one condition code register, and its tests no number");
    }
    mask.test = rule->value;
    advance();
    bool was_single = false;
    return parse_swizzle(mask.swizzle, false, false, was_single);
}

bool Parser::parse_condition_mask(ConditionMask& mask, bool parentheses_optional) {
    if (parentheses_optional && !token().is('(')) return parse_condition_test(mask);
    return expect('(') && parse_condition_test(mask) && expect(')');
}

}  // namespace arbasm

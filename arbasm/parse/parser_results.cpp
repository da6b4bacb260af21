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

// ---- results

bool Parser::parse_address_result(Instruction& instruction) {
    const Token name = token();
    const int32_t* found = name.kind == TokenKind::Identifier ? find_variable(name.text) : nullptr;
    if (found == nullptr)
        return name.kind == TokenKind::Identifier ? unknown_name(name) : unexpected("an address register");
    advance();
    if (is_poisoned(*found)) {
        uint8_t ignored = 0;
        return parse_write_mask(ignored);
    }
    if (program_.variables[static_cast<size_t>(*found)].file != RegisterFile::Address) {
        return fail(name.where, "ARL writes an address register, declared with ADDRESS");
    }
    instruction.result.file = RegisterFile::Address;
    instruction.result.variable = *found;
    if (!token().is('.')) return unexpected("\".x\": ARL writes the x component");
    if (!parse_write_mask(instruction.result.write_mask)) return false;
    if (instruction.result.write_mask != 1) return fail("address registers have the component x only");
    return true;
}

bool Parser::parse_result(Instruction& instruction, OperandShape shape) {
    Destination& result = instruction.result;
    if (shape.kind == 'a') {
        return has_vector_addresses() || is_register_style() ? parse_vector_address_result(instruction)
                                                             : parse_address_result(instruction);
    }
    const Token start = token();
    if (start.kind != TokenKind::Identifier) return unexpected("a temporary or a result");
    if (is_register_style()) return parse_register_result(instruction);
    if (starts_relative_binding(RegisterFile::Result)) {
        Operand use;
        if (!parse_relative_binding(RegisterFile::Result, use)) return false;
        result.file = use.file;
        result.variable = use.variable;
        result.element = use.element;
        result.relative = use.relative;
    } else if (starts_binding()) {
        if (!start.is("result")) {
            return fail(start.is("state") || start.is("program") ? "parameters can't be written"
                                                                 : "attributes can't be written");
        }
        BindingUse use;
        use.side = BindingSide::Output;
        std::vector<Binding> bindings;
        if (!parse_binding(use, bindings)) return false;
        result.file = RegisterFile::Result;
        result.variable = inline_variable(RegisterFile::Result, bindings.front(), start.where);
    } else {
        const int32_t* found = find_variable(start.text);
        if (found == nullptr) return unknown_name(start);
        advance();
        if (is_poisoned(*found)) {
            if (token().is('[')) {
                while (token().kind != TokenKind::End && !token().is(']') && !token().is(';')) advance();
                accept(']');
            }
        } else {
            const RegisterFile file = program_.variables[static_cast<size_t>(*found)].file;
            switch (file) {
                case RegisterFile::Temporary:
                case RegisterFile::Result: break;
                case RegisterFile::Attribute: return fail(start.where, "attributes can't be written");
                case RegisterFile::Parameter: return fail(start.where, "parameters can't be written");
                case RegisterFile::Address: return fail(start.where, "an address register is written by ARL only");
                case RegisterFile::None:
                case RegisterFile::Buffer:
                case RegisterFile::Texture:
                case RegisterFile::Image:
                case RegisterFile::Storage:
                case RegisterFile::Counter:
                case RegisterFile::Shared:
                case RegisterFile::Subroutine: return fail(start.where, quote(start.text) + " can't be written");
            }
            Operand use;
            if (!parse_variable_use(use, *found, start)) return false;
            result.file = use.file;
            result.variable = use.variable;
            result.element = use.element;
            result.relative = use.relative;
            if (is_nv4()) {
                const DataType type = shape.type == 'f'   ? DataType::F32
                                      : shape.type == 's' ? DataType::S32
                                      : shape.type == 'u' ? DataType::U32
                                                          : instruction.type;
                if (!check_type(instruction, program_.variables[static_cast<size_t>(*found)], type, start.where,
                                "writes")) {
                    return false;
                }
            }
        }
    }
    if (!parse_write_mask(result.write_mask)) return false;
    if (token().is('(')) {
        if (!has_condition_codes()) return fail("condition masks are not part of " + header() + " programs");
        if (!parse_condition_mask(result.condition, false)) return false;
    }
    return true;
}

// ---- condition tests

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

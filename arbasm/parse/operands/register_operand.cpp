#include "arbasm/parse/operands/register_operand.h"

#include "arbasm/parse/context/symbols.h"
#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/register_words.h"
#include "arbasm/parse/operands/index.h"
#include "arbasm/parse/operands/register_constant.h"
#include "arbasm/register_names.h"

namespace arbasm {
namespace {

// v[n] and v[OPOS] of vertex programs, f[WPOS] of fragment programs.
bool parse_register_attribute(ParseContext& context, Operand& operand) {
    const Token start = context.token();
    Token word;
    if (!parse_bracketed_word(context, word)) return false;
    Binding binding;
    if (is_vertex(context.program)) {
        binding.kind = BindingKind::GenericAttrib;
        const int limit = context.program.instruction_set == InstructionSet::Vsp10 ? 1 : 16;
        int attribute = -1;
        if (word.kind == TokenKind::Integer && word.text.size() <= 2) {
            attribute = 0;
            for (char c : word.text) attribute = attribute * 10 + (c - '0');
        } else if (limit == 16) {
            attribute = vertex_attribute_number(word.text);
        }
        if (attribute < 0 || attribute >= limit) {
            return context.fail(word.where, limit == 1 ? "a state program has the attribute v[0] only"
                                                       : quote(word.text) +
                                                             " is not an attribute: there are v[0] to v[15] and names "
                                                             "such as v[OPOS]");
        }
        binding.index = static_cast<int16_t>(attribute);
    } else {
        const RegisterName* known = find_register_name(word.text, RegisterSide::FragmentInput);
        if (known == nullptr || (known->only_fp2 && context.program.instruction_set != InstructionSet::Fp20)) {
            return context.fail(word.where,
                                quote(word.text) + " is not an attribute such as f[WPOS], f[COL0] or f[TEX0]");
        }
        binding = known->binding();
    }
    operand.file = RegisterFile::Attribute;
    operand.variable = context.symbols.inline_variable(RegisterFile::Attribute, binding, start.where);
    return true;
}

}  // namespace

bool parse_bracketed_word(TokenCursor& cursor, Token& word) {
    cursor.advance();
    if (!cursor.expect('[')) return false;
    word = cursor.token();
    if (word.kind != TokenKind::Identifier && word.kind != TokenKind::Integer)
        return cursor.unexpected("the name of a register");
    cursor.advance();
    return cursor.expect(']');
}

bool parse_program_parameter(ParseContext& context, Operand& operand) {
    const Token name = context.token();
    const SourceLocation start = name.where;
    const bool vp2 = context.program.instruction_set == InstructionSet::Vp20;
    const bool state_program = context.program.instruction_set == InstructionSet::Vsp10;
    const int count = is_fragment(context.program) ? context.limits.local_parameters : vp2 ? 256 : 96;
    context.advance();
    if (!context.expect('[')) return false;
    // State programs write c, which makes it their registers.
    const auto array = [&] {
        const RegisterFile file = state_program ? RegisterFile::Temporary : RegisterFile::Parameter;
        const int32_t variable = context.symbols.implicit_variable(file, "c", context.token().where, count);
        auto& bound = context.symbols.bindings(variable);
        for (int n = static_cast<int>(bound.size()); !state_program && n < count; ++n) {
            Binding binding;
            binding.kind = BindingKind::ProgramEnv;
            binding.index = static_cast<int16_t>(n);
            bound.push_back(binding);
        }
        return variable;
    };
    if (context.token().kind == TokenKind::Integer) {
        int64_t value = 0;
        const SourceLocation where = context.token().where;
        if (!context.parse_unsigned(value, int64_t{1} << 30, "the number of a parameter")) return false;
        if (value >= count) {
            return context.fail(where, quote(name.text) + " has the registers 0 to " + std::to_string(count - 1));
        }
        operand.file = state_program ? RegisterFile::Temporary : RegisterFile::Parameter;
        if (state_program) {
            operand.variable = array();
            operand.element = static_cast<int32_t>(value);
        } else {
            Binding binding;
            binding.kind = is_fragment(context.program) ? BindingKind::ProgramLocal : BindingKind::ProgramEnv;
            binding.index = static_cast<int16_t>(value);
            operand.variable = context.symbols.inline_variable(RegisterFile::Parameter, binding, start);
        }
        return context.expect(']');
    }
    if (is_fragment(context.program) || context.token().kind != TokenKind::Identifier)
        return context.unexpected("the number of a parameter");
    if (context.program.instruction_set == InstructionSet::Vp11 && is_position_invariant(context.program)) {
        return context.fail("position-invariant !!VP1.1 programs can't address parameters relatively");
    }
    if (context.token().is("A0") || (vp2 && context.token().is("A1"))) {
        context.symbols.implicit_variable(RegisterFile::Address, context.token().text, context.token().where);
    }
    operand.variable = array();
    operand.file = context.symbols.variable(operand.variable).file;
    if (!parse_relative_register(context, operand.relative)) return false;
    return parse_offset(context, vp2 ? -256 : -64, vp2 ? 255 : 63, operand.element);
}

bool parse_register_operand(ParseContext& context, Operand& operand, bool& is_scalar_constant) {
    const Token start = context.token();
    is_scalar_constant = false;
    const bool number =
        start.kind == TokenKind::Integer || start.kind == TokenKind::Float || start.is('-') || start.is('+');
    if (is_fragment(context.program) && (number || start.is('{'))) {
        Binding constant;
        if (!parse_register_constant(context, context.symbols, constant, is_scalar_constant)) return false;
        operand.file = RegisterFile::Parameter;
        operand.variable = context.symbols.inline_variable(RegisterFile::Parameter, constant, start.where);
        return true;
    }
    if (number || start.is('{')) return context.fail("!!VP programs have no constants; set a parameter c[n] instead");
    if (start.kind != TokenKind::Identifier) return context.unexpected("an operand");
    if (start.is(is_fragment(context.program) ? "f" : "v") && context.peek_is('[')) {
        return parse_register_attribute(context, operand);
    }
    if (start.is(is_fragment(context.program) ? "p" : "c") && context.peek_is('['))
        return parse_program_parameter(context, operand);
    if (start.is("o") && context.peek_is('[')) return context.fail("results can't be read");
    int number_of = 0;
    const bool vp2 = context.program.instruction_set == InstructionSet::Vp20;
    const bool is_full = parse_register_number(start.text, 'R',
                                               is_fragment(context.program) ? 32
                                               : vp2                        ? 16
                                                                            : 12,
                                               number_of);
    const bool is_half =
        is_fragment(context.program) && !is_full && parse_register_number(start.text, 'H', 64, number_of);
    if (is_full || is_half) {
        context.advance();
        operand.file = RegisterFile::Temporary;
        operand.variable =
            context.symbols.implicit_variable(RegisterFile::Temporary, start.text, context.token().where);
        context.symbols.variable(operand.variable).is_short = is_half;
        return true;
    }
    if (start.is("RC") || start.is("HC") || start.is("CC")) return context.fail(quote(start.text) + " can't be read");
    const bool is_constant = is_fragment(context.program) && context.symbols.find(start.text) != nullptr;
    if ((start.is("A0") || start.is("A1")) && !is_constant)
        return context.fail("an address register can only be used as an index");
    if (is_vertex(context.program))
        return context.fail(quote(start.text) + " is not a register of " + program_header(context.program) +
                            " programs");
    const int32_t* found = context.symbols.find(start.text);
    if (found == nullptr) {
        return context.fail(quote(start.text) + " is not a register, and not named by DEFINE or DECLARE before");
    }
    context.advance();
    if (is_poisoned(*found)) return true;
    operand.file = RegisterFile::Parameter;
    operand.variable = *found;
    is_scalar_constant = context.symbols.is_scalar_constant(*found);
    return true;
}

}  // namespace arbasm

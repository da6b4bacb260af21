#include "arbasm/parse/parser.h"
#include "arbasm/register_names.h"

namespace arbasm {

// "[WORD]" behind v, f and o.
bool Parser::parse_bracketed_word(Token& word) {
    advance();
    if (!expect('[')) return false;
    word = token();
    if (word.kind != TokenKind::Identifier && word.kind != TokenKind::Integer)
        return unexpected("the name of a register");
    advance();
    return expect(']');
}

// c[n] and c[A0.x+n] of vertex programs, p[n] of fragment programs.
bool Parser::parse_program_parameter(Operand& operand) {
    const Token name = token();
    const SourceLocation start = name.where;
    const bool vp2 = program_.instruction_set == InstructionSet::Vp20;
    const bool state_program = program_.instruction_set == InstructionSet::Vsp10;
    const int count = is_fragment() ? limits_.local_parameters : vp2 ? 256 : 96;
    advance();
    if (!expect('[')) return false;
    // State programs write c, which makes it their registers.
    const auto array = [&] {
        const RegisterFile file = state_program ? RegisterFile::Temporary : RegisterFile::Parameter;
        const int32_t variable = implicit_variable(file, "c", count);
        auto& bound = bindings_[static_cast<size_t>(variable)];
        for (int n = static_cast<int>(bound.size()); !state_program && n < count; ++n) {
            Binding binding;
            binding.kind = BindingKind::ProgramEnv;
            binding.index = static_cast<int16_t>(n);
            bound.push_back(binding);
        }
        return variable;
    };
    if (token().kind == TokenKind::Integer) {
        int64_t value = 0;
        const SourceLocation where = token().where;
        if (!parse_unsigned(value, int64_t{1} << 30, "the number of a parameter")) return false;
        if (value >= count) {
            return fail(where, quote(name.text) + " has the registers 0 to " + std::to_string(count - 1));
        }
        operand.file = state_program ? RegisterFile::Temporary : RegisterFile::Parameter;
        if (state_program) {
            operand.variable = array();
            operand.element = static_cast<int32_t>(value);
        } else {
            Binding binding;
            binding.kind = is_fragment() ? BindingKind::ProgramLocal : BindingKind::ProgramEnv;
            binding.index = static_cast<int16_t>(value);
            operand.variable = inline_variable(RegisterFile::Parameter, binding, start);
        }
        return expect(']');
    }
    if (is_fragment() || token().kind != TokenKind::Identifier) return unexpected("the number of a parameter");
    if (program_.instruction_set == InstructionSet::Vp11 && is_position_invariant(program_)) {
        return fail("position-invariant !!VP1.1 programs can't address parameters relatively");
    }
    if (token().is("A0") || (vp2 && token().is("A1"))) {
        implicit_variable(RegisterFile::Address, token().text);
    }
    operand.variable = array();
    operand.file = program_.variables[static_cast<size_t>(operand.variable)].file;
    if (!parse_relative_register(operand.relative)) return false;
    return parse_offset(vp2 ? -256 : -64, vp2 ? 255 : 63, operand.element);
}

bool Parser::parse_register_operand(Operand& operand, bool& is_scalar_constant) {
    const Token start = token();
    is_scalar_constant = false;
    const bool number =
        start.kind == TokenKind::Integer || start.kind == TokenKind::Float || start.is('-') || start.is('+');
    if (is_fragment() && (number || start.is('{'))) {
        Binding constant;
        if (!parse_register_constant(constant, is_scalar_constant)) return false;
        operand.file = RegisterFile::Parameter;
        operand.variable = inline_variable(RegisterFile::Parameter, constant, start.where);
        return true;
    }
    if (number || start.is('{')) return fail("!!VP programs have no constants; set a parameter c[n] instead");
    if (start.kind != TokenKind::Identifier) return unexpected("an operand");
    if (start.is(is_fragment() ? "f" : "v") && peek_is('[')) {
        Token word;
        if (!parse_bracketed_word(word)) return false;
        Binding binding;
        if (is_vertex()) {
            binding.kind = BindingKind::GenericAttrib;
            const int limit = program_.instruction_set == InstructionSet::Vsp10 ? 1 : 16;
            int attribute = -1;
            if (word.kind == TokenKind::Integer && word.text.size() <= 2) {
                attribute = 0;
                for (char c : word.text) attribute = attribute * 10 + (c - '0');
            } else if (limit == 16) {
                attribute = vertex_attribute_number(word.text);
            }
            if (attribute < 0 || attribute >= limit) {
                return fail(word.where, limit == 1 ? "a state program has the attribute v[0] only"
                                                   : quote(word.text) +
                                                         " is not an attribute: there are v[0] to v[15] and names "
                                                         "such as v[OPOS]");
            }
            binding.index = static_cast<int16_t>(attribute);
        } else {
            const RegisterName* known = find_register_name(word.text, RegisterSide::FragmentInput);
            if (known == nullptr || (known->only_fp2 && program_.instruction_set != InstructionSet::Fp20)) {
                return fail(word.where, quote(word.text) + " is not an attribute such as f[WPOS], f[COL0] or f[TEX0]");
            }
            binding = known->binding();
        }
        operand.file = RegisterFile::Attribute;
        operand.variable = inline_variable(RegisterFile::Attribute, binding, start.where);
        return true;
    }
    if (start.is(is_fragment() ? "p" : "c") && peek_is('[')) return parse_program_parameter(operand);
    if (start.is("o") && peek_is('[')) return fail("results can't be read");
    int number_of = 0;
    const bool vp2 = program_.instruction_set == InstructionSet::Vp20;
    const bool is_full = parse_register_number(start.text, 'R', is_fragment() ? 32 : vp2 ? 16 : 12, number_of);
    const bool is_half = is_fragment() && !is_full && parse_register_number(start.text, 'H', 64, number_of);
    if (is_full || is_half) {
        advance();
        operand.file = RegisterFile::Temporary;
        operand.variable = implicit_variable(RegisterFile::Temporary, start.text);
        program_.variables[static_cast<size_t>(operand.variable)].is_short = is_half;
        return true;
    }
    if (start.is("RC") || start.is("HC") || start.is("CC")) return fail(quote(start.text) + " can't be read");
    const bool is_constant = is_fragment() && find_variable(start.text) != nullptr;
    if ((start.is("A0") || start.is("A1")) && !is_constant)
        return fail("an address register can only be used as an index");
    if (is_vertex()) return fail(quote(start.text) + " is not a register of " + header() + " programs");
    const int32_t* found = find_variable(start.text);
    if (found == nullptr) {
        return fail(quote(start.text) + " is not a register, and not named by DEFINE or DECLARE before");
    }
    advance();
    if (is_poisoned(*found)) return true;
    operand.file = RegisterFile::Parameter;
    operand.variable = *found;
    is_scalar_constant = scalar_constants_.contains(*found);
    return true;
}

}  // namespace arbasm

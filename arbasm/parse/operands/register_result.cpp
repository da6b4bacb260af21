#include <algorithm>

#include "arbasm/parse/parser.h"
#include "arbasm/register_names.h"

namespace arbasm {

bool Parser::parse_register_result_name(Destination& result) {
    const Token start = token();
    const bool vp2 = program_.instruction_set == InstructionSet::Vp20;
    const bool state_program = program_.instruction_set == InstructionSet::Vsp10;
    if (start.kind != TokenKind::Identifier) return unexpected("a register");
    if (start.is("o") && peek_is('[')) {
        if (state_program) return fail("a state program writes temporaries and c[n] only");
        Token word;
        if (!parse_bracketed_word(word)) return false;
        const RegisterName* known =
            find_register_name(word.text, is_fragment() ? RegisterSide::FragmentOutput : RegisterSide::VertexOutput);
        if (known == nullptr || (known->only_vp2 && !vp2)) {
            return fail(word.where,
                        quote(word.text) + " is not a result such as " +
                            (is_fragment() ? "o[COLR], o[COLH] or o[DEPR]" : "o[HPOS], o[COL0] or o[TEX0]"),
                        known != nullptr ? "it came with !!VP2.0" : "");
        }
        if (known->kind == BindingKind::Position && is_position_invariant(program_)) {
            return fail(start.where, "o[HPOS] can't be written with OPTION NV_position_invariant");
        }
        result.file = RegisterFile::Result;
        result.variable = inline_variable(RegisterFile::Result, known->binding(), start.where);
        if (is_fragment()) {
            Variable& variable = program_.variables[static_cast<size_t>(result.variable)];
            const bool written_before =
                std::any_of(program_.instructions.begin(), program_.instructions.end(),
                            [&](const Instruction& earlier) { return earlier.result.variable == result.variable; });
            if (written_before && variable.is_short != known->half) {
                return fail(start.where, "a program writes either o[COLR] or o[COLH], not both");
            }
            variable.is_short = known->half;
        }
        return true;
    }
    if (state_program && start.is("c") && peek_is('[')) {
        Operand use;
        const SourceLocation where = token().where;
        if (!parse_program_parameter(use)) return false;
        if (use.relative.file != RegisterFile::None) return fail(where, "parameters can't be written relatively");
        result.file = use.file;
        result.variable = use.variable;
        result.element = use.element;
        return true;
    }
    int number = 0;
    const bool is_full = parse_register_number(start.text, 'R', is_fragment() ? 32 : vp2 ? 16 : 12, number);
    const bool is_half = is_fragment() && !is_full && parse_register_number(start.text, 'H', 64, number);
    const bool is_null = is_fragment() ? start.is("RC") || start.is("HC") : vp2 && start.is("CC");
    if (is_full || is_half || is_null) {
        advance();
        result.file = RegisterFile::Temporary;
        result.variable = implicit_variable(RegisterFile::Temporary, start.text);
        program_.variables[static_cast<size_t>(result.variable)].is_short = is_half || start.is("HC");
        return true;
    }
    if ((start.is("v") || start.is("f")) && peek_is('[')) return fail("attributes can't be written");
    if ((start.is("c") || start.is("p")) && peek_is('[')) return fail("parameters can't be written");
    if (find_variable(start.text) != nullptr) return fail(quote(start.text) + " can't be written");
    return fail(quote(start.text) + " is not a register of " + header() + " programs");
}

bool Parser::parse_register_result(Instruction& instruction) {
    Destination& result = instruction.result;
    if (!parse_register_result_name(result)) return false;
    // "If no precision suffix is specified, calculations are carried out using the precision of the temporary register
    // receiving the result."
    if (is_fragment() && !has_precision_suffix_ && opcode_info(instruction.opcode).suffixes & suffix_h) {
        const Variable& written = program_.variables[static_cast<size_t>(result.variable)];
        instruction.precision = written.is_short ? Precision::Half : Precision::Full;
    }
    if (!parse_write_mask(result.write_mask)) return false;
    if (!token().is('(')) return true;
    if (!has_condition_codes()) return fail("condition masks are not part of " + header() + " programs");
    return parse_condition_mask(result.condition, false);
}

}  // namespace arbasm

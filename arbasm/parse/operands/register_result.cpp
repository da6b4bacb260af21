#include "arbasm/parse/operands/register_result.h"

#include <algorithm>

#include "arbasm/parse/language/dialect.h"
#include "arbasm/parse/language/register_words.h"
#include "arbasm/parse/operands/condition.h"
#include "arbasm/parse/operands/register_operand.h"
#include "arbasm/parse/operands/swizzle.h"
#include "arbasm/register_names.h"

namespace arbasm {
namespace {

bool parse_register_result_name(ParseContext& context, Destination& result) {
    const Token start = context.token();
    const bool vp2 = context.program.instruction_set == InstructionSet::Vp20;
    const bool state_program = context.program.instruction_set == InstructionSet::Vsp10;
    if (start.kind != TokenKind::Identifier) return context.unexpected("a register");
    if (start.is("o") && context.peek_is('[')) {
        if (state_program) return context.fail("a state program writes temporaries and c[n] only");
        Token word;
        if (!parse_bracketed_word(context, word)) return false;
        const RegisterName* known = find_register_name(
            word.text, is_fragment(context.program) ? RegisterSide::FragmentOutput : RegisterSide::VertexOutput);
        if (known == nullptr || (known->only_vp2 && !vp2)) {
            return context.fail(
                word.where,
                quote(word.text) + " is not a result such as " +
                    (is_fragment(context.program) ? "o[COLR], o[COLH] or o[DEPR]" : "o[HPOS], o[COL0] or o[TEX0]"),
                known != nullptr ? "it came with !!VP2.0" : "");
        }
        if (known->kind == BindingKind::Position && is_position_invariant(context.program)) {
            return context.fail(start.where, "o[HPOS] can't be written with OPTION NV_position_invariant");
        }
        result.file = RegisterFile::Result;
        result.variable = context.symbols.inline_variable(RegisterFile::Result, known->binding(), start.where);
        if (is_fragment(context.program)) {
            Variable& variable = context.symbols.variable(result.variable);
            const bool written_before =
                std::any_of(context.program.instructions.begin(), context.program.instructions.end(),
                            [&](const Instruction& earlier) { return earlier.result.variable == result.variable; });
            if (written_before && variable.is_short != known->half) {
                return context.fail(start.where, "a program writes either o[COLR] or o[COLH], not both");
            }
            variable.is_short = known->half;
        }
        return true;
    }
    if (state_program && start.is("c") && context.peek_is('[')) {
        Operand use;
        const SourceLocation where = context.token().where;
        if (!parse_program_parameter(context, use)) return false;
        if (use.relative.file != RegisterFile::None)
            return context.fail(where, "parameters can't be written relatively");
        result.file = use.file;
        result.variable = use.variable;
        result.element = use.element;
        return true;
    }
    int number = 0;
    const bool is_full = parse_register_number(start.text, 'R',
                                               is_fragment(context.program) ? 32
                                               : vp2                        ? 16
                                                                            : 12,
                                               number);
    const bool is_half = is_fragment(context.program) && !is_full && parse_register_number(start.text, 'H', 64, number);
    const bool is_null = is_fragment(context.program) ? start.is("RC") || start.is("HC") : vp2 && start.is("CC");
    if (is_full || is_half || is_null) {
        context.advance();
        result.file = RegisterFile::Temporary;
        result.variable = context.symbols.implicit_variable(RegisterFile::Temporary, start.text, context.token().where);
        context.symbols.variable(result.variable).is_short = is_half || start.is("HC");
        return true;
    }
    if ((start.is("v") || start.is("f")) && context.peek_is('[')) return context.fail("attributes can't be written");
    if ((start.is("c") || start.is("p")) && context.peek_is('[')) return context.fail("parameters can't be written");
    if (context.symbols.find(start.text) != nullptr) return context.fail(quote(start.text) + " can't be written");
    return context.fail(quote(start.text) + " is not a register of " + program_header(context.program) + " programs");
}

}  // namespace

bool parse_register_result(ParseContext& context, Instruction& instruction, bool has_precision) {
    Destination& result = instruction.result;
    if (!parse_register_result_name(context, result)) return false;
    // "If no precision suffix is specified, calculations are carried out using the precision of the temporary register
    // receiving the result."
    if (is_fragment(context.program) && !has_precision && opcode_info(instruction.opcode).suffixes & suffix_h) {
        const Variable& written = context.symbols.variable(result.variable);
        instruction.precision = written.is_short ? Precision::Half : Precision::Full;
    }
    if (!parse_write_mask(context, context.program, result.write_mask)) return false;
    if (!context.token().is('(')) return true;
    if (!has_condition_codes(context.program))
        return context.fail("condition masks are not part of " + program_header(context.program) + " programs");
    return parse_condition_mask(context, context.program, result.condition, false);
}

}  // namespace arbasm

#include "arbasm/parse/instructions/suffixes.h"

#include "arbasm/parse/language/dialect.h"

namespace arbasm {

bool apply_suffixes(TokenCursor& cursor, const Program& program, Instruction& instruction, const Mnemonic& mnemonic,
                    const Token& word) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const std::string name(info.spelling);
    // NV_fragment_program left some instructions of ARB_fragment_program without the new suffixes.
    const bool plain = allows(program, Option::NvFragmentProgram) && !program.has(Option::NvFragmentProgram2) &&
                       info.traits.has(Trait::Unsuffixed);
    if (mnemonic.has_precision) {
        const char letter = mnemonic.precision == Precision::Half      ? 'H'
                            : mnemonic.precision == Precision::Fixed12 ? 'X'
                                                                       : 'R';
        const uint8_t bit = letter == 'H' ? suffix_h : letter == 'X' ? suffix_x : suffix_r;
        if (!has_precisions(program) || plain || !(info.suffixes & bit)) {
            return cursor.fail(
                word.where, name + " takes no suffix " + letter + " in " + program_header(program) + " programs",
                !has_precisions(program) && is_arb(program) && is_fragment(program) && info.suffixes & bit
                    ? "it comes with OPTION NV_fragment_program"
                    : "");
        }
        instruction.precision = mnemonic.precision;
    }
    if (mnemonic.condition != ConditionUpdate::None) {
        const bool numbered = word.text.substr(0, word.text.find('_')).find_last_of("01") ==
                              word.text.substr(0, word.text.find('_')).size() - 1;
        if (!has_condition_codes(program) || plain || !(info.suffixes & suffix_condition)) {
            return cursor.fail(word.where,
                               name + " can't update a condition code in " + program_header(program) + " programs",
                               !has_condition_codes(program) && is_arb(program) && info.suffixes & suffix_condition
                                   ? is_fragment(program) ? "that comes with OPTION NV_fragment_program"
                                                          : "that comes with OPTION NV_vertex_program2"
                                   : "");
        }
        if (numbered && !has_second_condition_code(program)) {
            return cursor.fail(
                word.where,
                program_header(program) + " programs have one condition code register, and its suffix no number",
                is_arb(program) && is_vertex(program) ? "the second comes with OPTION NV_vertex_program3" : "");
        }
        instruction.condition_update = mnemonic.condition;
    }
    if (mnemonic.saturation != Saturation::None) {
        const bool any = is_fragment(program) || program.has(Option::NvVertexProgram3);
        if (!any || !(info.suffixes & suffix_saturate)) {
            return cursor.fail(word.where, name + " takes no _SAT in " + program_header(program) + " programs");
        }
        if (mnemonic.saturation == Saturation::Signed && !has_loops(program)) {
            return cursor.fail(
                word.where, name + " takes no _SSAT in " + program_header(program) + " programs",
                is_arb(program) && is_fragment(program) ? "it comes with OPTION NV_fragment_program2" : "");
        }
        instruction.saturation = mnemonic.saturation;
    }
    return true;
}

}  // namespace arbasm

#include "arbasm/parse/parser.h"

namespace arbasm {

// Table X.5 of the options and their like: OPCODE[R|H|X][C|C0|C1][_SAT|_SSAT].
bool Parser::apply_suffixes(Instruction& instruction, const Mnemonic& mnemonic, const Token& word) {
    const OpcodeInfo& info = opcode_info(instruction.opcode);
    const std::string name(info.spelling);
    // NV_fragment_program left some instructions of ARB_fragment_program without the new suffixes.
    const bool plain = allows(Option::NvFragmentProgram) && !program_.has(Option::NvFragmentProgram2) &&
                       info.traits.has(Trait::Unsuffixed);
    has_precision_suffix_ = mnemonic.has_precision;
    if (mnemonic.has_precision) {
        const char letter = mnemonic.precision == Precision::Half      ? 'H'
                            : mnemonic.precision == Precision::Fixed12 ? 'X'
                                                                       : 'R';
        const uint8_t bit = letter == 'H' ? suffix_h : letter == 'X' ? suffix_x : suffix_r;
        if (!has_precisions() || plain || !(info.suffixes & bit)) {
            return fail(word.where, name + " takes no suffix " + letter + " in " + header() + " programs",
                        !has_precisions() && is_arb() && is_fragment() && info.suffixes & bit
                            ? "it comes with OPTION NV_fragment_program"
                            : "");
        }
        instruction.precision = mnemonic.precision;
    }
    if (mnemonic.condition != ConditionUpdate::None) {
        const bool numbered = word.text.substr(0, word.text.find('_')).find_last_of("01") ==
                              word.text.substr(0, word.text.find('_')).size() - 1;
        if (!has_condition_codes() || plain || !(info.suffixes & suffix_condition)) {
            return fail(word.where, name + " can't update a condition code in " + header() + " programs",
                        !has_condition_codes() && is_arb() && info.suffixes & suffix_condition
                            ? is_fragment() ? "that comes with OPTION NV_fragment_program"
                                            : "that comes with OPTION NV_vertex_program2"
                            : "");
        }
        if (numbered && !has_second_condition_code()) {
            return fail(word.where, header() + " programs have one condition code register, and its suffix no number",
                        is_arb() && is_vertex() ? "the second comes with OPTION NV_vertex_program3" : "");
        }
        instruction.condition_update = mnemonic.condition;
    }
    if (mnemonic.saturation != Saturation::None) {
        const bool any = is_fragment() || program_.has(Option::NvVertexProgram3);
        if (!any || !(info.suffixes & suffix_saturate)) {
            return fail(word.where, name + " takes no _SAT in " + header() + " programs");
        }
        if (mnemonic.saturation == Saturation::Signed && !has_loops()) {
            return fail(word.where, name + " takes no _SSAT in " + header() + " programs",
                        is_arb() && is_fragment() ? "it comes with OPTION NV_fragment_program2" : "");
        }
        instruction.saturation = mnemonic.saturation;
    }
    return true;
}

}  // namespace arbasm

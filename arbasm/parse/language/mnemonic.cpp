#include "arbasm/parse/language/mnemonic.h"

namespace arbasm {

// The longest opcode wins, so RCC is RCC and not RC with a C.
Mnemonic split_mnemonic(std::string_view word) {
    Mnemonic mnemonic;
    mnemonic.opcode = find_opcode(word);
    if (mnemonic.opcode != Opcode::Count) return mnemonic;
    std::string_view base = word;
    const size_t underscore = word.find('_');
    if (underscore != std::string_view::npos) {
        const std::string_view suffix = word.substr(underscore);
        if (suffix.starts_with("_SSAT")) {
            mnemonic.saturation = Saturation::Signed;
            mnemonic.bad_order = suffix.size() > 5;
        } else if (suffix.starts_with("_SAT")) {
            mnemonic.saturation = Saturation::Unsigned;
            mnemonic.bad_order = suffix.size() > 4;
        } else {
            return {};
        }
        base = word.substr(0, underscore);
        mnemonic.opcode = find_opcode(base);
        if (mnemonic.opcode != Opcode::Count) return mnemonic;
    }
    if (base.ends_with("C0") || base.ends_with("C1")) {
        mnemonic.condition = base.back() == '0' ? ConditionUpdate::Code0 : ConditionUpdate::Code1;
        base.remove_suffix(2);
    } else if (base.ends_with('C')) {
        mnemonic.condition = ConditionUpdate::Code0;
        base.remove_suffix(1);
    }
    mnemonic.opcode = find_opcode(base);
    if (mnemonic.opcode != Opcode::Count || base.size() < 2) return mnemonic;
    const char last = base.back();
    if (last == 'R' || last == 'H' || last == 'X') {
        mnemonic.has_precision = true;
        mnemonic.precision = last == 'H' ? Precision::Half : last == 'X' ? Precision::Fixed12 : Precision::Full;
        base.remove_suffix(1);
        mnemonic.opcode = find_opcode(base);
    }
    return mnemonic;
}

bool is_instruction(std::string_view word) { return split_mnemonic(word).opcode != Opcode::Count; }

}  // namespace arbasm

#include "runtime/jit/condition_codes.h"

#include "runtime/decode/shaping.h"
#include "runtime/interpreter/machine.h"

namespace runtime::jit {

using interpreter::ConditionCode;
using interpreter::Machine;

Flags blend(Mask lanes, const Flags& after, const Flags& before) {
    const auto both = [&](Mask now, Mask then) { return (lanes & now) | ((!lanes) & then); };
    return {both(after.sign, before.sign), both(after.zero, before.zero), both(after.carry, before.carry),
            both(after.overflow, before.overflow)};
}

ConditionCodes::ConditionCodes(CodeForm form, const Piece& piece, bool sets_carry)
    : piece_(piece), sets_carry_(sets_carry) {
    if (form == CodeForm::Dispatched) return;
    for (int i = 0; i < 8; i++)
        variables_.push_back({Variable<Mask>(Mask(false)), Variable<Mask>(Mask(true)), Variable<Mask>(Mask(false)),
                              Variable<Mask>(Mask(false))});
}

Flags ConditionCodes::flags(int code_register, int component) const {
    if (!variables_.empty()) {
        const FlagVariables& now = variables_[static_cast<size_t>(4 * code_register + component)];
        if (!sets_carry_) return {now.sign, now.zero, Mask(false), Mask(false)};
        return {now.sign, now.zero, now.carry, now.overflow};
    }
    const auto get = [&](auto flag) {
        return from_bits(piece_.machine.load(&Machine::condition_codes, code_register, flag, component));
    };
    return {get(&ConditionCode::sign), get(&ConditionCode::zero), get(&ConditionCode::carry),
            get(&ConditionCode::overflow)};
}

void ConditionCodes::set_flags(int code_register, int component, const Flags& flags) const {
    if (!variables_.empty()) {
        const FlagVariables& now = variables_[static_cast<size_t>(4 * code_register + component)];
        now.sign = flags.sign;
        now.zero = flags.zero;
        now.carry = flags.carry;
        now.overflow = flags.overflow;
        return;
    }
    const auto put = [&](auto flag, Mask mask) {
        store(piece_.machine.at(&Machine::condition_codes, code_register, flag, component), to_bits(mask));
    };
    put(&ConditionCode::sign, flags.sign);
    put(&ConditionCode::zero, flags.zero);
    put(&ConditionCode::carry, flags.carry);
    put(&ConditionCode::overflow, flags.overflow);
}

Mask ConditionCodes::passes(const Condition& condition, int c) const {
    if (condition.is_true()) return Mask(true);
    if (condition.code_register == sparse_code) {
        const Mask missing = piece_.lanes_of(piece_.machine.load(&Machine::missing));
        return condition.test == arbasm::ConditionTest::Sign ? missing : ~missing;
    }
    const Flags now = flags(condition.code_register, condition.swizzle[c]);
    return condition_passes(condition.test, now.sign, now.zero, now.carry, now.overflow);
}

Mask ConditionCodes::any_passes(const Condition& condition) const {
    Mask lanes = passes(condition, 0);
    for (int c = 1; c < 4; c++) {
        bool is_new = true;
        for (int before = 0; before < c; before++) is_new &= condition.swizzle[before] != condition.swizzle[c];
        if (is_new) lanes = lanes | passes(condition, c);
    }
    return lanes;
}

}  // namespace runtime::jit

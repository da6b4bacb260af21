#include "runtime/jit/condition_codes.h"

#include <cstddef>

#include "runtime/decode/shaping.h"
#include "runtime/interpreter/machine.h"

namespace runtime::jit {

using interpreter::ConditionCode;
using interpreter::Machine;

namespace {

struct FlagPlaces {
    int64_t sign, zero, carry, overflow;
};
FlagPlaces flag_places(int code_register, int component) {
    const auto at = [&](size_t member) {
        return static_cast<int64_t>(offsetof(Machine, condition_codes) +
                                    static_cast<size_t>(code_register) * sizeof(ConditionCode) + member) +
               4 * component;
    };
    return {at(offsetof(ConditionCode, sign)), at(offsetof(ConditionCode, zero)), at(offsetof(ConditionCode, carry)),
            at(offsetof(ConditionCode, overflow))};
}

}  // namespace

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
    const FlagPlaces places = flag_places(code_register, component);
    const auto at = [&](int64_t place) { return from_bits(load<ScalarUnsigned>(piece_.machine + place)); };
    return {at(places.sign), at(places.zero), at(places.carry), at(places.overflow)};
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
    const FlagPlaces places = flag_places(code_register, component);
    const auto put = [&](int64_t place, Mask mask) { store(piece_.machine + place, to_bits(mask)); };
    put(places.sign, flags.sign);
    put(places.zero, flags.zero);
    put(places.carry, flags.carry);
    put(places.overflow, flags.overflow);
}

Mask ConditionCodes::passes(const Condition& condition, int c) const {
    if (condition.is_true()) return Mask(true);
    if (condition.code_register == sparse_code) {
        const Mask missing = piece_.lanes_of(load<ScalarUnsigned>(piece_.machine + offsetof(Machine, missing)));
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

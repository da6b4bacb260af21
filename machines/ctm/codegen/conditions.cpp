#include "machines/ctm/codegen/conditions.h"

#include <algorithm>

namespace machines::ctm {

using namespace arbasm;

int Conditions::code_value(uint8_t code) {
    int& reg = codes_[code & 1];
    if (reg < 0) reg = make_.scratch();
    return reg;
}

Source Conditions::value(const ConditionMask& condition, uint16_t& test) {
    Source s = plain(code_value(condition.code_register));
    switch (condition.test) {
        case ConditionTest::Equal: test = test_equal; break;
        case ConditionTest::NotEqual: test = test_not_equal; break;
        case ConditionTest::Less: test = test_less; break;
        case ConditionTest::GreaterEqual: test = test_greater_equal; break;
        case ConditionTest::Greater:
            test = test_less;
            s = minus(s);
            break;
        case ConditionTest::LessEqual:
            test = test_greater_equal;
            s = minus(s);
            break;
        case ConditionTest::True:
        case ConditionTest::False:
        case ConditionTest::NaN:
        case ConditionTest::NotNaN:
        case ConditionTest::Carry:
        case ConditionTest::NotCarry:
        case ConditionTest::Overflow:
        case ConditionTest::NotOverflow:
        case ConditionTest::Above:
        case ConditionTest::BelowOrEqual:
        case ConditionTest::Sign:
        case ConditionTest::NotSign:
        case ConditionTest::Resident:
        case ConditionTest::NonResident: {
            // NaN and NotNaN; others are refused. One where it is a number: C of CMP that is none chooses the second.
            const int u = make_.scratch();
            make_.append(op_cmp, temporary(u), number(channel_one), number(channel_zero), magnitude(s));
            test = condition.test == ConditionTest::NaN ? test_equal : test_not_equal;
            s = plain(u);
        }
    }
    for (size_t i = 0; i < 4; i++) s.select[i] = condition.swizzle[i];
    return s;
}

void Conditions::set_predicates(const ConditionMask& condition, uint32_t lanes) {
    if (predicates_ && *predicates_ == condition && !(lanes & ~predicate_lanes_)) return;
    uint16_t test = 0;
    const Source s = value(condition, test);
    Op op;
    for (const bool alpha : {false, true}) {
        Half& h = alpha ? op.alpha : op.rgb;
        h.predicate_mask = lanes & (alpha ? alpha_lane : rgb_lanes);
        if (!h.predicate_mask) continue;
        h.on = true;
        h.op = op_max.of(alpha);
        h.source = {s, s, {}};
        h.test = test;
    }
    make_.push(op);
    predicates_ = condition;
    predicate_lanes_ = lanes;
}

Decision Conditions::decide(const ConditionMask& condition) {
    if (condition.test == ConditionTest::True) return Decision::Never;
    if (condition.test == ConditionTest::False) return Decision::Always;
    const Swizzle& swizzle = condition.swizzle;
    const bool one = std::all_of(swizzle.begin(), swizzle.end(), [&](uint8_t x) { return x == swizzle[0]; });
    Op op;
    if (one) {
        uint16_t test = 0;
        const Source s = lane(value(condition, test), 3);
        op.alpha.on = true;
        op.alpha.op = alpha_max;
        op.alpha.source = {s, s, {}};
        op.alpha.tests = true;
        op.alpha.test = test;
    } else {
        const int u = make_.scratch();
        make_.move(temporary(u), number(channel_zero));
        set_predicates(condition, 15);
        Target passed = temporary(u);
        passed.predicated = true;
        make_.move(passed, number(channel_one));
        op.rgb.on = op.alpha.on = true;
        op.rgb.op = rgb_dp4;
        op.rgb.source = op.alpha.source = {plain(u), number(channel_one), {}};
        op.rgb.tests = true;
        op.rgb.test = test_not_equal;
    }
    make_.push(op);
    return Decision::IfFalse;
}

}  // namespace machines::ctm

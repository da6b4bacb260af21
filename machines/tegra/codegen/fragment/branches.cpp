#include "machines/tegra/codegen/fragment/branches.h"

#include <set>
#include <utility>

namespace machines::tegra::fragment {

using namespace arbasm;

namespace {

// One where it holds, else zero.
Ref flag(GraphBuilder& make, const Test& t) {
    const Ref negative = make.test(compare_greater, minus(t.condition), make.constant(0));
    return t.inverted ? make.sum(make.constant(1), minus(negative)) : negative;
}

}  // namespace

Test ConditionTests::component(const ConditionMask& mask, size_t component) {
    Test t;
    const Ref& from = values_.condition_codes[mask.code_register & 1][mask.swizzle[component]];
    const Ref code = from.node < 0 ? make_.constant(0) : from;
    switch (mask.test) {
        case ConditionTest::True: t.fixed = true; break;
        case ConditionTest::False: t.fixed = false; break;
        case ConditionTest::Less: t.condition = code; break;
        case ConditionTest::GreaterEqual:
            t.condition = code;
            t.inverted = true;
            break;
        case ConditionTest::Greater: t.condition = minus(code); break;
        case ConditionTest::LessEqual:
            t.condition = minus(code);
            t.inverted = true;
            break;
        case ConditionTest::Equal:
        case ConditionTest::NotEqual:
        // Others are refused.
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
        case ConditionTest::NonResident:
            t.condition = minus(magnitude(code));
            t.inverted = mask.test == ConditionTest::Equal;
            break;
    }
    // A flag takes half a register or less, while the value that was tested is a whole one for as long as it is tested.
    if (flags_ && !t.fixed) t.condition = minus(make_.test(compare_greater, minus(t.condition), make_.constant(0)));
    return t;
}

Test ConditionTests::any(const ConditionMask& mask) {
    std::vector<Test> tests;
    std::set<std::pair<Ref, bool>> seen;
    for (size_t c = 0; c < 4; c++) {
        const Test t = component(mask, c);
        if (t.fixed) return t;
        if (seen.insert({t.condition, t.inverted}).second) tests.push_back(t);
    }
    if (tests.size() == 1) return tests[0];
    Ref any = flag(make_, tests[0]);
    for (size_t i = 1; i < tests.size(); i++) any = make_.alu(alu_max, any, make_.constant(1), flag(make_, tests[i]));
    return {{}, minus(any), false};
}

Ref choose(GraphBuilder& make, const Test& test, const Ref& yes, const Ref& no) {
    if (test.fixed) return *test.fixed ? yes : no;
    return test.inverted ? make.select(test.condition, no, yes) : make.select(test.condition, yes, no);
}

Ref Branches::taken() const { return branches_.empty() ? make_.constant(1) : branches_.back().taken; }

void Branches::begin_if(const Test& test) {
    Branch branch;
    branch.test = test;
    branch.before = values_;
    const Ref outer = taken();
    branch.taken = choose(make_, test, outer, make_.constant(0));
    branches_.push_back(branch);
}

// What the first side left is kept, and the second one begins with what was before.
void Branches::end_side(Branch& branch) { branch.then = std::exchange(values_, branch.before); }

void Branches::begin_else() {
    if (branches_.empty()) return;
    Branch& branch = branches_.back();
    branch.in_else = true;
    end_side(branch);
    const Ref outer = branches_.size() > 1 ? branches_[branches_.size() - 2].taken : make_.constant(1);
    branch.taken = choose(make_, branch.test, make_.constant(0), outer);
}

void Branches::end_if() {
    if (branches_.empty()) return;
    Branch branch = std::move(branches_.back());
    branches_.pop_back();
    if (!branch.in_else) end_side(branch);
    const auto join = [&](Vector& now, const Vector& then) {
        for (size_t c = 0; c < 4; c++) {
            if (now[c] == then[c]) continue;
            const Ref yes = then[c].node < 0 ? make_.constant(0) : then[c];
            const Ref no = now[c].node < 0 ? make_.constant(0) : now[c];
            now[c] = choose(make_, branch.test, yes, no);
        }
    };
    const auto join_all = [&](std::map<int, Vector>& now, const std::map<int, Vector>& then) {
        for (const auto& [number, value] : then) join(now[number], value);
        for (auto& [number, value] : now)
            if (!then.count(number)) join(value, Vector{});
    };
    join_all(values_.temporaries, branch.then.temporaries);
    join_all(values_.colours, branch.then.colours);
    for (size_t n = 0; n < 2; n++) join(values_.condition_codes[n], branch.then.condition_codes[n]);
}

}  // namespace machines::tegra::fragment

// What the program's registers hold while it is selected, tests of condition codes, and IF, ELSE and ENDIF: both sides
// run, and what they leave is chosen.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "ir/program.h"
#include "machines/tegra/codegen/fragment/graph_builder.h"

namespace machines::tegra::fragment {

// A component that nothing has written has no node.
struct RegisterValues {
    std::map<int, Vector> temporaries;
    std::map<int, Vector> colours;            // by target
    std::array<Vector, 2> condition_codes{};  // the values that set them
};

// As the first operand of a selection: negative where it holds.
struct Test {
    std::optional<bool> fixed;
    Ref condition;
    bool inverted = false;
};

// Tests of what the condition codes hold now.
class ConditionTests {
  public:
    // flags: conditions become numbers of their own as soon as they are known, which costs operations and saves
    // registers.
    ConditionTests(GraphBuilder& make, const RegisterValues& values, bool flags)
        : make_(make), values_(values), flags_(flags) {}
    Test component(const arbasm::ConditionMask& mask, size_t component);
    Test any(const arbasm::ConditionMask& mask);  // holds if any component's test does

  private:
    GraphBuilder& make_;
    const RegisterValues& values_;
    bool flags_;
};
Ref choose(GraphBuilder& make, const Test& test, const Ref& yes, const Ref& no);

class Branches {
  public:
    Branches(GraphBuilder& make, RegisterValues& values) : make_(make), values_(values) {}
    size_t depth() const { return branches_.size(); }
    Ref taken() const;  // one where all branches around are taken, else zero
    void begin_if(const Test& test);
    void begin_else();
    void end_if();

  private:
    struct Branch {
        Test test;
        RegisterValues before, then;
        bool in_else = false;
        Ref taken;
    };
    void end_side(Branch& branch);

    GraphBuilder& make_;
    RegisterValues& values_;
    std::vector<Branch> branches_;
};

}  // namespace machines::tegra::fragment

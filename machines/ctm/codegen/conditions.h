// Condition codes: the values that set them, and tests of these, as predicate bits or as the ALU result.
#pragma once

#include <array>
#include <optional>

#include "ir/program.h"
#include "machines/ctm/codegen/op_builder.h"

namespace machines::ctm {

class Conditions {
  public:
    explicit Conditions(OpBuilder& make) : make_(make) {}
    // The register of the value that set the code.
    int code_value(uint8_t code);
    // What to compare with zero, and how.
    Source value(const arbasm::ConditionMask& condition, uint16_t& test);
    void set_predicates(const arbasm::ConditionMask& condition, uint32_t lanes);
    // Sets the ALU result to whether any component passes. IfFalse: jumps where none does.
    Decision decide(const arbasm::ConditionMask& condition);
    // The predicate bits hold something else now, or may.
    void forget() { predicates_.reset(); }
    void forget(uint8_t code) {
        if (predicates_ && predicates_->code_register == code) predicates_.reset();
    }

  private:
    OpBuilder& make_;
    std::array<int, 2> codes_{-1, -1};
    // What the predicate bits hold.
    std::optional<arbasm::ConditionMask> predicates_;
    uint32_t predicate_lanes_ = 0;
};

}  // namespace machines::ctm

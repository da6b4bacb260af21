// Makes operations, on registers that are as many as it takes.
#pragma once

#include <utility>
#include <vector>

#include "machines/ctm/codegen/sources.h"

namespace machines::ctm {

// Where a result goes.
struct Target {
    int reg = -1, output = -1;  // output_count: the depth
    uint32_t mask = 15;
    bool clamp = false;
    bool predicated = false;
    bool is_depth() const { return output == output_count; }
};
inline Target temporary(int reg, uint32_t mask = 15) { return {reg, -1, mask, false, false}; }
inline Target part(Target t, uint32_t mask) {
    t.mask &= mask;
    return t;
}

class OpBuilder {
  public:
    int scratch() { return registers_++; }
    int registers() const { return registers_; }
    std::vector<Op>& ops() { return ops_; }

    void push(const Op& op) { ops_.push_back(op); }
    void append(Operations ops, const Target& t, Source a, Source b = {}, Source c = {});
    // Bits pass untouched, where nothing clamps them.
    void move(const Target& t, const Source& a);
    void dot(uint16_t op, const Target& t, const Source& a, const Source& b, const Source& c = {});
    // An operation of the alpha unit, which computes from the first channel.
    void scalar(uint16_t op, const Target& t, const Source& a);
    // Into a register of its own.
    Source step(Operations ops, uint32_t lanes, const Source& a, const Source& b, const Source& c);

  private:
    std::vector<Op> ops_;
    int registers_ = first_value;
};

}  // namespace machines::ctm

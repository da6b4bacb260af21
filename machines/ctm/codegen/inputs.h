// Attributes, which are fetched before the program begins.
#pragma once

#include <map>
#include <vector>

#include "machines/ctm/codegen/generate.h"
#include "machines/ctm/codegen/op_builder.h"

namespace machines::ctm {

class Inputs {
  public:
    // What the inputs hold is said in `generated`.
    Inputs(OpBuilder& make, Generated& generated) : make_(make), generated_(generated) {}
    int attribute(int index);  // its register
    const std::vector<Op>& fetches() const { return fetches_; }

  private:
    OpBuilder& make_;
    Generated& generated_;
    std::map<int, int> attributes_;
    std::vector<Op> fetches_;
};

}  // namespace machines::ctm

// Arrays without a size: they have as many elements as constant indices reach, but for the last member of a storage
// block, which the buffer sizes.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "glsl/check/context.h"

namespace glsl {

class ImplicitSizes {
  public:
    explicit ImplicitSizes(CheckContext& context) : context_(context) {}

    void add_local(Variable* variable) { locals_.push_back(variable); }
    // A constant index of an array without a size.
    void note_index(const Expression* array, int64_t index);
    // When all has been read: gives them their sizes.
    void finish();

  private:
    void size(Variable* variable) const;
    void size_members(Block& block);

    CheckContext& context_;
    std::vector<Variable*> locals_;
    std::map<std::pair<const Block*, int32_t>, int32_t> members_;  // the largest index of each
};

}  // namespace glsl

// Which of a program's values are the same for all lanes that are active, whatever they have done.
#pragma once

#include <set>

#include "runtime/jit/step_operands.h"

namespace runtime::jit {

// A word of the temporaries is uniform if all that is ever written to it follows from parameters and constants, in flow
// that all lanes take together; so is a component of a condition code. Flow that parts behind a RET, and programs with
// subroutines, have nothing uniform but parameters.
class UniformValues {
  public:
    explicit UniformValues(const Code& code);

    bool is_uniform(RegisterAddress address) const;
    bool is_uniform(const Source& source, uint8_t components, bool wide = false) const;
    bool is_uniform(const LaneIndex& index) const { return !index.varies || is_uniform(index.lanes, 1); }
    bool is_uniform(const Condition& condition, uint8_t components = 0xf) const;
    // Whether lanes that begin a loop together leave it together.
    bool stays_together(const RepeatStep& step) const { return !all_varies_ && !varying_loops_.contains(&step); }

  private:
    friend class UniformFinder;
    bool all_varies_ = false;
    std::set<uint32_t> varying_words_;  // offsets in Base::Scratch
    std::set<int> varying_codes_;       // 4 · register + component
    std::set<const Step*> varying_loops_;
};

}  // namespace runtime::jit

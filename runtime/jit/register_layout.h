// Which words of registers a program has, and which of them lie in memory while it runs.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "runtime/jit/code_form.h"
#include "runtime/jit/step_operands.h"

namespace runtime::jit {

// In memory lie arrays that are indexed at run time, results that C++ looks at, and everything where blocks meet in no
// order that is known. All others are variables.
class RegisterLayout {
  public:
    using Word = std::pair<Base, uint32_t>;  // a RegisterAddress with an order

    RegisterLayout(const Code& code, CodeForm form);

    bool is_in_memory(RegisterAddress address) const;
    bool are_results_in_memory() const { return results_in_memory_; }
    // Whether the program may write the word.
    bool is_written(RegisterAddress address) const;
    // Those that the program names, in memory or not.
    const std::set<Word>& words() const { return words_; }
    // Words in memory that pieces before this one may have used, and that this one may read before it writes them.
    const std::vector<RegisterAddress>& cleared() const { return cleared_; }

  private:
    struct Range {
        Base base;
        uint32_t first, end;
    };
    std::vector<Range> in_memory_;
    std::set<Word> words_, written_;
    std::vector<RegisterAddress> cleared_;
    bool results_in_memory_ = false;
};

inline RegisterAddress address_of_result(int32_t result, int component) {
    return {Base::Results,
            static_cast<uint32_t>(result) * vector_bytes + static_cast<uint32_t>(component) * word_bytes};
}

}  // namespace runtime::jit

// The program's instructions in the order in which they run: subroutines where they are called, loops as often as they
// turn. IF, ELSE and ENDIF are among them, since both sides run.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "machines/tegra/codegen/fragment/refusals.h"

namespace machines::tegra::fragment {

class Walk {
  public:
    Walk(const Program& program, Refusals& refusals);
    // The next one to select; null at the end, and where the walk can't go on. `branches`: how many are open.
    const Instruction* next(size_t branches);

  private:
    struct Loop {
        size_t first;
        int left;
    };
    struct Call {
        size_t back, branches, loops;
    };
    enum class Goes : uint8_t { On, End, Selects };
    Goes follow(const Instruction& instruction, size_t branches);
    Goes call(const Instruction& instruction, size_t branches);
    Goes leave(const Instruction& instruction, size_t branches);
    void repeat(const Instruction& instruction);
    void go_back();

    const Program& program_;
    Refusals& refusals_;
    std::set<size_t> labels_;  // instructions that stand behind one
    size_t at_, steps_ = 0;
    bool arrived_ = true;  // by CAL: what stands behind its label
    std::vector<Loop> loops_;
    std::vector<Call> calls_;
    std::set<int32_t> called_;
};

}  // namespace machines::tegra::fragment

// The memories of a program: blocks, counters, shared variables and what pointers reach; each is declared where
// something in it is used first.
#pragma once

#include <map>
#include <utility>

#include "glsl/lower/memory.h"

namespace glsl {

bool is_in_memory(const Variable& variable);

class Memories {
  public:
    explicit Memories(LoweringContext& context) : input_(context.input()), assembly_(context.assembly()) {}

    // The l-value of a variable in memory.
    LValue lvalue_of(const Variable* variable);
    // What pointers reach.
    const Memory& global();

  private:
    const Memory& of_block(const Block& block);
    const Memory& of_counters(int binding);
    const Memory& shared();
    void use(Memory& memory, arbasm::Variable variable);

    const StageInput& input_;
    Assembly& assembly_;
    // The memory of blocks; of counters ({}, binding); of shared variables ({}, -1); what pointers reach ({}, -2).
    std::map<std::pair<const Block*, int>, Memory> memories_;
};

}  // namespace glsl

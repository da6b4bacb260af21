// What batches store: colours, as soon as they are whole, and what lookups give.
#pragma once

#include <set>

#include "machines/tegra/codegen/fragment/allocate_registers.h"

namespace machines::tegra::fragment {

class Stores {
  public:
    Stores(const Graph& graph, Registers& registers) : graph_(graph), registers_(registers) {}
    bool all_stored() const;
    // The first colour that is whole, in the batch's last EXEC; whether there is any.
    bool store_colour(FragmentCode& code);
    // Targets that store what a lookup gives, in the EXEC of its row. killed_before: what kills has run in batches
    // before.
    bool store_lookups(FragmentCode& code, bool killed_before);

  private:
    const Graph& graph_;
    Registers& registers_;
    std::set<int> stored_;  // targets
};

}  // namespace machines::tegra::fragment

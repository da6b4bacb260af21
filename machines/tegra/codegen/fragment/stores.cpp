#include "machines/tegra/codegen/fragment/stores.h"

#include <bit>

namespace machines::tegra::fragment {

bool Stores::all_stored() const { return stored_.size() >= static_cast<size_t>(std::popcount(graph_.targets)); }

bool Stores::store_colour(FragmentCode& code) {
    for (const auto& [target, written] : registers_.outputs_written()) {
        if (written != 15 || stored_.count(target)) continue;
        const int base = registers_.output_base(target);
        Dw& dw = code.execs.back().dw;
        dw.enable = dw.store = 1;
        dw.target = static_cast<uint32_t>(target) + 1;
        dw.upper = base % 4 / 2;
        code.store_exec = static_cast<int>(code.execs.size());
        stored_.insert(target);
        registers_.own(base, free_half);
        registers_.own(base + 1, free_half);
        return true;
    }
    return false;
}

bool Stores::store_lookups(FragmentCode& code, bool killed_before) {
    const size_t first = code.execs.size() - static_cast<size_t>(registers_.rows());
    bool stores = false;
    for (const auto& [target, lookup] : graph_.straight) {
        if (stored_.count(target)) continue;
        const int half = registers_.where(graph_.lookup(lookup).texel[0]);
        // Not beside packets that kill in a later EXEC.
        if (half < 0 || (!killed_before && half / 8 != registers_.rows() - 1)) continue;
        Dw& dw = code.execs[first + static_cast<size_t>(half) / 8].dw;
        if (dw.enable) continue;
        dw.enable = dw.store = 1;
        dw.target = static_cast<uint32_t>(target) + 1;
        dw.upper = static_cast<uint32_t>(half) / 4 % 2;
        code.store_exec = static_cast<int>(first) + half / 8 + 1;
        stored_.insert(target);
        for (int texel : graph_.lookup(lookup).texel) registers_.use(texel);
        stores = true;
    }
    return stores;
}

}  // namespace machines::tegra::fragment

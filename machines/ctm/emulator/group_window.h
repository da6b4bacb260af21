// Where a group stands in the domain: which of its processors run, and what they store.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "machines/ctm/emulator/group_lanes.h"

namespace machines::ctm {

// The upper left processor of a group.
struct Window {
    uint32_t i0 = 0, j0 = 0;
    uint32_t column(int lane) const { return i0 + static_cast<uint32_t>(lane / 4 * 2 + (lane & 1)); }
    uint32_t row(int lane) const { return j0 + static_cast<uint32_t>(lane >> 1 & 1); }
};

// Those of `wanted` that are in the domain and pass the test before the program; the test writes its results. Nothing:
// the conditional buffer does not hold the domain.
std::optional<uint32_t> covered_lanes(const Dispatch& dispatch, Memory& memory, const Window& window, uint32_t wanted);

struct Outputs {
    std::array<std::array<Lanes, 4>, output_count> colors;
    Lanes depth;

    void clear();
    // Into the surfaces, after the test behind the program; what is wrong with a surface, or empty.
    std::string store(const Dispatch& dispatch, Memory& memory, const Window& window, uint32_t lanes) const;
};

}  // namespace machines::ctm

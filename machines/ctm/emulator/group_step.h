// What is known of an instruction before it runs.
#pragma once

#include <array>
#include <cstdint>

#include "machines/ctm/isa/instruction.h"

namespace machines::ctm {

struct Step {
    Slot slot;
    std::array<bool, 4> computes{};  // channels whose value goes somewhere
    uint8_t reads_presubtract = 0;   // bit 0: the RGB one, bit 1: the alpha one
    bool predicated = false;
};

Step prepare(const Slot& slot);

}  // namespace machines::ctm

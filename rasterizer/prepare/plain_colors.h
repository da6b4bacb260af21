// Plain colours: constants, parameters or unmodified attributes. Fragments of such programs need no program run.
#pragma once

#include <array>
#include <cstdint>

#include "ir/program_facts.h"
#include "rasterizer/draw/draw.h"

namespace rasterizer {

struct PlainColors {
    bool known = false;     // all of them are of the first three kinds
    bool computed = false;  // some are Computed
    uint32_t wanted = 0;    // bit n: colors[n] is meant
    std::array<arbasm::ResultSource, max_color_attachments> colors;
};

// `registers`: the program's result for each attachment. Only attachments in `wanted` are filled in.
PlainColors find_plain_colors(const arbasm::ProgramFacts& facts,
                              const std::array<int16_t, max_color_attachments>& registers, uint32_t wanted);

}  // namespace rasterizer

// Programs whose colours are constants, parameters or attributes just as they come: their fragments need no program.
#pragma once

#include <array>
#include <cstdint>

#include "rasterizer/draw/draw.h"

namespace rasterizer {

// Where a component of a result comes from.
struct PlainComponent {
    enum class Kind : uint8_t {
        Parameter,  // of the program: register `number`
        Attribute,  // register `number`
        Computed,   // from parameters alone: the same for all fragments of a draw
        Other,      // only running the program can tell
    };
    Kind kind = Kind::Computed;
    uint8_t component = 0;
    int16_t number = 0;
};
using PlainColor = std::array<PlainComponent, 4>;

struct PlainColors {
    bool known = false;     // all of them are of the first three kinds
    bool computed = false;  // some are Computed
    uint32_t wanted = 0;    // bit n: colors[n] is meant
    std::array<PlainColor, max_color_attachments> colors;
};

// Of the results `registers` of a program, one for each attachment, those of `wanted`.
PlainColors find_plain_colors(const arbasm::Program& program,
                              const std::array<int16_t, max_color_attachments>& registers, uint32_t wanted);

}  // namespace rasterizer

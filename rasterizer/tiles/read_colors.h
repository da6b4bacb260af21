// Framebuffer fetch: the colours of the pixel, or of the sample, that a fragment program is going to write. Groups hold
// no two fragments of one pixel (execute_tile_body.h), so earlier fragments have been written. Compiled per instruction
// set (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/blend_lanes.h"
#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/fragment_group.h"

namespace rasterizer::ASMGL_ISA {

// One attachment's colours for a group, by component. Without an attachment they are zero.
template <int samples>
void read_color(TileSurfaces<samples>& tile, const FragmentGroup<samples>& group, int attachment,
                runtime::LaneVector& to) {
    for (int quad = 0; quad < group.quad_count; ++quad) {
        using I4 = Ints<4>;
        I4 components[4] = {};
        if (tile.color_storage[attachment] != ColorStorage::None) {
            tile.need_color_value(attachment, group.pixels[quad] / block_pixels);
            const uint32_t* const words = tile.memory.colors[attachment].words +
                                          group.quad_samples[quad] * tile.color_words[attachment] + group.pixels[quad];
            if (tile.color_storage[attachment] == ColorStorage::Packed8) {
                const PackedLayout layout = packed_layout(tile.color_format[attachment]);
                const I4 packed = load<I4>(words);
                const int shifts[] = {static_cast<int>(layout.red), 8, static_cast<int>(layout.blue), 24};
                for (int c = 0; c < 4; ++c) {
                    const bool is_there = c < 3 || layout.has_alpha;
                    const I4 number = is_there ? packed >> shifts[c] & 255 : I4{} + 255;
                    components[c] = (I4)(__builtin_convertvector(number, Floats<4>) * (1.0f / 255.0f));
                }
            } else {
                for (int c = 0; c < 4; ++c) components[c] = load<I4>(words + c * tile_pixels);
            }
        }
        for (int c = 0; c < 4; ++c) store(to.component[c].lane + 4 * quad, components[c]);
    }
}

template <int samples>
[[gnu::noinline]] void read_colors(TileSurfaces<samples>& tile, const ActiveDraw<samples>& active,
                                   const FragmentGroup<samples>& group, runtime::LaneVector* attributes) {
    const auto& inputs = active.tile_draw->inputs;
    for (size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i].kind == FragmentInput::Kind::FramebufferColor)
            read_color(tile, group, inputs[i].slot, attributes[i]);
}

}  // namespace rasterizer::ASMGL_ISA

// Where a pixel's colour is blended and written: the last step of a group (how it is blended: fragment/blend_lanes.h).
// Compiled per instruction set (fragment/lanes.h).
#pragma once

#include "rasterizer/fragment/blend_lanes.h"
#include "rasterizer/tiles/active_draw.h"
#include "rasterizer/tiles/fragment_group.h"

namespace rasterizer::RASTERIZER_ISA {

template <int samples>
void write_colors(TileSurfaces<samples>& tile, const ActiveDraw<samples>& active, const FragmentGroup<samples>& group) {
    if (!group.any()) return;
    const QuadTargets quads{group.pixels, group.quad_count};
    for (int i = 0; i < active.pipeline->color_count; ++i) {
        const AttachmentKey& attachment = active.pipeline->colors[i];
        if (attachment.storage == ColorStorage::None || active.pipeline->color_result[i] < 0) continue;
        for (int quad = 0; quad < group.quad_count; ++quad) tile.need_color(i, group.pixels[quad] / block_pixels);
        const SourceColor source{&tile.memory.results[active.pipeline->color_result[i]],
                                 active.pipeline->secondary_color_result >= 0
                                     ? &tile.memory.results[active.pipeline->secondary_color_result]
                                     : nullptr};
        for (int s = 0; s < samples; ++s) {
            if (!group.lane_masks[s]) continue;
            const ColorTarget target{tile.memory.colors[i].words + s * tile.color_words[i],
                                     tile.color_format[i],
                                     attachment,
                                     &active.record->fragment_state.blend[i],
                                     &active.record->fragment_state,
                                     active.pipeline->key.clamp_color};
            active.write_color[i](target, source, quads, group.lane_masks[s]);
        }
    }
}

}  // namespace rasterizer::RASTERIZER_ISA
